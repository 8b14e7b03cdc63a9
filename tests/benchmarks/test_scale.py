"""Tests that the capacity formulas agree with calculations by hand."""

import pytest

from benchmarks import capacity, scale
from benchmarks.capacity import PerHit, SetUp
from hits.models import HIT, Answer, Assignment
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "scale" / "steps.md"
COSTS = capacity.Costs(
    cores=2,
    cycles=200,
    latency=0.020,
    web=0.006,
    database=0.004,
    web_autosave=0.5,
    database_autosave=0.25,
    wal=10_000,
    wal_records=3_000,
    wal_autosave=500,
    flushes=0.9,
    page=20_000,
    tables=600,
    indexes=400,
    read=0.00005,
)


def test_a_full_run_goes_before_a_newer_quick_one(tmp_path):
    def record(name, taken, kind, measure):
        (tmp_path / name).write_text(
            f'{{"taken_at": "{taken}", "scale": "{kind}", "measures": [{{"name": "{measure}"}}]}}'
        )

    record("a.json", "2026-01-02", "full", "cycle, 8 annotators")
    record("b.json", "2026-01-03", "quick", "cycle, 8 annotators")
    record("c.json", "2026-01-04", "full", "something else")
    (tmp_path / "chaos.json").write_text('{"seconds": 1}')
    assert scale.newest(tmp_path, "cycle, ").name == "a.json"
    assert scale.newest(tmp_path, "cycle, ", "8 annotators").name == "a.json"
    with pytest.raises(scale.NotRecorded, match=r"has “cycle,”, “web”\. Run `make bench`"):
        scale.newest(tmp_path, "cycle, ", "web")


def test_demand_by_hand():
    # 10,000 annotators × 60 HITs × 0.12 / 3,600 s
    assert capacity.peak(10_000) == pytest.approx(20)
    assert capacity.annotators_a_day(20) == pytest.approx(10_000)
    assert capacity.at_once(20) == 600
    assert capacity.busy(20, 0.25) == 5


def test_waiting_by_hand():
    # One server: the chance to wait is how full it is; the time is 1 / (1 - share).
    assert capacity.erlang_c(1, 0.6) == pytest.approx(0.6)
    assert capacity.stretch(1, 0.6) == pytest.approx(2.5)
    # Two servers with 1.2 offered: 1.8 / (1 + 1.2 + 1.8); the time is 1 / (1 - 0.36).
    assert capacity.erlang_c(2, 1.2) == pytest.approx(0.45)
    assert capacity.stretch(2, 0.6) == pytest.approx(1.5625)


def test_one_hit_by_hand():
    hit = capacity.per_hit(COSTS)
    # Web: 1 + 6 × 0.5 + 0.5 = 4.5 cycles; PostgreSQL: 1 + 6 × 0.25 + 0.5 = 3.
    assert hit == PerHit(
        cycles=pytest.approx((4.5 * 6 + 3 * 4) / 10),
        web=pytest.approx(0.027),
        database=pytest.approx(0.012),
        reads=pytest.approx(0.0005),
        wal=pytest.approx(18_000),
        wal_records=pytest.approx(7_500),
        commits=7.5,
        seconds=pytest.approx(0.078),
        html=pytest.approx(30_000),
        kept=1_000,
    )


def test_limits_by_hand():
    few = capacity.web_machines_without_pooler()
    assert few == (100 - 8) // 16
    hit = capacity.per_hit(COSTS)
    one = capacity.one_machine(COSTS, hit)
    # A second of two cores: 0.6 × 200 cycles; a HIT is 3.9 of them and 0.05 for the reads.
    assert one[capacity.CPU] == pytest.approx(0.6 * 200 / 3.95)
    assert one[capacity.THREADS_FULL] == pytest.approx(0.6 * 16 / 0.078)
    apart = capacity.web_apart(COSTS, hit, machines=few, cores=2)
    assert apart[capacity.WEB_CPU] == pytest.approx(0.6 * 5 * 2 / 0.027)
    assert apart[capacity.DATABASE_CPU] == pytest.approx(0.6 * 2 / 0.0125)
    assert apart[capacity.WAL] == pytest.approx(0.6 * 131e6 / 18_000)
    assert apart[capacity.MEDIA] == pytest.approx(0.6 * 125e6 / 300_000)
    eased = capacity.web_apart(COSTS, hit, machines=few, cores=2, replica=True, s3=True)
    assert eased[capacity.DATABASE_CPU] == pytest.approx(0.6 * 2 / 0.012)
    assert eased[capacity.MEDIA] == float("inf")


def test_the_first_set_up_that_carries_it_is_chosen():
    small, large = SetUp("small", {"a": 5, "b": 3}), SetUp("large", {"a": 5, "b": 30})
    assert (small.binding, small.carries) == ("b", 3)
    assert capacity.chosen([small, large], 3) == (small, 1)
    assert capacity.chosen([small, large], 4) == (large, 1)
    assert capacity.chosen([small, large], 11) == (large, 3)


def test_what_the_page_says_of_unique_keys():
    """Partitioning by batch depends on which unique keys include the batch."""

    def held(model):
        unique = [one for one in model._meta.constraints if hasattr(one, "fields")]
        return {one.name: "batch" in one.fields for one in unique}

    assert held(HIT) == {"hit_once": True}
    assert held(Assignment) == {
        "assignment_hit_annotator_once": False,
        "assignment_one_claimed": True,
        "assignment_one_prefetched": True,
    }
    assert "batch" not in {field.name for field in Answer._meta.get_fields()}
    text = PAGE.read_text()
    assert all(name in text for name in (*held(HIT), *held(Assignment)))
