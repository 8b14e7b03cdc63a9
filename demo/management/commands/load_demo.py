"""The command `manage.py load_demo`, which loads the demo once: accounts, media, and simulated
systems, annotators and judges."""

import json
import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from annotation.services import demo_password
from demo.accounts import ANNOTATOR, RESEARCHER
from demo.material import MEDIA, OUTPUTS, ROWS
from demo.metrics import simulate_metrics
from demo.replies import BLIND, GOOD, WEAKER, Judge, simulate_replies
from demo.simulated import Presentation, person, simulate_answers
from hits.batches.publishing import close_batch, make_hits, publish_batch
from hits.models import HIT, Assignment, Batch
from hits.models.work import attach_outputs
from hits.queue.claiming import NothingLeft, claim_assignment, enrol
from hits.queue.concerns import MEASURES
from hits.queue.submitting import submit_assignment
from hits.review.decisions import approve_assignments, reject_assignments
from hits.stimulus import words_of_hit
from judges.models import JudgeRun
from judges.replies.importing import JudgeSettings, import_judge_run
from payments.posting import deposit
from people.models import Membership, Project, User
from people.pool import add_to_pool
from people.sign_in.demo import provide_demo_account
from stimuli.imports import ImportOptions, import_dataset
from stimuli.models import Dataset
from surveys.base import AUDIO, ShownOutput, Stimulus
from surveys.loading import library_rubric
from surveys.models import PromptTemplate
from surveys.prompts import prompt_text, render_prompt
from surveys.versions.storing import library_version

PROJECT = "Demo (simulated)"
ANNOTATORS = tuple(range(1, 6))  # seeds of the simulated annotators
FRAMES = 4  # frames of a clip that a simulated judge sees


@dataclass(frozen=True)
class Pilot:
    """A finished batch for one rubric: its title, settings, systems and judges."""

    rubric: str
    title: str
    terms: Mapping[str, object]
    systems: Sequence[str] = ()  # all systems if none is named
    judges: Sequence[Judge] = (GOOD,)
    people: int = 3  # annotators per HIT
    has_metrics: bool = False
    rejected: str = ""  # why one assignment was rejected, if any


IMAGE_PARAGRAPH = Pilot(
    "image-paragraph",
    "Rate descriptions of drawn scenes",
    {"sample_rule": "count", "sample_count": 6, "seed": 2026},
    judges=(WEAKER, GOOD),
    has_metrics=True,
    rejected="Simulated: the same answer in every section.",
)
OTHERS = (
    Pilot(
        "contextual-caption-pair",
        "Compare two captions in their context",
        {"seed": 2027, "pairing": "all"},
        systems=("Heron-XL", "Heron-S", "Moss-7B"),
    ),
    Pilot("key-points", "Check captions against key points", {"seed": 2028}),
    Pilot("video-caption", "Score captions of short clips", {"seed": 2029}, judges=(GOOD, BLIND)),
    Pilot("comparative-summary", "Score comparisons of three products", {"seed": 2030}),
    Pilot("picture-pair", "Choose the better of two pictures", {"seed": 2031, "pairing": "all"}),
    Pilot("audio-opinion-score", "Score the sound of recordings", {"seed": 2032}),
    Pilot("sound-caption", "Score descriptions of recordings", {"seed": 2033}),
    Pilot("agent-run", "Judge the runs of two agents", {"seed": 2034}),
    Pilot("safety-refusal", "Judge answers to risky requests", {"seed": 2035}),
    Pilot("translation-esa", "Mark the errors of translations", {"seed": 2036}),
    Pilot("chat-answer", "Rate answers in chats", {"seed": 2037}, people=2),
    Pilot("answer-with-sources", "Check answers against sources", {"seed": 2038}, people=2),
    Pilot("web-page", "Check web pages against their briefs", {"seed": 2039}, people=2),
)
VIDEO_PAIR = Pilot("video-pair", "Compare two clips", {})


