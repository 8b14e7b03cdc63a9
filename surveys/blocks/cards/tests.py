"""Tests of the block `cards`."""

from core.errors import Problem
from surveys.base import FieldNeed, Part
from surveys.item_fields import field_faults
from tests.surveys.parts import rubric_with, shown

BLOCK = (
    "  - {block: cards, field: products, card_title: Product, rows: "
    "[{field: title, title: Title}, {field: price, title: Price}]}"
)


def test_every_record_is_a_card():
    block = rubric_with(block=BLOCK).stimulus[-1]
    assert block.needs() == [FieldNeed("products", "records")]
    stimulus = shown(products=[{"title": "Mill", "price": 3}, {"title": "Sail"}])
    text = "Product 1:\n- Title: Mill\n- Price: 3\n\nProduct 2:\n- Title: Sail\n- Price: N/A"
    assert block.prompt(stimulus) == [Part("text", text)]
    assert block.part_of(stimulus, block.needs()[0]) == [Part("text", text)]
    assert [len(cards) for cards in block.sample().values()] == [3]


def test_an_item_has_as_many_records_as_are_compared():
    rubric = rubric_with(block=BLOCK.replace("field: products,", "field: products, count: 3,"))
    fields = {"points": ["x"], "products": [{"title": "Mill", "price": 1}] * 2}
    (fault,) = field_faults(rubric, fields, {})
    assert (fault.field, fault.what) == ("products", "has 2 entries, but the rubric needs 3.")
    fields["products"] = [{"title": "Mill", "price": 1}] * 3
    assert list(field_faults(rubric, fields, {})) == []


def test_an_import_warns_of_a_value_that_no_record_names():
    block = rubric_with(block=BLOCK).stimulus[-1]
    what = "no record has `price`, so the page shows N/A in every card. The records have `title`."
    assert block.doubts({"products": [{"title": "Mill"}]}) == [Problem(what, "products")]
    assert block.doubts({"products": "Mill"}) == []
