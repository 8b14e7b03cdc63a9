"""The cost and pay of work, by assignment. This package calls the app `payments` only with ids and
amounts."""
