"""The command behind `make messages`, which copies the messages in the source into every catalogue
under locale/.

The command needs Babel, which only developers have. `annotation.translations` compiles the
catalogues.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
SOURCES = (
    "annotation",
    "core",
    "people",
    "tasks",
    "surveys",
    "stimuli",
    "payments",
    "hits",
    "judges",
    "analysis",
    "recruiting",
    "quality",
    "desk",
    "api",
    "templates",
)
LANGUAGES = ("de", "es")
SUFFIXES = {".py", ".html"}
HEADER = (
    "# Rateroom's texts. `make messages` keeps this file in order; docs/translating.md has the "
    "glossary."
)
PLURAL, CONTEXT = (1, 2), ((1, "c"), 2)
KEYWORDS = {
    **dict.fromkeys(("_", "_lazy", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), PLURAL),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), CONTEXT),
    "npgettext": ((1, "c"), 2, 3),
}
PLACEHOLDERS = re.compile(r"%\(\w+\)[a-z]|%(?!\()[a-z]|\{\w+\}")


def sources() -> Iterator[Path]:
    """Yield every file that contains messages for people, in a fixed order."""
    for folder in SOURCES:
        paths = (path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES)
        yield from sorted(path for path in paths if "migrations" not in path.parts)


class Plain(Catalog):
    """A catalogue with no dates or names in its header, so that equal messages give equal files."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """Return those header lines that programs need to read the catalogue."""
        needed = (
            "Language",
            "Plural-Forms",
            "MIME-Version",
            "Content-Type",
            "Content-Transfer-Encoding",
        )
        return [(name, value) for name, value in super().mime_headers if name in needed]


def template() -> Catalog:
    """Return a catalogue of all messages in the source, with the files that contain each
    message."""
    messages = Catalog(project="Rateroom", charset="utf-8")
    for path in sources():
        for _line, message, _comments, context in extract(
            "python", _python(path), keywords=KEYWORDS
        ):
            messages.add(
                message, locations=[(path.relative_to(ROOT).as_posix(), 0)], context=context
            )
    return messages


def _python(path: Path) -> io.BytesIO:
    """Return a file as Python source in which each message of a template is a call of gettext."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        from django.utils.translation.template import templatize

        from hits.templatetags.texts import calls, for_django

        # Inside parentheses, Python's tokenizer ignores the template's indentation.
        python = templatize(for_django(text), origin=str(path))
        text = f"({python} {' '.join(calls(text))})"
    return io.BytesIO(text.encode())


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def catalogue(language: str) -> Catalog:
    """Return the stored catalogue of the language, or an empty catalogue if there is none."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, project="Rateroom", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def merged(language: str, template: Catalog) -> Catalog:
    """Return the language's catalogue with exactly the messages of the template. New messages have
    no translation, because translations are never guessed. Messages that no longer exist are
    removed."""
    previous = catalogue(language)
    catalog = Plain(locale=language, charset="utf-8", fuzzy=False, header_comment=HEADER)
    for message in template:
        if not message.id:
            continue
        old = previous.get(message.id, message.context)
        same = old is not None and old.pluralizable == message.pluralizable and not old.fuzzy
        catalog.add(
            message.id,
            old.string if old is not None and same else None,
            message.locations,
            context=message.context,
        )
    return catalog


def placeholders(text: str) -> list[str]:
    """Return the placeholders of a message. A placeholder is repeated as often as it occurs."""
    return sorted(PLACEHOLDERS.findall(text.replace("%%", "")))


def lacking(catalog: Catalog) -> list[str]:
    """Return the catalogue's messages that have no translation for at least one of their forms."""
    blank = []
    for message in catalog:
        forms = message.string if isinstance(message.string, (tuple, list)) else [message.string]
        if message.id and not all(forms):
            blank.append(message.id if isinstance(message.id, str) else message.id[0])
    return blank


def write(language: str, catalog: Catalog) -> None:
    """Write the catalogue without dates and line numbers, so equal messages give equal files."""
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(
            file, catalog, width=120, sort_output=True, omit_header=False, include_lineno=False
        )


def main() -> None:
    """Update every language's catalogue, and list the messages that need a translation."""
    messages = template()
    for language in LANGUAGES:
        catalog = merged(language, messages)
        write(language, catalog)
        blank = lacking(catalog)
        print(f"{language}: {len(catalog)} texts, {len(blank)} to be translated")
        for text in blank:
            print(f"  {text}")


if __name__ == "__main__":
    main()
