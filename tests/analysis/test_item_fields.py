"""Tests of item fields with separate results in a report."""

import pytest

from analysis.data.facts import ItemField
from analysis.data.item_fields import item_fields
from analysis.report.computing import perform_report
from analysis.report.content import comparison_of
from analysis.requests import report_for
from stimuli.models import Item
from tests import world

pytestmark = pytest.mark.django_db


def dataset(owner, fields):
    """Return a dataset of four items. `fields` returns an item's fields by its number."""
    data = world.dataset(owner, items=4)
    for number, item in enumerate(Item.objects.filter(dataset=data).order_by("pk"), 1):
        Item.objects.filter(pk=item.pk).update(fields=fields(number))
    return data


def test_few_short_values_that_come_twice_or_more_are_a_field():
    owner = world.project()
    data = dataset(
        owner,
        lambda number: {
            "domain": ["news", "chat"][number % 2],
            "is_long": number > 2,
            "same": "x",
            "own": f"text {number}",
            "text": ["a", "b"][number % 2] * 61,
            "tags": ["p", "q"],
        },
    )
    found = item_fields([world.live_batch(owner, data)])
    news = {f"item-{number}": ["news", "chat"][number % 2] for number in range(1, 5)}
    assert found[0] == ItemField("domain", news)
    assert [(field.name, field.distinct) for field in found[1:]] == [("is_long", ["false", "true"])]


def test_lists_as_long_as_a_checklists_list_are_categories_of_its_entries():
    owner = world.project()
    data = dataset(
        owner,
        lambda number: {
            "key_points": [f"the thing {number}", f"the place {number}"],
            "category": ["object", "place"],
            "shorter": ["object"],
            "every": [f"a{number}", f"b{number}"],
        },
    )
    batch = world.live_batch(owner, data, rubric=world.version("key-points"))
    of_each = {f"item-{number}": ["object", "place"] for number in range(1, 5)}
    assert item_fields([batch]) == [ItemField("category", of_each)]


def test_a_report_has_the_ratings_by_field():
    owner = world.project()
    data = dataset(owner, lambda number: {"domain": ["news", "chat"][number % 2]})
    batch = world.live_batch(owner, data)
    for _hit in range(8):
        world.rate(world.annotator(), batch)
    report = report_for(batch)
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    parts = comparison_of(report).by_field
    assert [(part.field, part.name, part.items) for part in parts] == [
        ("domain", "chat", 2),
        ("domain", "news", 2),
    ]
    assert sum(part.ratings for part in parts) == comparison_of(report).ratings
