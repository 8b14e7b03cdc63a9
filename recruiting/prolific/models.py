"""Models of a project's Prolific workspace, of studies and submissions, and of webhooks and calls
to Prolific."""

from math import ceil, sqrt
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from people.keys import sealed, unsealed
from people.models import Project, User
from recruiting.models import Sitting
from recruiting.prolific.api.shapes import Device, StudyState, SubmissionState

_PURPOSE = "rateroom panel prolific"
SHOWN_LETTERS = 6
LONGEST_TIME = 24 * 60  # minutes, one day


def label_of(model: type[models.Model], name: str) -> str:
    """Return the field's label with a capital first letter."""
    field = model._meta.get_field(name)
    return str(field.verbose_name).capitalize() if isinstance(field, models.Field) else name


def least_time(minutes: int) -> int:
    """Return the shortest time limit, in minutes, that Prolific accepts for an estimated time of
    `minutes`."""
    return ceil(2 + 2 * minutes + 2 * sqrt(minutes))


def every_device() -> list[str]:
    return [device.value for device in Device]


class Workspace(models.Model):
    """A project's account at Prolific. The API token never expires and has all rights, so it is
    stored encrypted. The webhook secret is also encrypted."""

    project = models.OneToOneField(Project, on_delete=models.PROTECT, related_name="prolific")
    sealed_token = models.BinaryField(_("API token"), editable=False)
    sealed_hook_secret = models.BinaryField(blank=True, default=b"", editable=False)
    workspace_id = models.CharField(_("Workspace"), max_length=64, blank=True)
    prolific_project_id = models.CharField(_("Project"), max_length=64, blank=True)
    signed_entry = models.BooleanField(
        _("accept signed links only"),
        default=False,
        help_text=_(
            "Select this only if your Prolific workspace supports tokens that identify the "
            "participant. Otherwise, we check each participant’s ID with Prolific."
        ),
    )
    fee_rate = models.DecimalField(
        _("Prolific’s fee"),
        max_digits=5,
        decimal_places=4,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_("In percent, for example 42.8. Your invoice shows the fee."),
    )
    created_at = models.DateTimeField(_("Created"), auto_now_add=True)

    class Meta:
        verbose_name = "Prolific workspace"
        verbose_name_plural = "Prolific workspaces"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="prolific_fee_rate", condition=Q(fee_rate__gte=0, fee_rate__lte=1)
            ),
            models.CheckConstraint(name="prolific_has_token", condition=~Q(sealed_token=b"")),
        ]

    def __str__(self) -> str:
        return f"Prolific · {self.project}"

    @property
    def token(self) -> str:
        return unsealed(bytes(self.sealed_token), purpose=_PURPOSE)

    @token.setter
    def token(self, value: str) -> None:
        self.sealed_token = sealed(value, purpose=_PURPOSE)

    @property
    def hook_secret(self) -> str:
        return unsealed(bytes(self.sealed_hook_secret), purpose=_PURPOSE)

    @hook_secret.setter
    def hook_secret(self, value: str) -> None:
        self.sealed_hook_secret = sealed(value, purpose=_PURPOSE)


