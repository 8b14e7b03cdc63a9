"""Cost and pay of work. These functions know assignments; `payments` only uses ids and amounts."""
