import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
import hits.models.exports
import hits.models.terms.sampling
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("people", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("stimuli", "0001_initial"),
        ("surveys", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Qualification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="qualifications",
                        to="people.project",
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "qualification",
                "verbose_name_plural": "qualifications",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("project", "name"),
                        name="qualification_once",
                        violation_error_message="This name is already taken.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="qualification_named"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PseudonymKey",
            fields=[
                (
                    "project",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="people.project",
                    ),
                ),
                (
                    "secret",
                    models.BinaryField(
                        default=hits.models.exports.new_secret, verbose_name="secret"
                    ),
                ),
            ],
            options={
                "verbose_name": "key of pseudonyms",
                "verbose_name_plural": "keys of pseudonyms",
            },
        ),
        migrations.CreateModel(
            name="Suspension",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suspensions",
                        to="people.project",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suspensions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("paused", "Paused"), ("stopped", "Ended")],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("reason", models.TextField(verbose_name="reason")),
                (
                    "decided_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="decided"),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "suspension",
                "verbose_name_plural": "suspensions",
                "constraints": [
                    models.UniqueConstraint(fields=("project", "user"), name="suspension_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["paused", "stopped"])),
                        name="suspension_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="suspension_has_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BackgroundTask",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "attempts",
                    models.PositiveSmallIntegerField(
                        default=0, editable=False, verbose_name="attempts"
                    ),
                ),
                (
                    "sent_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now,
                        editable=False,
                        verbose_name="given to a worker",
                    ),
                ),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="cancelled by",
                    ),
                ),
                (
                    "cancelled_at",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="cancelled"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("snapshot", "Keep a snapshot"),
                            ("deletion", "Delete a dataset"),
                            ("rule", "Apply an exclusion rule"),
                            ("preflight", "Check a draft"),
                            ("merge", "Merge annotators"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tasks",
                        to="people.project",
                    ),
                ),
                ("subject_id", models.BigIntegerField(verbose_name="object")),
                (
                    "subject_name",
                    models.CharField(max_length=200, verbose_name="name of the object"),
                ),
                ("parameters", models.JSONField(blank=True, default=dict, verbose_name="choices")),
                ("parameters_sha256", models.CharField(editable=False, max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting for a worker"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="waiting",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("done", models.PositiveBigIntegerField(default=0, verbose_name="done")),
                ("total", models.PositiveBigIntegerField(blank=True, null=True, verbose_name="of")),
                ("error", models.TextField(blank=True, verbose_name="what went wrong")),
                ("result", models.JSONField(blank=True, default=dict, verbose_name="result")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                (
                    "created_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "finished_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="finished"),
                ),
            ],
            options={
                "verbose_name": "task",
                "verbose_name_plural": "tasks",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["waiting", "running"])),
                        fields=("kind", "subject_id", "parameters_sha256"),
                        name="task_once_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("finished_at__isnull", True), ("state__in", ["waiting", "running"])
                            ),
                            models.Q(
                                ("finished_at__isnull", False),
                                ("state__in", ["done", "failed", "cancelled"]),
                            ),
                            _connector="OR",
                        ),
                        name="task_finished_or_under_way",
                    ),
                ],
                "indexes": [
                    models.Index(fields=["kind", "subject_id", "-id"], name="task_of_subject"),
                    models.Index(
                        condition=models.Q(("state__in", ["waiting", "running"])),
                        fields=["sent_at"],
                        name="task_under_way",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Batch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "attempts",
                    models.PositiveSmallIntegerField(
                        default=0, editable=False, verbose_name="attempts"
                    ),
                ),
                (
                    "sent_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now,
                        editable=False,
                        verbose_name="given to a worker",
                    ),
                ),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="cancelled by",
                    ),
                ),
                (
                    "cancelled_at",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="cancelled"
                    ),
                ),
                (
                    "objection_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        default=30,
                        help_text="From the rejection on. Blank: without an end.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(365),
                        ],
                        verbose_name="days to object to a rejection",
                    ),
                ),
                (
                    "reports_to_suspend",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        default=2,
                        help_text="After this number of reports, the HIT is on hold until you decide. Blank: never.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="reports after which a HIT is held back",
                    ),
                ),
                (
                    "gold_percent",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="HITs whose answers are known. 10 is usual; 0 hands none out.",
                        validators=[django.core.validators.MaxValueValidator(50)],
                        verbose_name="gold, in percent of all HITs",
                    ),
                ),
                (
                    "retest_percent",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="HITs that the same person has done before, sides swapped. 5 is usual.",
                        validators=[django.core.validators.MaxValueValidator(50)],
                        verbose_name="retests, in percent of all HITs",
                    ),
                ),
                (
                    "first_checks",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(20)],
                        verbose_name="gold at the beginning",
                    ),
                ),
                (
                    "most_annotators",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Money for the gold at the beginning is reserved for this number of people.",
                        null=True,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="most annotators who begin with gold",
                    ),
                ),
                (
                    "retest_distance",
                    models.PositiveSmallIntegerField(
                        db_default=20,
                        default=20,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000),
                        ],
                        verbose_name="HITs between a HIT and its retest",
                    ),
                ),
                (
                    "checks_planned",
                    models.PositiveBigIntegerField(
                        db_default=0, default=0, editable=False, verbose_name="checks planned"
                    ),
                ),
                (
                    "completion",
                    models.CharField(
                        choices=[
                            ("none", "No completion code"),
                            ("fixed", "One code for everybody"),
                            ("drawn", "A code of their own for each annotator, drawn at random"),
                        ],
                        default="none",
                        max_length=5,
                        verbose_name="completion code",
                    ),
                ),
                (
                    "completion_code",
                    models.CharField(
                        blank=True,
                        help_text="As the panel gave it to you. Who has been given a code keeps that one if you change it.",
                        max_length=40,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Za-z0-9_-]+\\Z",
                                "Letters, digits, hyphens and underscores only, as in C1A2B3C4.",
                            )
                        ],
                        verbose_name="the one code",
                    ),
                ),
                (
                    "completion_url",
                    models.CharField(
                        blank=True,
                        help_text="Shown as a button beside the code. {code} in it becomes the code. Begins with https://.",
                        max_length=500,
                        validators=[
                            django.core.validators.URLValidator(
                                message="Give a whole address that begins with https://, or none.",
                                schemes=["https"],
                            )
                        ],
                        verbose_name="completion address",
                    ),
                ),
                (
                    "code_after",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="So many submitted HITs. An annotator for whom nothing is left is given it earlier. Blank: only then.",
                        null=True,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="code after",
                    ),
                ),
                (
                    "overlap_percent",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="The first of the sample, in the order drawn. Blank: none.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(99),
                        ],
                        verbose_name="items with more annotators, in percent",
                    ),
                ),
                (
                    "overlap_annotators",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="annotators per HIT of these",
                    ),
                ),
                (
                    "assignments_planned",
                    models.PositiveBigIntegerField(
                        db_default=0, default=0, editable=False, verbose_name="assignments planned"
                    ),
                ),
                (
                    "sample_rule",
                    models.CharField(
                        choices=[
                            ("all", "All items"),
                            ("count", "A number of items"),
                            ("fraction", "A fraction of the items, rounded half up"),
                            ("list", "The items of a list"),
                        ],
                        default="all",
                        max_length=10,
                        verbose_name="sample",
                    ),
                ),
                (
                    "sample_count",
                    models.PositiveIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="number of items",
                    ),
                ),
                (
                    "sample_fraction",
                    models.DecimalField(
                        blank=True,
                        decimal_places=6,
                        help_text="0.2 is 20 %.",
                        max_digits=7,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="Share of the items",
                    ),
                ),
                (
                    "sample_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        blank=True,
                        editable=False,
                        null=True,
                        size=None,
                        verbose_name="item ids",
                    ),
                ),
                (
                    "stratify_by",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=40,
                        verbose_name="stratified by",
                    ),
                ),
                (
                    "seed",
                    models.BigIntegerField(
                        default=hits.models.terms.sampling.new_seed,
                        help_text="Draws the sample and the order of work.",
                        verbose_name="seed",
                    ),
                ),
                (
                    "pairing",
                    models.CharField(
                        choices=[
                            ("all", "All systems with each other: every set that fits on a page"),
                            (
                                "reference",
                                "Each system against the reference, which is on every page",
                            ),
                            ("random", "A seeded choice of pairs per item"),
                            (
                                "balanced",
                                "A seeded choice per item, balanced over systems and pairs",
                            ),
                        ],
                        default="all",
                        max_length=10,
                        verbose_name="which outputs meet",
                    ),
                ),
                (
                    "pairing_reference",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="stimuli.system",
                        verbose_name="reference system",
                    ),
                ),
                (
                    "pairs_per_item",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="For a seeded choice: number of HITs per item.",
                        null=True,
                        verbose_name="pairs or sets per item",
                    ),
                ),
                (
                    "sitting_hits",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Handed out and priced together. Blank: HIT by HIT.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000),
                        ],
                        verbose_name="HITs in a session",
                    ),
                ),
                (
                    "sitting_paid_from",
                    models.PositiveIntegerField(
                        db_default=1,
                        default=1,
                        help_text="1: each HIT that is done is paid. Of who stops with fewer, nothing is paid or used. Annotators read it before they begin.",
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="pay for an early stop from HIT",
                    ),
                ),
                (
                    "most_sittings",
                    models.PositiveSmallIntegerField(
                        db_default=1,
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000),
                        ],
                        verbose_name="most sessions of one person",
                    ),
                ),
                (
                    "test_threshold",
                    models.PositiveSmallIntegerField(
                        db_default=80,
                        default=80,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="test passed from, in percent",
                    ),
                ),
                (
                    "test_retries",
                    models.PositiveSmallIntegerField(
                        db_default=1,
                        default=1,
                        validators=[django.core.validators.MaxValueValidator(10)],
                        verbose_name="retries of the test",
                    ),
                ),
                (
                    "test_length",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Drawn from the test's HITs, those first that the person has not met. Blank: all.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(200),
                        ],
                        verbose_name="HITs in a test",
                    ),
                ),
                (
                    "qualification_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Blank: it does not expire.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3650),
                        ],
                        verbose_name="valid for, in days",
                    ),
                ),
                (
                    "tested_qualification",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tested_by",
                        to="hits.qualification",
                        verbose_name="qualifies for",
                    ),
                ),
                (
                    "required_qualification",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="required_by",
                        to="hits.qualification",
                        verbose_name="qualification required",
                    ),
                ),
                (
                    "training_pay",
                    models.DecimalField(
                        db_default=0,
                        decimal_places=2,
                        default=0,
                        help_text="Once to each person, passed or not. 0: unpaid, which they read first.",
                        max_digits=8,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="pay for training and test",
                    ),
                ),
                (
                    "training_people",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Money is reserved for this number of people. No one else is trained.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100000),
                        ],
                        verbose_name="most people paid for training",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="batches",
                        to="people.project",
                        verbose_name="Project",
                    ),
                ),
                (
                    "dataset",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="batches",
                        to="stimuli.dataset",
                        verbose_name="Dataset",
                    ),
                ),
                (
                    "rubric_version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="batches",
                        to="surveys.rubricversion",
                        verbose_name="Rubric",
                    ),
                ),
                ("title", models.CharField(max_length=160, verbose_name="title")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("publishing", "Publishing"),
                            ("live", "Live"),
                            ("paused", "Paused"),
                            ("closed", "Closed"),
                        ],
                        default="draft",
                        editable=False,
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                (
                    "reward",
                    models.DecimalField(
                        decimal_places=2,
                        max_digits=8,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="reward per assignment",
                    ),
                ),
                (
                    "fee_rule",
                    models.CharField(
                        choices=[
                            ("flat", "Flat: the same fee for every assignment"),
                            (
                                "mturk",
                                "MTurk's: 20 %, at least 0.01; 40 % from ten annotators per HIT",
                            ),
                            (
                                "panel",
                                "A panel's: a share of the reward; the panel pays its people",
                            ),
                        ],
                        default="flat",
                        max_length=8,
                        verbose_name="fee rule",
                    ),
                ),
                (
                    "flat_fee",
                    models.DecimalField(
                        decimal_places=2,
                        default=0,
                        max_digits=8,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="flat fee",
                    ),
                ),
                (
                    "fee_rate",
                    models.DecimalField(
                        blank=True,
                        decimal_places=4,
                        help_text="For example 42.8. It is fixed when the batch is published.",
                        max_digits=5,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="panel’s fee on the reward",
                    ),
                ),
                (
                    "fee",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        editable=False,
                        max_digits=8,
                        null=True,
                        verbose_name="fee per assignment",
                    ),
                ),
                (
                    "annotators_per_hit",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="annotators per HIT",
                    ),
                ),
                (
                    "allotted_seconds",
                    models.PositiveIntegerField(
                        default=1800,
                        validators=[
                            django.core.validators.MinValueValidator(30),
                            django.core.validators.MaxValueValidator(604800),
                        ],
                        verbose_name="time allotted, in seconds",
                    ),
                ),
                (
                    "extensions",
                    models.PositiveSmallIntegerField(
                        default=10,
                        help_text="How often an annotator can extend a HIT by its full time. They are asked two minutes before the end. With fewer than 10 the page fails WCAG 2.2.1, unless you study the limit itself. 0 allows none.",
                        validators=[django.core.validators.MaxValueValidator(1000)],
                        verbose_name="extensions of the time allotted",
                    ),
                ),
                (
                    "expected_seconds",
                    models.PositiveIntegerField(
                        default=60,
                        help_text="Shown to annotators beside the reward.",
                        verbose_name="expected time per HIT, in seconds",
                    ),
                ),
                (
                    "cap_per_annotator",
                    models.PositiveIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="most HITs per annotator",
                    ),
                ),
                (
                    "auto_approve_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Responses not reviewed by then are approved and paid. Annotators see this before they start. Blank: no promise.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(90),
                        ],
                        verbose_name="approved automatically after, in days",
                    ),
                ),
                ("consent_text", models.TextField(blank=True, verbose_name="consent text")),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Blank: each annotator reads the rubric in the language of their pages, where it is translated. Fix one language to have the same conditions for all. The language shown is recorded with every answer.",
                        max_length=20,
                        verbose_name="language of the rubric",
                    ),
                ),
                (
                    "order_of_work",
                    models.CharField(
                        choices=[
                            ("random", "Random for each annotator"),
                            (
                                "one_per_item",
                                "Random, and one output of an item for each annotator",
                            ),
                            (
                                "item_together",
                                "All outputs of an item in one session, items at random",
                            ),
                        ],
                        default="random",
                        max_length=13,
                        verbose_name="order of work",
                    ),
                ),
                (
                    "progress",
                    models.CharField(
                        choices=[
                            ("spread", "Spread over the whole batch"),
                            (
                                "finish",
                                "Finish started HITs first: all annotators follow one random order",
                            ),
                        ],
                        default="spread",
                        max_length=6,
                        verbose_name="progress",
                    ),
                ),
                (
                    "scheme",
                    models.CharField(
                        choices=[
                            ("auto", "As each annotator's device is set"),
                            ("light", "Light for all"),
                            ("dark", "Dark for all"),
                        ],
                        default="auto",
                        help_text="Of the HIT page. One scheme for all makes conditions equal; each annotator's own is kinder to their eyes. Which one was shown is recorded with the answers.",
                        max_length=5,
                        verbose_name="colour scheme",
                    ),
                ),
                (
                    "break_after",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="So many HITs, then a page with what was done and earned, and no HIT claimed. Blank: no breaks.",
                        null=True,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="suggest a break after every",
                    ),
                ),
                (
                    "audience",
                    models.CharField(
                        choices=[
                            ("pool", "People of the project's pool"),
                            ("list", "Only people admitted to this batch"),
                            ("link", "Holders of a link to this batch"),
                            ("panel", "People whom a panel sends"),
                            ("everyone", "Everybody with an account"),
                        ],
                        default="pool",
                        help_text="People who can see this batch and work on it. Names on its list of allowed and blocked people override this.",
                        max_length=8,
                        verbose_name="audience",
                    ),
                ),
                (
                    "members_may_work",
                    models.BooleanField(
                        default=False,
                        help_text="Otherwise no one with a role in the project can take its HITs, but they can always use the preview. Only an owner can change this.",
                        verbose_name="members of the project may work in it",
                    ),
                ),
                (
                    "most_returns",
                    models.PositiveIntegerField(
                        blank=True,
                        default=10,
                        help_text="So that no one can read the whole batch by taking and returning HITs. Blank: no limit.",
                        null=True,
                        verbose_name="most HITs an annotator may give back",
                    ),
                ),
                (
                    "is_pilot",
                    models.BooleanField(
                        db_default=False, default=False, editable=False, verbose_name="pilot"
                    ),
                ),
                (
                    "pilot",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="main_batches",
                        to="hits.batch",
                        verbose_name="its pilot",
                    ),
                ),
                (
                    "without_pilot_items",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        editable=False,
                        verbose_name="without the pilot's items",
                    ),
                ),
                (
                    "without_pilot_people",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        editable=False,
                        verbose_name="without the pilot's people",
                    ),
                ),
                (
                    "hits_planned",
                    models.PositiveBigIntegerField(
                        default=0, editable=False, verbose_name="HITs planned"
                    ),
                ),
                (
                    "hits_made",
                    models.PositiveBigIntegerField(
                        default=0, editable=False, verbose_name="HITs made"
                    ),
                ),
                (
                    "input_fields",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        blank=True,
                        editable=False,
                        null=True,
                        size=None,
                    ),
                ),
                (
                    "input_media",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        blank=True,
                        editable=False,
                        null=True,
                        size=None,
                    ),
                ),
                ("output_media", models.BooleanField(blank=True, editable=False, null=True)),
                (
                    "outputs_masked",
                    models.BooleanField(db_default=False, default=False, editable=False),
                ),
                (
                    "publish_error",
                    models.TextField(
                        blank=True, editable=False, verbose_name="why publishing stopped"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "published_at",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="published"
                    ),
                ),
                (
                    "closed_at",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="closed"
                    ),
                ),
                (
                    "archived_at",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="archived"
                    ),
                ),
                (
                    "done_at",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="done"
                    ),
                ),
                (
                    "systems",
                    models.ManyToManyField(
                        related_name="batches", to="stimuli.system", verbose_name="Systems"
                    ),
                ),
                (
                    "least_reading_percent",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=25,
                        help_text="Share of the time that a fast reader needs, in %. The page asks anyone faster to look again. 0 for no question.",
                        validators=[django.core.validators.MaxValueValidator(100)],
                        verbose_name="least time per HIT",
                    ),
                ),
            ],
            options={
                "verbose_name": "batch",
                "verbose_name_plural": "batches",
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("objection_days__isnull", True),
                            models.Q(("objection_days__gte", 1), ("objection_days__lte", 365)),
                            _connector="OR",
                        ),
                        name="batch_objection_days",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("reports_to_suspend__isnull", True),
                            ("reports_to_suspend__gte", 1),
                            _connector="OR",
                        ),
                        name="batch_reports_to_suspend",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "gold_percent__lte",
                                django.db.models.expressions.CombinedExpression(
                                    models.Value(50), "-", models.F("retest_percent")
                                ),
                            )
                        ),
                        name="batch_checks_at_most_half",
                        violation_error_message="Gold and retests together are at most half of all HITs.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_checks", 0),
                            models.Q(
                                ("most_annotators__gte", 1), ("most_annotators__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="batch_first_checks_counted",
                        violation_error_message="Gold at the beginning needs the most annotators it is paid for.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("retest_distance__gte", 1)),
                        name="batch_retest_distance_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("code_after__isnull", True),
                                ("completion", "none"),
                                ("completion_code", ""),
                                ("completion_url", ""),
                            ),
                            models.Q(
                                ("completion", "fixed"),
                                ("completion_code__regex", "^[A-Za-z0-9_-]+\\Z"),
                            ),
                            models.Q(("completion", "drawn"), ("completion_code", "")),
                            _connector="OR",
                        ),
                        name="batch_completion_stated",
                        violation_error_message="“One code for everybody” needs the code; drawn codes need none; without a completion code leave code, address and number blank.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("completion_url", ""),
                            ("completion_url__startswith", "https://"),
                            _connector="OR",
                        ),
                        name="batch_completion_address",
                        violation_error_message="The completion address must begin with https://.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("code_after__isnull", True),
                                ("code_after__gte", 1),
                                _connector="OR",
                            ),
                            models.Q(
                                ("break_after__isnull", True),
                                ("break_after__gte", 1),
                                _connector="OR",
                            ),
                        ),
                        name="batch_code_and_break_from_one",
                        violation_error_message="The code and a break come after one HIT at the earliest.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("overlap_annotators__isnull", True),
                                ("overlap_percent__isnull", True),
                            ),
                            models.Q(
                                ("overlap_annotators__gt", models.F("annotators_per_hit")),
                                ("overlap_annotators__isnull", False),
                                ("overlap_annotators__lte", 100),
                                ("overlap_percent__gte", 1),
                                ("overlap_percent__isnull", False),
                                ("overlap_percent__lte", 99),
                            ),
                            _connector="OR",
                        ),
                        name="batch_overlap_stated",
                        violation_error_message="Items with more annotators: give their share and a number above that of the others, or neither.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("sample_rule", "all"),
                            models.Q(
                                ("sample_count__gte", 1),
                                ("sample_count__isnull", False),
                                ("sample_rule", "count"),
                            ),
                            models.Q(
                                ("sample_fraction__gt", 0),
                                ("sample_fraction__isnull", False),
                                ("sample_fraction__lte", 1),
                                ("sample_rule", "fraction"),
                            ),
                            models.Q(
                                ("sample_ids__isnull", False),
                                ("sample_ids__len__gte", 1),
                                ("sample_rule", "list"),
                            ),
                            _connector="OR",
                        ),
                        name="batch_sample_stated",
                        violation_error_message="Give the number of items, a fraction above 0 and up to 1, or a list of ids.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("pairing", "all"),
                            models.Q(
                                ("pairing", "reference"), ("pairing_reference__isnull", False)
                            ),
                            models.Q(
                                ("pairing__in", ["random", "balanced"]),
                                ("pairs_per_item__gte", 1),
                                ("pairs_per_item__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="batch_pairing_stated",
                        violation_error_message="Name the reference system, or give the number of pairs or sets per item.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("test_threshold__gte", 1), ("test_threshold__lte", 100)
                        ),
                        name="batch_test_threshold",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("test_length__isnull", True), ("test_length__gte", 1), _connector="OR"
                        ),
                        name="batch_test_length_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("qualification_days__isnull", True),
                            ("qualification_days__gte", 1),
                            _connector="OR",
                        ),
                        name="batch_qualification_days_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("training_pay", 0),
                            models.Q(
                                ("training_pay__gt", 0),
                                ("training_people__gte", 1),
                                ("training_people__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="batch_training_pay_counted",
                        violation_error_message="Say for how many people training is paid.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("required_qualification__isnull", True),
                            ("tested_qualification__isnull", True),
                            models.Q(
                                ("required_qualification", models.F("tested_qualification")),
                                _negated=True,
                            ),
                            _connector="OR",
                        ),
                        name="batch_tests_what_it_does_not_require",
                        violation_error_message="No one could take the test: the batch requires the qualification that its own test gives.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("most_sittings", 1),
                                ("sitting_hits__isnull", True),
                                ("sitting_paid_from", 1),
                            ),
                            models.Q(
                                ("most_sittings__gte", 1),
                                ("sitting_hits__gte", 1),
                                ("sitting_hits__isnull", False),
                                ("sitting_hits__lte", 1000),
                                ("sitting_paid_from__gte", 1),
                                ("sitting_paid_from__lte", models.F("sitting_hits")),
                            ),
                            _connector="OR",
                        ),
                        name="batch_sitting_numbers",
                        violation_error_message="Pay for an early stop can begin at HIT 1 at the earliest, and at the last of the session at the latest.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("sitting_hits__isnull", True),
                            models.Q(
                                ("cap_per_annotator__isnull", True), ("code_after__isnull", True)
                            ),
                            _connector="OR",
                        ),
                        name="batch_sitting_is_the_cap",
                        violation_error_message="By the session, the number of sessions says how much one person may do, and the code comes at a session's end: leave the other two blank.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("flat_fee__gte", 0), ("reward__gte", 0)),
                        name="batch_money_not_negative",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("fee_rule", "panel"), _negated=True),
                            models.Q(
                                ("fee_rate__gte", 0),
                                ("fee_rate__isnull", False),
                                ("fee_rate__lte", 1),
                            ),
                            _connector="OR",
                        ),
                        name="batch_panel_fee_has_a_rate",
                        violation_error_message="Give the panel's fee as a share from 0 to 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("annotators_per_hit__gte", 1)),
                        name="batch_annotators_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("allotted_seconds__gte", 30)),
                        name="batch_time_allotted",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("auto_approve_days__isnull", True),
                            models.Q(("auto_approve_days__gte", 1), ("auto_approve_days__lte", 90)),
                            _connector="OR",
                        ),
                        name="batch_auto_approval_from_one_day",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("audience__in", ["pool", "list", "link", "panel", "everyone"])
                        ),
                        name="batch_audience",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("pilot__isnull", False),
                            models.Q(
                                ("without_pilot_items", False), ("without_pilot_people", False)
                            ),
                            _connector="OR",
                        ),
                        name="batch_without_its_pilot",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "draft"),
                            models.Q(("fee__isnull", False), ("state", "publishing")),
                            models.Q(("fee__isnull", False), ("published_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="batch_published_has_terms",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("least_reading_percent__lte", 100)),
                        name="batch_least_reading_percent",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="QualifiedPerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "qualification",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="people",
                        to="hits.qualification",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="qualifications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("test", "Passed its test"),
                            ("hand", "Granted by hand"),
                            ("import", "From a table"),
                        ],
                        max_length=6,
                        verbose_name="origin",
                    ),
                ),
                (
                    "reason",
                    models.CharField(blank=True, default="", max_length=500, verbose_name="reason"),
                ),
                (
                    "granted_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="upheld"),
                ),
                (
                    "granted_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
                (
                    "revoked_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "revoked_reason",
                    models.CharField(
                        blank=True, default="", max_length=500, verbose_name="why revoked"
                    ),
                ),
            ],
            options={
                "verbose_name": "qualified person",
                "verbose_name_plural": "qualified people",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("qualification", "user"),
                        name="qualifiedperson_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("origin__in", ["test", "hand", "import"])),
                        name="qualifiedperson_origin",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("origin", "hand"), _negated=True),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="qualifiedperson_by_hand_with_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("expires_at__isnull", True),
                            ("expires_at__gt", models.F("granted_at")),
                            _connector="OR",
                        ),
                        name="qualifiedperson_expires_later",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("revoked_at__isnull", True),
                                ("revoked_by__isnull", True),
                                ("revoked_reason", ""),
                            ),
                            models.Q(
                                ("revoked_at__isnull", False),
                                models.Q(("revoked_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="qualifiedperson_revoked_with_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RulePlan",
            fields=[
                (
                    "batch",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rule_plan",
                        serialize=False,
                        to="hits.batch",
                    ),
                ),
                ("text", models.TextField(verbose_name="declaration")),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256")),
                ("frozen_at", models.DateTimeField(auto_now_add=True, verbose_name="locked")),
            ],
            options={
                "verbose_name": "frozen rules",
                "verbose_name_plural": "frozen rules",
            },
        ),
        migrations.CreateModel(
            name="Enrolment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="enrolments",
                        to="hits.batch",
                    ),
                ),
                (
                    "annotator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="enrolments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("active", "Active"),
                            ("paused", "Paused"),
                            ("stopped", "Stopped"),
                        ],
                        default="active",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                (
                    "stop_reason",
                    models.TextField(blank=True, db_default="", default="", verbose_name="reason"),
                ),
                (
                    "stopped_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="part ended"),
                ),
                (
                    "stopped_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="ended by",
                    ),
                ),
                (
                    "next_route",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=200,
                        verbose_name="page before the next HIT",
                    ),
                ),
                (
                    "end_route",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=200,
                        verbose_name="page after the last HIT",
                    ),
                ),
                (
                    "closing_route",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=200,
                        verbose_name="page before the completion code",
                    ),
                ),
                (
                    "channel",
                    models.CharField(default="account", max_length=20, verbose_name="channel"),
                ),
                (
                    "outside_ids",
                    models.JSONField(blank=True, default=dict, verbose_name="outside ids"),
                ),
                ("pseudonym", models.CharField(max_length=20, verbose_name="pseudonym")),
                (
                    "order_seed",
                    models.BigIntegerField(
                        default=hits.models.terms.sampling.new_seed, verbose_name="order seed"
                    ),
                ),
                ("claims", models.PositiveIntegerField(default=0, verbose_name="claims")),
                (
                    "submitted",
                    models.PositiveIntegerField(default=0, verbose_name="HITs submitted"),
                ),
                (
                    "returned",
                    models.PositiveIntegerField(
                        db_default=0, default=0, verbose_name="HITs given back"
                    ),
                ),
                (
                    "candidates",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(),
                        blank=True,
                        default=list,
                        editable=False,
                        size=None,
                    ),
                ),
                (
                    "cap",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="most HITs"),
                ),
                (
                    "sittings_begun",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, verbose_name="sessions begun"
                    ),
                ),
                (
                    "sitting_from",
                    models.PositiveIntegerField(
                        db_default=0, default=0, verbose_name="session from HIT"
                    ),
                ),
                (
                    "cap_in_all",
                    models.PositiveIntegerField(
                        blank=True, null=True, verbose_name="most HITs in all sessions"
                    ),
                ),
                (
                    "consent_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="consent given"),
                ),
                (
                    "consent_sha256",
                    models.CharField(
                        blank=True, max_length=64, verbose_name="SHA-256 of the consent text"
                    ),
                ),
                (
                    "instructions_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="instructions read"),
                ),
                (
                    "completion_code",
                    models.CharField(blank=True, max_length=40, verbose_name="completion code"),
                ),
                (
                    "completed_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="code given"),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
            ],
            options={
                "verbose_name": "enrolment",
                "verbose_name_plural": "enrolments",
                "constraints": [
                    models.UniqueConstraint(fields=("batch", "annotator"), name="enrolment_once"),
                    models.UniqueConstraint(
                        fields=("batch", "pseudonym"), name="enrolment_pseudonym_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("status", "active"),
                                ("stop_reason", ""),
                                ("stopped_at__isnull", True),
                                ("stopped_by__isnull", True),
                            ),
                            models.Q(
                                ("status__in", ["paused", "stopped"]),
                                ("stopped_at__isnull", False),
                                models.Q(("stop_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="enrolment_stopped_with_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("next_route", ""),
                            ("next_route__regex", "^/([^/\\\\]|\\Z)"),
                            _connector="OR",
                        ),
                        name="enrolment_next_route_is_a_path",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("end_route", ""),
                            ("end_route__regex", "^/([^/\\\\]|\\Z)"),
                            _connector="OR",
                        ),
                        name="enrolment_end_route_is_a_path",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("closing_route", ""),
                            ("closing_route__regex", "^/([^/\\\\]|\\Z)"),
                            _connector="OR",
                        ),
                        name="enrolment_closing_route_is_a_path",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("completed_at__isnull", True), ("completion_code", "")),
                            models.Q(
                                models.Q(("completion_code", ""), _negated=True),
                                ("completed_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="enrolment_code_and_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ExportSnapshot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="export_snapshots",
                        to="hits.batch",
                    ),
                ),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256")),
                ("form", models.CharField(max_length=10, verbose_name="format")),
                ("parameters", models.JSONField(verbose_name="choices")),
                ("rows", models.PositiveBigIntegerField(verbose_name="rows")),
                ("size", models.PositiveBigIntegerField(verbose_name="bytes")),
                ("file", models.CharField(blank=True, max_length=200, verbose_name="file")),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="hits.exportsnapshot",
                    ),
                ),
                (
                    "erased",
                    models.JSONField(blank=True, default=list, verbose_name="erased assignments"),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "export snapshot",
                "verbose_name_plural": "export snapshots",
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("batch", "sha256"), name="export_snapshot_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sha256__regex", "^[0-9a-f]{64}\\Z")),
                        name="export_snapshot_sha256",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("erased", []), ("replaces__isnull", True)),
                            models.Q(
                                ("replaces__isnull", False), models.Q(("erased", []), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="export_snapshot_names_what_was_erased",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GoldKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gold_keys",
                        to="hits.batch",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("known", "known answers"),
                            ("perceptual", "perceptual check"),
                            ("instructional", "instructional check"),
                            ("degraded", "worse copy"),
                        ],
                        db_default="known",
                        default="known",
                        max_length=13,
                        verbose_name="kind",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="stimuli.item",
                    ),
                ),
                (
                    "output_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), size=None, verbose_name="outputs"
                    ),
                ),
                ("rules", models.JSONField(verbose_name="answers that pass")),
                (
                    "purpose",
                    models.CharField(
                        choices=[("gold", "Gold"), ("training", "Training"), ("test", "Test")],
                        db_default="gold",
                        default="gold",
                        max_length=8,
                        verbose_name="purpose",
                    ),
                ),
                (
                    "place",
                    models.PositiveIntegerField(db_default=0, default=0, verbose_name="place"),
                ),
                (
                    "explanation",
                    models.TextField(blank=True, db_default="", default="", verbose_name="why"),
                ),
                ("retired_at", models.DateTimeField(blank=True, null=True, verbose_name="retired")),
                (
                    "retired_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "retired_reason",
                    models.TextField(blank=True, default="", verbose_name="why retired"),
                ),
            ],
            options={
                "verbose_name": "gold",
                "verbose_name_plural": "gold",
                "constraints": [
                    models.UniqueConstraint(fields=("batch", "output_ids"), name="goldkey_once"),
                    models.CheckConstraint(
                        condition=models.Q(("output_ids__len__gte", 1)), name="goldkey_has_outputs"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("purpose__in", ["gold", "training", "test"])),
                        name="goldkey_purpose",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("retired_at__isnull", True),
                                ("retired_by__isnull", True),
                                ("retired_reason", ""),
                            ),
                            models.Q(
                                ("retired_at__isnull", False),
                                models.Q(("retired_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="goldkey_retired_with_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HIT",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hits",
                        to="hits.batch",
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("main", "Main"),
                            ("gold", "Gold"),
                            ("training", "Training"),
                            ("retest", "Retest"),
                        ],
                        default="main",
                        max_length=10,
                        verbose_name="purpose",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hits",
                        to="stimuli.item",
                    ),
                ),
                (
                    "output_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), size=None, verbose_name="outputs"
                    ),
                ),
                (
                    "annotators_wanted",
                    models.PositiveSmallIntegerField(
                        db_default=1, default=1, verbose_name="annotators wanted"
                    ),
                ),
                (
                    "availability",
                    models.CharField(
                        choices=[
                            ("open", "Yes"),
                            ("suspended", "On hold: reported as a problem"),
                            ("closed", "No: closed as broken"),
                        ],
                        db_default="open",
                        default="open",
                        max_length=9,
                        verbose_name="handed out",
                    ),
                ),
                ("position", models.PositiveIntegerField(verbose_name="position")),
            ],
            options={
                "verbose_name": "HIT",
                "verbose_name_plural": "HITs",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("batch", "purpose", "output_ids"), name="hit_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("output_ids__len__gte", 1)), name="hit_has_outputs"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("annotators_wanted__gte", 1)),
                        name="hit_wants_annotators",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("purpose", "gold")),
                        fields=["batch", "position", "id"],
                        name="hit_gold",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LeftOutItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="left_out_items",
                        to="hits.batch",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="stimuli.item",
                    ),
                ),
                ("check_name", models.CharField(max_length=40, verbose_name="check")),
                ("left_out_at", models.DateTimeField(auto_now_add=True, verbose_name="left out")),
                (
                    "left_out_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "item left out",
                "verbose_name_plural": "items left out",
                "constraints": [
                    models.UniqueConstraint(fields=("batch", "item"), name="left_out_item_once"),
                    models.CheckConstraint(
                        condition=models.Q(("check_name", ""), _negated=True),
                        name="left_out_item_names_its_check",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MaskedOutput",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="masked_outputs",
                        to="hits.batch",
                    ),
                ),
                (
                    "output",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="masks",
                        to="stimuli.output",
                    ),
                ),
                ("text", models.TextField(verbose_name="text as shown")),
                ("check_name", models.CharField(max_length=40, verbose_name="check")),
                ("masked_at", models.DateTimeField(auto_now_add=True, verbose_name="masked")),
                (
                    "masked_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "masked output",
                "verbose_name_plural": "masked outputs",
                "constraints": [
                    models.UniqueConstraint(fields=("batch", "output"), name="masked_output_once"),
                    models.CheckConstraint(
                        condition=models.Q(("check_name", ""), _negated=True),
                        name="masked_output_names_its_check",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AudienceExclusion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="audience_exclusions",
                        to="hits.batch",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="hits.batch",
                    ),
                ),
                ("decided_at", models.DateTimeField(auto_now_add=True, verbose_name="decided")),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "exclusion of another batch’s annotators",
                "verbose_name_plural": "exclusions of other batches’ annotators",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("batch", "other"), name="audienceexclusion_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("batch", models.F("other")), _negated=True),
                        name="audienceexclusion_of_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Amendment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="amendments",
                        to="hits.batch",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("annotators", "More annotators"),
                            ("items", "More items"),
                            ("systems", "More systems"),
                            ("time", "More time"),
                            ("people", "More people"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("key", models.CharField(max_length=60, verbose_name="key")),
                ("details", models.JSONField(verbose_name="details")),
                ("hits", models.PositiveBigIntegerField(verbose_name="new HITs")),
                ("assignments", models.PositiveBigIntegerField(verbose_name="new assignments")),
                (
                    "checks",
                    models.PositiveBigIntegerField(
                        db_default=0, default=0, verbose_name="new checks"
                    ),
                ),
                ("cost", models.DecimalField(decimal_places=2, max_digits=14, verbose_name="cost")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
            ],
            options={
                "verbose_name": "amendment",
                "verbose_name_plural": "amendments",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("batch", "key"), name="amendment_once"),
                    models.CheckConstraint(
                        condition=models.Q(("cost__gte", 0)), name="amendment_costs_nothing_back"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["annotators", "items", "systems", "time", "people"])
                        ),
                        name="amendment_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Admission",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="admissions",
                        to="hits.batch",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="admissions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "verdict",
                    models.CharField(
                        choices=[("admitted", "Admitted"), ("refused", "Refused")],
                        max_length=8,
                        verbose_name="verdict",
                    ),
                ),
                ("origin", models.CharField(max_length=60, verbose_name="origin")),
                ("decided_at", models.DateTimeField(auto_now=True, verbose_name="decided")),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "admission",
                "verbose_name_plural": "admissions",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("batch", "user"), include=("verdict",), name="admission_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("verdict__in", ["admitted", "refused"])),
                        name="admission_verdict",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("origin", ""), _negated=True),
                        name="admission_has_origin",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AdjudicationRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjudication_rule",
                        to="hits.batch",
                    ),
                ),
                (
                    "span",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="numbers apart by at least"
                    ),
                ),
                (
                    "no_majority",
                    models.BooleanField(default=True, verbose_name="no majority for a choice"),
                ),
                (
                    "stated_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("stated_at", models.DateTimeField(auto_now=True, verbose_name="stated")),
            ],
            options={
                "verbose_name": "rule of adjudication",
                "verbose_name_plural": "rules of adjudication",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("span__gte", 1), ("span__isnull", False)),
                            models.Q(("no_majority", True), ("span__isnull", True)),
                            _connector="OR",
                        ),
                        name="adjudicationrule_says_something",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AcceptedFinding",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accepted_findings",
                        to="hits.batch",
                    ),
                ),
                ("check_name", models.CharField(max_length=40, verbose_name="check")),
                ("fingerprint", models.CharField(max_length=32, verbose_name="fingerprint")),
                ("rows", models.PositiveIntegerField(verbose_name="rows")),
                ("accepted_at", models.DateTimeField(auto_now_add=True, verbose_name="accepted")),
                (
                    "accepted_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "accepted finding",
                "verbose_name_plural": "accepted findings",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("batch", "check_name", "fingerprint"), name="accepted_finding_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("check_name", ""), _negated=True),
                        name="accepted_finding_names_its_check",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CheckCredit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="check_credits",
                        to="hits.batch",
                    ),
                ),
            ],
            options={
                "verbose_name": "check paid for",
                "verbose_name_plural": "checks paid for",
                "indexes": [models.Index(fields=["batch", "id"], name="checkcredit_next")],
            },
        ),
        migrations.CreateModel(
            name="DeclaredRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="declared_rules",
                        to="hits.batch",
                    ),
                ),
                (
                    "effect",
                    models.CharField(
                        choices=[
                            ("exclude", "leaves answers out of the figures"),
                            ("reject", "rejects answers: they are not paid"),
                        ],
                        max_length=7,
                        verbose_name="effect",
                    ),
                ),
                ("name", models.CharField(max_length=30, verbose_name="rule")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("written", models.CharField(max_length=60, verbose_name="in words")),
            ],
            options={
                "verbose_name": "declared rule",
                "verbose_name_plural": "declared rules",
                "ordering": ["effect", "written"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("batch", "effect", "written"),
                        name="declaredrule_once",
                        violation_error_message="This rule has already been added.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True),
                            models.Q(("written", ""), _negated=True),
                        ),
                        name="declaredrule_names_its_rule",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "enrolment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="messages",
                        to="hits.enrolment",
                    ),
                ),
                ("by_annotator", models.BooleanField(verbose_name="by the annotator")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("text", models.TextField(max_length=4000, verbose_name="text")),
                ("sent_at", models.DateTimeField(auto_now_add=True, verbose_name="sent")),
                ("read_at", models.DateTimeField(blank=True, null=True, verbose_name="read")),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "indexes": [
                    models.Index(fields=["enrolment", "id"], name="message_of_thread"),
                    models.Index(
                        condition=models.Q(("read_at__isnull", True)),
                        fields=["enrolment", "by_annotator"],
                        name="message_unread",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TrainingAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "enrolment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="training_attempts",
                        to="hits.enrolment",
                    ),
                ),
                (
                    "part",
                    models.CharField(
                        choices=[("training", "Training"), ("test", "Test")],
                        max_length=8,
                        verbose_name="part",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="attempt")),
                (
                    "key_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), size=None, verbose_name="HITs"
                    ),
                ),
                (
                    "started_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="started"),
                ),
                (
                    "finished_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="finished"),
                ),
                (
                    "right",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="right"),
                ),
                ("passed", models.BooleanField(blank=True, null=True, verbose_name="passed")),
            ],
            options={
                "verbose_name": "attempt at training or test",
                "verbose_name_plural": "attempts at training and test",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("enrolment", "part", "number"), name="trainingattempt_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("finished_at__isnull", True)),
                        fields=("enrolment",),
                        name="trainingattempt_one_open",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("part__in", ["training", "test"])),
                        name="trainingattempt_part",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("key_ids__len__gte", 1), ("number__gte", 1)),
                        name="trainingattempt_has_hits",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("finished_at__isnull", True),
                                ("passed__isnull", True),
                                ("right__isnull", True),
                            ),
                            models.Q(
                                ("finished_at__isnull", False),
                                ("passed__isnull", False),
                                ("right__isnull", False),
                                ("right__lte", models.F("key_ids__len")),
                            ),
                            _connector="OR",
                        ),
                        name="trainingattempt_finished_with_result",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TrainingPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="training_places",
                        to="hits.batch",
                    ),
                ),
                (
                    "enrolment",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="training_place",
                        to="hits.enrolment",
                    ),
                ),
                ("taken_at", models.DateTimeField(blank=True, null=True, verbose_name="taken")),
                ("paid_at", models.DateTimeField(blank=True, null=True, verbose_name="paid")),
                (
                    "paid_to",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "training paid for",
                "verbose_name_plural": "trainings paid for",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("enrolment__isnull", True),
                                ("paid_at__isnull", True),
                                ("taken_at__isnull", True),
                            ),
                            models.Q(("enrolment__isnull", False), ("taken_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="trainingplace_taken_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("paid_at__isnull", True), ("paid_to__isnull", True)),
                            models.Q(("paid_at__isnull", False), ("paid_to__isnull", False)),
                            _connector="OR",
                        ),
                        name="trainingplace_paid_to_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Assignment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "hit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to="hits.hit",
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to="hits.batch",
                    ),
                ),
                (
                    "position",
                    models.PositiveIntegerField(
                        help_text="The HIT's, kept here for the queue's index.",
                        verbose_name="position",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("free", "Available"),
                            ("suspended", "On hold"),
                            ("claimed", "In progress"),
                            ("submitted", "Submitted"),
                            ("approved", "Approved"),
                            ("rejected", "Rejected"),
                            ("returned", "Returned"),
                            ("expired", "Expired"),
                            ("withdrawn", "Cancelled"),
                        ],
                        default="free",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                (
                    "shown_order",
                    models.CharField(
                        default="a",
                        help_text="Letters of the outputs, as in a, ba or cab.",
                        max_length=26,
                        verbose_name="order shown",
                    ),
                ),
                (
                    "annotator",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "enrolment",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to="hits.enrolment",
                    ),
                ),
                (
                    "sequence",
                    models.PositiveIntegerField(
                        blank=True, null=True, verbose_name="the annotator's n-th claim"
                    ),
                ),
                (
                    "drawn_point",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="drawn point"),
                ),
                (
                    "rubric_sha256",
                    models.CharField(blank=True, max_length=64, verbose_name="rubric SHA-256"),
                ),
                (
                    "shown_language",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=20,
                        verbose_name="language shown",
                    ),
                ),
                (
                    "accepted_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="accepted"),
                ),
                (
                    "deadline_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="deadline"),
                ),
                (
                    "prefetched",
                    models.BooleanField(db_default=False, default=False, verbose_name="prefetched"),
                ),
                (
                    "extended",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, verbose_name="times extended"
                    ),
                ),
                (
                    "submitted_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="submitted"),
                ),
                (
                    "ended_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="returned or expired"),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided")),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                (
                    "rejection",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("no_effort", "Not done with care"),
                            ("instructions", "Instructions not followed"),
                            ("empty", "Empty or unusable text"),
                            ("language", "Written in another language"),
                            ("machine", "Answered by a program"),
                            ("other", "Another reason"),
                        ],
                        db_default="",
                        default="",
                        max_length=12,
                        verbose_name="what was wrong",
                    ),
                ),
                (
                    "evidence",
                    models.TextField(
                        blank=True, db_default="", default="", verbose_name="evidence"
                    ),
                ),
                (
                    "overturned_at",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="rejection overturned"
                    ),
                ),
                (
                    "surplus",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        verbose_name="beyond the annotators per HIT",
                    ),
                ),
            ],
            options={
                "verbose_name": "assignment",
                "verbose_name_plural": "assignments",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("state__in", ["claimed", "submitted", "approved", "rejected"])
                        ),
                        fields=("hit", "annotator"),
                        name="assignment_hit_annotator_once",
                        violation_error_message="This person already has or had this HIT.",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("prefetched", False), ("state", "claimed")),
                        fields=("batch", "annotator"),
                        name="assignment_one_claimed",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("prefetched", True), ("state", "claimed")),
                        fields=("batch", "annotator"),
                        name="assignment_one_prefetched",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("prefetched", False), ("state", "claimed"), _connector="OR"
                        ),
                        name="assignment_prefetched_is_claimed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("annotator__isnull", True),
                                ("enrolment__isnull", True),
                                ("state__in", ["free", "suspended", "withdrawn"]),
                            ),
                            models.Q(
                                models.Q(
                                    ("state__in", ["free", "suspended", "withdrawn"]), _negated=True
                                ),
                                ("accepted_at__isnull", False),
                                ("annotator__isnull", False),
                                ("enrolment__isnull", False),
                                ("deadline_at__isnull", False),
                                ("sequence__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="assignment_state_and_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("ended_at__isnull", True),
                                ("state__in", ["free", "suspended", "claimed", "withdrawn"]),
                                ("submitted_at__isnull", True),
                            ),
                            models.Q(
                                ("ended_at__isnull", False),
                                ("state__in", ["returned", "expired"]),
                                ("submitted_at__isnull", True),
                            ),
                            models.Q(
                                ("ended_at__isnull", True),
                                ("state__in", ["submitted", "approved", "rejected"]),
                                ("submitted_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="assignment_state_and_times",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", False), ("state", "approved")),
                            models.Q(
                                ("decided_at__isnull", False),
                                ("state", "rejected"),
                                models.Q(("reason", ""), _negated=True),
                            ),
                            models.Q(
                                models.Q(("state__in", ["approved", "rejected"]), _negated=True),
                                ("decided_at__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="assignment_state_and_decision",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                (
                                    "rejection__in",
                                    [
                                        "no_effort",
                                        "instructions",
                                        "empty",
                                        "language",
                                        "machine",
                                        "other",
                                    ],
                                ),
                                ("state", "rejected"),
                            ),
                            models.Q(
                                models.Q(("state", "rejected"), _negated=True),
                                ("evidence", ""),
                                ("rejection", ""),
                            ),
                            _connector="OR",
                        ),
                        name="assignment_rejection_has_a_category",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("overturned_at__isnull", True), ("surplus", False)),
                            models.Q(("overturned_at__isnull", False), ("state", "approved")),
                            _connector="OR",
                        ),
                        name="assignment_overturned_is_approved",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("extended", 0),
                            models.Q(
                                ("state__in", ["free", "suspended", "withdrawn"]), _negated=True
                            ),
                            _connector="OR",
                        ),
                        name="assignment_extended_is_somebodys",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("shown_order__regex", "^[a-z]+\\Z")),
                        name="assignment_shown_order",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "free")),
                        fields=["batch", "position", "id"],
                        name="assignment_free",
                    ),
                    models.Index(
                        condition=models.Q(("state", "claimed")),
                        fields=["deadline_at"],
                        name="assignment_deadline",
                    ),
                    models.Index(
                        condition=models.Q(("annotator__isnull", False)),
                        fields=["annotator", "batch", "state"],
                        name="assignment_annotator",
                    ),
                    models.Index(
                        condition=models.Q(("submitted_at__isnull", False)),
                        fields=["batch", "submitted_at", "id"],
                        name="assignment_submitted",
                    ),
                    models.Index(fields=["batch", "state", "id"], name="assignment_batch_state"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Adjudication",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "hit",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjudications",
                        to="hits.hit",
                    ),
                ),
                (
                    "adjudicator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("shown_order", models.CharField(max_length=26, verbose_name="order shown")),
                ("rubric_sha256", models.CharField(max_length=64, verbose_name="rubric SHA-256")),
                ("decided_at", models.DateTimeField(auto_now_add=True, verbose_name="decided")),
                (
                    "replaced_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="decided again"),
                ),
            ],
            options={
                "verbose_name": "adjudication",
                "verbose_name_plural": "adjudications",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("replaced_at__isnull", True)),
                        fields=("hit",),
                        name="adjudication_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TrainingAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "attempt",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="hits.trainingattempt",
                    ),
                ),
                (
                    "key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="training_answers",
                        to="hits.goldkey",
                    ),
                ),
                ("shown_order", models.CharField(max_length=26, verbose_name="order shown")),
                ("values", models.JSONField(verbose_name="answers")),
                ("passed", models.BooleanField(verbose_name="right")),
                (
                    "answered_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="answered"
                    ),
                ),
            ],
            options={
                "verbose_name": "answer in training or test",
                "verbose_name_plural": "answers in training and test",
                "constraints": [
                    models.UniqueConstraint(fields=("attempt", "key"), name="traininganswer_once"),
                    models.CheckConstraint(
                        condition=models.Q(("shown_order__regex", "^[a-z]+\\Z")),
                        name="traininganswer_shown_order",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "assignment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="draft",
                        serialize=False,
                        to="hits.assignment",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0, verbose_name="revision")),
                ("data", models.JSONField(default=dict, verbose_name="data")),
                ("saved_at", models.DateTimeField(auto_now=True, verbose_name="saved")),
                (
                    "writer",
                    models.CharField(blank=True, default="", max_length=32, verbose_name="page"),
                ),
                (
                    "number",
                    models.PositiveIntegerField(default=0, verbose_name="the page's n-th save"),
                ),
                (
                    "complete",
                    models.PositiveSmallIntegerField(default=0, verbose_name="complete sections"),
                ),
            ],
            options={
                "verbose_name": "draft",
                "verbose_name_plural": "drafts",
            },
        ),
        migrations.CreateModel(
            name="Viewing",
            fields=[
                (
                    "assignment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="viewing",
                        serialize=False,
                        to="hits.assignment",
                    ),
                ),
                ("seen", models.JSONField(default=dict, verbose_name="seen")),
            ],
            options={
                "verbose_name": "viewing",
                "verbose_name_plural": "viewings",
            },
        ),
        migrations.CreateModel(
            name="DraftVersion",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "assignment_id",
                        "revision",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "assignment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draft_versions",
                        to="hits.assignment",
                    ),
                ),
                ("revision", models.PositiveIntegerField(verbose_name="revision")),
                ("data", models.JSONField(default=dict, verbose_name="data")),
                ("saved_at", models.DateTimeField(verbose_name="saved")),
                (
                    "complete",
                    models.PositiveSmallIntegerField(default=0, verbose_name="complete sections"),
                ),
            ],
            options={
                "verbose_name": "earlier draft",
                "verbose_name_plural": "earlier drafts",
            },
        ),
        migrations.CreateModel(
            name="Exclusion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "assignment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exclusions",
                        to="hits.assignment",
                    ),
                ),
                ("rule", models.CharField(max_length=60, verbose_name="rule")),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("excluded_at", models.DateTimeField(auto_now_add=True, verbose_name="excluded")),
                (
                    "excluded_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "taken_back_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="undone"),
                ),
                (
                    "taken_back_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "exclusion",
                "verbose_name_plural": "exclusions",
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("taken_back_at__isnull", True)),
                        fields=("assignment", "rule"),
                        name="exclusion_once",
                        violation_error_message="This rule excludes the assignment already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rule", ""), _negated=True),
                        name="exclusion_names_its_rule",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("taken_back_at__isnull", False),
                            ("taken_back_by__isnull", True),
                            _connector="OR",
                        ),
                        name="exclusion_taken_back_by_whom",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RaisedConcern",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "assignment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="concerns",
                        to="hits.assignment",
                    ),
                ),
                ("guard", models.CharField(max_length=60, verbose_name="guard")),
                ("message", models.TextField(verbose_name="message")),
                ("raised_at", models.DateTimeField(auto_now_add=True, verbose_name="asked")),
                (
                    "overridden_at",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="confirmed by the annotator"
                    ),
                ),
            ],
            options={
                "verbose_name": "concern",
                "verbose_name_plural": "concerns",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("assignment", "guard"), name="concern_assignment_guard_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HeldDecision",
            fields=[
                (
                    "assignment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="held_decision",
                        serialize=False,
                        to="hits.assignment",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("approved", "Approved"), ("rejected", "Rejected")],
                        max_length=10,
                        verbose_name="decision",
                    ),
                ),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                (
                    "rejection",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("no_effort", "Not done with care"),
                            ("instructions", "Instructions not followed"),
                            ("empty", "Empty or unusable text"),
                            ("language", "Written in another language"),
                            ("machine", "Answered by a program"),
                            ("other", "Another reason"),
                        ],
                        max_length=12,
                        verbose_name="what was wrong",
                    ),
                ),
                ("evidence", models.TextField(blank=True, verbose_name="evidence")),
                (
                    "decided_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("due_at", models.DateTimeField(verbose_name="posted at")),
            ],
            options={
                "verbose_name": "held decision",
                "verbose_name_plural": "held decisions",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("evidence", ""),
                                ("reason", ""),
                                ("rejection", ""),
                                ("state", "approved"),
                            ),
                            models.Q(
                                ("state", "rejected"),
                                models.Q(("reason", ""), _negated=True),
                                models.Q(("rejection", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="held_decision_is_an_approval_or_a_rejection_with_reason",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "assignment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeal",
                        to="hits.assignment",
                    ),
                ),
                ("text", models.TextField(max_length=2000, verbose_name="what the annotator says")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Waiting"),
                            ("granted", "upheld"),
                            ("dismissed", "Dismissed"),
                        ],
                        default="",
                        max_length=9,
                        verbose_name="decision",
                    ),
                ),
                ("answer", models.TextField(blank=True, max_length=2000, verbose_name="answer")),
                ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided")),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", True), ("decision", "")),
                            models.Q(
                                models.Q(("decision", ""), _negated=True),
                                ("decided_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="appeal_decided_or_open",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Answer",
            fields=[
                ("number", models.FloatField(blank=True, null=True, verbose_name="number")),
                ("text", models.TextField(blank=True, null=True, verbose_name="text")),
                ("data", models.JSONField(blank=True, null=True, verbose_name="data")),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "assignment_id",
                        "key",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "assignment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers",
                        to="hits.assignment",
                    ),
                ),
                ("key", models.CharField(max_length=120, verbose_name="question")),
            ],
            options={
                "verbose_name": "answer",
                "verbose_name_plural": "answers",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("data__isnull", True),
                                ("number__isnull", False),
                                ("text__isnull", True),
                            ),
                            models.Q(
                                ("data__isnull", True),
                                ("number__isnull", True),
                                ("text__isnull", False),
                            ),
                            models.Q(
                                ("data__isnull", False),
                                ("number__isnull", True),
                                ("text__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="answer_is_one_value",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BrokenReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "assignment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="broken_report",
                        to="hits.assignment",
                    ),
                ),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("media", "A picture, clip or sound does not load or play"),
                            ("text", "A text is missing, cut off or unreadable"),
                            ("mismatch", "What is shown does not belong together"),
                            ("questions", "The questions cannot be answered for it"),
                            ("harmful", "It shows something disturbing"),
                            ("other", "Something else"),
                        ],
                        max_length=9,
                        verbose_name="what is wrong",
                    ),
                ),
                (
                    "text",
                    models.TextField(blank=True, max_length=2000, verbose_name="in their words"),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Waiting"),
                            ("put_back", "handed out again"),
                            ("closed", "closed for good"),
                        ],
                        default="",
                        max_length=8,
                        verbose_name="decision",
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided")),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "report of a broken HIT",
                "verbose_name_plural": "reports of broken HITs",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", True), ("decision", "")),
                            models.Q(
                                models.Q(("decision", ""), _negated=True),
                                ("decided_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="brokenreport_decided_or_open",
                    )
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("decision", "")),
                        fields=["made_at"],
                        name="brokenreport_open",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AdjudicatedAnswer",
            fields=[
                ("number", models.FloatField(blank=True, null=True, verbose_name="number")),
                ("text", models.TextField(blank=True, null=True, verbose_name="text")),
                ("data", models.JSONField(blank=True, null=True, verbose_name="data")),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "adjudication_id",
                        "key",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "adjudication",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers",
                        to="hits.adjudication",
                    ),
                ),
                ("key", models.CharField(max_length=120, verbose_name="question")),
            ],
            options={
                "verbose_name": "adjudicated answer",
                "verbose_name_plural": "adjudicated answers",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("data__isnull", True),
                                ("number__isnull", False),
                                ("text__isnull", True),
                            ),
                            models.Q(
                                ("data__isnull", True),
                                ("number__isnull", True),
                                ("text__isnull", False),
                            ),
                            models.Q(
                                ("data__isnull", False),
                                ("number__isnull", True),
                                ("text__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="adjudicatedanswer_is_one_value",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="JudgeMargin",
            fields=[
                (
                    "batch",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="judge_margin",
                        serialize=False,
                        to="hits.batch",
                    ),
                ),
                (
                    "margin",
                    models.DecimalField(
                        decimal_places=2, max_digits=3, verbose_name="margin for judges"
                    ),
                ),
            ],
            options={
                "verbose_name": "margin for judges",
                "verbose_name_plural": "margins for judges",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("margin__gt", 0), ("margin__lt", 1)),
                        name="judgemargin_between_0_and_1",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ExpectedPerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "verdict",
                    models.CharField(
                        blank=True,
                        choices=[("admitted", "Admitted"), ("refused", "Refused")],
                        max_length=8,
                        verbose_name="verdict",
                    ),
                ),
                ("name", models.CharField(max_length=254, verbose_name="name or address")),
                ("added_at", models.DateTimeField(auto_now_add=True, verbose_name="added")),
                (
                    "added_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="expected",
                        to="hits.batch",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="expected",
                        to="people.project",
                    ),
                ),
            ],
            options={
                "verbose_name": "person who is expected",
                "verbose_name_plural": "people who are expected",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("name", "project", "batch"),
                        name="expected_once",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("batch__isnull", True), ("verdict", "")),
                            models.Q(
                                ("batch__isnull", False), ("verdict__in", ["admitted", "refused"])
                            ),
                            _connector="OR",
                        ),
                        name="expected_in_pool_or_list",
                    ),
                ],
            },
        ),
    ]
