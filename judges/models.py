"""The models of LLM judges: endpoints, runs over a batch, verdicts with their raw replies, and the
verdicts' answers."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import Q, QuerySet, Value
from django.utils.translation import gettext_lazy as _

from core.database.locks import Work
from hits.models import HIT, Batch
from hits.models.answers import AnsweredValue, exactly_one_value
from judges.secrets import decrypted, encrypted
from people.models import Project, User
from surveys.models import PromptTemplate
from tasks.long_work.rows import LongWork, WorkState


class JudgeEndpoint(models.Model):
    """A server for models that uses OpenAI's chat protocol. The API key is stored encrypted."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="judge_endpoints")
    name = models.CharField(_("Name"), max_length=80)
    base_url = models.URLField(
        _("Base URL"), blank=True, help_text=_("For example https://api.openai.com/v1")
    )
    sealed_key = models.BinaryField("API key", blank=True, default=b"", editable=False)
    from_environment = models.BooleanField(
        _("address and key from the environment"),
        default=False,
        help_text=_(
            "Uses OPENAI_BASE_URL and OPENAI_API_KEY of the server. No one can read or change "
            "them here."
        ),
    )
    requests_per_minute = models.PositiveIntegerField(_("Requests per minute"), default=60)
    concurrency = models.PositiveSmallIntegerField(_("requests at a time"), default=4)
    timeout_seconds = models.PositiveIntegerField(_("timeout in seconds"), default=120)
    retries = models.PositiveSmallIntegerField(_("retries"), default=4)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="judge_endpoint_name_once",
                fields=["project", "name"],
                violation_error_message=_("This name is already taken."),
            ),
            models.CheckConstraint(
                name="judge_endpoint_address",
                condition=Q(from_environment=True, base_url="", sealed_key=b"")
                | (Q(from_environment=False) & ~Q(base_url="")),
                violation_error_message=_(
                    "Enter a base URL or use the environment’s address, not both."
                ),
            ),
            models.CheckConstraint(
                name="judge_endpoint_bounds",
                condition=Q(
                    requests_per_minute__gte=1,
                    concurrency__gte=1,
                    concurrency__lte=64,
                    retries__lte=10,
                )
                & Q(timeout_seconds__gte=1, timeout_seconds__lte=1800),
                violation_error_message=_(
                    "Enter 1 or more requests per minute, 1 to 64 at a time, a timeout of 1 to "
                    "1800 s, and at most 10 retries."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        return decrypted(bytes(self.sealed_key))

    @key.setter
    def key(self, value: str) -> None:
        self.sealed_key = encrypted(value)


class JudgeRun(LongWork):
    """One model with a prompt and settings, applied to a batch. Rateroom requests the replies, or
    they are imported.

    Prices are per million tokens, in the project's currency. If a price is missing, no amounts are
    shown.
    """

    LOCK = Work.JUDGE_RUN
    REMEDY = (
        "All replies are kept. Resume the run. If it fails again, use a shorter timeout or fewer "
        "frames."
    )

    class State(models.TextChoices):
        READY = "ready", _("ready")
        RUNNING = "running", _("Running")
        PAUSED = "paused", _("Paused")
        DONE = "done", _("Done")
        CANCELLED = "cancelled", _("Cancelled")

    class Orders(models.TextChoices):
        GIVEN = "given", _("original")
        SWAPPED = "swapped", _("swapped")
        BOTH = "both", _("both orders")
        DRAWN = "drawn", _("random for each HIT")

    class Part(models.TextChoices):
        ALL = "", _("All")
        WRITING = "writing", _("Half for developing prompts")
        LOCKED = "locked", _("Locked half")

    class Structured(models.TextChoices):
        TRY = "try", _("if the endpoint supports it")
        OFF = "off", _("No")

    class SchemaOutcome(models.TextChoices):
        USED = "used", _("used")
        REFUSED = "refused", _("not used: refused by the endpoint")
        IGNORED = "ignored", _("not used: ignored by the endpoint")

    batch = models.ForeignKey(
        Batch, on_delete=models.PROTECT, related_name="judge_runs", verbose_name="batch"
    )
    name = models.CharField(_("Name"), max_length=120)
    model = models.CharField(_("Model"), max_length=120)
    # The developer of the model, as stated by a person.
    maker = models.CharField("maker", max_length=80, blank=True, default="", db_default="")
    prompt = models.TextField("prompt", blank=True)
    prompt_sha256 = models.CharField(_("SHA-256 of the prompt"), max_length=64, blank=True)
    parameters = models.JSONField("parameters", default=dict, blank=True)
    rubric_sha256 = models.CharField(_("SHA-256 of the rubric"), max_length=64)
    template = models.ForeignKey(
        PromptTemplate,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("prompt template"),
    )
    endpoint = models.ForeignKey(
        JudgeEndpoint,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="runs",
        verbose_name=_("Model endpoint"),
    )
    orders = models.CharField(
        _("Order of the outputs"), max_length=8, choices=Orders, default=Orders.GIVEN
    )
    samples = models.PositiveSmallIntegerField(_("samples per HIT"), default=1)
    hits_limit = models.PositiveIntegerField(
        _("maximum HITs"),
        null=True,
        blank=True,
        help_text=_("A random sample of the HITs. Leave blank for all."),
    )
    part = models.CharField(
        _("Items"),
        max_length=7,
        choices=Part,
        default=Part.ALL,
        db_default=Part.ALL,
        blank=True,
        help_text=_(
            "Use one half to write prompts and the other half to measure. Items never switch "
            "halves."
        ),
    )
    criteria = models.JSONField(
        _("Criteria"),
        default=list,
        db_default=Value([], models.JSONField()),
        blank=True,
        help_text="Leave blank to ask about all criteria.",
    )
    per_criterion = models.BooleanField(
        _("one prompt per criterion"),
        default=False,
        db_default=False,
        help_text=_("Each HIT needs one call per criterion."),
    )
    frames = models.PositiveSmallIntegerField(
        _("frames per clip"),
        default=0,
        help_text=_("With 0, the judge does not see the clip, and the report says so."),
    )
    structured = models.CharField(
        _("structured output"), max_length=4, choices=Structured, default=Structured.TRY
    )
    schema_outcome = models.CharField(
        "JSON Schema", max_length=8, choices=SchemaOutcome, blank=True, default=""
    )
    price_in = models.DecimalField(
        _("price per million input tokens"), max_digits=12, decimal_places=4, null=True, blank=True
    )
    price_out = models.DecimalField(
        _("price per million output tokens"), max_digits=12, decimal_places=4, null=True, blank=True
    )
    cost_cap = models.DecimalField(
        _("maximum cost"), max_digits=12, decimal_places=2, null=True, blank=True
    )
    token_cap = models.PositiveBigIntegerField(_("maximum tokens"), null=True, blank=True)
    state = models.CharField("state", max_length=10, choices=State, default=State.DONE)
    planned = models.PositiveIntegerField("planned replies", default=0)
    stopped_because = models.TextField("stopped because", blank=True)
    simulated = models.BooleanField("simulated", default=False)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="judge_run_name_once",
                fields=["batch", "name"],
                violation_error_message=_("This name is already taken."),
            ),
            models.CheckConstraint(
                name="judge_run_bounds",
                condition=Q(samples__gte=1, samples__lte=100, frames__lte=64),
                violation_error_message=_(
                    "Enter 1 to 100 samples per HIT and at most 64 frames per clip."
                ),
            ),
            models.CheckConstraint(
                name="judge_run_prices_both_or_none",
                condition=Q(price_in__isnull=True, price_out__isnull=True)
                | Q(
                    price_in__isnull=False,
                    price_out__isnull=False,
                    price_in__gte=0,
                    price_out__gte=0,
                ),
                violation_error_message=_("Enter both prices, or neither."),
            ),
            models.CheckConstraint(
                name="judge_run_cap_needs_prices",
                condition=Q(cost_cap__isnull=True) | Q(price_in__isnull=False),
                violation_error_message=_(
                    "Enter both prices to limit the cost, or limit the tokens instead."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_imported(self) -> bool:
        """Return whether the replies were imported. If so, the prompts are unknown."""
        return self.state == self.State.DONE and not self.planned

    @property
    def work_state(self) -> WorkState:
        if self.state == self.State.PAUSED:
            return WorkState.FAILED if self.stopped_because else WorkState.WAITING
        return WorkState.WAITING if self.state == self.State.READY else WorkState(self.state)

    @classmethod
    def under_way(cls) -> QuerySet[Self]:
        return cls.objects.filter(state=cls.State.RUNNING)

    @classmethod
    def cancellable(cls) -> QuerySet[Self]:
        return cls.objects.filter(state__in=[cls.State.RUNNING, cls.State.PAUSED])

    @classmethod
    def failed_with(cls, reason: str) -> dict[str, object]:
        return {"state": cls.State.PAUSED, "stopped_because": reason}

    @classmethod
    def cancelled_with(cls) -> dict[str, object]:
        return {"state": cls.State.CANCELLED, "stopped_because": ""}


class Verdict(models.Model):
    """A judge's reply to one HIT in one order, about all questions or one criterion. If the reply
    was read completely, `error_code` is "". Otherwise the reply was refused, and `error_code` says
    why."""

    run = models.ForeignKey(JudgeRun, on_delete=models.CASCADE, related_name="verdicts")
    hit = models.ForeignKey(HIT, on_delete=models.PROTECT, related_name="verdicts")
    shown_order = models.CharField(_("Order of the outputs"), max_length=26, default="a")
    sample = models.PositiveSmallIntegerField(_("Sample"), default=1)
    criterion = models.CharField(
        _("Criterion"),
        max_length=60,
        blank=True,
        default="",
        db_default="",
        help_text="Leave blank if the reply answers everything that was asked.",
    )
    raw_reply = models.TextField("raw reply", blank=True)
    error_code = models.CharField("error code", max_length=40, blank=True)
    error_detail = models.TextField("error", blank=True)
    warnings = models.JSONField("warnings", default=list, blank=True)
    prompt_sha256 = models.CharField(_("SHA-256 of the prompt"), max_length=64, blank=True)
    tokens_in = models.PositiveIntegerField(_("Input tokens"), null=True, blank=True)
    tokens_out = models.PositiveIntegerField(_("Output tokens"), null=True, blank=True)
    latency_ms = models.PositiveIntegerField(_("milliseconds"), null=True, blank=True)
    finish_reason = models.CharField(_("finish reason"), max_length=40, blank=True)
    reader_version = models.PositiveSmallIntegerField(_("Version"))
    created_at = models.DateTimeField("created", auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="verdict_once", fields=["run", "hit", "shown_order", "sample", "criterion"]
            ),
            models.CheckConstraint(
                name="verdict_shown_order", condition=Q(shown_order__regex="^[a-z]+\\Z")
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            # Used by the list of errors by code.
            models.Index(
                name="verdict_failures", fields=["run", "error_code"], condition=~Q(error_code="")
            )
        ]


class VerdictAnswer(AnsweredValue):
    """The value of one question in one verdict. The columns are the same as for a person's answer,
    so that one SQL query can read both."""

    pk = models.CompositePrimaryKey("verdict_id", "key")
    verdict = models.ForeignKey(
        Verdict, on_delete=models.CASCADE, related_name="answers", db_index=False
    )
    key = models.CharField("question", max_length=120)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="verdict_answer_is_one_value", condition=exactly_one_value()
            )
        ]
