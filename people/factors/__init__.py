"""Two-factor authentication with django-allauth: app codes, security keys and recovery codes; and
rules about who must use it."""
