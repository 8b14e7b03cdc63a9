"""The annotators of a batch and of a project, and the page of each."""