class Command(BaseCommand):
    help = "Load the demo data once. Its two logins get the password of this machine."

    @transaction.atomic
    def handle(self, *_args: object, **_options: object) -> None:
        password = demo_password(settings.VAR_DIR)
        researcher = provide_demo_account(name=RESEARCHER, password=password, staff=True)
        annotator = provide_demo_account(name=ANNOTATOR, password=password, staff=False)
        if Project.objects.filter(name=PROJECT).exists():
            return
        self.stdout.write("Loading the demo (once) ...")
        project = Project.objects.create(name=PROJECT)
        Membership.objects.create(project=project, user=researcher, role=Membership.Role.OWNER)
        add_to_pool(project=project, users=[annotator, *map(_simulated, ANNOTATORS)], by=researcher)
        deposit(
            project=project,
            amount=Decimal(500),
            key="demo",
            by=researcher,
            memo="Play money of the demo",
        )
        # The newest batch comes first in an annotator's list.
        data = _dataset(project, researcher, VIDEO_PAIR.rubric)
        _other(project, data, researcher, VIDEO_PAIR)
        for pilot in OTHERS:
            data = _dataset(project, researcher, pilot.rubric)
            _pilot(project, data, researcher, pilot)
            _other(project, data, researcher, pilot)
        data = _dataset(project, researcher, IMAGE_PARAGRAPH.rubric)
        _pilot(project, data, researcher, IMAGE_PARAGRAPH)
        _open(project, data, researcher)
        _draft(project, data, researcher)
        # Real people work on these batches from now on, so they must take time to read.
        least = Batch._meta.get_field("least_reading_percent").default
        project.batches.exclude(state=Batch.State.CLOSED).update(least_reading_percent=least)


def _dataset(project: Project, by: User, rubric: str) -> Dataset:
    """Import the rubric's demo rows from a table and a media folder, and return the dataset. The
    dataset is marked as simulated."""
    spec = library_rubric(rubric)
    rows = ROWS[rubric]()
    has_sounds = any(need.type == AUDIO for need in spec.fields())
    media = OUTPUTS if has_sounds or any("output_" in key for key in rows[0]) else MEDIA
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    options = ImportOptions(rubric_version=library_version(rubric).pk)
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / f"{rubric}.jsonl"
        table.write_text("\n".join(lines), encoding="utf-8")
        dataset = import_dataset(
            project=project,
            name=f"Demo: {rubric}",
            table=table,
            media=media,
            options=options,
            created_by=by,
        ).dataset
    dataset.simulated = True
    dataset.save(update_fields=["simulated"])
    return dataset


def _batch(
    project: Project,
    data: Dataset,
    by: User,
    title: str,
    *,
    rubric: str = "image-paragraph",
    **terms: object,
) -> Batch:
    version = library_version(rubric)
    batch = Batch.objects.create(
        project=project,
        dataset=data,
        rubric_version=version,
        title=title,
        description=version.spec.summary,
        reward=Decimal("0.05"),
        flat_fee=Decimal("0.01"),
        expected_seconds=45,
        least_reading_percent=0,  # simulated annotators need no time to read
        created_by=by,
        **terms,
    )
    batch.systems.set(data.systems.all())
    return batch


def _publish(batch: Batch, by: User) -> None:
    publish_batch(batch_id=batch.pk, by=by)
    make_hits(batch_id=batch.pk)
    batch.refresh_from_db()


def _hits(batch: Batch) -> dict[int, HIT]:
    hits = batch.hits.select_related("item").order_by("pk").in_bulk()
    attach_outputs(hits.values())
    return hits


def _presentation(batch: Batch, hit: HIT, order: str) -> Presentation:
    return Presentation(
        batch.rubric_version.spec,
        words_of_hit(hit, order),
        hit.item.external_id,
        {
            letter: output.system.name
            for letter, output in zip(ascii_lowercase, hit.outputs, strict=False)
        },
    )


def _rate(
    batch: Batch, hits: Mapping[int, HIT], number: int, *, at_most: int | None = None
) -> None:
    """Let a simulated annotator answer HITs until none are left or `at_most` HITs are done. Raises
    CommandError if an answer is not valid."""
    user, persona = _simulated(number), person(number)
    enrol(annotator=user, batch=batch, consent_given=True)
    for _turn in range(len(hits) if at_most is None else at_most):
        try:
            assignment = claim_assignment(annotator=user, batch=batch)
        except NothingLeft:
            return
        answers = simulate_answers(
            persona, _presentation(batch, hits[assignment.hit_id], assignment.shown_order)
        )
        raw = {key: str(value) for key, value in answers.items()} | _played(batch)
        # A simulated annotator confirms every concern.
        confirmed = [guard.guard for guard in batch.rubric_version.spec.guards]
        submission = submit_assignment(
            annotator=user, assignment_id=assignment.pk, raw=raw, confirmed=confirmed
        )
        if not submission.accepted:
            raise CommandError(f"A simulated answer to {batch.title} is not valid.")


def _played(batch: Batch) -> dict[str, str]:
    """Return the form fields that record that all videos and sounds were played to the end. The
    dict is empty if the rubric has neither."""
    spec = batch.rubric_version.spec
    kinds = {spec.outputs.kind, *(need.type for need in spec.fields())}
    shares = {measure: 1 for kind, measure in MEASURES.items() if kind in kinds}
    return {"seen": json.dumps(shares)} if shares else {}


