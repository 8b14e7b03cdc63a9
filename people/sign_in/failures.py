"""The signal that a login has failed, with its `reason`: `password` or `limit`."""

from django.dispatch import Signal

sign_in_failed = Signal()
