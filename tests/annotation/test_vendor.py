"""Tests that vendored libraries are unchanged and that no template needs eval."""

import hashlib
from pathlib import Path

import pytest
from django.template import Template

from tools.lint.templates import problems

ROOT = Path(__file__).parents[2]


def test_htmx_is_as_it_was_published():
    for line in (ROOT / "tools/vendor/htmx.sha256").read_text().splitlines():
        sha256, name = line.split()
        content = (ROOT / "static/vendor/htmx" / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == sha256


@pytest.mark.parametrize(
    ("attribute", "what"),
    [
        ("hx-on:click='go()'", "hx-on"),
        ('hx-vals="js:{a: 1}"', "js:"),
        ("hx-trigger='every 5s [!document.hidden]'", "filter"),
    ],
)
def test_what_needs_eval_is_found_at_its_line(tmp_path, attribute, what):
    (tmp_path / "page.html").write_text(f"<p>js: hx-vals</p>\n<p {attribute}></p>\n")
    (line,) = problems(tmp_path)
    assert line.startswith("page.html:2: ")
    assert what in line


def test_a_filtered_text_in_a_tag_is_found(tmp_path):
    allowed = '{{ _("x")|upper }} {% fact _("x") y|default:_("z")|upper %} {% fact label=_("x")|upper value=1 %}\n'
    refused = "{% fact _('x')|upper y %}\n"
    (tmp_path / "page.html").write_text(allowed + refused)
    (line,) = problems(tmp_path)
    assert line.startswith("page.html:2: ")
    with pytest.raises(StopIteration):
        Template(refused)
    Template(allowed)


def test_no_template_of_ours_needs_eval():
    assert list(problems(ROOT)) == []