def _simulated(number: int) -> User:
    user, created = User.objects.get_or_create(username=f"simulated-annotator-{number}")
    if created:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def _pilot(project: Project, data: Dataset, by: User, pilot: Pilot) -> None:
    """Create a finished and closed batch with several annotators per HIT, and add judge runs for
    comparison. All responses but six are reviewed."""
    batch = _batch(
        project,
        data,
        by,
        f"{pilot.title} (pilot, simulated)",
        rubric=pilot.rubric,
        annotators_per_hit=pilot.people,
        **pilot.terms,
    )
    if pilot.systems:
        batch.systems.set(data.systems.filter(name__in=pilot.systems))
    _publish(batch, by)
    hits = _hits(batch)
    share = math.ceil(len(hits) * batch.annotators_per_hit / len(ANNOTATORS))
    for number in ANNOTATORS:
        _rate(batch, hits, number, at_most=share)
    if pilot.rejected:
        reject_assignments(batch=batch, ids=_waiting(batch)[:1], reason=pilot.rejected, by=by)
    # The free assignments are in HITs that the last annotator has had already, or were opened by a
    # rejection.
    for number in ANNOTATORS:
        if batch.assignments.filter(state=Assignment.State.FREE).exists():
            _rate(batch, hits, number)
    approve_assignments(batch=batch, ids=_waiting(batch)[:-6], by=by)
    close_batch(batch_id=batch.pk, by=by)
    for judge in pilot.judges:
        _judge(batch, hits, judge, by)
    if pilot.has_metrics:
        simulate_metrics(batch, by=by)


def _waiting(batch: Batch) -> list[int]:
    submitted = batch.assignments.filter(state=Assignment.State.SUBMITTED)
    return list(submitted.order_by("pk").values_list("pk", flat=True))


def _open(project: Project, data: Dataset, by: User) -> None:
    """Create a batch in progress: one annotator per scene, and about half of the scenes done."""
    batch = _batch(project, data, by, "Rate descriptions of drawn scenes", seed=7)
    _publish(batch, by)
    hits = _hits(batch)
    for number in ANNOTATORS[:3]:
        _rate(batch, hits, number, at_most=10)


def _draft(project: Project, data: Dataset, by: User) -> None:
    """Create a draft with half of the items, to show the cost and the preview."""
    _batch(
        project,
        data,
        by,
        "Draft: half of the scenes",
        sample_rule="fraction",
        sample_fraction=Decimal("0.5"),
        seed=11,
    )


def _other(project: Project, data: Dataset, by: User, pilot: Pilot) -> None:
    """Create a published batch for another rubric, without responses."""
    terms: dict[str, Any] = {
        "rubric": pilot.rubric,
        "seed": 3,
        "pairing": "random",
        "pairs_per_item": 2,
    }
    _publish(_batch(project, data, by, pilot.title, **terms), by)


def _judge(batch: Batch, hits: Mapping[int, HIT], judge: Judge, by: User) -> None:
    """Create a run of the judge on every HIT, in both orders if a HIT has several outputs."""
    canonical = "".join(batch.rubric_version.spec.letters())
    orders = tuple(dict.fromkeys([canonical, canonical[::-1]]))
    seen = [_presentation(batch, hit, order) for hit in hits.values() for order in orders]
    replies = zip(seen, simulate_replies(judge, seen), strict=True)
    blank = [ShownOutput(letter, place, "{output}") for place, letter in enumerate(orders[0], 1)]
    result = import_judge_run(
        batch=batch,
        settings=JudgeSettings(
            name=judge.name,
            model=judge.model,
            prompt=prompt_text(render_prompt(batch.rubric_version.spec, Stimulus(outputs=blank))),
            parameters={"temperature": 0},
            simulated=True,
        ),
        replies=(
            {
                "item": presentation.item,
                "system": [presentation.systems[letter] for letter in presentation.order],
                "reply": reply,
            }
            for presentation, reply in replies
        ),
        by=by,
    )
    # Store the run as if this site had sent the prompts, because their contents are known.
    JudgeRun.objects.filter(pk=result.run.pk).update(
        planned=len(seen), frames=FRAMES, template=_template(batch, judge, by)
    )


def _template(batch: Batch, judge: Judge, by: User) -> PromptTemplate | None:
    """Return a new prompt template for a judge that does not see all fields, or None for any other
    judge."""
    if not judge.omit:
        return None
    criteria = ", ".join(criterion.title for criterion in batch.rubric_version.spec.criteria)
    return PromptTemplate.objects.create(
        project=batch.project,
        rubric=batch.rubric_version.rubric,
        name=judge.name,
        text=f"{{{{output}}}}\n\nGive a reason, then score {criteria}.",
        omit=list(judge.omit),
        created_by=by,
    )
