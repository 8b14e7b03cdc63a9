"""The cost and pay of work. These functions use assignments, while `payments` only uses ids and
amounts."""
