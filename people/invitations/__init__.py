"""Invitations to a project. Its owners create and revoke them, and anyone with the link can
accept."""
