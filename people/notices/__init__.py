"""Email notifications: the kinds, with their recipients and texts. The module `sending` stores and
sends the notifications."""
