"""Projects, the roles of their members, and their pools of annotators."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.models.users import User

MOST_MEGAPIXELS = 1000


class Project(models.Model):
    """A project, which owns datasets, rubrics, batches and money. The currency never changes,
    because a transaction cannot mix currencies."""

    name = models.CharField(_("Name"), max_length=120, unique=True)
    currency = models.CharField(
        _("Currency"),
        max_length=3,
        default="USD",
        help_text=_("The three-letter code (ISO 4217), for example USD."),
    )
    megapixels = models.PositiveIntegerField(
        _("largest picture, in megapixels"),
        default=50,
        db_default=50,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_MEGAPIXELS)],
    )
    # Set by the site administrator and checked by stimuli.room.
    storage_gb = models.PositiveIntegerField(
        _("maximum file storage, in GB"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(1_000_000)],
        help_text=_("Includes media and uploads. Leave blank for the site’s default."),
    )
    # Drafts whose hourly pay is lower get a warning but can still be published.
    hourly_floor = models.DecimalField(
        _("Minimum hourly pay"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text=_("You see a warning when a new batch pays less. Leave blank for no minimum."),
    )
    # Used by hits.personal_data.retention: deletions are announced then, and done a month later.
    retention_months = models.PositiveSmallIntegerField(
        "months after which data of people are erased",
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
        help_text="Months without activity. Blank: never automatically.",
    )
    retention_erases_texts = models.BooleanField(
        "and their free texts with them", default=False, db_default=False
    )
    created_at = models.DateTimeField("created", auto_now_add=True)
    # Hides the project from lists, and has no other effect.
    archived_at = models.DateTimeField("archived", null=True, blank=True, editable=False)
    members: object = models.ManyToManyField(User, through="Membership", related_name="projects")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="project_megapixels",
                condition=models.Q(megapixels__gte=1, megapixels__lte=MOST_MEGAPIXELS),
            ),
            models.CheckConstraint(
                name="project_currency_code", condition=models.Q(currency__regex="^[A-Z]{3}$")
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Convert the currency code to capital letters."""
        self.currency = self.currency.upper()


class Membership(models.Model):
    """A person's role in a project. Annotators do not need a role, because they enrol in
    batches."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        RESEARCHER = "researcher", _("Researcher")
        VIEWER = "viewer", _("Viewer")

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField("role", max_length=12, choices=Role, default=Role.RESEARCHER)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="membership_once",
                fields=["project", "user"],
            ),
        ]


WRITERS = (Membership.Role.OWNER, Membership.Role.RESEARCHER)


class PoolMember(models.Model):
    """A person in a project's pool, who can work on the batches that are open to the pool. This is
    not a role, so the person sees nothing else of the project."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="pool", db_index=False
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="pools")
    added_at = models.DateTimeField("added", auto_now_add=True)
    added_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = "person in the pool"
        verbose_name_plural = "people in the pool"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also used by hits.access, for a project and a person.
            models.UniqueConstraint(name="poolmember_once", fields=["project", "user"]),
        ]
