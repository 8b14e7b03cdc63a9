"""Terms of a batch: from what they start, what may be changed while it is live, and amendments."""
