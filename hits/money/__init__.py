"""The cost and pay of work, by assignment. The app `payments` gets only ids and amounts."""
