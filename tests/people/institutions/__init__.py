"""Logging in with an institution's login, against django-allauth's own provider."""
