"""The cost and pay of work. This package knows batches and assignments. The app `payments` gets
only ids and amounts."""
