"""Tests of institutional login, with django-allauth's own identity provider."""
