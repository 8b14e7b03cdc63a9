"""People who came by an open link or from a panel and have not submitted anything, and the
addresses they confirmed."""

from typing import ClassVar, cast

from django.db import models

from hits.models import Enrolment
from people.models import Invitation
from recruiting.models.panels import Panel


class Newcomer(models.Model):
    """A person who came by an open link, or from a panel that signs no addresses, until they submit
    a HIT.

    People of one network share the places of their link or panel. Only a person with a place gets a
    HIT.
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
    # A keyed hash, different for each link and panel; blank once it was forgotten.
    network = models.CharField(max_length=64, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    placed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # The people who have a network's places: `recruiting.links.places`.
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
    """A keyed hash of an email address confirmed for a link. Each address admits one person."""

    enrolment = models.OneToOneField(
        Enrolment, on_delete=models.CASCADE, primary_key=True, related_name="confirmed_address"
    )
    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, db_index=False)
    address = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="confirmed_address_once", fields=["invitation", "address"])
        ]
