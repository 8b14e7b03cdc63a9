"""Accounts on the desk: superusers create, change and deactivate them."""
