"""Email notifications: their kinds, recipients and texts. The module `sending` stores and sends
them."""
