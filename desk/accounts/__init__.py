"""Pages for superusers, who create, change and deactivate accounts."""
