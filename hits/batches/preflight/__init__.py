"""Checks of a batch before publishing. They find problems in its sample that annotators should not
see. Each check is a class in `checks/`."""
