"""Tests that the benchmarks run without errors and lose nothing. They assert no times."""

import asyncio
import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from benchmarks.desk import pages
from benchmarks.desk_around import fill_around
from benchmarks.desk_fill import Busy, make_busy_desk
from benchmarks.fill import Shape, make_batch, make_dataset, make_world
from benchmarks.load import Rounds
from benchmarks.material import ANSWERS
from benchmarks.pages import post_forms
from benchmarks.scale import read_costs
from hits.models import Answer, Assignment
from hits.money.escrow import batch_money
from tests.conftest import ROOT
from tests.supervised import bare_environment
from tests.world import person

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The JSON results of a tiny run of all benchmarks."""
    path = tmp_path_factory.mktemp("benchmarks") / "figures.json"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--tiny", "--json", str(path)],
        cwd=ROOT,
        env=bare_environment(),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(path.read_text())


@pytest.fixture(scope="module")
def figures(recorded):
    """The details of each benchmark by name."""
    return {measure["name"]: measure["details"] for measure in recorded["measures"]}


@pytest.mark.long
def test_both_servers_store_as_many_submissions_as_were_acknowledged(figures):
    measure = figures["cycle, 2 annotators"]
    assert (measure["floor"]["errors"], measure["rateroom"]["errors"]) == ({}, {})
    assert (measure["floor"]["acknowledged"], measure["rateroom"]["acknowledged"]) == (24, 24)
    assert (measure["floor_stored"], measure["stored"]) == (24, 24)


def test_in_turn_everybody_plays_once_a_round_and_never_two_at_once():
    rounds, played, inside = Rounds(random.Random(1)), [], 0

    async def play(number):
        nonlocal inside
        for _turn in range(20):
            async with rounds:
                inside += 1
                await asyncio.sleep(0)
                assert inside == 1
                played.append(number)
                inside -= 1

    async def together():
        await asyncio.wait_for(asyncio.gather(*map(play, range(5))), 10)

    with ThreadPoolExecutor(
        1
    ) as pool:  # a browser test before this one may have left a loop in this thread
        pool.submit(asyncio.run, together()).result()
    # Whoever comes first begins alone; from then on all five are in each round.
    orders = [tuple(played[at : at + 5]) for at in range(1, 91, 5)]
    assert all(len(set(order)) == 5 for order in orders)
    assert len(set(orders)) > 5


@pytest.mark.long
def test_every_other_benchmark_finds_work_and_no_errors(figures):
    played = [details for name, details in figures.items() if name.startswith("one annotator")]
    played.append(figures["10 annotators, think time 0.5 s: p95"]["rateroom"])
    assert len(played) == 6
    assert [one["errors"] for one in played] == [{}] * 6
    assert all(one["cycles"] for one in played)
    assert (
        figures["long export of 300 assignments"]["bytes"]
        > figures["wide export of 300 assignments"]["bytes"]
    )


@pytest.mark.long
def test_a_run_holds_all_that_the_page_on_scale_is_derived_from(recorded):
    costs = read_costs(recorded, recorded)
    assert all(
        getattr(costs, name) > 0
        for name in ("cycles", "latency", "web", "wal", "wal_autosave", "page", "read")
    )
    assert costs.wal > costs.wal_records
    assert any(one["name"] == "report of 2,160 ratings, 5 draws" for one in recorded["measures"])


@pytest.mark.long
def test_each_heavy_hit_is_seen_beside_a_bare_page_of_the_same_media(recorded):
    kinds = ("8 pictures: ", "clip of 5 s: ", "picture of 48 megapixels: ")
    heavy = [one for one in recorded["measures"] if one["name"].startswith(kinds)]
    assert len(heavy) == 9
    assert all(one["ours"] > 0 and one["yardstick"] > 0 for one in heavy)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "shape",
    [Shape(200, 1, 0), Shape(200, 3, 50), Shape(200, 3, 99), Shape(200, 3, veteran=40)],
    ids=str,
)
def test_a_filled_batch_is_what_the_site_would_have_made(shape):
    world = make_world()
    batch = make_batch(world, make_dataset(world, shape.hits), shape, veteran=person("veteran"))
    taken = batch.assignments.filter(state=Assignment.State.SUBMITTED)
    assert batch.assignments.filter(state=Assignment.State.FREE).count() == shape.free
    assert taken.count() == shape.hits * shape.annotators - shape.free
    assert Answer.objects.filter(assignment__batch=batch).count() == taken.count() * ANSWERS
    assert batch_money(batch).remaining == shape.hits * shape.annotators * (
        batch.reward + batch.fee
    )
    assert _dangling() == []


@pytest.mark.django_db
@pytest.mark.long
def test_every_page_of_a_busy_desk_is_there(client):
    """The benchmark requests pages by route name, so a renamed page would be skipped silently."""
    world = make_world(past=8)
    large = make_busy_desk(world, Busy(batches=3, hits=220, large=100, annotators=8))
    assert large.assignments.count_by_state() == {"approved": 50, "submitted": 30, "free": 20}
    assert Assignment.objects.count() == 220
    assert _dangling() == []
    owner = person("owner", is_staff=True)
    owner.memberships.create(project=large.project, role="owner")
    around = fill_around(world, large, owner=owner)
    assert _dangling() == []
    client.force_login(owner)
    answers = {name: client.get(address).status_code for name, address in pages(large, around)}
    redirected = {"list of projects"}  # to the desk's own list
    assert answers == {name: 302 if name in redirected else 200 for name in answers}


def _dangling() -> list[str]:
    """Return violated foreign keys. They are possible because the insertion skips these checks."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute(
            """
            select conname, conrelid::regclass, a.attname, confrelid::regclass, b.attname
              from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
              join pg_attribute b on b.attrelid = confrelid and b.attnum = confkey[1]
             where contype = 'f' and conrelid::regclass::text like 'hits%%'
            """
        )
        for name, table, column, target, key in cursor.fetchall():
            cursor.execute(
                f"select 1 from {table} t left join {target} o on o.{key} = t.{column}"
                f" where t.{column} is not null and o.{key} is null limit 1"
            )
            found += [name] * cursor.rowcount
    return found


def test_a_form_is_read_as_a_browser_would_send_it():
    page = """
      <form action="/find" method=get><input name=q></form>
      <form method="post" action="/hits/1/"><input type=hidden name=token value="a&amp;b">
        <input type="radio" name="one" value="1"><input type="radio" name="one" value='2'>
        <select name=two><option value="">-</option><option value="x">X</option></select>
        <input type=checkbox name=tick value=yes><textarea name="text"></textarea><button name=action value=stop>
      </form><input name=outside>
    """
    (form,) = post_forms(page)
    assert (form.action, form.served, form.ticks) == ("/hits/1/", {"token": "a&b"}, {"tick": "yes"})
    assert (form.choices, form.texts) == ({"one": ["1", "2"], "two": ["x"]}, ["text"])
