"""Messages about mistakes in a rubric file. A message has the problem, its line and a remedy."""

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import yaml

from core.errors import Problem
from surveys.untrusted.strict_yaml import MOST_DEPTH, MOST_NODES

Path_ = tuple[str, ...]
Schema = Mapping[str, Any]

QUOTE = "Put a text that holds any of { } [ ] ? : # , or begins with a sign in quotes."
# A part of the YAML reader's message: the problem in plain words, and the remedy.
IN_YAML = (
    ("'\\t'", "a tab stands where YAML takes spaces only", "Indent with spaces."),
    ("mapping values are not allowed", "a second “:” in one line, or a wrong indent", QUOTE),
    (
        "expected <block end>",
        "this line does not fit the lines above it",
        f"Align it with them. {QUOTE}",
    ),
    ("expected ',' or", "what stands between brackets ends too early", QUOTE),
    (
        "could not find expected ':'",
        "there is no “: ” after a key",
        "Write `key: value`, with a space.",
    ),
    (
        "unexpected end of stream",
        "the quote or bracket that begins here is never closed",
        "Close it.",
    ),
    ("could not determine a constructor", "a tag (`!…`) is not allowed", f"Remove it. {QUOTE}"),
    ("deep", f"lists and keys stand more than {MOST_DEPTH} deep", "Flatten them."),
    (
        "lists up to here",
        f"there are more than {MOST_NODES:,} keys, values and lists up to here",
        "Shorten the file.",
    ),
    (
        "another document",
        "a second document begins here",
        "Remove the line `---` and what follows it.",
    ),
)

LIST = "Write each entry on a line of its own after `- `, or all of them between [ and ]."
KEYS = "Write its keys below it, each as `key: value`."
# By pydantic's error type. A type not listed here gets pydantic's own sentence.
IN_VALUES = {
    "missing": ("a required key is missing", "Add it."),
    "string_too_short": ("the text is empty", "Write it."),
    "int_type": ("a whole number is expected here", ""),
    "int_parsing": ("a whole number is expected here", ""),
    "int_from_float": ("a whole number is expected here", ""),
    "bool_type": ("yes or no is expected here", "Write `true` or `false`."),
    "bool_parsing": ("yes or no is expected here", "Write `true` or `false`."),
    "tuple_type": ("a list is expected here", LIST),
    "dict_type": ("keys with values are expected here", KEYS),
    "model_type": ("keys with values are expected here", KEYS),
    "model_attributes_type": ("keys with values are expected here", KEYS),
}
# By the pattern that a text must match.
PATTERNS = {
    r"^[a-z][a-z0-9_]{0,39}$": "Use lower-case letters, digits and _, a letter first, at most 40.",
    r"^[a-z][a-z0-9-]{1,59}$": (
        "Use lower-case letters, digits and hyphens, a letter first, 2 to 60."
    ),
    r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$": "Use a language code such as `en`, `de` or `pt-BR`.",
}


def yaml_problem(error: Exception, text: str) -> Problem:
    """Return the problem for text that the YAML parser rejects."""
    if isinstance(error, yaml.reader.ReaderError):
        line = text[: error.position].count("\n") + 1
        return Problem("a control character stands here.", line=line, remedy="Remove it.")
    if not isinstance(error, yaml.MarkedYAMLError):
        return Problem(
            f"a value is not what it looks like: {error}.",
            remedy="Put dates and numbers in quotes.",
        )
    reported = error.problem or "is not valid YAML"
    mark = error.context_mark if "end of stream" in reported else error.problem_mark
    what, remedy = next(
        ((words, remedy) for part, words, remedy in IN_YAML if part in reported),
        (reported, "Mend the YAML at this line."),
    )
    return Problem(f"{what}.", line=mark.line + 1 if mark else None, remedy=remedy)


