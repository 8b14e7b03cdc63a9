"""Pages for reviewing responses, deciding appeals, excluding responses, and adjudication."""
