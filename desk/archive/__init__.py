"""The page to archive, restore or delete a batch, a dataset or a project."""
