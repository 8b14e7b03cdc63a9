"""The model of additions to a published batch: more annotators, items or systems, a longer time
limit, or more people's training and first checks."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from hits.amounts import in_words
from hits.models.batches import Batch
from people.models import User


class Amendment(models.Model):
    """An addition to a published batch, with its cost. The cost was reserved in the same
    transaction.

    The batch's own terms do not change. `details` describes the addition. It contains `annotators`
    (with `hits` if only some HITs get them) or `items` (with `annotators` if all HITs get more).
    For other kinds, it contains `systems` by name, the old and new `seconds`, or `people`.
    """

    class Kind(models.TextChoices):
        ANNOTATORS = "annotators", _("More annotators per HIT")
        ITEMS = "items", _("More items")
        SYSTEMS = "systems", _("More systems")
        TIME = "time", _("More time")
        PEOPLE = "people", _("More people")

    batch = models.ForeignKey(
        Batch, on_delete=models.PROTECT, related_name="amendments", db_index=False
    )
    kind = models.CharField("kind", max_length=10, choices=Kind)
    # The key of the form, so that a form sent twice is one amendment.
    key = models.CharField("key", max_length=60)
    details = models.JSONField("details")
    hits = models.PositiveBigIntegerField("new HITs")
    assignments = models.PositiveBigIntegerField("new assignments")
    # Gold and retests for the new assignments, in the batch's shares.
    checks = models.PositiveBigIntegerField("new checks", default=0, db_default=0)
    cost = models.DecimalField("cost", max_digits=14, decimal_places=2)
    made_at = models.DateTimeField("made", auto_now_add=True)
    made_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+", verbose_name="by"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="amendment_once", fields=["batch", "key"]),
            models.CheckConstraint(name="amendment_costs_nothing_back", condition=Q(cost__gte=0)),
            models.CheckConstraint(
                name="amendment_kind",
                condition=Q(kind__in=["annotators", "items", "systems", "time", "people"]),
            ),
        ]

    @property
    def in_words(self) -> str:
        """Return a short description of the addition, for example “+2” or “15 min → 30 min”."""
        details: dict[str, Any] = self.details
        if self.kind == self.Kind.TIME:
            before, after = (in_words(seconds) for seconds in details["seconds"])
            return f"{before} → {after}"
        if self.kind == self.Kind.SYSTEMS:
            return ", ".join(details["systems"])
        if self.kind == self.Kind.ITEMS:
            more = gettext("More annotators per HIT")
            others = f"; {more} +{details['annotators']}" if "annotators" in details else ""
            return f"+{details['items']}{others}"
        if self.kind == self.Kind.PEOPLE:
            return f"+{details['people']}"
        number = f"+{details['annotators']}"
        if "hits" in details:
            hits = ngettext("%(number)s HIT", "%(number)s HITs", details["hits"])
            return f"{number} ({hits % {'number': details['hits']}})"
        return number
