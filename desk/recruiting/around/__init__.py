"""The pages on which researchers edit a batch's consent form and questionnaires."""
