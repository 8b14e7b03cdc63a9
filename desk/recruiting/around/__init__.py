"""Pages where researchers edit a batch's consent form and questionnaires."""
