"""Models of the content to rate: datasets of items, media, systems, and the systems' outputs."""

from typing import ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.database.locks import Work
from people.models import Project, User
from stimuli.store import storage_name
from tasks.long_work.rows import LongWork, WorkState


class Dataset(models.Model):
    """A set of items with the systems' outputs for these items. Later imports can add items but
    cannot change existing items."""

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="datasets", verbose_name="project"
    )
    name = models.CharField("name", max_length=120)
    # Set for the demo: its texts, systems, people and judges are simulated, and pages say so. Never
    # set for imported data.
    simulated = models.BooleanField("simulated", default=False, db_default=False, editable=False)
    # Archiving only hides the dataset in lists.
    archived_at = models.DateTimeField("archived", null=True, blank=True, editable=False)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="dataset_name_once",
                fields=["project", "name"],
                violation_error_message=_("This name is already taken."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SystemQuerySet(models.QuerySet["System"]):
    """A queryset of systems, including the systems of degraded copies."""

    def compared(self) -> Self:
        """Return the systems that a batch can compare, without those of degraded copies."""
        return self.filter(copy_of__isnull=True)


class System(models.Model):
    """A source of outputs, for example a language model. Researchers see its name, but annotators
    never do.

    `copy_of` is the system whose outputs were degraded for gold HITs (stimuli.copies). A trigger
    prevents batches from comparing copies, so no statistic includes copies.
    """

    dataset = models.ForeignKey(Dataset, on_delete=models.CASCADE, related_name="systems")
    name = models.CharField("name", max_length=120)
    # The family of its model, as stated by a person. It is used to test whether judges prefer their
    # own family.
    maker = models.CharField("maker", max_length=80, blank=True, default="", db_default="")
    copy_of = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="worse_copies",
        editable=False,
        verbose_name="worse copies of",
    )

    objects = SystemQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="system_name_once", fields=["dataset", "name"]),
        ]

    def __str__(self) -> str:
        return self.name


class Medium(models.Model):
    """A picture, clip or sound. A file is stored unchanged under its SHA-256. A link leads to
    another site.

    `tags` names the metadata in the file, such as EXIF, a title, or the program that wrote the
    file. If there are tags, pages show a copy without them, `clean_sha256`, which has the same
    pixels and samples. For a very large picture, pages show `small_sha256` until someone zooms in.
    `small_size` is 0 if no smaller copy can look the same. `peaks` are the loudest samples (0 to
    255) in each of up to 1,000 equal parts of a sound.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="media")
    sha256 = models.CharField(  # noqa: DJ001 - null: it is a link
        "SHA-256", max_length=64, null=True, blank=True
    )
    url = models.TextField("URL", null=True, blank=True)  # noqa: DJ001 - null: it is stored here
    original_name = models.CharField("original name", max_length=255, blank=True)
    content_type = models.CharField("content type", max_length=60, blank=True)
    size = models.BigIntegerField("bytes", null=True, blank=True)
    width = models.PositiveIntegerField("width in pixels", null=True, blank=True)
    height = models.PositiveIntegerField("height in pixels", null=True, blank=True)
    seconds = models.FloatField("length in seconds", null=True, blank=True)
    sample_rate = models.PositiveIntegerField("samples a second", null=True, blank=True)
    peaks = ArrayField(models.PositiveSmallIntegerField(), null=True, blank=True)
    tags = ArrayField(
        models.TextField(), verbose_name="tags", default=list, db_default=[], blank=True
    )
    clean_sha256 = models.CharField(  # noqa: DJ001 - null: the file is shown as it is stored
        "SHA-256 of the copy without tags", max_length=64, null=True, blank=True
    )
    clean_size = models.BigIntegerField("bytes of the copy", null=True, blank=True)
    small_sha256 = models.CharField(
        "SHA-256 of the smaller copy", max_length=64, blank=True, default="", db_default=""
    )
    small_size = models.BigIntegerField("bytes of the smaller copy", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="medium_content_once", fields=["project", "sha256"]),
            models.UniqueConstraint(name="medium_url_once", fields=["project", "url"]),
            models.CheckConstraint(
                name="medium_stored_or_linked",
                condition=Q(sha256__isnull=False, url__isnull=True)
                | Q(sha256__isnull=True, url__isnull=False),
            ),
            models.CheckConstraint(
                name="medium_copy_of_stored",
                condition=Q(clean_sha256__isnull=True, clean_size__isnull=True)
                | Q(clean_sha256__isnull=False, clean_size__isnull=False, sha256__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.original_name or self.url or ""

    @property
    def storage_name(self) -> str:
        """Return the file's path in the default storage."""
        return storage_name(str(self.sha256))

    @property
    def files(self) -> list[tuple[str, int | None]]:
        """Return the hash and size in bytes of each stored file: the original and its copies."""
        stored = (
            (self.sha256, self.size),
            (self.clean_sha256, self.clean_size),
            (self.small_sha256, self.small_size),
        )
        return [(sha256, size) for sha256, size in stored if sha256]

    @property
    def shown_sha256(self) -> str | None:
        """Return the hash of the full-size file that pages show. This is the copy without tags or,
        if there is no copy, the stored file. Return None for a link."""
        return self.clean_sha256 or self.sha256


