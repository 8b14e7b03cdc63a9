"""PostgreSQL and Valkey from their wheels, and the supervisor that runs the site on one machine."""
