"""Models of panels and of people's panel ids. A panel's settings are the URL parameters that
identify people, and the exits."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from people.models import Project, User

PARAMETER = r"^[A-Za-z][A-Za-z0-9_]{0,39}\Z"
_parameter = RegexValidator(
    PARAMETER,
    _("Start with a letter. Use only letters, digits and underscores, for example participantId."),
)


class Unproven(models.TextChoices):
    """The ways to treat a person whose id is known but who cannot prove their identity."""

    WORK = "work", _("Can work, but does not see earlier sessions")
    REFUSE = "refuse", _("Cannot take part")


def new_signing_key() -> str:
    """Return a new random key. The panel's signing secret is derived from the key."""
    return get_random_string(40)


class Panel(models.Model):
    """A panel that sends people to a batch and passes each person's id in the URL. At the end, the
    person gets a completion code or is redirected to the panel.

    `exits` maps each `Outcome` with an exit to `{"code": …, "address": …}`. The code or the address
    can be "". An address can contain {code} and parameter names in braces.
    """

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="panels")
    name = models.CharField(_("panel"), max_length=60)
    person_parameter = models.CharField(
        _("parameter with the person’s id"), max_length=40, validators=[_parameter]
    )
    session_parameter = models.CharField(
        _("parameter with the session’s id"), max_length=40, blank=True, validators=[_parameter]
    )
    other_parameters = ArrayField(
        models.CharField(max_length=40, validators=[_parameter]),
        verbose_name=_("other parameters to store"),
        default=list,
        blank=True,
    )
    # Someone who changes the id in the address counts as a new person, so the number of people and
    # the work of each are limited.
    most_people = models.PositiveIntegerField(
        _("maximum people"), validators=[MinValueValidator(1)], default=20
    )
    cap = models.PositiveIntegerField(
        _("maximum HITs per annotator"), validators=[MinValueValidator(1)]
    )
    # If addresses are unsigned: maximum number of people in one network who can hold a HIT before
    # they submit their first response.
    newcomers_per_network = models.PositiveSmallIntegerField(
        _("maximum new people per network"),
        validators=[MinValueValidator(1)],
        default=5,
        db_default=5,
    )
    # The latest time when someone had to wait because their network was full.
    crowded_at = models.DateTimeField(null=True, blank=True, editable=False)
    exits = models.JSONField("ways out", default=dict)
    unproven = models.CharField(
        _("known ID from another browser"),
        max_length=8,
        choices=Unproven,
        default=Unproven.WORK,
        db_default=Unproven.WORK,
    )
    signed_entry = models.BooleanField(
        _("accept signed links only"), default=False, db_default=False
    )
    signing_key = models.CharField(max_length=40, default=new_signing_key, editable=False)
    created_at = models.DateTimeField("created", auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="panel_once",
                fields=["batch", "name"],
            ),
            models.CheckConstraint(
                name="panel_is_bounded", condition=Q(most_people__gte=1, cap__gte=1)
            ),
            models.CheckConstraint(
                name="panel_names_the_person", condition=~Q(person_parameter="") & ~Q(name="")
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def channel(self) -> str:
        """Return the `channel` of this panel's sittings and enrolments."""
        return f"panel-{self.pk}"

    @property
    def parameters(self) -> list[str]:
        """Return the names of the URL parameters whose values are stored."""
        named = [self.person_parameter, self.session_parameter, *self.other_parameters]
        return [name for name in dict.fromkeys(named) if name]


class PanelPerson(models.Model):
    """A person's id at a panel. The id identifies the same person in all batches of a project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    panel_name = models.CharField("panel", max_length=60)
    outside_id = models.CharField("id there", max_length=200)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="panel_identities")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="panelperson_once", fields=["project", "panel_name", "outside_id"]
            ),
        ]
