"""Running Rateroom on one machine: PostgreSQL and Valkey from wheels, the supervisor, and
backups."""
