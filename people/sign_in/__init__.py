"""Signing in: who may, from where, how often they may try, and how a password is changed or
replaced."""
