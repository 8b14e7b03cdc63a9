"""What looks at requests before any view: uploads and texts."""
