"""Users, sign-in, sessions, projects and roles."""
