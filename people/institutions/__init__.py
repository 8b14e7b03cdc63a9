"""Logging in with an institution's own login, by OpenID Connect: django-allauth speaks with it, and
what follows of its words is decided here."""
