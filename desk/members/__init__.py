"""Projects: creating one, its members and their roles, and invitations."""
