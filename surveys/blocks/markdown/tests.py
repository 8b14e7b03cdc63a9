"""`markdown`, part by part."""

from surveys.base import FieldNeed, Part
from surveys.untrusted.markdown import render_markdown
from tests.surveys.parts import rubric_with, shown


def test_a_judge_reads_it_as_written():
    block = rubric_with(block="  - {block: markdown, field: query, title: Query}").stimulus[-1]
    assert block.needs() == [FieldNeed("query", "text")]
    assert block.prompt(shown(query="**A** mill?")) == [Part("text", "[Query]:\n**A** mill?")]


def test_a_link_leads_where_it_says_or_nowhere():
    text = (
        "[a](https://a.example/) [b](//b.example/) [c](/accounts/logout/) ![d](//d.example/d.png)"
    )
    assert render_markdown(text).count("href=") == 1
    assert 'href="https://a.example/"' in render_markdown(text)
