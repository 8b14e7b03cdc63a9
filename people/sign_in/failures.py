"""The signal that is sent when a login has failed. Its `reason` is `password` or `limit`."""

from django.dispatch import Signal

sign_in_failed = Signal()
