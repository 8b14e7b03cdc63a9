"""Users and their logins, sessions, projects and roles, notifications, and personal data."""
