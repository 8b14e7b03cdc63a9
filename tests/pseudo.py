"""A pseudo-language made from the English texts: right to left, with other letters, and a third
longer.

A plain Latin letter on a page in this language means content or a text that is not translated.
"""

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from annotation.messages import LANGUAGES, catalogue

CODE, FOLDER = "ar-xb", "ar_XB"
RIGHT_TO_LEFT = "\u200f"
KEPT = re.compile(r"(%\(\w+\)[a-z]|%[a-z%]|\{\w+\}|<[^>]+>)")
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀçđéƒğħîĵķłɱñóþʠřšŧûṽŵẋýžÀƁÇĐÉƑĞĦÎĴĶŁṀÑÓÞɊŘŠŦÛṼŴẊÝŽ",
)
FILLER = " אבגדהו"


def pseudo(text: str) -> str:
    """Return `text` with other letters, Hebrew filler of a third of its length, and a direction
    mark at both ends."""
    changed = "".join(
        part if KEPT.fullmatch(part) else part.translate(LETTERS) for part in KEPT.split(text)
    )
    tail = (FILLER * (len(text) // (3 * len(FILLER)) + 1))[: max(1, len(text) // 3)].rstrip()
    return f"{RIGHT_TO_LEFT}{changed}{tail}{RIGHT_TO_LEFT}"


def write_pseudo(folder: Path) -> None:
    """Write the compiled catalogue of the pseudo-language, with all messages, under `folder`."""
    made = Catalog(locale="ar_EG", charset="utf-8", fuzzy=False)
    for message in catalogue(LANGUAGES[0]):
        if not message.id:
            continue
        forms = message.id if isinstance(message.id, (tuple, list)) else [message.id]
        one, *many = (pseudo(form) for form in forms)
        # Arabic has six forms: none, one, and the rest as in English.
        made.add(message.id, (*many, one, *many * 4) if many else one, context=message.context)
    place = folder / FOLDER / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "django.mo").open("wb") as file:
        write_mo(file, made)
