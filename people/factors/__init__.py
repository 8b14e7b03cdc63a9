"""Two-factor authentication with django-allauth: authenticator apps, security keys and recovery
codes, and the rules for who must use a second factor."""