class Item(models.Model):
    """One item of a dataset. `fields` holds the values that the rubric's stimulus blocks show.
    `external_id` is the researcher's own id for the item."""

    # No index of its own, because the index `item_id_once` begins with the dataset.
    dataset = models.ForeignKey(
        Dataset, on_delete=models.CASCADE, related_name="items", db_index=False
    )
    external_id = models.CharField("item id", max_length=200)
    fields = models.JSONField("fields", default=dict, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="item_id_once", fields=["dataset", "external_id"]),
        ]

    def __str__(self) -> str:
        return self.external_id


class ItemMedium(models.Model):
    """A medium that belongs to an item. `field` is the name of the item's field that contains the
    medium, for example `image` or `video`."""

    # No index of its own, because the index `item_medium_once` begins with the item. It is enough
    # to find the media of a HIT page.
    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, related_name="item_media", db_index=False
    )
    field = models.CharField("field", max_length=40)
    medium = models.ForeignKey(Medium, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="item_medium_once", fields=["item", "field"], include=["medium"]
            ),
        ]


class Output(models.Model):
    """A system's output for one item. An output has text, media, or both."""

    class Kind(models.TextChoices):
        TEXT = "text", _("Text")
        CONVERSATION = "conversation", _("Conversation")
        IMAGE = "image", _("Picture")
        VIDEO = "video", _("Clip")
        AUDIO = "audio", _("Sound")

    # No index of its own, because the index `output_once` begins with the item.
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="outputs", db_index=False)
    system = models.ForeignKey(
        System, on_delete=models.PROTECT, related_name="outputs", db_index=False
    )
    kind = models.CharField(
        "kind", max_length=12, choices=Kind, default=Kind.TEXT, db_default=Kind.TEXT
    )
    text = models.TextField("text")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="output_once", fields=["item", "system"]),
            models.CheckConstraint(name="output_has_text", condition=~Q(kind="text", text="")),
        ]
        # Used to delete a system, which searches its outputs. An import adds all outputs of a
        # system together, so they are in few page ranges and this index costs almost nothing.
        indexes: ClassVar[list[models.Index]] = [
            BrinIndex(name="output_system_ranges", fields=["system"])
        ]


class OutputMedium(models.Model):
    """A picture, clip or sound in an output. `place` is the medium's position in the output."""

    # No index of its own, because the index `output_medium_once` begins with the output.
    output = models.ForeignKey(
        Output, on_delete=models.CASCADE, related_name="output_media", db_index=False
    )
    place = models.PositiveSmallIntegerField("place", default=1)
    medium = models.ForeignKey(Medium, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="output_medium_once", fields=["output", "place"], include=["medium"]
            ),
            models.CheckConstraint(name="output_medium_place_from_one", condition=Q(place__gte=1)),
        ]


class DatasetImport(LongWork):
    """One import into a dataset, with its files, its progress, and every problem in the files."""

    LOCK = Work.IMPORT
    REMEDY = "Nothing was imported. Import a smaller table, or fewer or smaller media at a time."

    class State(models.TextChoices):
        PREPARED = "prepared", _("Not started")
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Refused")
        CANCELLED = "cancelled", _("Cancelled")

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="imports", verbose_name="project"
    )
    dataset_name = models.CharField("dataset name", max_length=120)
    # Each import has its own folder in this folder.
    UPLOADS: ClassVar[str] = "imports/"
    table = models.FileField("table", upload_to=UPLOADS)
    archive = models.FileField("media (ZIP)", upload_to=UPLOADS, blank=True)
    # Only for a file from another tool: its contents (imports.converting.FileContents), and its
    # scores as a table of metrics.
    contents = models.JSONField("contents", default=dict, db_default={}, blank=True, editable=False)
    scores = models.FileField(
        "scores", upload_to=UPLOADS, blank=True, default="", db_default="", editable=False
    )
    # Bytes of the table with its scores, and of the media. They count towards the project's storage
    # (stimuli.room).
    table_size = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    archive_size = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    options = models.JSONField("options", default=dict, blank=True)
    state = models.CharField("state", max_length=10, choices=State, default=State.WAITING)
    rows_done = models.PositiveBigIntegerField("rows read", default=0)
    rows_total = models.PositiveBigIntegerField("rows in all", null=True, blank=True)
    problems = models.JSONField("problems", default=list, blank=True)
    # The same problems as objects, each with what, path, line and remedy if known.
    findings = models.JSONField(
        "problems with their places", default=list, db_default=[], blank=True
    )
    # Set from the start if the import adds rows to a dataset. Otherwise, set when the import is
    # done.
    dataset = models.ForeignKey(
        Dataset, on_delete=models.SET_NULL, null=True, blank=True, related_name="imports"
    )
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    finished_at = models.DateTimeField("finished", null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]

    def __str__(self) -> str:
        return f"{self.dataset_name} · {self.get_state_display()}"

    @property
    def work_state(self) -> WorkState:
        is_prepared = self.state == self.State.PREPARED
        return WorkState.WAITING if is_prepared else WorkState(self.state)

    @classmethod
    def under_way(cls) -> QuerySet[Self]:
        return cls.objects.filter(state__in=[cls.State.WAITING, cls.State.RUNNING])

    @classmethod
    def failed_with(cls, reason: str) -> dict[str, object]:
        return {"state": cls.State.FAILED, "problems": [reason], "finished_at": timezone.now()}

    @classmethod
    def cancelled_with(cls) -> dict[str, object]:
        return {"state": cls.State.CANCELLED, "problems": [], "finished_at": timezone.now()}
