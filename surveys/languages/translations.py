"""Translations of a rubric. Each text that annotators see is identified by its path, and each
translated text is checked.

Keys, values, scales and answers are the same in every language. A path consists of names. An entry
of a list is named by its key, value or field (`sections.coherence.options.1`), or otherwise by its
number (`examples.2.text`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from core.errors import Problem
from surveys.audience import is_for
from surveys.base import Declared
from surveys.languages.codes import base, is_known, own_name
from surveys.mistakes.references import PLACEHOLDER
from surveys.spec import Rubric

Part = TypeVar("Part", bound=Declared)
TextPath = tuple[str, ...]
Change = Callable[[TextPath, str], str]


@dataclass(frozen=True)
class Coverage:
    """The coverage of one translation of a rubric: the number of translated texts, the number of
    all texts, and the paths of texts without a translation."""

    language: str
    translated: int
    total: int
    missing: Sequence[str]


def in_language(rubric: Rubric, wanted: str | None) -> Rubric:
    """Return the rubric in the language for an annotator who reads `wanted`. The `language` of the
    result is the language that was found.

    For example, `de` is used for `de-at`. If the rubric is not translated into the wanted language,
    it is returned in its original language. Texts without a translation do not change.
    """
    code = _nearest(rubric.languages, wanted or "")
    return (
        rubric if code == rubric.language else _translated(_ByContent(rubric.sha256, rubric), code)
    )


def _nearest(codes: Sequence[str], wanted: str) -> str:
    for same in (str.lower, base):
        for code in codes:
            if same(code) == same(wanted):
                return code
    return codes[0]


@dataclass(frozen=True)
class _ByContent:
    """A rubric that is compared by its hash only, for use as a cache key."""

    sha256: str
    rubric: Rubric = field(compare=False)


@lru_cache(maxsize=512)
def _translated(by_content: _ByContent, code: str) -> Rubric:
    rubric, texts = by_content.rubric, dict(_flat(by_content.rubric.translations[code]))
    same = {
        "language": code,
        "translations": {},
        "sha256": by_content.sha256,
        "written_in": rubric.written_in,
    }
    return _reworded(rubric, (), lambda path, text: str(texts.get(path, text))).model_copy(
        update=same
    )


def shown_texts(rubric: Rubric) -> dict[TextPath, str]:
    """Return each text of the rubric that annotators see, by path, in the rubric's order."""
    texts: dict[TextPath, str] = {}
    _reworded(rubric, (), texts.setdefault)
    asked_criteria = {
        key
        for section in rubric.sections
        if section.answers != "entries"
        for key in section.criteria
    }
    return {
        path: text
        for path, text in texts.items()
        if path[0] != "criteria" or path[1] in asked_criteria
    }


def coverage(rubric: Rubric) -> list[Coverage]:
    """Return the coverage of each language into which the rubric is translated."""
    texts, coverages = shown_texts(rubric), []
    for code, tree in rubric.translations.items():
        translated = dict(_flat(tree))
        missing = [".".join(path) for path in texts if path not in translated]
        coverages.append(Coverage(code, len(texts) - len(missing), len(texts), missing))
    return coverages


def languages_in_words(rubric: Rubric) -> str:
    """Return the names of the rubric's languages, with the original language first. If a
    translation is incomplete, the number of translated texts follows the language's name."""
    return ", ".join([own_name(rubric.language), *map(_in_words, coverage(rubric))])


def _in_words(translation: Coverage) -> str:
    name = own_name(translation.language)
    if not translation.missing:
        return name
    words = _("%(language)s (%(translated)d of %(total)d texts)")
    return words % {
        "language": name,
        "translated": translation.translated,
        "total": translation.total,
    }


def _reworded(part: Part, at: TextPath, change: Change) -> Part:
    """Return `part` with `change` applied to each text that annotators see. `change` also receives
    the text's path."""
    if not is_for(part, "page"):
        return part
    new: dict[str, object] = {}
    for name in type(part).model_fields:
        value = getattr(part, name)
        if name in part.words:
            new[name] = _rewritten(value, at if _is_one_text(part) else (*at, name), change)
        elif isinstance(value, Declared):
            new[name] = _reworded(value, (*at, name), change)
        elif isinstance(value, tuple) and value and isinstance(value[0], Declared):
            new[name] = tuple(
                _reworded(entry, (*at, name, key), change) for key, entry in _named(value)
            )
    return part.model_copy(update=new)


def _is_one_text(part: Declared) -> bool:
    """Return whether the part is an entry of a list with only a name and one text. In a rubric,
    such an entry can be written as the text alone: `options: {1: Good}`."""
    own = {*type(part).model_fields, part.named_by} - {"audience"}
    return len(part.words) == 1 and own == {part.named_by, *part.words}


