"""The demo's logins, printed by `make run`."""

RESEARCHER = ("researcher", "rateroom-demo")
ANNOTATOR = ("annotator", "rateroom-demo")
