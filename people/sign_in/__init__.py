"""Logging in: password checks, limits on attempts, and changing or resetting passwords."""
