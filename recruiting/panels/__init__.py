"""Panels without an interface of their own here: identity in, code or address out."""
