"""Terms of a batch: their initial values, changes while it is live, and amendments."""
