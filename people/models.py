"""Who works here: users, projects, the role a person has in a project, and what they did in it."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Upper
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from people.bounds import Bound
from people.logins.models import Session as Session  # noqa: PLC0414 - one of this app's
from people.personal_data.models import Erasure as Erasure  # noqa: PLC0414 - one of this app's
from people.tokens.models import Limit

MOST_MEGAPIXELS = 1000


class User(AbstractUser):
    """A person. Researchers are staff with a membership; everyone else is an annotator."""

    # Part of the demo: usable on the site's own machine only, and only while the demo is on
    # (people/sign_in/demo.py).
    is_demo = models.BooleanField(_("demo account"), default=False, editable=False)
    # Came by a link or from a panel and has chosen neither name nor password (recruiting/).
    is_guest = models.BooleanField(
        _("without an account"), default=False, db_default=False, editable=False
    )
    # The address that the person has shown to be theirs (people/sign_in/addresses.py); only while
    # `email` is the same does it count.
    verified_email = models.EmailField(blank=True, default="", db_default="", editable=False)
    # Where a token speaks for the person: what it leaves of their rights. Never stored.
    limit: Limit | None = None
    # Whether their tokens stay when they change the password. Never stored.
    keeps_tokens = False
    # Where the session was let in without proof of who this is: all that it may do. Never stored.
    bound: Bound | None = None

    class Meta(AbstractUser.Meta):
        # A login by e-mail address looks for it in whatever letters it is typed.
        indexes: ClassVar[list[models.Index]] = [
            models.Index(Upper("email"), name="user_email_any_case")
        ]


class Project(models.Model):
    """Owner of datasets, rubrics, batches and money. Its currency is fixed: no transaction mixes
    two."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    currency = models.CharField(
        _("currency"), max_length=3, default="USD", help_text=_("ISO 4217, for example USD.")
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
    # stimuli.room counts it; whoever runs the site sets it.
    storage_gb = models.PositiveIntegerField(
        _("most GB of files"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(1_000_000)],
        help_text=_("Media and uploads together. Blank: as for every project of the site."),
    )
    # What a draft's pay for an hour is compared with; it refuses nothing.
    hourly_floor = models.DecimalField(
        _("lowest pay for an hour"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text=_("A new batch that pays less at the expected time is told so. Blank: none."),
    )
    # hits.retention: then the erasure of a person's data is announced, and done a month later.
    retention_months = models.PositiveSmallIntegerField(
        _("months after which data of people are erased"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
        help_text=_("After so many months in which a person did nothing. Blank: never by itself."),
    )
    retention_erases_texts = models.BooleanField(
        _("and their free texts with them"), default=False, db_default=False
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    # Lists leave it out; nothing else depends on it.
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True, editable=False)
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


class Invitation(models.Model):
    """A way into a project, or later into a batch, for whoever has its link. Of the link's token
    only the hash is stored."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    # What it grants: a role in the project, or work in one of its batches.
    role = models.CharField(_("role"), max_length=12, choices=Membership.Role, blank=True)
    batch = models.ForeignKey(
        "hits.Batch", on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    address = models.EmailField(_("e-mail address"), blank=True)
    # Made with the form, so that the same form sent twice is one invitation.
    key = models.CharField(max_length=60, editable=False)
    token_sha256 = models.CharField(max_length=64, unique=True, editable=False)
    uses = models.PositiveSmallIntegerField(_("how many people may use it"), default=1)
    # Of a link into a batch. Whoever clears their cookies is a new person to an open link, so what
    # all its people together can do is bounded.
    cap = models.PositiveIntegerField(_("most HITs per person"), null=True, blank=True)
    # People of one network who can hold a HIT before their first answer, by a link for several.
    newcomers_per_network = models.PositiveSmallIntegerField(
        _("new people per network"), default=5, db_default=5
    )
    confirms_email = models.BooleanField(
        _("requires a confirmed email address"), default=False, db_default=False
    )
    # When a network last had to wait for a place.
    crowded_at = models.DateTimeField(null=True, blank=True, editable=False)
    label = models.CharField(_("for"), max_length=120, blank=True)  # an id, or a place it hangs
    used = models.PositiveSmallIntegerField(_("used"), default=0, editable=False)
    # Of an invitation for one person, that person: `address` and `label` are theirs to erase.
    taken_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    language = models.CharField(_("language of the mail"), max_length=20, default="en")
    expires_at = models.DateTimeField(_("expires"))
    mailed_at = models.DateTimeField(_("mailed"), null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="invitation_once", fields=["project", "key"]),
            models.CheckConstraint(
                name="invitation_grants_one_thing",
                condition=models.Q(role__in=["owner", "researcher", "viewer"], batch__isnull=True)
                | models.Q(role="", batch__isnull=False),
            ),
            models.CheckConstraint(
                name="invitation_uses",
                condition=models.Q(
                    uses__gte=1, used__lte=models.F("uses"), newcomers_per_network__gte=1
                ),
            ),
            models.CheckConstraint(
                name="invitation_open_link_is_capped",
                condition=models.Q(batch__isnull=True)
                | models.Q(uses=1)
                | models.Q(cap__isnull=False, cap__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.batch or self.get_role_display()} · {self.project}"

    @property
    def left(self) -> int:
        """How many more people may use it."""
        return self.uses - self.used

    @property
    def problem(self) -> str:
        """Why it cannot be used any more, in a sentence; blank while it can."""
        if self.revoked_at is not None:
            return gettext("This invitation was taken back. Ask whoever sent it for a new one.")
        if self.left <= 0:
            return gettext("This invitation is used up. Ask whoever sent it for a new one.")
        if self.expires_at <= timezone.now():
            return gettext("This invitation has expired. Ask whoever sent it for a new one.")
        return ""


class Notice(models.Model):
    """A mail to one person about one thing. Unique, so that whatever is tried again sends it
    once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(_("kind"), max_length=30)  # a module of people.notices
    subject = models.CharField(_("about"), max_length=120)  # "appeal:12"
    values = models.JSONField(_("what its words need"), default=dict)
    path = models.CharField(_("page"), max_length=300)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("mail notice")
        verbose_name_plural = _("mail notices")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="notice_once", fields=["user", "kind", "subject"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind} · {self.subject}"


class NoticeSettings(models.Model):
    """Which mail notices a person has switched off, and the language that they read."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="notice_settings"
    )
    off = ArrayField(models.CharField(max_length=30), verbose_name=_("switched off"), default=list)
    language = models.CharField(_("language of the mails"), max_length=20, default="en")

    class Meta:
        verbose_name = _("settings of mail notices")
        verbose_name_plural = _("settings of mail notices")

    def __str__(self) -> str:
        return str(self.user)


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


class Act(models.Model):
    """Who did what to which object, and when: written once, by `people.acts.record`. A trigger
    refuses change and deletion.

    What annotators do to assignments has none: the rows of assignments, drafts and answers are that
    history.
    """

    class Verb(models.TextChoices):
        CREATED = "created", _("Created")
        DUPLICATED = "duplicated", _("Duplicated")
        PUBLISHED = "published", _("Published")
        CANCELLED = "cancelled", _("Cancelled the publication")
        PAUSED = "paused", _("Paused")
        RESUMED = "resumed", _("Resumed")
        CLOSED = "closed", _("Closed")
        AMENDED = "amended", _("Amended")
        EXTENDED = "extended", _("Extended")
        UNVEILED = "unveiled", _("Looked at the means before closing")
        APPROVED = "approved", _("Approved answers")
        REJECTED = "rejected", _("Rejected answers")
        UNDONE = "undone", _("Took back a decision before it was posted")
        EXCLUDED = "excluded", _("Excluded answers")
        READMITTED = "readmitted", _("Took excluded answers back in")
        ADJUDICATED = "adjudicated", _("Adjudicated")
        EXPORTED = "exported", _("Exported")
        INVITED = "invited", _("Invited")
        REVOKED = "revoked", _("Took back an invitation")
        JOINED = "joined", _("Joined the project")
        ROLE_CHANGED = "role_changed", _("Changed a role")
        ARCHIVED = "archived", _("Archived")
        UNARCHIVED = "unarchived", _("Took out of the archive")
        DELETED = "deleted", _("Deleted")
        PART_PAUSED = "part_paused", _("Paused an annotator’s part")
        PART_ENDED = "part_ended", _("Ended an annotator’s part")
        PART_RESUMED = "part_resumed", _("Let an annotator go on")
        MERGED = "merged", _("Made two persons one")
        PUT_BACK = "put_back", _("Handed a reported HIT out again")
        HIT_CLOSED = "hit_closed", _("Closed a broken HIT")
        TOPPED_UP = "topped_up", _("Topped pay up to the floor")
        DEPOSITED = "deposited", _("Recorded a deposit")
        BONUS_PAID = "bonus_paid", _("Paid a bonus")
        GOODWILL_PAID = "goodwill_paid", _("Paid a goodwill")
        PAID_OUT = "paid_out", _("Recorded payouts")
        PAYMENT_REVERSED = "payment_reversed", _("Reversed a payment")
        ERASURE_ASKED = "erasure_asked", _("Asked for the erasure of a person’s data")
        ERASURE_STOPPED = "erasure_stopped", _("Took back the erasure of a person’s data")
        ERASED = "erased", _("Erased a person’s data")
        ANSWERED = "answered", _("Answered an annotator")
        QUALIFIED = "qualified", _("Granted a qualification")
        DISQUALIFIED = "disqualified", _("Revoked a qualification")
        SIGNED_IN = "signed_in", _("Signed in")
        TOKEN_ENDED = "token_ended", _("Ended an access token")
        HOOK_CHANGED = "hook_changed", _("Changed a web hook")
        HOOK_ROTATED = "hook_rotated", _("Made a new secret for a web hook")
        HOOK_RESENT = "hook_resent", _("Sent web hooks again")
        HOOK_TESTED = "hook_tested", _("Sent a test by a web hook")
        HOOK_OFF = "hook_off", _("Switched a web hook off")
        HOOK_ON = "hook_on", _("Switched a web hook on")
        SESSIONS_ENDED = "sessions_ended", _("Ended sessions")
        FACTOR_ADDED = "factor_added", _("Added a second factor")
        FACTOR_REMOVED = "factor_removed", _("Removed a second factor")
        CODES_MADE = "codes_made", _("Made recovery codes")
        LOGIN_LINKED = "login_linked", _("Linked an institution’s login")
        LOGIN_UNLINKED = "login_unlinked", _("Unlinked an institution’s login")

    at = models.DateTimeField(_("when"), auto_now_add=True)
    # Blank: the site itself did it, in a task.
    actor = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="acts", verbose_name=_("who")
    )
    verb = models.CharField(_("act"), max_length=20, choices=Verb)
    # What the actor did it with; null in the browser. As below, no foreign key in the database: an
    # act outlives the token, whose name goes with the token.
    token = models.ForeignKey(
        "people.ApiToken",
        on_delete=models.DO_NOTHING,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name=_("access token"),
    )
    # Neither of these refers by a foreign key: an act outlives what it was about.
    project = models.ForeignKey(
        Project,
        on_delete=models.DO_NOTHING,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="acts",
    )
    subject_type = models.CharField(_("kind of object"), max_length=80)  # "hits.batch"
    subject_id = models.BigIntegerField(_("object"))
    subject_name = models.CharField(_("name of the object"), max_length=200)  # as it was then
    before = models.JSONField(_("before"), null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), null=True, encoder=DjangoJSONEncoder)
    # Of the request that did it: `people.request_ids`. Blank in tasks and commands.
    request_id = models.CharField(_("request"), max_length=32, blank=True)

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("acts")
        indexes: ClassVar[list[models.Index]] = [
            # desk.acts: a page of a project's acts, the latest first.
            models.Index(fields=["project", "-id"], name="act_of_project"),
            # desk.acts: the same for one object.
            models.Index(fields=["subject_type", "subject_id", "-id"], name="act_of_subject"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="act_has_a_verb", condition=~models.Q(verb="")),
        ]

    def __str__(self) -> str:
        return f"{self.actor or 'Rateroom'} {self.verb} {self.subject_name}"


WRITERS = (Membership.Role.OWNER, Membership.Role.RESEARCHER)


class AnnotatorRequest(HttpRequest):
    """A request behind `login_required`: its user is one of ours."""

    user: User
