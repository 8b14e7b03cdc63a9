"""A project of one's own: making one, its members and their roles, and invitations."""
