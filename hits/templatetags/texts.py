"""Template tags for short texts. `say` and `count` replace `blocktranslate` on one line, with the
same messages. `paragraph` is a `<p>` with one text. `pick` replaces `if` and `else` on one line.
`when` and `each` replace an `if` and a `for` that contain a single tag. `again` and `fill` repeat
and define blocks."""

import re
from collections.abc import Iterator

from django import template
from django.forms.utils import flatatt
from django.template import TemplateSyntaxError
from django.template.base import (
    Node,
    NodeList,
    Parser,
    Token,
    VariableNode,
    render_value_in_context,
)
from django.template.context import Context
from django.template.defaulttags import ForNode, IfNode, TemplateIfParser, TemplateLiteral
from django.template.loader_tags import BlockNode
from django.templatetags.i18n import do_block_translate
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

register = template.Library()
LITERAL = r"""("[^"]*"|'[^']*')"""
SAID = re.compile(rf"(?:{{%|\bthen)\s*say {LITERAL}")
COUNTED = re.compile(rf"(?:{{%|\bthen)\s*count {LITERAL} {LITERAL}")


@register.simple_tag(takes_context=True)
def say(context: Context, text: str, **values: object) -> SafeString:
    """Return a translated text with its values filled in, for example `{% say "until %(when)s"
    when=… %}`."""
    return _filled(context, gettext(text), values)


@register.simple_tag(takes_context=True)
def count(context: Context, singular: str, plural: str, **values: object) -> SafeString:
    """Return the translated text with its values filled in. The first value must be a number. It
    selects the singular or the plural."""
    number = next(iter(values.values()))
    assert isinstance(number, int | float)  # noqa: S101 - a plural rule needs a number
    return _filled(context, ngettext(singular, plural, number), values)


class Paragraph(Node):
    child_nodelists = ()

    def __init__(self, text: Node, css: str) -> None:
        self.text, self.css = text, css

    def render(self, context: Context) -> SafeString:
        text = mark_safe(self.text.render(context))  # noqa: S308 - escaped by its node
        return format_html("<p{}>{}</p>", flatatt({"class": self.css} if self.css else {}), text)


@register.tag
def paragraph(parser: Parser, token: Token) -> Paragraph:
    """Parse a `<p>` with one translated text. `{% paragraph "quiet" with name=… %}` takes optional
    CSS classes, then the arguments of `blocktranslate`. Line breaks in the text become spaces."""
    name, *rest = token.split_contents()
    css = rest.pop(0).strip("\"'") if rest and rest[0][0] in "\"'" else ""
    contents = " ".join((name, "trimmed", *rest))
    text = do_block_translate(parser, Token(token.token_type, contents, lineno=token.lineno))
    return Paragraph(text, css)


class Again(Node):
    """A node that renders a block of the page a second time."""

    child_nodelists = ()

    def __init__(self, name: str) -> None:
        self.name = name

    def render(self, context: Context) -> SafeString:
        return BlockNode(self.name, NodeList()).render(context)


@register.tag
def again(_parser: Parser, token: Token) -> Again:
    """Parse a tag that renders a block of the page again, for example `{% again heading %}`."""
    _name, block = token.split_contents()
    return Again(block)


@register.tag
def fill(parser: Parser, token: Token) -> BlockNode:
    """Parse a tag that defines a block with a single value, for example `{% fill heading _("Log
    out") %}`."""
    _name, block, value = token.split_contents()
    return BlockNode(block, NodeList([VariableNode(parser.compile_filter(value))]))


class Named(Node):
    """A node that stores the output of another node in the context under a name."""

    child_nodelists = ()

    def __init__(self, node: Node, name: str) -> None:
        self.node, self.name = node, name

    def render(self, context: Context) -> str:
        context[self.name] = mark_safe(self.node.render(context))  # noqa: S308 - escaped there
        return ""


@register.tag
def pick(parser: Parser, token: Token) -> Node:
    """Parse a tag that shows one of several values: `{% pick is_paid then _("Paid") else is_due
    then … else … %}`. The conditions are those of `if`. With `as name` at the end, the value is
    stored in the context instead."""
    bits = token.split_contents()[1:]
    name = bits.pop() if bits[-2] == "as" else ""
    choices: list[tuple[TemplateLiteral | None, NodeList]] = []
    condition: TemplateLiteral | None = None
    words: list[str] = []
    for word in (*bits[: -1 if name else None], "else"):
        if word == "then":
            condition, words = TemplateIfParser(parser, words).parse(), []
        elif word == "else":
            (value,) = words
            choices.append((condition, NodeList([VariableNode(parser.compile_filter(value))])))
            condition, words = None, []
        else:
            words.append(word)
    return Named(IfNode(choices), name) if name else IfNode(choices)


@register.tag
def when(parser: Parser, token: Token) -> IfNode:
    """Parse a tag that renders another tag if a condition is true, for example `{% when link then
    include "desk/_link.html" %}`."""
    condition, nodes = _before_and_after(parser, token)
    return IfNode([(TemplateIfParser(parser, condition).parse(), nodes)])


@register.tag
def each(parser: Parser, token: Token) -> ForNode:
    """Parse a tag that renders another tag for each of several values, for example `{% each field
    in form then include "…" %}`."""
    loop, nodes = _before_and_after(parser, token)
    *names, _in, values = loop
    names = " ".join(names).replace(",", " ").split()
    return ForNode(names, parser.compile_filter(values), is_reversed=False, nodelist_loop=nodes)


def _before_and_after(parser: Parser, token: Token) -> tuple[list[str], NodeList]:
    """Return the words before `then`, and the nodes of the tag after `then`. Raises
    TemplateSyntaxError if either part is missing."""
    _name, *bits = token.split_contents()
    if "then" not in bits[:-1]:
        raise TemplateSyntaxError("Write `then` and a tag behind the condition or the loop.")
    place = bits.index("then")
    tag = Token(token.token_type, " ".join(bits[place + 1 :]), token.position, token.lineno)
    nodes = NodeList()
    parser.extend_nodelist(nodes, parser.tags[bits[place + 1]](parser, tag), tag)
    return bits[:place], nodes


def for_django(source: str) -> str:
    """Return the template source with each `paragraph` replaced by `blocktranslate`, so that Django
    can extract the messages."""
    opened = re.sub(rf"{{% paragraph(?: {LITERAL})?", "{% blocktranslate trimmed", source)
    return opened.replace("{% endparagraph %}", "{% endblocktranslate %}")


def calls(source: str) -> Iterator[str]:
    """Yield a gettext call for each message of `say` and `count` in the template source, so that
    the message can be extracted."""
    for match in SAID.finditer(source):
        yield f"gettext({match[1]})"
    for match in COUNTED.finditer(source):
        yield f"ngettext({match[1]}, {match[2]}, 0)"


def _filled(context: Context, text: str, values: dict[str, object]) -> SafeString:
    escaped = {name: render_value_in_context(value, context) for name, value in values.items()}
    return mark_safe(text % escaped)  # noqa: S308 - the values are escaped, the text is the site's
