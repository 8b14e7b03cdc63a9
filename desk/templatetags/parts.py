"""Template tags for parts that many pages have: style sheets and scripts, page heads, cards,
sections, texts for empty lists, and forms with one button."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django import template
from django.forms.utils import flatatt
from django.shortcuts import resolve_url
from django.template.base import FilterExpression, Node, NodeList, Parser, Token
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
LOADED = {
    ".css": '<link rel="stylesheet" href="{}">',
    ".js": '<script type="module" src="{}"></script>',
}
HTMX = (
    """<meta name="htmx-config" content='{{"includeIndicatorCSS": false, "noSwap": [{}]}}'>"""
    '<script defer src="{}"></script>'
)
NOT_SWAPPED = {"htmx": '204, 304, "4xx", "5xx"', "htmx with errors": "204, 304"}
SETS = {
    "chooser": ("htmx", "desk/chooser.css", "desk/chooser.js"),
    "hits": ("hit.css", "questions.css", "media.css", "outputs.css", "layout.css", "narrow.css"),
}


@register.simple_tag
def needs(*files: str) -> SafeString:
    """Render the elements that load style sheets, modules, and sets of files, for example `{% needs
    "hits" "desk/fields.css" %}`. Use "htmx with errors" if htmx must show error responses."""
    return format_html_join("", "{}", ((_loaded(name),) for name in files))


def _loaded(name: str) -> SafeString:
    if name in SETS:
        return needs(*SETS[name])
    if name in NOT_SWAPPED:
        return format_html(HTMX, SafeString(NOT_SWAPPED[name]), static("vendor/htmx/htmx.min.js"))
    kind = name[name.rindex(".") :]
    return format_html(LOADED[kind], static(f"{kind[1:]}/{name}"))


@register.simple_tag
def page_head(title: object, *about: object) -> SafeString:
    """Render a page's title, with `about` below it. Empty parts are left out."""
    return page_head_with("", title, *about)


@register.simple_block_tag
def page_head_with(content: str, title: object, *about: object) -> SafeString:
    """Render a page's title, with `about` below it. The content of the tag is the page's
    actions."""
    words = format_html_join("", "<span>{}</span>", ((each,) for each in about if each))
    return _page_head(title, words, content)


@register.tag
def page_about(parser: Parser, token: Token) -> "PageHead":
    """Parse a page's head with this title. The tag's content is shown below the title. Content
    after `{% actions %}` is the page's actions."""
    _name, title = token.split_contents()
    head = PageHead(parser.compile_filter(title), parser.parse(("actions", "endpage_about")))
    if parser.next_token().contents == "actions":
        head.actions = parser.parse(("endpage_about",))
        parser.delete_first_token()
    return head


class PageHead(Node):
    child_nodelists = ("about", "actions")

    def __init__(self, title: FilterExpression, about: NodeList) -> None:
        self.title, self.about, self.actions = title, about, NodeList()

    def render(self, context: Context) -> SafeString:
        """Render the page's head. Empty parts are left out."""
        about, actions = self.about.render(context), self.actions.render(context)
        return _page_head(self.title.resolve(context), about, actions)


def _page_head(title: object, about: str, actions: str) -> SafeString:
    return format_html(
        '<div class="page-head"><div><h1>{}</h1>{}</div>{}</div>',
        title,
        format_html('<p class="sub">{}</p>', about) if about.strip() else "",
        format_html('<div class="actions">{}</div>', actions) if actions.strip() else "",
    )


@register.simple_block_tag
def card(
    content: SafeString, name: str, title: object, css: str = "", beside: object = ""
) -> SafeString:
    """Render a card: a section with a heading whose id is `name`. `beside` is shown next to the
    heading. In a "card-flush", rows reach the edges, and the heading has its own row."""
    heading = format_html('<h2 id="{}">{}</h2>', name, title)
    if beside or "card-flush" in css.split():
        heading = format_html('<div class="card-head">{}{}</div>', heading, beside)
    return format_html(
        '<section class="{}" aria-labelledby="{}">{}{}</section>',
        f"card {css}".rstrip(),
        name,
        heading,
        content,
    )


@register.simple_block_tag
def section(
    content: str,
    name: str,
    title: object,
    css: str = "",
    *,
    small: object = "",
    is_open: bool = False,
) -> SafeString:
    """Render a section of a page, with `small` next to its heading. On a phone, a section is
    collapsed until a person or a link to `#name` opens it, unless `is_open` is true."""
    return format_html(
        '<section class="card section {0}" aria-labelledby="{1}-head">'
        '<details class="wide-open" id="{1}-fold"{2}><summary class="card-head">'
        '<h2 id="{1}-head">{3}</h2>{4}</summary>'
        '<div class="section-body" id="{1}">{5}</div></details></section>',
        css,
        name,
        SafeString(" open" if is_open else ""),
        title,
        format_html("<small>{}</small>", small) if small else "",
        content,
    )


