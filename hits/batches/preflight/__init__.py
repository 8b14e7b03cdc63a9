"""Checks of a draft before publishing. They look for problems in the draft's sample that annotators
should not see. Each check is a class in `checks/`."""
