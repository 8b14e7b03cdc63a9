"""Panels without an API integration. They pass an identity, and get a code or a redirect back."""
