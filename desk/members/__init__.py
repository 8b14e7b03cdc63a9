"""The pages about projects: creating one, its settings, its members and roles, and invitations."""
