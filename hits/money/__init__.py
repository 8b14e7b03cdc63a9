"""The cost and pay of work: these functions know assignments; `payments` uses ids and amounts."""
