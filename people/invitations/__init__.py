"""Project invitations, which owners create and revoke, and anyone with the link can accept."""
