"""Page for archiving, restoring or deleting a draft, a dataset or a project."""
