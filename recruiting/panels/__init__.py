"""Panels without API integration, which pass an identity in the URL and get a code or redirect."""
