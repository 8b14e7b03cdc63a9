"""Tests of reading a batch's ratings as arrays: packed columns, label codes, and a fixed order."""

from dataclasses import fields

import numpy as np
import pytest
from django.db import connection

from analysis.data.frame import Frame, Labels
from analysis.data.ratings import batch_frame
from core.database.arrays import floats, integers
from quality.evidence.arrays import Works
from quality.evidence.reading import _work_of
from tests import world


@pytest.mark.parametrize("texts", [[], ["b", "a", "b"], ["c", "c"]])
def test_labels_of_codes_are_those_of_their_texts(texts):
    names = ["a", "b", "unused", "c", "b"]  # one stands twice, as judge runs of one name do
    codes = np.array([names.index(text) for text in texts], dtype=np.intp)
    codes[::2] = [4 if code == 1 else code for code in codes[::2]]
    coded, plain = Labels.coded(codes, names), Labels.of(texts)
    assert (coded.code.tolist(), coded.names) == (plain.code.tolist(), plain.names)


@pytest.mark.django_db
def test_a_packed_column_is_the_numbers_that_the_server_has():
    with connection.cursor() as cursor:
        cursor.execute(
            "select string_agg(int8send(n), ''), string_agg(float8send(n * 0.1::float8), '')"
            " from unnest(array[-1, 2, 9007199254740993]) n"
        )
        wholes, numbers = cursor.fetchone()
    assert integers(wholes).tolist() == [-1, 2, 9007199254740993]
    assert floats(numbers).tolist() == [-0.1, 0.2, 9007199254740993 * 0.1]
    assert (len(integers(None)), len(floats(None))) == (0, 0)


def frames_equal(one: Frame, other: Frame) -> bool:
    columns = [column.name for column in fields(one) if column.name != "facts"]
    pairs = [(getattr(one, name), getattr(other, name)) for name in columns]
    return all(
        (left.names == right.names and np.array_equal(left.code, right.code))
        if isinstance(left, Labels)
        else np.array_equal(left, right)
        for left, right in pairs
    )


@pytest.mark.django_db
def test_a_frame_is_the_same_whatever_plan_the_server_makes():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=4), annotators_per_hit=2)
    for name in ("ann", "ben"):
        for turn in range(4):
            world.rate(world.person(name), batch, dict.fromkeys(world.GOOD, str(turn % 3 + 1)))
    plans = ["nestloop", "hashjoin", "mergejoin", "indexscan", "bitmapscan"]
    frames = []
    with connection.cursor() as cursor:
        for plan in plans:
            cursor.execute(f"set local enable_{plan} = off")
            frames.append(batch_frame(batch))
            cursor.execute(f"set local enable_{plan} = on")
    assert (len(frames[0]), frames[0].judge.any()) == (2 * 4 * 5, False)
    assert [frames_equal(frame, frames[0]) for frame in frames] == [True] * len(plans)


def works(pairs: list[tuple[int, int]]) -> Works:
    person, hit = (np.array(column, dtype=np.int64) for column in zip(*pairs, strict=True))
    nothing = np.zeros(len(pairs))
    return Works(person, hit, person, person, nothing, hit, nothing.astype(bool))


def test_a_rating_finds_the_work_of_its_person_and_hit():
    of_two = works([(0, 900), (0, 7), (1, 7), (1, 31)])
    person, hit = np.array([1, 0, 1, 1, -1, 0, 0]), np.array([31, 900, 7, 900, 7, 8, 1000])
    assert _work_of(of_two, person, hit).tolist() == [3, 0, 2, -1, -1, -1, -1]
