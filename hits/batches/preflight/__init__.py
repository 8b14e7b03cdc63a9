"""Checks of a batch before publishing. The checks find problems in the batch's sample that
annotators should not see. Each check is a class in `checks/`."""
