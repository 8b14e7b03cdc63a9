"""Who works here: users, projects, and the role a person has in a project."""

from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Upper
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

MOST_MEGAPIXELS = 1000


class User(AbstractUser):
    """A person. Researchers are staff with a membership; everyone else is an annotator."""

    # Part of the demo: usable on the site's own machine only, and only while the demo is on
    # (people/sign_in/demo.py).
    is_demo = models.BooleanField(_("demo account"), default=False, editable=False)

    class Meta(AbstractUser.Meta):
        # A login by e-mail address looks for it in whatever letters it is typed.
        indexes: ClassVar[list[models.Index]] = [
            models.Index(Upper("email"), name="user_email_any_case")
        ]


class Session(AbstractBaseSession):
    """An open session and whose it is: `people.sessions` reads both at once."""

    session_key = models.CharField("SHA-256 of the key", max_length=64, primary_key=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        # By the setting, as Django finds it: the store's module imports this one.
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store


class Project(models.Model):
    """Owner of datasets, rubrics, batches and money. Its currency is fixed: no transaction mixes
    two."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    currency = models.CharField(
        _("currency"), max_length=3, default="USD", help_text=_("ISO 4217, for example USD.")
    )
    simulated = models.BooleanField(
        _("simulated"),
        default=False,
        help_text=_("Its people, systems and judges are made up; pages say so."),
    )
    megapixels = models.PositiveIntegerField(
        _("largest picture, in megapixels"),
        default=50,
        db_default=50,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_MEGAPIXELS)],
        help_text=_(
            "An import refuses larger ones. Checking one takes four to eight bytes of memory for "
            "each pixel."
        ),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    members: Any = models.ManyToManyField(User, through="Membership", related_name="projects")

    class Meta:
        verbose_name = _("project")
        verbose_name_plural = _("projects")
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


class Membership(models.Model):
    """A person's role in a project. Annotators need none: a batch enrols them."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        RESEARCHER = "researcher", _("Researcher")
        VIEWER = "viewer", _("Viewer")

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role, default=Role.RESEARCHER)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="membership_once",
                fields=["project", "user"],
                violation_error_message=_("This person already has a role in the project."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.project} · {self.get_role_display()}"


class PoolMember(models.Model):
    """A person who may work in a project's batches whose audience is its pool. No role: they see
    nothing else of it."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="pool", db_index=False
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="pools")
    added_at = models.DateTimeField(_("added"), auto_now_add=True)
    added_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("person in the pool")
        verbose_name_plural = _("people in the pool")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also what hits.access asks, for a project and a person.
            models.UniqueConstraint(name="poolmember_once", fields=["project", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.project}"


WRITERS = (Membership.Role.OWNER, Membership.Role.RESEARCHER)


class AnnotatorRequest(HttpRequest):
    """A request behind `login_required`: its user is one of ours."""

    user: User
