"""Exports, snapshots that can be cited, and the replay of a HIT's page."""
