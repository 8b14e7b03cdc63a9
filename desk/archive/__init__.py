"""The page that archives, restores or deletes a batch, a dataset or a project."""
