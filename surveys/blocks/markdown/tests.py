"""`markdown`, part by part."""

from surveys.base import FieldNeed, Part
from tests.surveys.parts import rubric_with, shown


def test_a_judge_reads_it_as_written():
    block = rubric_with(block="  - {block: markdown, field: query, title: Query}").stimulus[-1]
    assert block.needs() == [FieldNeed("query", "text")]
    assert block.prompt(shown(query="**A** mill?")) == [Part("text", "[Query]:\n**A** mill?")]
