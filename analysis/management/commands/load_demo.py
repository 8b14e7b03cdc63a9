"""`manage.py load_demo`: the demo, once. Drawn pictures, made-up systems, raters and a judge, and two logins."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from hits.claims import NothingLeft, claim_assignment, enrol
from hits.demo.accounts import ANNOTATOR, RESEARCHER
from hits.demo.material import (
    caption_pair_rows,
    image_paragraph_rows,
    key_point_rows,
    summary_rows,
    video_rows,
    write_media,
)
from hits.demo.simulated import simulate_feedback, simulate_judge_reply, simulate_rater
from hits.imports import ImportOptions, import_dataset
from hits.ledger import deposit
from hits.models import Assignment, Batch, Dataset
from hits.publishing import make_hits, publish_batch
from hits.review import approve_assignments, reject_assignments
from hits.submissions import submit_assignment
from judges.importing import JudgeSettings, import_judge_run
from people.models import Membership, Project, User
from surveys.base import ShownOutput, Stimulus
from surveys.prompts import prompt_text, render_prompt
from surveys.versions import library_version

PROJECT = "Demo (simulated)"
RATERS = tuple(range(1, 6))  # their seeds
JUDGE_SEED = 1


OTHERS = {
    "contextual-caption-pair": ("Compare two captions in their context", caption_pair_rows),
    "key-points": ("Check captions against key points", key_point_rows),
    "video-caption": ("Score captions of short clips", video_rows),
    "comparative-summary": ("Score comparisons of three products", summary_rows),
}


class Command(BaseCommand):
    help = "Load the demo data and its two logins; does nothing when they are there."

    @transaction.atomic
    def handle(self, *_args: Any, **_options: Any) -> None:
        if Project.objects.filter(name=PROJECT).exists():
            return
        self.stdout.write("Loading the demo (once) ...")
        researcher = _person(RESEARCHER, staff=True)
        _person(ANNOTATOR, staff=False)
        project = Project.objects.create(name=PROJECT, simulated=True)
        Membership.objects.create(project=project, user=researcher, role=Membership.Role.OWNER)
        deposit(project=project, amount=Decimal(500), key="demo", by=researcher, memo="Play money of the demo")
        with tempfile.TemporaryDirectory() as folder:
            media = Path(folder)
            write_media(media, clips=True)
            # The newest batch stands first in an annotator's list.
            for rubric, (title, rows) in OTHERS.items():
                _other(project, _dataset(project, researcher, media, rubric, rows()), researcher, rubric, title)
            data = _dataset(project, researcher, media, "image-paragraph", image_paragraph_rows())
            _pilot(project, data, researcher)
            _open(project, data, researcher)
            _draft(project, data, researcher)


def _person(login: tuple[str, str], *, staff: bool) -> User:
    user, made = User.objects.get_or_create(username=login[0], defaults={"is_staff": staff})
    if made:
        user.set_password(login[1])
        user.save(update_fields=["password"])
    return user


def _dataset(project: Project, by: User, media: Path, rubric: str, rows: Sequence[Mapping[str, Any]]) -> Dataset:
    """Import rows the way a researcher does: a table and a folder of pictures and clips."""
    table = media / f"{rubric}.jsonl"
    table.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    options = ImportOptions(rubric_version=library_version(rubric).pk)
    return import_dataset(
        project=project, name=f"Demo: {rubric}", table=table, media=media, options=options, created_by=by
    ).dataset


def _batch(
    project: Project, data: Dataset, by: User, title: str, *, rubric: str = "image-paragraph", **terms: Any
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
        created_by=by,
        **terms,
    )
    batch.systems.set(data.systems.all())
    return batch


def _publish(batch: Batch, by: User) -> None:
    publish_batch(batch_id=batch.pk, by=by)
    make_hits(batch_id=batch.pk)
    batch.refresh_from_db()


def _rate(batch: Batch, rater: int, *, at_most: int) -> None:
    """One made-up rater works until nothing is left, or `at_most` HITs."""
    user = _simulated(f"simulated-rater-{rater}")
    enrol(annotator=user, batch=batch, consent_given=True)
    for _turn in range(at_most):
        try:
            held = claim_assignment(annotator=user, batch=batch)
        except NothingLeft:
            return
        names = {"scene": held.hit.item.external_id, "system": held.hit.output_a.system.name}
        raw = {key: str(value) for key, value in simulate_rater(rater_seed=rater, **names).items()}
        if remark := simulate_feedback(rater_seed=rater, **names):
            raw["feedback"] = remark
        submit_assignment(annotator=user, assignment_id=held.pk, raw=raw)


def _simulated(name: str) -> User:
    user, made = User.objects.get_or_create(username=name)
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def _pilot(project: Project, data: Dataset, by: User) -> None:
    """Finished: three raters for every HIT, nearly all approved, and a judge's run to compare with."""
    batch = _batch(
        project,
        data,
        by,
        "Pilot: six scenes, three raters",
        sample_rule="count",
        sample_count=6,
        seed=2026,
        raters_per_hit=3,
    )
    _publish(batch, by)
    for rater in RATERS:
        _rate(batch, rater, at_most=22)
    waiting = list(
        batch.assignments.filter(state=Assignment.State.SUBMITTED).order_by("pk").values_list("pk", flat=True)
    )
    reject_assignments(batch=batch, ids=waiting[:1], reason="Simulated: the same answer in every section.", by=by)
    approve_assignments(batch=batch, ids=waiting[1:-6], by=by)
    _judge(batch, by)


def _open(project: Project, data: Dataset, by: User) -> None:
    """Under way: all scenes, one rater each; half is left for whoever logs in."""
    batch = _batch(project, data, by, "Rate descriptions of drawn scenes", seed=7)
    _publish(batch, by)
    for rater in RATERS[:3]:
        _rate(batch, rater, at_most=10)


def _draft(project: Project, data: Dataset, by: User) -> None:
    """Not published yet: a fifth of the items, to look at the cost and the preview."""
    _batch(
        project, data, by, "Draft: half of the scenes", sample_rule="fraction", sample_fraction=Decimal("0.5"), seed=11
    )


def _other(project: Project, data: Dataset, by: User, rubric: str, title: str) -> None:
    """One of the other rubrics, open for whoever logs in."""
    _publish(_batch(project, data, by, title, rubric=rubric, seed=3, pairing="random", pairs_per_item=2), by)


def _judge(batch: Batch, by: User) -> None:
    rows = batch.hits.values_list("item__external_id", "output_a__system__name").order_by("pk")
    shown = Stimulus(outputs=[ShownOutput("a", 1, "{description}")])
    import_judge_run(
        batch=batch,
        settings=JudgeSettings(
            name="Simulated judge, temperature 0",
            model=f"simulated-judge-{JUDGE_SEED}",
            prompt=prompt_text(render_prompt(batch.rubric_version.spec, shown)),
            parameters={"temperature": 0},
            simulated=True,
        ),
        replies=(
            {"item": item, "system": system, "reply": simulate_judge_reply(seed=JUDGE_SEED, scene=item, system=system)}
            for item, system in rows
        ),
        by=by,
    )
