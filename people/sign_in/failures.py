"""The signal of a failed sign-in, with its `reason`: `password` or `limit`."""

from django.dispatch import Signal

sign_in_failed = Signal()
