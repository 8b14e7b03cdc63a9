"""Panels without API integration. They pass a person's id in the URL, and get a completion code or
a redirect."""
