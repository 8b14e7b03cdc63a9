"""The project's documentation, read from its Markdown files and served as pages of the site."""
