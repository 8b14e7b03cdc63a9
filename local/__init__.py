"""PostgreSQL and Valkey from their wheels, backups, and the supervisor for one machine."""
