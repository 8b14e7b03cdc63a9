"""Email notifications: the kinds with their readers and texts. `sending` stores and sends them."""
