"""The check for outputs that reveal their system, through its name or typical phrases of models."""

import re

from django.db.backends.utils import CursorWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.database.sql import SQLValue, load
from hits.batches.preflight.base import SQL, Check, Example, Finding, found_rows, item_ids
from hits.models import Batch
from people.models import User
from stimuli.models import System

NAME = "named_systems"
MASK = "[…]"
AROUND = 60  # characters on either side of the marked words
SHORTEST = 3  # letters in a name to search for; shorter names can be ordinary words
# Phrases with which models reveal themselves, whatever the system is called in the study.
PHRASES = (
    r"as an? (?:ai|artificial intelligence|(?:large )?language) (?:language )?(?:model|assistant)",
    r"(?:i am|i'm|as) (?:chatgpt|gpt-?\d\w*|claude|gemini|bard|copilot|llama|mistral|qwen)",
    r"(?:trained|developed|created|made) by (?:openai|anthropic|google|meta|mistral|deepseek)",
    r"(?:generated|written|created) (?:by|with) (?:chatgpt|gpt-?\d\w*|claude|gemini)",
    r"(?:generated|written|created) (?:by|with) (?:an )?ai(?!\w)",
    r"watermark",
)

# Each of these phrases has at least one of these words.
STEMS = (
    *("ai model", "ai assistant", "intelligence", "language model", "gpt", "claude", "gemini"),
    *("bard", "copilot", "llama", "mistral", "qwen", "openai", "anthropic", "google", "meta"),
    *("deepseek", "by ai", "by an ai", "with ai", "with an ai", "language assistant", "watermark"),
)


class NamedSystems(Check):
    """A check for outputs that contain their system's name or typical phrases of models. The
    examples highlight these words."""

    name = NAME

    def check(self, cursor: CursorWrapper, batch: Batch) -> Finding | None:
        patterns = _patterns(batch)
        rows = found_rows(cursor, "named", **_values(batch, patterns))
        if rows is None:
            return None
        by_name = dict(patterns.values())
        examples = [_marked(*row, by_name[row[1]]) for row in rows.first]
        return rows.finding(NAME, examples=examples, may_mask=True)

    def words(self, finding: Finding) -> tuple[str, str]:
        title = ngettext(
            "%(count)d output names its own system or model",
            "%(count)d outputs name their own system or model",
            finding.rows,
        )
        return title % {"count": finding.rows}, _("Annotators could recognise the system.")

    def items(self, cursor: CursorWrapper, batch: Batch) -> list[int]:
        return item_ids(cursor, "named", **_values(batch, _patterns(batch)))


def mask(cursor: CursorWrapper, batch: Batch, *, by: User | None) -> int:
    """In the batch's outputs, replace the words that reveal a system with MASK. Return the number
    of newly masked outputs. Outputs that annotators may have seen are not changed."""
    statement = load(SQL, "mask", named=load(SQL, "named"))
    values = {"mask": MASK, "check": NAME, "by": by.pk if by else None}
    cursor.execute(statement, {**_values(batch, _patterns(batch)), **values})
    return cursor.rowcount


def _patterns(batch: Batch) -> dict[int, tuple[str, str]]:
    """Return (name, regular expression) by system id. The expression finds words that reveal the
    system, and works in both PostgreSQL and Python."""
    systems = System.objects.filter(batches=batch).values_list("pk", "name")
    return {pk: (name, _pattern(name)) for pk, name in systems}


def _pattern(name: str) -> str:
    own = [rf"(?<!\w){re.escape(name)}(?!\w)"] if len(name) >= SHORTEST else []
    return "|".join([*own, *PHRASES])


def _values(batch: Batch, patterns: dict[int, tuple[str, str]]) -> dict[str, SQLValue]:
    return {
        "batch": batch.pk,
        "systems": list(patterns),
        "patterns": [pattern for _name, pattern in patterns.values()],
        "stems": "|".join([*(re.escape(name) for name, _pattern in patterns.values()), *STEMS]),
    }


def _marked(item: str, system: str, text: str, pattern: str) -> Example:
    """Return an example in which the match is marked, with a little text before and after it."""
    match = re.search(pattern, text, re.IGNORECASE)
    start, end = match.span() if match else (0, 0)
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    return Example(
        item,
        system,
        ("…" if start > AROUND else "") + before,
        text[start:end],
        after + ("…" if end + AROUND < len(text) else ""),
    )