class Study(models.Model):
    """A batch's study at Prolific, with the study's settings.

    `outside_id` is Prolific's id of the study, or "" if it is not known yet. `tried_at` is set if a
    call may have created the study but Prolific did not reply. The study can then be found by
    `internal_name`. `codes` has a completion code for each outcome of a sitting. Empty `countries`
    and `languages` set no limit.
    """

    batch = models.OneToOneField(Batch, on_delete=models.PROTECT, related_name="prolific_study")
    internal_name = models.CharField(max_length=80, unique=True)
    outside_id = models.CharField("id at Prolific", max_length=64, blank=True)
    state = models.CharField(
        _("State on Prolific"),
        max_length=20,
        choices=[(state.value, state.value.lower()) for state in StudyState],
        default=StudyState.UNKNOWN,
    )
    hits_per_sitting = models.PositiveIntegerField(_("HITs in a session"))
    minutes = models.PositiveIntegerField(_("minutes per session"))
    places = models.PositiveIntegerField(_("Places"))
    reward = models.DecimalField(_("Reward per session"), max_digits=8, decimal_places=2)
    fee_rate = models.DecimalField(_("Prolific’s fee"), max_digits=5, decimal_places=4)
    codes = models.JSONField("completion codes", default=dict)
    description = models.TextField(_("description"), max_length=5000, blank=True, db_default="")
    devices = ArrayField(
        models.CharField(max_length=8, choices=[(device.value, device.value) for device in Device]),
        verbose_name=_("Devices"),
        default=every_device,
        db_default=every_device(),
    )
    needs_sound = models.BooleanField(_("participants need sound"), default=False, db_default=False)
    # If blank, we use the lowest number that Prolific accepts.
    most_minutes = models.PositiveIntegerField(
        _("maximum time in minutes"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_TIME)],
    )
    countries = ArrayField(
        models.CharField(max_length=80),
        verbose_name=_("Countries of residence"),
        default=list,
        db_default=[],
        blank=True,
    )
    languages = ArrayField(
        models.CharField(max_length=80),
        verbose_name=_("Fluent languages"),
        default=list,
        db_default=[],
        blank=True,
    )
    least_approval = models.PositiveSmallIntegerField(
        _("minimum approval rate, in percent"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
    )
    return_message = models.CharField(
        _("Message for return requests"), max_length=300, blank=True, db_default=""
    )
    tried_at = models.DateTimeField("creation unconfirmed since", null=True, blank=True)
    created_at = models.DateTimeField(_("Created"), auto_now_add=True)
    looked_at = models.DateTimeField("state looked up", null=True, blank=True)

    class Meta:
        verbose_name = "Prolific study"
        verbose_name_plural = "Prolific studies"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="prolific_study_once", fields=["outside_id"], condition=~Q(outside_id="")
            ),
            models.CheckConstraint(
                name="prolific_study_numbers",
                condition=Q(hits_per_sitting__gte=1, minutes__gte=1, places__gte=1, reward__gte=0),
            ),
            models.CheckConstraint(
                name="prolific_study_approval",
                condition=Q(least_approval__isnull=True)
                | Q(least_approval__gte=1, least_approval__lte=100),
            ),
        ]

    def __str__(self) -> str:
        return self.internal_name

    @property
    def time_limit(self) -> int:
        """Return the time limit of a submission at Prolific, in minutes."""
        return self.most_minutes or least_time(self.minutes)


class Submission(models.Model):
    """Prolific's record of a sitting. `verified_at` is the time when we confirmed that Prolific
    sent this person. Before that time, no completion code is shown. `submitted_before` is the
    number of HITs that the person had submitted in the batch when the sitting began."""

    sitting = models.OneToOneField(Sitting, on_delete=models.PROTECT, related_name="prolific")
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="submissions")
    session = models.CharField("session", max_length=64, unique=True)
    participant = models.CharField("participant", max_length=64)
    state = models.CharField(
        "state at Prolific",
        max_length=20,
        choices=[(state.value, state.value.lower()) for state in SubmissionState],
        default=SubmissionState.UNKNOWN,
    )
    verified_at = models.DateTimeField("verified", null=True, blank=True)
    submitted_before = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField("created", auto_now_add=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # For recruiting.prolific.entering, to find out whether a participant is known.
            models.Index(name="prolific_participant", fields=["participant"]),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="prolific_submission_ids", condition=~Q(session="") & ~Q(participant="")
            ),
        ]

    def __str__(self) -> str:
        return self.session

    @property
    def shown_session(self) -> str:
        """Return the end of the session's id, for lists. Lists do not show the full id, because
        anyone who knows it can open the session."""
        return f"…{self.session[-SHOWN_LETTERS:]}"


