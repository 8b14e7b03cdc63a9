"""Panels without an API integration. A panel passes an identity in the URL, and gets a code or a
redirect back."""
