"""Pages where superusers create, change and deactivate accounts."""
