"""PostgreSQL and Valkey from their wheels, backups, and the supervisor that runs the site on one
machine."""
