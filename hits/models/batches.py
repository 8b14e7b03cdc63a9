"""The model of a batch, with its terms."""

from typing import Any, ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.database.locks import Work
from hits.models.terms.completion import (
    CARE_CONSTRAINTS,
    COMPLETION_CONSTRAINTS,
    CareTerms,
    CompletionTerms,
)
from hits.models.terms.sampling import (
    OVERLAP_CONSTRAINTS,
    SAMPLING_CONSTRAINTS,
    OverlapTerms,
    SamplingTerms,
)
from hits.models.terms.sittings import SITTING_CONSTRAINTS, SittingTerms
from hits.models.terms.training import (
    CHECK_CONSTRAINTS,
    TRAINING_CONSTRAINTS,
    CheckTerms,
    TrainingTerms,
)
from payments import fees
from people.models import Project, User
from stimuli.models import Dataset, Output, System
from stimuli.output_kinds import outputs_without
from surveys.models import RubricVersion
from tasks.long_work.rows import LongWork, WorkState

MOST_SECONDS = 7 * 86_400  # the longest time limit


class Batch(
    CareTerms,
    CheckTerms,
    CompletionTerms,
    OverlapTerms,
    SamplingTerms,
    SittingTerms,
    TrainingTerms,
    LongWork,
):
    """HITs that are published together. A batch has a rubric version, systems, a sample of items,
    and terms.

    After publication, a trigger rejects changes to promised terms.
    """

    LOCK = Work.PUBLICATION
    REMEDY = "Try again, or cancel and publish a smaller sample."

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHING = "publishing", _("Publishing")
        LIVE = "live", _("Live")
        PAUSED = "paused", _("Paused")
        CLOSED = "closed", _("Closed")

    FeeRule = fees.FeeRule

    class OrderOfWork(models.TextChoices):
        RANDOM = "random", _("Random for each annotator")
        ONE_PER_ITEM = "one_per_item", _("Random, at most one output per item for each annotator")
        ITEM_TOGETHER = (
            "item_together",
            _("Random items, with all outputs of an item in one session"),
        )

    class Progress(models.TextChoices):
        SPREAD = "spread", _("Spread over the whole batch")
        FINISH = "finish", _("Partly done HITs first: all annotators follow the same random order")

    class Scheme(models.TextChoices):
        AUTO = "auto", _("Each annotator’s device setting")
        LIGHT = "light", _("Light for all")
        DARK = "dark", _("Dark for all")

    class Audience(models.TextChoices):
        POOL = "pool", _("People in the project's pool")
        LIST = "list", _("Only people you allow")
        LINK = "link", _("People with a link to this batch")
        PANEL = "panel", _("People from a panel")
        EVERYONE = "everyone", _("Everyone with an account")

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="batches", verbose_name=_("Project")
    )
    dataset = models.ForeignKey(
        Dataset, on_delete=models.PROTECT, related_name="batches", verbose_name=_("Dataset")
    )
    rubric_version = models.ForeignKey(
        RubricVersion, on_delete=models.PROTECT, related_name="batches", verbose_name=_("Rubric")
    )
    systems: Any = models.ManyToManyField(System, related_name="batches", verbose_name=_("Systems"))
    title = models.CharField(_("title"), max_length=160)
    description = models.TextField(_("description"), blank=True)
    state = models.CharField(
        "state", max_length=10, choices=State, default=State.DRAFT, editable=False
    )

    reward = models.DecimalField(
        _("reward per assignment"),
        max_digits=8,
        decimal_places=2,
        validators=[MinValueValidator(0)],
    )
    fee_rule = models.CharField(_("fee rule"), max_length=8, choices=FeeRule, default=FeeRule.FLAT)
    flat_fee = models.DecimalField(
        _("flat fee"), max_digits=8, decimal_places=2, default=0, validators=[MinValueValidator(0)]
    )
    fee_rate = models.DecimalField(
        _("panel’s fee on the reward"),
        max_digits=5,
        decimal_places=4,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_("In percent, for example 42.8. Your invoice shows the fee."),
    )
    fee = models.DecimalField(
        "fee per assignment", max_digits=8, decimal_places=2, null=True, blank=True, editable=False
    )
    annotators_per_hit = models.PositiveSmallIntegerField(
        _("annotators per HIT"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
    )
    allotted_seconds = models.PositiveIntegerField(
        _("time limit, in seconds"),
        default=1800,
        validators=[MinValueValidator(30), MaxValueValidator(MOST_SECONDS)],
    )
    extensions = models.PositiveSmallIntegerField(
        _("extensions of the time limit"),
        default=10,
        validators=[MaxValueValidator(1000)],
        help_text=_(
            "How many times an annotator can extend a HIT by its full time limit. We offer "
            "this two minutes before the end. Fewer than 10 fails WCAG 2.2.1, unless your "
            "study is about the time limit. 0 for none."
        ),
    )
    expected_seconds = models.PositiveIntegerField(
        _("expected time per HIT, in seconds"), default=60
    )
    cap_per_annotator = models.PositiveIntegerField(
        _("maximum HITs per annotator"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    auto_approve_days = models.PositiveSmallIntegerField(
        _("days until automatic approval"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(90)],
        help_text=_(
            "Responses not reviewed within this time are approved and paid. Annotators see the "
            "limit before they start. Leave blank for no deadline."
        ),
    )
    consent_text = models.TextField(_("consent text"), blank=True)
    language = models.CharField(
        _("language of the rubric"), max_length=20, blank=True, default="", db_default=""
    )
    order_of_work = models.CharField(
        _("order of work"), max_length=13, choices=OrderOfWork, default=OrderOfWork.RANDOM
    )
    progress = models.CharField(
        _("progress"), max_length=6, choices=Progress, default=Progress.SPREAD
    )
    scheme = models.CharField(_("colour scheme"), max_length=5, choices=Scheme, default=Scheme.AUTO)

    break_after = models.PositiveIntegerField(
        _("HITs between breaks"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_(
            "After this number of HITs, a break page shows progress and earnings. Leave "
            "blank for no breaks."
        ),
    )

    # hits.access alone decides which people can see and claim the batch. The audience is not
    # promised, so it can change at any time.
    audience = models.CharField(
        _("audience"), max_length=8, choices=Audience, default=Audience.POOL
    )
    members_may_work = models.BooleanField(
        _("project members can work on this batch"),
        default=False,
        help_text=_(
            "If this is off, project members can only use the preview. Only an owner can "
            "change this setting."
        ),
    )
    most_returns = models.PositiveIntegerField(
        _("maximum HITs an annotator can return"),
        null=True,
        blank=True,
        default=10,
        help_text=_("Leave blank for no limit."),
    )

    # hits.batches.pilots: the pilot of this batch. The sample can leave out its items, and the
    # audience its people; neither choice changes after publication.
    is_pilot = models.BooleanField("pilot", default=False, db_default=False, editable=False)
    pilot = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="main_batches",
        editable=False,
        verbose_name=_("Pilot"),
    )
    without_pilot_items = models.BooleanField(
        _("Leave the pilot's items out of the sample"),
        default=False,
        db_default=False,
        editable=False,
    )
    without_pilot_people = models.BooleanField(
        _("Leave out the people who worked on the pilot"),
        default=False,
        db_default=False,
        editable=False,
    )

    hits_planned = models.PositiveBigIntegerField("HITs planned", default=0, editable=False)
    hits_made = models.PositiveBigIntegerField("HITs made", default=0, editable=False)
    # hits.batches.input_names: the names of its items' contents, set once all HITs are created.
    input_fields = ArrayField(models.TextField(), null=True, blank=True, editable=False)
    input_media = ArrayField(models.TextField(), null=True, blank=True, editable=False)
    # Set at the same time: whether any output has an image, clip or sound.
    output_media = models.BooleanField(null=True, blank=True, editable=False)
    outputs_masked = models.BooleanField(default=False, db_default=False, editable=False)
    publish_error = models.TextField("publishing error", blank=True, editable=False)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", editable=False
    )
    published_at = models.DateTimeField("published", null=True, blank=True, editable=False)
    closed_at = models.DateTimeField("closed", null=True, blank=True, editable=False)
    # Hides the batch from lists, and changes nothing else.
    archived_at = models.DateTimeField("archived", null=True, blank=True, editable=False)
    # When hits.progress.notices first saw that every HIT had all its answers.
    done_at = models.DateTimeField("done", null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "batch"
        verbose_name_plural = "batches"
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            *CARE_CONSTRAINTS,
            *CHECK_CONSTRAINTS,
            *COMPLETION_CONSTRAINTS,
            *OVERLAP_CONSTRAINTS,
            *SAMPLING_CONSTRAINTS,
            *TRAINING_CONSTRAINTS,
            *SITTING_CONSTRAINTS,
            models.CheckConstraint(
                name="batch_money_not_negative", condition=Q(reward__gte=0, flat_fee__gte=0)
            ),
            models.CheckConstraint(
                name="batch_panel_fee_has_a_rate",
                condition=~Q(fee_rule="panel")
                | Q(fee_rate__isnull=False, fee_rate__gte=0, fee_rate__lte=1),
                violation_error_message=_("Enter the panel’s fee on the reward."),
            ),
            models.CheckConstraint(
                name="batch_annotators_from_one", condition=Q(annotators_per_hit__gte=1)
            ),
            models.CheckConstraint(
                name="batch_time_allotted", condition=Q(allotted_seconds__gte=30)
            ),
            models.CheckConstraint(
                name="batch_auto_approval_from_one_day",
                condition=Q(auto_approve_days__isnull=True)
                | Q(auto_approve_days__gte=1, auto_approve_days__lte=90),
            ),
            models.CheckConstraint(
                name="batch_audience",
                condition=Q(audience__in=["pool", "list", "link", "panel", "everyone"]),
            ),
            models.CheckConstraint(
                name="batch_without_its_pilot",
                condition=Q(pilot__isnull=False)
                | Q(without_pilot_items=False, without_pilot_people=False),
            ),
            models.CheckConstraint(
                name="batch_published_has_terms",
                condition=Q(state="draft")
                | Q(state="publishing", fee__isnull=False)
                | Q(fee__isnull=False, published_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def work_state(self) -> WorkState:
        if self.state not in {self.State.DRAFT, self.State.PUBLISHING}:
            return WorkState.DONE
        if self.cancelled_at is not None:
            return WorkState.CANCELLED
        if self.state == self.State.DRAFT:
            return WorkState.WAITING
        return WorkState.FAILED if self.publish_error else WorkState.RUNNING

    @classmethod
    def under_way(cls) -> QuerySet[Self]:
        """Return the batches whose HITs are being created. Failed publications do not count."""
        return cls.cancellable().filter(publish_error="")

    @classmethod
    def cancellable(cls) -> QuerySet[Self]:
        return cls.objects.filter(state=cls.State.PUBLISHING, cancelled_at__isnull=True)

    @classmethod
    def failed_with(cls, reason: str) -> dict[str, object]:
        return {"publish_error": reason}

    @classmethod
    def cancelled_with(cls) -> dict[str, object]:
        return {"publish_error": ""}

    def clean(self) -> None:
        """Raise ValidationError if the rubric does not have the batch's language or, for a draft,
        does not fit the dataset's outputs."""
        if problem := self.language_problem():
            raise ValidationError({"language": problem})
        if self.state == self.State.DRAFT and (problem := self.outputs_problem()):
            raise ValidationError({"rubric_version": problem})

    def outputs_problem(self) -> str:
        """Return a sentence that says why the rubric does not fit the dataset's outputs, or "" if
        it does. A rubric for texts fits any outputs, because the response to an instruction can be
        an image."""
        if self.rubric_version_id is None or self.dataset_id is None:
            return ""
        kind = Output.Kind(self.rubric_version.spec.outputs.kind)
        if kind == Output.Kind.TEXT:
            return ""
        systems = list(self.systems.values_list("pk", flat=True)) if self.pk else []
        others = outputs_without(kind=kind, dataset_id=self.dataset_id, systems=systems)
        first = others.select_related("item", "system").order_by("pk").first()
        if first is None:
            return ""
        return gettext(
            "The rubric needs outputs of the type “%(kind)s”. The output of “%(system)s” "
            "for “%(item)s” is not of this type (outputs of other types: %(count)s). "
            "Choose another rubric or dataset, or leave that system out."
        ) % {
            "kind": kind.label,
            "count": others.count(),
            "system": first.system,
            "item": first.item.external_id,
        }

    def language_problem(self) -> str:
        """Return a sentence that says why the batch cannot have its language, or "" if it can."""
        if not self.language or self.rubric_version_id is None:
            return ""
        languages = self.rubric_version.spec.languages
        if self.language in languages:
            return ""
        return gettext(
            "The rubric has no text in “%(language)s”. Choose one of %(known)s, or leave the "
            "field blank."
        ) % {"language": self.language, "known": ", ".join(languages)}
