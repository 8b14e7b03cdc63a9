"""Two-factor authentication with django-allauth: authenticator apps, security keys and recovery
codes. Also the rules for who must use it."""
