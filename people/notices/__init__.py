"""Email notifications: kinds, recipients and texts. The module `sending` stores and sends them."""
