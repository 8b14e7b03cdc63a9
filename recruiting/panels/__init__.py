"""Panels that have no API integration here: they pass an identity, and get a code or a redirect."""
