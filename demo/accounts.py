"""The names of the demo's accounts. Their password is drawn on each machine:
`annotation.services.demo_password`."""

RESEARCHER = "researcher"
ANNOTATOR = "annotator"
