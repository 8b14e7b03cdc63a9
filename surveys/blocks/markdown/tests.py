"""Tests of the block `markdown`."""

import re
from html import unescape
from random import Random
from time import process_time

import pytest

from surveys.base import FieldNeed, Part
from surveys.untrusted.code import LANGUAGES, SECONDS, code_html
from surveys.untrusted.markdown import _parser, render_markdown, without_code
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


def test_maths_is_mathml_with_its_tex_and_money_is_none():
    html = render_markdown(
        "From $5 to $6, or $5-$6: $x_1*y*z_2$ and \\(a\\), \\$b$.\n\n\\[\nc\n- d\n\\]"
    )
    assert (html.count("<math"), html.count('<math display="block"')) == (3, 1)
    assert html.startswith("<p>From $5 to $6, or $5-$6: <math")
    assert '<annotation encoding="application/x-tex">x_1*y*z_2</annotation>' in html
    assert not re.search("<(em|ul)>", html)


@pytest.mark.parametrize(
    "tex",
    ["\\frac", "{", "\\foo{x}", "\\cancel{x}", "\\def\\a{\\b\\b}\\a", "x^a^b", "{" * 40 + "}" * 40],
)
def test_a_formula_that_cannot_be_read_is_shown_as_its_source(tex):
    assert render_markdown(f"${tex}$") == f'<p><code class="tex">${tex}$</code></p>\n'


@pytest.mark.attack("writing Markdown")
def test_no_formula_and_no_code_brings_markup_of_its_own():
    hostile = '</math></annotation><script>x()</script><img src=y onerror="x()">'
    text = f"""
$\\text{{{hostile}}}$ $\\href{{javascript:x()}}{{a}} \\style{{color:red}}{{b}} \\class{{c}}{{d}}$
<math><mtext>raw</mtext></math> 0-0;

```html"onclick="x()
{hostile}
```
"""
    html = render_markdown(text)
    assert set(re.findall(r"<([a-z]+)", html)) == {
        "p", "math", "semantics", "mrow", "mtext", "annotation", "mi", "pre", "code", "span"
    }  # fmt: skip
    assert not re.search(r"<[^>]*(?:href|style|onclick|onerror)", html)
    assert "0-0;" in html


def test_code_has_a_numbered_element_for_each_line_and_keeps_every_sign():
    code = 'def f(x):\n    """A\n    b"""\n\treturn x < "é"\n'
    html = render_markdown(f"```Python\n{code}```")
    inside = html.split("<code>")[1].split("</code>")[0]
    assert unescape(re.sub("<[^>]+>", "", inside)) == code.rstrip("\n")
    assert [line.count("<span>") for line in inside.split("\n")] == [1, 1, 1, 1]
    assert '<b class="k">def</b> <b class="f">f</b>' in inside
    assert "<b" not in render_markdown(f"```no-such-language\n{code}```")


@pytest.mark.attack("writing Markdown")
@pytest.mark.parametrize("name", sorted(set(LANGUAGES.values())))
def test_hostile_code_takes_little_time(name):
    language = next(key for key, value in LANGUAGES.items() if value == name)
    code_html("x", language)
    for sign in ('"\\', "<a b=", "/*", "({["):
        for code in (sign * 180, (sign * 9 + "\n") * 380):
            started = process_time()
            code_html(code, language)
            assert process_time() - started < 2 * SECONDS


@pytest.mark.attack("writing Markdown")
def test_no_line_that_is_parsed_passes_for_code():
    choice, pieces = (
        Random(7).choice,
        ["```", "````", "~~~", "~~~~", "\n", "\n", "\n", "@", "@@@@", ">@", "-@", "$$", "x", "`"],
    )
    for _time in range(3_000):
        text = "".join(choice(pieces) for _piece in range(20)).replace("@", " ")
        lines = text.split("\n")
        for token in _parser.parse(text):
            if token.type == "fence" and token.map:
                first, after = token.map
                lines[first:after] = [""] * (after - first)
        counted = iter(without_code(text))
        assert all(sign in counted for sign in "".join("".join(lines).split())), text


def test_long_code_is_shown_as_code():
    html = render_markdown("```js\n" + "a[0] = {};\n" * 1_000 + "```")
    assert html.count("<span>") == 1_000
