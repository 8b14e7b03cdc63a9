"""Studies at Prolific: planned, created, published, grown, and whom they admit."""
