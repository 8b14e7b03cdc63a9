"""The names of the demo's accounts. `annotation.services.demo_password` creates the accounts'
password on each machine."""

RESEARCHER = "researcher"
ANNOTATOR = "annotator"
