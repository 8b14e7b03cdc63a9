"""Models of guests, their personal links and confirmed email addresses, and of new people who have
not submitted a HIT yet."""

from typing import ClassVar, cast

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from hits.models import Enrolment
from people.models import Invitation, User
from recruiting.models.panels import Panel


class Guest(models.Model):
    """A person who came through a link or from a panel and has no account. The person can come back
    with a personal link.

    Only a hash of the link's token is stored. Once the person has an account, `User.is_guest` is
    false and the link no longer works.
    """

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="guest"
    )
    # The link that created this guest, or blank if they came from a panel.
    invitation = models.ForeignKey(
        Invitation, on_delete=models.SET_NULL, null=True, blank=True, related_name="guests"
    )
    key = models.CharField(max_length=60, editable=False)
    token_sha256 = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField("created", auto_now_add=True)
    # The latest time when they proved their identity. After GUEST_LINK_DAYS without a new proof,
    # their links and browsers prove nothing.
    used_at = models.DateTimeField("last came back", default=timezone.now, db_default=Now())
    # The time when they asked for a new link. The link that created them no longer works for them.
    renewed_at = models.DateTimeField("link renewed", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="guest_has_a_key", condition=~models.Q(key="")),
        ]


class Newcomer(models.Model):
    """A person who came through an open link, or from a panel that does not sign URLs, and has not
    yet submitted a HIT.

    People from the same network share the limited places of their link or panel. Only a person with
    a place gets a HIT.
    """

    enrolment = models.OneToOneField(
        Enrolment, on_delete=models.CASCADE, primary_key=True, related_name="newcomer"
    )
    invitation = models.ForeignKey(
        Invitation,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        db_index=False,
        related_name="newcomers",
    )
    panel = models.ForeignKey(
        Panel,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        db_index=False,
        related_name="newcomers",
    )
    # A keyed hash of the network, different for each link and panel. It is blank once it has been
    # deleted.
    network = models.CharField(max_length=64, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    placed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # Used by `recruiting.links.places` to find the people who have places of a network.
            models.Index(
                name="newcomer_places",
                fields=["invitation", "panel", "network"],
                condition=models.Q(placed_at__isnull=False),
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="newcomer_came_one_way",
                condition=models.Q(invitation__isnull=True, panel__isnull=False)
                | models.Q(invitation__isnull=False, panel__isnull=True),
            ),
        ]

    @property
    def door(self) -> Invitation | Panel:
        """Return the link or panel that the person used."""
        return cast("Invitation | Panel", self.panel or self.invitation)


class ConfirmedAddress(models.Model):
    """The keyed hash of an email address that was confirmed for a link. Each address admits only
    one person."""

    enrolment = models.OneToOneField(
        Enrolment, on_delete=models.CASCADE, primary_key=True, related_name="confirmed_address"
    )
    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, db_index=False)
    address = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="confirmed_address_once", fields=["invitation", "address"])
        ]
