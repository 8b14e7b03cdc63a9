"""How the project uses PostgreSQL: prepared statements, advisory locks, bulk writes, outages."""
