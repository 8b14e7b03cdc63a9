"""Tests of the command `gate`: its exit code and messages for a certificate and new replies."""

import json
import shlex
from datetime import timedelta
from pathlib import Path

import pytest
import yaml

from analysis.models import Report, ReportFigure
from hits.models import Batch
from judges.models import JudgeRun, Verdict
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.runs.plan import planned_calls
from rateroom.cli import main
from tests import world
from tests.api.in_process import client_of
from tests.api.program import Program
from tests.judges.test_certificates import file_of, reported
from tests.judges.test_importing import rate_with, reply, units
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
ITEMS = 40


def replies_of(batch: Batch, change=lambda value, _place: value) -> list[dict[str, object]]:
    """Return replies on the locked half: people's scores 1, 2, 3 in turn, changed by `change`."""
    run = JudgeRun(batch=batch, part="locked")
    hits = {call.hit_id for call in planned_calls(run)}
    chosen = set(batch.hits.filter(pk__in=hits).values_list("item__external_id", flat=True))
    return [
        {"item": item, "system": system, "reply": reply(change(1 + place % 3, place))}
        for place, (item, system) in enumerate(units(batch))
        if item in chosen
    ]


@pytest.fixture(scope="module")
def module_certified(module_rows):
    """A batch that two people rated almost alike, and the certificate of a judge that agrees."""
    owner = world.project()
    made = world.live_batch(owner, world.dataset(owner, items=ITEMS), annotators_per_hit=2)
    values = [1 + place % 3 for place in range(len(units(made)))]
    rate_with(world.annotator(), made, values)
    rate_with(world.second_annotator(), made, values[:-1] + values[:1])
    settings = JudgeSettings(name="Measured", model="a-model", parameters={"temperature": 0})
    run = import_judge_run(batch=made, settings=settings, replies=replies_of(made)).run
    client = signed_in(world.viewer(made.project))
    return made, file_of(client, reported(made), run)


@pytest.fixture
def certified(module_certified, db):
    made, certificate = module_certified
    return Batch.objects.get(pk=made.pk), certificate


@pytest.fixture
def gate(certified, monkeypatch, tmp_path, capsys):
    """Return a function that runs the command and returns its exit code and output."""
    batch, certificate = certified
    site = client_of(Program(world.researcher(batch.project)), monkeypatch)
    monkeypatch.setitem(main.__globals__, "put_on_path", lambda: None)

    def ask(replies, *flags: str, of: object = certificate) -> tuple[int, str]:
        import rateroom.commands.gating as command

        monkeypatch.setitem(command.run.__globals__, "connect", lambda _arguments: site)
        paths = tmp_path / "certificate.json", tmp_path / "replies.jsonl"
        paths[0].write_text(of if isinstance(of, str) else json.dumps(of))
        paths[1].write_text("".join(json.dumps(row) + "\n" for row in replies))
        code = main(["gate", *map(str, paths), *flags])
        told = capsys.readouterr()
        return code, told.out + told.err

    return ask


def test_a_judge_that_says_the_same_passes(certified, gate):
    batch, _certificate = certified
    before = JudgeRun.objects.count(), Verdict.objects.count()
    code, told = gate(replies_of(batch), "--drift-only")
    assert (code, told.splitlines()[0]) == (0, "passed")
    assert "the same items" in told
    assert "power 1.00" in told
    assert (JudgeRun.objects.count(), Verdict.objects.count()) == before


def test_a_judge_that_has_drifted_is_refused_and_its_page_shows_it(certified, gate):
    batch, _certificate = certified
    gate(replies_of(batch), "--drift-only")
    code, told = gate(replies_of(batch, lambda value, _place: min(3, value + 1)), "--drift-only")
    assert (code, told.splitlines()[0]) == (2, "refused")
    assert "Naturalness of description: changed by +0." in told
    run = JudgeRun.objects.get(name="Measured")
    client, address = signed_in(world.researcher(batch.project)), f"/admin/judges/{run.pk}/"
    shown = words(client.get(address))
    assert "Naturalness of description: changed by +0." in shown
    (figure,) = ReportFigure.objects.filter(name__startswith="checks-")
    assert f"figures/{figure.name}.svg" in client.get(address).content.decode()
    assert [row[0][:2] for row in figure.numbers] == ["", "1.", "2."]
    assert figure.name not in client.get(f"/batches/{batch.pk}/report/").content.decode()


def test_replies_that_can_no_longer_be_read_are_a_drift(certified, gate):
    batch, _certificate = certified
    rows = replies_of(batch)
    for row in rows[::2]:
        row["reply"] = "I cannot help with that."
    code, told = gate(rows, "--drift-only")
    assert code == 2
    assert "Replies read in full: changed by" in told


