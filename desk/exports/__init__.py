"""Choosing what is exported, snapshots that can be cited, and a HIT's page as it was shown."""
