"""Access tokens of the REST API: made and ended by the person for whom they speak."""
