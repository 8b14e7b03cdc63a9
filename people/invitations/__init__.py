"""Invitations into a project: made and taken back by its owners, accepted by whoever has the
link."""
