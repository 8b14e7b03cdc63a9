"""Invitations to a project. Owners create and revoke invitations, and anyone with an invitation's
link can accept it."""
