"""Tests of the journeys through the code in the documentation: their modules, functions and calls
exist."""

import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/developers/journeys.md").read_text(encoding="utf-8")
JOURNEYS = TEXT.split("\n## ")[1:]
ROW = re.compile(r"^\| (\d+) \| `([\w/]+)\.py` \| `(\w+)` \| .* \| (.*) \|$", re.MULTILINE)


class Step(NamedTuple):
    number: int
    module: str
    function: str
    reached_from: str


def steps(journey: str) -> list[Step]:
    return [
        Step(int(number), path.replace("/", "."), *rest)
        for number, path, *rest in ROW.findall(journey)
    ]


def source_of(step: Step) -> str:
    """Return the source of the step's module and of the SQL files it names."""
    source = (ROOT / f"{step.module.replace('.', '/')}.py").read_text(encoding="utf-8")
    statements = re.findall(r"\w+/[\w/]+\.sql", source)
    return "\n".join([source, *((ROOT / path).read_text(encoding="utf-8") for path in statements)])


def uses(user: str, used: str) -> bool:
    """Return whether `user` has a name from the module `used`, or a base class of one of its
    classes."""
    there = vars(import_module(used))
    origins = {
        base for value in there.values() if isinstance(value, type) for base in value.__mro__
    } - {object}
    own = [value for value in there.values() if getattr(value, "__module__", None) == used]
    names = list(vars(import_module(user)).values())
    return any(value is name for value in [*own, *origins, import_module(used)] for name in names)


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.partition("\n")[0])
def test_a_journey_visits_each_module_once_and_in_order(journey):
    visited = [step.module for step in steps(journey)]
    assert [step.number for step in steps(journey)] == list(range(1, len(visited) + 1))
    assert sorted(set(visited)) == sorted(visited)


@pytest.mark.parametrize(
    "step", [step for journey in JOURNEYS for step in steps(journey)], ids=lambda step: step.module
)
def test_a_steps_function_is_in_its_module(step):
    assert re.search(rf"^ *(def|class) {step.function}\b", source_of(step), re.MULTILINE)


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.partition("\n")[0])
def test_a_step_is_reached_from_where_the_page_says(journey):
    modules = {step.number: step.module for step in steps(journey)}
    unused = [
        (step.number, number)
        for step in steps(journey)
        for number in map(int, re.findall(r"\b\d+\b", step.reached_from))
        if not uses(modules[number], step.module) and not uses(step.module, modules[number])
    ]
    assert unused == []


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.partition("\n")[0])
def test_a_table_that_connects_two_steps_is_named_by_both(journey):
    named = [
        (step, name)
        for step in steps(journey)
        for name in re.findall(r"`(\w+)`", step.reached_from)
    ]
    for step, name in named:
        earlier = [other for other in steps(journey)[: step.number - 1] if name in source_of(other)]
        assert name in source_of(step)
        assert earlier != []


def test_no_journey_grows():
    assert [len(steps(journey)) for journey in JOURNEYS] == [14, 14]