class HookEvent(models.Model):
    """A webhook that we received. The event id prevents handling an event twice, because Prolific
    can send it repeatedly. The event only says which submission to check at Prolific."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="events")
    event = models.CharField(max_length=100)
    session = models.CharField(max_length=64)
    received_at = models.DateTimeField("received", auto_now_add=True)
    handled_at = models.DateTimeField("handled", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="prolific_event_once", fields=["workspace", "event"]),
        ]
        indexes: ClassVar[list[models.Index]] = [
            # For recruiting.prolific.tasks.follow, which finds webhooks received while Prolific did
            # not respond.
            models.Index(
                name="prolific_event_waiting",
                fields=["received_at"],
                condition=Q(handled_at__isnull=True),
            ),
        ]


class OutgoingCall(models.Model):
    """A call to Prolific about a submission, and the state of the call.

    The state is first waiting, then sending, and then done or refused. A waiting call can also be
    dropped. `unknown` means that the call was sent, but no reply says whether it took effect. The
    outcome of an unknown call is looked up before the call is sent again, because a bonus could
    otherwise be paid twice. `values` contains a rejection's category and message, a bonus's amount,
    or the reasons for requesting a return.
    """

    class Kind(models.TextChoices):
        APPROVE = "approve", _("Approve")
        REJECT = "reject", _("Reject")
        REQUEST_RETURN = "return", _("Request return")
        BONUS = "bonus", _("Bonus")

    class State(models.TextChoices):
        WAITING = "waiting", _("To be sent")
        SENDING = "sending", _("Sending …")
        UNKNOWN = "unknown", capfirst(_("sent, outcome unknown"))
        DONE = "done", _("Done")
        REFUSED = "refused", _("Refused by Prolific")
        DROPPED = "dropped", capfirst(_("not sent"))

    # States in which the call may have taken effect.
    UNSETTLED = (State.SENDING, State.UNKNOWN)
    UNDER_WAY = (State.WAITING, *UNSETTLED)
    WITHOUT_EFFECT = (State.REFUSED, State.DROPPED)
    # Prefix of the keys of calls that pay for parts of returned sittings.
    PART = "part:"

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="calls")
    kind = models.CharField("kind", max_length=8, choices=Kind)
    # Identifies the event that caused the call, so that a repeated request creates only one call.
    key = models.CharField(max_length=160, unique=True)
    values = models.JSONField(default=dict)
    state = models.CharField("state", max_length=8, choices=State, default=State.WAITING)
    # Only for a bonus: its id at Prolific once it is prepared, and the amounts of bonuses paid
    # before it was sent, in cents.
    bonus_id = models.CharField(max_length=64, blank=True)
    bonuses_before = ArrayField(models.IntegerField(), default=list, blank=True)
    problem = models.TextField("problem", blank=True)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    sent_at = models.DateTimeField("sent", null=True, blank=True)
    ended_at = models.DateTimeField("ended", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="prolific_call_sent_when",
                condition=Q(state__in=["waiting", "refused", "dropped"]) | Q(sent_at__isnull=False),
            ),
            models.CheckConstraint(
                name="prolific_call_ended_when",
                condition=Q(state__in=["done", "refused", "dropped"], ended_at__isnull=False)
                | Q(state__in=["waiting", "sending", "unknown"], ended_at__isnull=True),
            ),
            # A submission has only one decision and one bonus in progress at a time, because two
            # bonuses of the same amount look the same at Prolific.
            models.UniqueConstraint(
                name="prolific_one_decision",
                fields=["submission"],
                condition=Q(kind__in=["approve", "reject"]) & ~Q(state="refused"),
            ),
            models.UniqueConstraint(
                name="prolific_one_bonus_under_way",
                fields=["submission"],
                condition=Q(kind="bonus", state__in=["waiting", "sending", "unknown"]),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            # For recruiting.prolific.outbox.to_do, which finds calls that are not finished.
            models.Index(
                name="prolific_call_to_do",
                fields=["id"],
                condition=Q(state__in=["waiting", "sending", "unknown"]),
            ),
        ]

    @property
    def is_part(self) -> bool:
        """Return whether the call pays for part of a returned sitting."""
        return self.key.startswith(self.PART)
