"""The account names of the demo. `annotation.services.demo_password` creates their password on each
machine."""

RESEARCHER = "researcher"
ANNOTATOR = "annotator"
