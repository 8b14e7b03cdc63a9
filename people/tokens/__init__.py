"""API tokens: created and ended by the person for whom they act."""