@register.simple_tag
def none_yet(
    text: object, address: object = "", words: object = "", *, boxed: bool = False
) -> SafeString:
    """Render the text for an empty list. If `address` is given, add a link to the next step. With
    `boxed`, the text is in a card."""
    link = ""
    if address:
        link = format_html(" {}", link_to(words, str(address), css=""))
    note = format_html('<p class="empty-note">{}{}</p>', text, link)
    return format_html('<section class="card">{}</section>', note) if boxed else note


@register.simple_tag
def link_to(
    words: object, route: str, *args: object, css: str = "button", key: str = "", **query: object
) -> SafeString:
    """Render a link to a route or a URL, with query parameters. It looks like a button unless `css`
    is set. The keyboard shortcut `key` opens it."""
    place = route if str(route).startswith("?") else resolve_url(route, *args)
    question = f"?{urlencode(query)}" if query else ""
    own = {"class": css or None, "href": f"{place}{question}", "data-key": key or None}
    return format_html("<a{}>{}{}</a>", flatatt(own), words, _pressed_by(key))


@register.simple_tag
def text(element: str, words: object) -> SafeString:
    """Render an element with text: `{% text "p.quiet" _("…") %}` is a `<p>` with the class
    "quiet"."""
    name, *classes = element.split(".")
    own = flatatt({"class": " ".join(classes) or None})
    return format_html("<{0}{1}>{2}</{0}>", name, own, words)


@register.simple_tag
def stat(label: object, value: object, *notes: object, css: str = "") -> SafeString:
    """Render a number with its label, and notes below it. Empty notes are left out."""
    below = format_html_join("", "<dd>{}</dd>", ((note,) for note in notes if note))
    own = flatatt({"class": css or None})
    return format_html('<dl class="stat"><dt>{}</dt><dd{}>{}</dd>{}</dl>', label, own, value, below)


@register.simple_block_tag
def fact_of(content: SafeString, label: object) -> SafeString:
    """Render a row of a `dl`: a label, and the tag's content as the value."""
    return format_html("<div><dt>{}</dt><dd>{}</dd></div>", label, content)


@register.simple_tag
def button(
    words: object,
    route: str = "",
    *args: object,
    css: str = "button",
    key: str = "",
    asks: bool = False,
    **attributes: object,
) -> SafeString:
    """Render a button. With a route or a URL, the button submits its form there. The keyboard
    shortcut `key` presses it. `asks` adds “…”, because a question follows."""
    address = resolve_url(route, *args) if route else None
    own = {"class": css or None, "formaction": address, "data-key": key or None}
    return format_html(
        "<button{}>{}{}{}</button>",
        flatatt({**own, **_named(attributes)}),
        words,
        " …" if asks else "",
        _pressed_by(key),
    )


def _pressed_by(key: str) -> SafeString | str:
    return format_html(" <kbd>{}</kbd>", key) if key else ""


def _named(attributes: Mapping[str, object]) -> dict[str, object]:
    return {name.replace("_", "-"): value for name, value in attributes.items()}


@register.simple_tag
def submit(words: object, css: str = "button") -> SafeString:
    """Render the footer of a form, with one button."""
    return format_html('<div class="actions"><button class="{}">{}</button></div>', css, words)


@register.simple_block_tag(takes_context=True)
def post_form(
    context: Context,
    content: str,
    route: str = "",
    *args: object,
    css: str = "",
    files: bool = False,
    **attributes: object,
) -> SafeString:
    """Render a form that posts to a route or a URL or, without either, to the current page. With
    `files`, the form can upload files."""
    own = {
        "class": css or None,
        "method": "post",
        "enctype": "multipart/form-data" if files else None,
        "action": resolve_url(route, *args) if route else None,
        **_named(attributes),
    }
    token = CsrfTokenNode().render(context)
    return format_html("<form{}>{}{}</form>", flatatt(own), token, content)


@register.simple_tag(takes_context=True)
def post_button(
    context: Context,
    words: object,
    route: str,
    *args: object,
    css: str = "button",
    form: str = "",
    of: object = "",
    name: str = "",
    value: object = "",
    **fields: object,
) -> SafeString:
    """Render a form with only a button, which posts to a route or a URL. `of` names the object for
    screen readers. `name` and `value` are attributes of the button, `fields` are hidden fields, and
    `form` is the form's CSS class."""
    hidden = format_html_join("", '<input type="hidden" name="{}" value="{}">', fields.items())
    owner = format_html(' <span class="visually-hidden">{}</span>', of) if of else ""
    own = flatatt({"class": css, **({"name": name, "value": str(value)} if name else {})})
    button = format_html("{}<button{}>{}{}</button>", hidden, own, words, owner)
    return post_form(context, button, route, *args, css=form)
