"""Cost and pay of work. These functions use assignments; `payments` only uses ids and amounts."""
