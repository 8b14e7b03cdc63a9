"""Tests of judge runs and the report, compared with values calculated by hand."""

import pytest
from django.core.management import CommandError, call_command

from analysis.comparison.catalogue import NOTHING_VARIES, ONE_RATING
from analysis.comparison.compare import compare
from analysis.data.ratings import batch_frame
from core.errors import DocumentError, RateroomError
from hits.models import Batch
from hits.review.decisions import reject_assignments
from judges.models import JudgeRun, Verdict, VerdictAnswer
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.replies.reading import reread_run
from tests import world

pytestmark = pytest.mark.django_db
KEYS = ["naturalness", "coherence", "word_choice", "syntax", "coverage"]
# Naturalness of six HITs by two people and the judge, in the order of item and system.
ANN, BEN, JUDGE = [1, 1, 2, 2, 3, 3], [1, 2, 2, 3, 3, 3], [1, 1, 2, 3, 3, 2]


def units(batch) -> list[tuple[str, str]]:
    return sorted(world.shown_systems(batch))


def rate_with(user, batch, values) -> None:
    """Rate each HIT with its value for naturalness and the usual answers to the other questions."""
    wanted = dict(zip(units(batch), values, strict=True))
    for _turn in values:
        claimed = world.claim(user, batch)
        value = wanted[claimed.hit.item.external_id, claimed.hit.outputs[0].system.name]
        from hits.queue.submitting import submit_assignment

        submit_assignment(
            annotator=user, assignment_id=claimed.pk, raw=world.GOOD | {"naturalness": str(value)}
        )


def reply(value: int) -> str:
    return f"Section 1: {value}\n" + "\n".join(f"Section {n}: 1" for n in range(2, 6))


def judge(batch, replies, **options):
    lines = [
        {"item": item, "system": system, "reply": text}
        for (item, system), text in zip(units(batch), replies, strict=True)
    ]
    name = options.pop("name", "Run")
    return import_judge_run(
        batch=batch, settings=JudgeSettings(name=name, model="m"), replies=lines, **options
    )


@pytest.fixture(scope="module")
def module_rated(module_rows):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3), annotators_per_hit=2)
    rate_with(world.annotator(), batch, ANN)
    rate_with(world.second_annotator(), batch, BEN)
    return batch


@pytest.fixture
def rated(module_rated, db):
    return Batch.objects.get(pk=module_rated.pk)


def compared(batch):
    return compare(batch_frame(batch)).criteria


def value(judged, statistic):
    return judged.figure(statistic).judge


def test_every_figure_by_hand(rated):
    judge(rated, [reply(value) for value in JUDGE])
    first, second, *_rest = compared(rated)
    (judged,) = first.judges
    assert (judged.shared, first.people.ratings) == (6, 12)
    assert first.people.mean.value == pytest.approx(26 / 12)
    assert judged.mean.value == pytest.approx(12 / 6)
    # Equal to the judge: ann on HITs 1, 2, 3, 5; ben on 1, 3, 4, 5: eight of twelve.
    assert value(judged, "exact").value == pytest.approx(8 / 12)
    assert value(judged, "spearman_pooled").value == pytest.approx(SPEARMAN)
    # 10 concordant pairs, 1 discordant; 15 pairs, 1 tied in people, 3 tied in the judge.
    assert value(judged, "kendall_pooled").value == pytest.approx(
        (10 - 1) / ((15 - 1) * (15 - 3)) ** 0.5
    )
    assert (first.people.agreement["alpha"].value, first.people.agreement["alpha"].n) == (
        pytest.approx(ALPHA),
        6,
    )
    assert judged.confusion.counts == ((3, 0, 0), (1, 2, 1), (0, 2, 3))
    flat = second.judges[0]
    assert (value(flat, "exact").value, value(flat, "spearman_pooled").value) == (1, None)
    assert value(flat, "spearman_pooled").reason == NOTHING_VARIES


def _by_library() -> tuple[float, float]:
    import krippendorff
    import scipy.stats

    means = [(a + b) / 2 for a, b in zip(ANN, BEN, strict=True)]
    return (
        float(scipy.stats.spearmanr(means, JUDGE).statistic),
        float(krippendorff.alpha(reliability_data=[ANN, BEN], level_of_measurement="ordinal")),
    )


SPEARMAN, ALPHA = _by_library()


def test_one_rating_a_hit_has_no_agreement_and_says_so():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3))
    rate_with(world.annotator(), batch, ANN)
    assert {one.people.agreement["alpha"].reason for one in compared(batch)} == {ONE_RATING}
    judge(batch, ["no"] * 6)
    assert {one.judges for one in compared(batch)} == {()}


def test_rejected_work_does_not_count(rated):
    judge(rated, [reply(value) for value in JUDGE])
    done = rated.assignments.filter(state="submitted").values_list("pk", flat=True)
    reject_assignments(batch=rated, ids=list(done)[:1], reason="No.", by=None)
    assert compared(rated)[0].people.ratings == 11


