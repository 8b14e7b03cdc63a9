"""Institutional login through OpenID Connect. django-allauth handles the protocol, and this package
decides what a login is allowed to do."""
