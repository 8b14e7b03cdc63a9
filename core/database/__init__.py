"""How the project talks to PostgreSQL: prepared statements, advisory locks, bulk writes,
outages."""
