"""The cost and pay of work, by assignment. The app `payments` only uses ids and amounts."""
