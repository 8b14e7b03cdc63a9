"""Users and their logins, projects and roles, notifications, and personal data."""
