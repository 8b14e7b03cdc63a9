"""Tests of translated texts with values in templates: languages, escaping and plural forms."""

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation

UNTIL = '{% say "until %(when)s" when=day %}'
RESPONSES = '{% count "%(number)s response to review" "%(number)s responses to review" number=n %}'


def page(source: str, **values: object) -> str:
    return Template(source).render(Context(values))


def test_a_text_is_said_in_the_reader_s_language():
    assert page(UNTIL, day="Monday") == "until Monday"
    with translation.override("de"):
        assert page(UNTIL, day="Montag") == "bis Montag"


def test_a_number_chooses_the_text():
    assert page(RESPONSES, n=1) == "1 response to review"
    assert page(RESPONSES, n=2) == "2 responses to review"
    with translation.override("de"):
        assert page(RESPONSES, n=1) == "1 Antwort zu prüfen"


def test_a_value_is_escaped_and_the_text_is_not():
    source = '{% say "<b>%(name)s</b> is %(share)s %% done" name=name share=share %}'
    assert page(source, name="<i>", share=5) == "<b>&lt;i&gt;</b> is 5 % done"


def test_a_text_can_be_kept_for_later():
    assert page('{% say "until %(when)s" when=day as end %}({{ end }})', day="<") == "(until &lt;)"


def test_a_missing_value_is_blank():
    assert page(UNTIL) == "until "


def test_a_paragraph_is_one_text():
    source = (
        '{% paragraph "quiet" with when=day %}\n  until\n  {{ when }}\n{% endparagraph %}'
        "{% paragraph count number=n %}{{ number }} HIT{% plural %}{{ number }} HITs{% endparagraph %}"
    )
    assert page(source, day="<", n=2) == '<p class="quiet">until &lt;</p><p>2 HITs</p>'
    with translation.override("de"):
        assert page(source, day="<", n=2).startswith('<p class="quiet">bis &lt;</p>')


def test_the_first_value_whose_condition_holds_is_picked():
    source = '{% pick n > 1 then "<" else n == 1 and one then one|upper else _("None") %}'
    assert page(source, n=2) == "<"
    assert page(source, n=1, one="<b>") == "&lt;B&gt;"
    assert page(source, n=0) == "None"
    with translation.override("de"):
        assert page('{% pick n then "" else _("None") as word %}({{ word }})') == "(Keine)"


def test_one_tag_follows_a_condition_or_a_loop():
    source = '{% when n == 2 or "then" in words then say "until %(when)s" when=day %}'
    assert page(source, n=2, day="<") == "until &lt;"
    assert page(source, n=1, day="<") == ""
    facts = "{% each name, value in facts.items then fact name value %}"
    assert page(facts, facts={"Size": 5, "Parts": 6}) == page(
        '{% fact "Size" 5 %}{% fact "Parts" 6 %}', facts=None
    )
    with pytest.raises(TemplateSyntaxError, match="then"):
        page("{% when n %}")