def _rewritten(value: Any, at: TextPath, change: Change) -> object:
    """Return `value` with `change` applied to its texts. `value` is one text, or several texts by
    position or key. A single text that is blank does not change."""
    if isinstance(value, str):
        return change(at, value) if value.strip() else value
    if isinstance(value, Mapping):
        return {key: change((*at, str(key)), text) for key, text in value.items()}
    return tuple(change((*at, str(number)), text) for number, text in enumerate(value, 1))


def _named(entries: Iterable[Declared]) -> Iterator[tuple[str, Declared]]:
    """Yield each entry with its name or, if it has no name, its number. If two entries have the
    name `query`, the second is called `query-2`."""
    times: dict[str, int] = {}
    for number, entry in enumerate(entries, 1):
        name = str(getattr(entry, entry.named_by)) if entry.named_by else str(number)
        times[name] = times.get(name, 0) + 1
        yield (name if times[name] == 1 else f"{name}-{times[name]}"), entry


def _flat(tree: Mapping[str, object], at: TextPath = ()) -> Iterator[tuple[TextPath, object]]:
    for key, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, (*at, key))
        else:
            yield (*at, key), value


def translation_problems(rubric: Rubric) -> Iterator[Problem]:
    """Yield every mistake in the rubric's translations, in the order of the rubric file."""
    texts = shown_texts(rubric)
    for code, tree in rubric.translations.items():
        at = f"translations.{code}"
        if not is_known(code):
            yield Problem(
                f"`{code}` is not a known language code.",
                at,
                remedy="Use a code such as `de`, `es` or `pt-BR`.",
            )
        if code.lower() == rubric.language.lower():
            remedy = "Remove this translation, or correct `language`."
            yield Problem("this is the rubric's own language.", at, remedy=remedy)
        for path, text in _flat(tree):
            if problem := _problem(rubric, texts, path, text):
                yield problem.under("translations", code, *path)


def _problem(
    rubric: Rubric, texts: Mapping[TextPath, str], path: TextPath, text: object
) -> Problem | None:
    """Return the problem with one translated text and its remedy, or None if the text is valid."""
    if path not in texts:
        return _wrong_path(rubric, texts, path)
    if not isinstance(text, str):
        remedy = "Write a text, in quotes if YAML would read it as a number or as yes or no."
        return Problem("a text is expected here.", remedy=remedy)
    if not text.strip():
        return Problem("the translation is empty.", remedy="Write a text, or remove the key.")
    own, translated = sorted(PLACEHOLDER.findall(texts[path])), sorted(PLACEHOLDER.findall(text))
    if own != translated:
        what = (
            f"the placeholders are {translated or 'none'}, but those of the rubric's own text "
            f"are {own or 'none'}."
        )
        return Problem(what, remedy="Use the same placeholders.")
    return None


def _wrong_path(rubric: Rubric, texts: Mapping[TextPath, str], path: TextPath) -> Problem:
    if any(path[:end] in texts for end in range(1, len(path))):
        return Problem(
            "the key above this one has a single text.",
            remedy="Write the translation there, without keys below it.",
        )
    if any(other[: len(path)] == path for other in texts):
        return Problem(
            "this key has several texts below it.",
            remedy=f"Translate each of them: {_below(texts, path)}.",
        )
    if _stands(rubric, path):
        remedy = "Remove the key. Only texts that annotators see are translated."
        return Problem("annotators do not see this.", remedy=remedy)
    above = next(path[:end] for end in reversed(range(len(path))) if _below(texts, path[:end]))
    return Problem(
        "the rubric has no text with this key.",
        remedy=f"Use one of {_below(texts, above)}, or remove the key.",
    )


def _below(texts: Mapping[TextPath, str], path: TextPath) -> list[str]:
    """Return the names that can follow `path` in the paths of `texts`."""
    size = len(path)
    return list(
        dict.fromkeys(
            text_path[size]
            for text_path in texts
            if len(text_path) > size and text_path[:size] == path
        )
    )


def _stands(part: object, path: TextPath) -> bool:
    """Return whether the rubric has a value at `path`."""
    if not path:
        return True
    if isinstance(part, Declared):
        inner = {name: getattr(part, name) for name in type(part).model_fields}
    elif isinstance(part, Mapping):
        inner = {str(key): value for key, value in part.items()}
    elif isinstance(part, tuple) and part:
        worded = isinstance(part[0], Declared)
        inner = (
            dict(_named(part))
            if worded
            else {str(number): member for number, member in enumerate(part, 1)}
        )
    else:
        return False
    return path[0] in inner and _stands(inner[path[0]], path[1:])
