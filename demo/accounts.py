"""The names of the demo's accounts. Each machine creates their password:
`annotation.services.demo_password`."""

RESEARCHER = "researcher"
ANNOTATOR = "annotator"
