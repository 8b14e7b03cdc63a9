"""Signing in: where and how often people can try, and changing or resetting passwords."""
