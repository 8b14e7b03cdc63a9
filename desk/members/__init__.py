"""Pages about projects: creating a project, its settings, its members and roles, and
invitations."""
