"""Conversion of matplotlib figures to files. The same figure always gives the same SVG and PDF, and
the files do not refer to other files."""

import io
import logging
import threading
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from analysis.report.bundle import Drawn, Numbers

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
SIZE = 8.0  # points, of every text
# matplotlib's own font, included with it, so that no figure depends on a machine's fonts.
FAMILY = "DejaVu Sans"
BROWSER_FAMILIES = f"'{FAMILY}', Verdana, sans-serif"
_STYLE: dict[Any, Any] = {
    "font.family": [FAMILY],
    "font.size": SIZE,
    "text.parse_math": False,  # a dollar sign in a system's name stays a dollar sign
    # Text stays text, so that it can be searched, copied and read aloud, and the browser sets it in
    # any script.
    "svg.fonttype": "none",
    "svg.hashsalt": "rateroom",
    "pdf.fonttype": 42,
    "axes.linewidth": 0.6,
    "hatch.linewidth": 0.5,
    "figure.facecolor": "white",  # so that figures are legible on a dark page too
    "savefig.facecolor": "white",
}
# matplotlib's settings belong to the process, so threads take turns.
_settings = threading.RLock()
# fontTools logs every glyph in a PDF.
logging.getLogger("fontTools").setLevel(logging.WARNING)


@contextmanager
def house_style() -> Iterator[None]:
    """Use Rateroom's defaults for matplotlib, whatever the machine's matplotlibrc contains. Draw
    and render figures inside this context."""
    with _settings, mpl.rc_context(), warnings.catch_warnings():
        # Text in a script that the font does not cover is measured roughly, because the browser
        # uses another font for it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def rendered(figure: Figure, *, title: str, alt: str, numbers: Numbers) -> Drawn:
    """Return `figure` as SVG and PDF files. `title` is the SVG's short name, `alt` describes the
    figure in words, and `numbers` is a table of the same data."""
    svg, pdf = io.BytesIO(), io.BytesIO()
    FigureCanvasSVG(figure)
    figure.savefig(svg, format="svg", metadata={"Date": None})
    FigureCanvasPdf(figure)
    figure.savefig(
        pdf, format="pdf", metadata={"CreationDate": None, "Title": title, "Subject": alt}
    )
    return Drawn(_plain_svg(svg.getvalue(), title=title, alt=alt), pdf.getvalue(), alt, numbers)


def _plain_svg(source: bytes, *, title: str, alt: str) -> bytes:
    """Return the SVG with an alt text, and without the styles, metadata and DTD that a strict
    Content-Security-Policy would block."""
    root = ET.fromstring(source)  # noqa: S314  matplotlib wrote it a moment ago
    for parent in list(root.iter()):
        for child in [
            child for child in parent if child.tag in {f"{{{SVG}}}metadata", f"{{{SVG}}}style"}
        ]:
            parent.remove(child)
    for element in root.iter():
        _attributes_for_style(element)
    # These rules were in matplotlib's style sheet, which was removed above.
    root.attrib.update({"stroke-linejoin": "round", "stroke-linecap": "butt", "role": "img"})
    root.set("aria-labelledby", "title desc")
    for index, (name, text) in enumerate((("title", title), ("desc", alt))):
        element = ET.Element(f"{{{SVG}}}{name}", {"id": name})
        element.text = text
        root.insert(index, element)
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    return ET.tostring(root, encoding="utf-8", xml_declaration=True)


def _attributes_for_style(element: ET.Element) -> None:
    for declaration in element.attrib.pop("style", "").split(";"):
        name, _colon, value = (part.strip() for part in declaration.partition(":"))
        if name:
            element.set(name, BROWSER_FAMILIES if name == "font-family" else value)
