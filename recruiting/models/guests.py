"""People without an account, and their personal links."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from people.models import Invitation, User


class Guest(models.Model):
    """A person created by a link or a panel, and the personal link that brings them back.

    Only the hash of that link's token is stored. Once they have an account, `User.is_guest` is
    false and the link no longer works.
    """

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="guest"
    )
    # The link that created them; blank if they came from a panel.
    invitation = models.ForeignKey(
        Invitation, on_delete=models.SET_NULL, null=True, blank=True, related_name="guests"
    )
    key = models.CharField(max_length=60, editable=False)
    token_sha256 = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField("created", auto_now_add=True)
    # When they last came with proof of their identity. Links and browsers prove nothing after
    # GUEST_LINK_DAYS without it.
    used_at = models.DateTimeField("last came back", default=timezone.now, db_default=Now())
    # When they asked for a new link, so the link that created them no longer brings them back.
    renewed_at = models.DateTimeField("link renewed", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="guest_has_a_key", condition=~models.Q(key="")),
        ]
