"""Guests, who are people without an account: how they are created and come back, and the rights of
their sessions."""