def test_without_fresh_labels_or_a_margin_nothing_is_decided(certified, gate):
    batch, _certificate = certified
    code, told = gate(replies_of(batch))
    assert (code, told.splitlines()[0]) == (1, "undecided")
    assert "No margin was set before publishing." in told
    code, told = gate(replies_of(batch), "--margin", "0.2")
    assert code == 1
    assert "Naturalness of description: too few new ratings by people for a decision." in told


def test_fresh_labels_decide(certified, gate):
    """Only labels given after the certificate was issued count, so the report is backdated."""
    batch, certificate = certified
    report = Report.objects.get(batch=batch)
    report.created_at -= timedelta(days=1)
    report.save(update_fields=["created_at"])
    run = JudgeRun.objects.get(name="Measured")
    earlier = file_of(signed_in(world.viewer(batch.project)), report, run)
    options = ("--margin", "0.2", "--power", "0.5", "--distance", "0.9")
    worse = replies_of(batch, lambda value, place: 1 + (value * 7 + place // 3) % 3)
    code, told = gate(worse, *options, of=earlier)
    assert code == 2
    assert "by more than the margin of 0.2" in told
    assert earlier["valid_until"] < certificate["valid_until"]


STALE = {
    "Rubric": ("rubric", "sha256", "0" * 64),
    "Prompt": ("judge", "prompt_sha256", "0" * 64),
    "Model": ("judge", "model", "another"),
    "Model settings": ("judge", "parameters", {"temperature": 1}),
    "Data": ("data", "sha256", "0" * 64),
    "Margin": ("declared", "margin", 0.9),
}


@pytest.mark.parametrize("part", STALE)
def test_a_certificate_of_something_else_is_stale(certified, gate, part):
    batch, certificate = certified
    place, name, value = STALE[part]
    changed = certificate | {place: certificate[place] | {name: value}}
    code, told = gate(replies_of(batch)[:1], of=changed)
    assert (code, told.splitlines()[:2]) == (
        2,
        ["refused", f"- {part}: differs from the certificate."],
    )


def test_replies_of_another_model_and_an_expired_certificate_are_stale(certified, gate):
    batch, certificate = certified
    code, told = gate([row | {"model": "new"} for row in replies_of(batch)])
    assert (code, "Model: differs from the certificate." in told) == (2, True)
    same = {"model": "a-model", "parameters": {"temperature": 0}}
    assert gate([row | same for row in replies_of(batch)], "--drift-only")[0] == 0
    expired = certificate | {"valid_until": "2020-01-01"}
    code, told = gate(replies_of(batch), of=expired)
    assert (code, "The certificate was valid until" in told) == (2, True)


def deep(certificate) -> str:
    hole = "[" * 5000 + "]" * 5000
    return json.dumps(certificate).replace('{"temperature": 0}', f'{{"a": {hole}}}')


HOSTILE = {
    "no JSON": (lambda _one: "nothing", "is not a certificate"),
    "no batch": (lambda _one: "[1]", "is not a certificate"),
    "deep": (deep, "certificate"),
    "another field": (lambda one: json.dumps(one | {"more": 1}), "more: Extra inputs"),
    "not issued here": (
        lambda one: json.dumps(one | {"issued": "2020-01-01T00:00:00Z"}),
        "We could not find this certificate on this site.",
    ),
    "no such run": (
        lambda one: json.dumps(one | {"judge": one["judge"] | {"run": "\0"}}),
        "We could not find this certificate on this site.",
    ),
    "large": (lambda one: json.dumps(one | {"more": "x" * 300_000}), "larger than 262,144 bytes"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_certificate_is_refused_in_words(certified, gate, kind):
    batch, certificate = certified
    write, expected = HOSTILE[kind]
    code, told = gate(replies_of(batch)[:1], of=write(certificate))
    assert (code, expected in told) == (1, True), told


def test_hostile_replies_are_refused_by_their_row(certified, gate):
    batch, _certificate = certified
    rows = replies_of(batch)
    code, told = gate([*rows[:2], {"item": "x\0", "system": "s", "reply": "1"}])
    assert (code, "line 3" in told) == (1, True), told
    code, told = gate(rows[:1] * 5_001)
    assert (code, "more than 5,000 replies" in told) == (1, True), told
    code, told = gate([{"item": 1}])
    assert code == 1
    assert "no column for the reply" in told


PAGE = Path(__file__).parents[3] / "docs/judges/gate.md"


def test_the_commands_of_the_documented_action_run(certified, gate):
    batch, _certificate = certified
    action = yaml.safe_load(PAGE.read_text().partition("```yaml\n")[2].partition("```")[0])
    steps = [step["run"] for step in action["jobs"]["gate"]["steps"] if "run" in step]
    (command,) = [shlex.split(step) for step in steps if step.startswith("rateroom ")]
    assert command[:4] == ["rateroom", "gate", "certificate.json", "replies.jsonl"]
    assert gate(replies_of(batch), *command[4:])[0] == 0
