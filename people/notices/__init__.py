"""Email notifications: every kind with its readers and words; `sending` stores and sends them."""
