"""Invitations to a project. Owners create and revoke them, and anyone with the link can accept."""
