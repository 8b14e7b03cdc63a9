"""Checks before a batch is published, which find problems in its sample that annotators should not
meet. Each check is a module in `checks/`."""
