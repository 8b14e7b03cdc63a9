"""Email notifications: each kind with its readers and texts. `sending` stores and sends them."""
