"""Invitations into a project: created and revoked by its owners, accepted by anyone with the
link."""