def value_problem(detail: Any, lines: Mapping[Path_, int], schema: Schema) -> Problem:
    """Return the problem for one pydantic error. `schema` is the rubric language's JSON Schema."""
    path: Path_ = ()
    for step in map(str, detail["loc"]):
        # A discriminated union adds the chosen kind to the location; the document has no such
        # level.
        if (*path, step) in lines:
            path = (*path, step)
    problem = _explained(detail, schema)
    if (
        detail["type"] == "union_tag_invalid"
        and (inner := (*path, detail["ctx"]["discriminator"].strip("'"))) in lines
    ):
        path = inner
    line = lines.get(path)
    if detail["type"] == "missing":
        path = (*path, str(detail["loc"][-1]))
    return replace(problem, path=".".join(path), line=line)


def _explained(detail: Any, schema: Schema) -> Problem:
    """Return the problem for one pydantic error, with its remedy but without its path and line."""
    if explain := EXPLAINED.get(detail["type"]):
        return explain(detail, detail.get("ctx", {}), schema)
    what, remedy = IN_VALUES.get(detail["type"], (detail["msg"].removeprefix("Value error, "), ""))
    return Problem(f"{what}.", remedy=remedy)


def _unknown_key(detail: Any, _context: object, schema: Schema) -> Problem:
    keys = sorted(_known_at(detail["loc"][:-1], schema).get("properties", ()))
    return Problem(
        "this key is not known here.",
        remedy=_instead(str(detail["loc"][-1]), keys, "Remove it, or use"),
    )


def _unknown_kind(_detail: object, context: Any, _schema: Schema) -> Problem:
    expected = [tag.strip().strip("'") for tag in context["expected_tags"].split(",")]
    name = context["discriminator"].strip("'")
    what = f"`{context['tag']}` is not a known {name}."
    return Problem(what, remedy=_instead(context["tag"], expected, "Use"))


def _no_kind(detail: Any, context: Any, schema: Schema) -> Problem:
    name = context["discriminator"].strip("'")
    kinds = _known_at(detail["loc"], schema).get("discriminator", {}).get("mapping", ())
    remedy = f"Add `{name}:` with one of {', '.join(kinds)}."
    return Problem(f"`{name}` is missing, which says what this is.", remedy=remedy)


def _no_text(detail: Any, _context: object, _schema: Schema) -> Problem:
    if detail["input"] is None:
        return Problem("nothing stands here.", remedy="Write a text, or remove the key.")
    return Problem(
        "a text is expected here.", remedy="Write it in quotes: YAML reads it as something else."
    )


def _other_pattern(detail: Any, context: Any, _schema: Schema) -> Problem:
    return Problem(
        f"`{detail['input']}` cannot stand here.", remedy=PATTERNS.get(context["pattern"], "")
    )


def _too_few(_detail: object, context: Any, _schema: Schema) -> Problem:
    return Problem(
        f"{context['actual_length']} entries are too few; "
        f"at least {context['min_length']} are needed."
    )


# By pydantic's error type, if the message needs more than one sentence.
EXPLAINED: Mapping[str, Callable[[Any, Any, Schema], Problem]] = {
    "extra_forbidden": _unknown_key,
    "union_tag_invalid": _unknown_kind,
    "union_tag_not_found": _no_kind,
    "string_type": _no_text,
    "string_pattern_mismatch": _other_pattern,
    "too_short": _too_few,
}


def _instead(written: str, keys: Sequence[str], otherwise: str) -> str:
    if close := difflib.get_close_matches(written, keys, n=1):
        return f"Did you mean `{close[0]}`?"
    return f"{otherwise} one of {', '.join(keys)}." if keys else "Remove it."


def _known_at(location: Sequence[str | int], schema: Schema) -> Schema:
    """Return the part of the JSON Schema for a location in a pydantic error."""
    node: dict[str, Any] = dict(schema)
    for step in location:
        if isinstance(step, int):
            node = node.get("items", {})
        elif "discriminator" in node:
            node = {"$ref": node["discriminator"]["mapping"].get(step, "")}
        else:
            node = node.get("properties", {}).get(step, {})
        # An optional part is a reference or null.
        node = next((each for each in node.get("anyOf", ()) if "$ref" in each), node)
        if reference := node.get("$ref", ""):
            node = schema["$defs"][reference.rsplit("/", 1)[-1]]
    return node
