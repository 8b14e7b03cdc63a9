"""PostgreSQL helpers: prepared statements, advisory locks, bulk inserts and handling of outages."""