def test_a_reply_that_cannot_be_read_is_kept_with_its_code_and_counts_nowhere(rated):
    replies = [reply(value) for value in JUDGE]
    replies[0], replies[1] = (
        "I'm sorry, I can't help with that.",
        reply(2).replace("Section 5: 1", "Section 5: 7"),
    )
    result = judge(rated, replies)
    assert (result.read, dict(result.failed)) == (4, {"refusal": 1, "out_of_range": 1})
    refused = Verdict.objects.exclude(error_code="").order_by("pk")
    assert [(one.error_code, one.raw_reply) for one in refused] == [
        ("refusal", replies[0]),
        ("out_of_range", replies[1]),
    ]
    assert refused[1].error_detail == "Section 5: 7 is not one of the answers 1, 2, 3."
    assert VerdictAnswer.objects.filter(verdict__in=refused).count() == 0
    assert compared(rated)[0].judges[0].shared == 4


def test_a_line_the_batch_does_not_rate_is_named_and_nothing_is_kept(rated):
    lines = [
        {"item": "item-1", "system": "Heron", "reply": reply(1)},
        {"item": "item-9", "system": "Heron", "reply": ""},
    ]
    settings = JudgeSettings(name="Run", model="m")
    with pytest.raises(DocumentError) as error:
        import_judge_run(batch=rated, settings=settings, replies=lines, document="judge.jsonl")
    assert str(error.value) == (
        "judge.jsonl: line 2: the batch has no HIT of item item-9 with Heron. "
        "Correct the names, or skip rows for outputs that are not in the batch."
    )
    assert JudgeRun.objects.count() == Verdict.objects.count() == 0
    result = import_judge_run(batch=rated, settings=settings, replies=lines, skip_unknown=True)
    assert (result.read, result.skipped) == (1, 1)


def test_two_runs_of_one_name_and_two_replies_for_one_hit_are_refused(rated):
    judge(rated, [reply(1)] * 6)
    with pytest.raises(RateroomError, match="This name is already taken"):
        judge(rated, [reply(1)] * 6)
    twice = [{"item": "item-1", "system": "Heron", "reply": reply(1)}] * 2
    with pytest.raises(DocumentError, match="line 2: is a second reply"):
        import_judge_run(
            batch=rated, settings=JudgeSettings(name="Other", model="m"), replies=twice
        )


def test_reading_again_shows_what_changed(rated):
    run = judge(rated, [reply(value) for value in JUDGE]).run
    assert reread_run(run=run).changed == {}
    spoilt = run.verdicts.order_by("pk").first()
    VerdictAnswer.objects.filter(verdict=spoilt).delete()
    Verdict.objects.filter(pk=spoilt.pk).update(error_code="missing_section")
    again = reread_run(run=run)
    assert (again.replies, dict(again.changed)) == (6, {("missing_section", "read"): 1})
    assert spoilt.answers.count() == 5


@pytest.mark.parametrize(
    ("samples", "stored"), [([0, 1], [0, 1]), (["1", "2.0"], [1, 2]), ([None], [1])]
)
def test_samples_are_numbered_as_the_file_has_them(rated, samples, stored):
    lines = [
        {"item": "item-1", "system": "Heron", "reply": reply(1), "sample": one} for one in samples
    ]
    run = import_judge_run(
        batch=rated, settings=JudgeSettings(name="S", model="m"), replies=lines
    ).run
    assert sorted(run.verdicts.values_list("sample", flat=True)) == stored


def test_what_a_database_cannot_hold_is_marked_in_the_reply(rated):
    lines = [{"item": "item-1", "system": "Heron", "reply": f"\x00{reply(1)}\ud83d"}]
    run = import_judge_run(
        batch=rated, settings=JudgeSettings(name="S", model="m"), replies=lines
    ).run
    assert [one.raw_reply for one in run.verdicts.all()] == [f"�{reply(1)}�"]


@pytest.mark.parametrize("sample", ["first", -1, 1.5, 40_000])
def test_a_sample_that_is_no_number_is_told(rated, sample):
    lines = [{"item": "item-1", "system": "Heron", "reply": reply(1), "sample": sample}]
    with pytest.raises(
        DocumentError,
        match=f"r.jsonl: line 1: “{sample}” is not a sample number. Use a whole number",
    ):
        import_judge_run(
            batch=rated,
            settings=JudgeSettings(name="S", model="m"),
            replies=lines,
            document="r.jsonl",
        )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--column", "reply"], "--column reply: write NAME=VALUE"),
        (["--param", "temperature"], "--param temperature: write NAME=VALUE"),
        (
            ["--prompt-file", "nowhere.txt"],
            "nowhere.txt cannot be read: No such file or directory.",
        ),
    ],
)
def test_options_of_the_import_are_checked(rated, tmp_path, options, said):
    path = tmp_path / "r.jsonl"
    path.write_text('{"item": "item-1", "system": "Heron", "reply": ""}\n')
    with pytest.raises(CommandError, match=said):
        call_command(
            "import_judge_run", str(rated.pk), str(path), "--name", "S", "--model", "m", *options
        )


def test_results_that_are_not_text_are_told(rated, tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"\xff\xfe")
    run = judge(rated, [reply(1)] * 6).run
    with pytest.raises(CommandError, match=r"results.jsonl is not UTF-8"):
        call_command("import_judge_results", str(run.pk), str(path))
