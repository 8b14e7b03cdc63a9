"""The annotators of a batch and of a project, and a page for each annotator."""
