"""Two-factor authentication with django-allauth: authenticator apps, security keys, recovery codes,
and the setting that requires a second factor."""
