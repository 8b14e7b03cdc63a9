"""Email notifications: one module for each kind, with its readers and its words; `sending` stores
and sends them."""
