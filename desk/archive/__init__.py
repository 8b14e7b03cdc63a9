"""The page on which a draft, a dataset or a project is archived, brought back or deleted."""
