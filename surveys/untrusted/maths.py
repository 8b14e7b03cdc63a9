"""Rendering of untrusted TeX as MathML, within limits. An allow-list restricts the elements and
attributes, so that a formula cannot add a link, a style or markup."""

import re
from html import escape, unescape
from xml.etree.ElementTree import Element

MOST_CHARACTERS = 1_000
MOST_DEPTH = 30  # maximum depth of nested braces

_ELEMENTS = {"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "ms", "mfrac", "msqrt", "mroot"}
_ELEMENTS |= {"msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts"}
_ELEMENTS |= {"mprescripts", "none", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom"}
_ATTRIBUTES = {"accent", "columnalign", "columnlines", "columnspacing", "depth", "displaystyle"}
_ATTRIBUTES |= {"fence", "form", "height", "linethickness", "lspace", "mathvariant", "maxsize"}
_ATTRIBUTES |= {"minsize", "movablelimits", "rowlines", "rowspacing", "rspace", "scriptlevel"}
_ATTRIBUTES |= {"separator", "stretchy", "symmetric", "voffset", "width"}
# Allowed values. Longer lengths, which could cover the page, are left out.
_VALUE = re.compile(r"[a-z ]{1,40}|[+-]?\d{0,2}(?:\.\d{1,4})?(?:em|ex|pt|mu|px|%)?")
_DEFINES = re.compile(r"\\(?:[egx]?def|let|(?:re|provide)?newcommand|DeclareMathOperator)\b")
_ALIGNED = re.compile(r"\\(begin|end)\s*\{(?:aligned|split|gathered)\}")
_UNKNOWN = re.compile(r"\\[A-Za-z]+")


def maths_html(tex: str, *, display: bool) -> str | None:
    """Return `tex` as MathML, with the TeX source as an annotation. With `display`, the formula is
    on a separate line. Return None if the TeX cannot be parsed or is beyond the limits."""
    from latex2mathml.converter import convert_to_element

    if len(tex) > MOST_CHARACTERS or _depth(tex) > MOST_DEPTH or _DEFINES.search(tex):
        return None
    kind = "block" if display else "inline"
    try:
        (row,) = convert_to_element(_ALIGNED.sub(r"\\\1{align*}", tex), display=kind)
        inside = _written(row)
    except Exception:  # noqa: BLE001 - the parser has no base class of errors
        return None
    return (
        f'<math display="{kind}"><semantics>{inside}'
        f'<annotation encoding="application/x-tex">{escape(tex)}</annotation></semantics></math>'
    )


def _depth(tex: str) -> int:
    deepest = depth = 0
    for sign in tex:
        depth += (sign == "{") - (sign == "}")
        deepest = max(deepest, depth)
    return deepest


def _written(element: Element) -> str:
    """Return an element from the parser as markup. Raises ValueError for TeX that was not parsed,
    and for elements that browsers cannot draw."""
    text = unescape(element.text or "")
    if _UNKNOWN.fullmatch(text):
        raise ValueError(text)
    inside = escape(text) + "".join(map(_written, element))
    if element.tag == "menclose":  # browsers do not draw it, and CSS can only draw a box
        if element.get("notation") != "box":
            raise ValueError(element.get("notation"))
        return f'<mrow class="enclosed">{inside}</mrow>'
    if element.tag not in _ELEMENTS:
        return f"<mrow>{inside}</mrow>"
    attributes = "".join(
        f' {name}="{value}"'
        for name, value in element.attrib.items()
        if name in _ATTRIBUTES and _VALUE.fullmatch(value)
    )
    return f"<{element.tag}{attributes}>{inside}</{element.tag}>"
