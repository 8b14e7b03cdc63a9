"""Use of PostgreSQL: prepared statements, advisory locks, bulk writes and outages."""
