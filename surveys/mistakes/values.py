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

QUOTE = (
    "Put a text in quotes if it contains { } [ ] ? : # or a comma, or begins with a "
    "punctuation mark."
)
# For a part of the YAML reader's message: the problem in plain words, and the remedy.
IN_YAML = (
    ("'\\t'", "a tab was found, but YAML accepts only spaces here", "Indent with spaces."),
    (
        "mapping values are not allowed",
        "this line has a second “:”, or its indentation is wrong",
        QUOTE,
    ),
    (
        "expected <block end>",
        "this line does not fit the lines above it",
        f"Align the line with the lines above. {QUOTE}",
    ),
    ("expected ',' or", "the text in brackets ends too early", QUOTE),
    (
        "could not find expected ':'",
        "there is no “: ” after a key",
        "Write `key: value`, with a space.",
    ),
    (
        "unexpected end of stream",
        "the quotation mark or bracket that opens here is never closed",
        "Add the closing quotation mark or bracket.",
    ),
    (
        "could not determine a constructor",
        "a tag (`!…`) is not allowed",
        f"Remove the tag. {QUOTE}",
    ),
    ("deep", f"lists and keys are nested more than {MOST_DEPTH} levels deep", "Use fewer levels."),
    (
        "lists up to here",
        f"there are more than {MOST_NODES:,} keys, values and lists up to this line",
        "Shorten the file.",
    ),
    (
        "another document",
        "a second document begins here",
        "Remove the line `---` and everything after it.",
    ),
)

LIST = "Write each entry on its own line after `- `, or all entries between [ and ]."
KEYS = "Write the keys below this line, each as `key: value`."
# The problem and the remedy by pydantic's error type. Other types get pydantic's own sentence.
IN_VALUES = {
    "missing": ("a required key is missing", "Add the key."),
    "string_too_short": ("the text is empty", "Write a text."),
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
# Remedies by the pattern that a text must match.
PATTERNS = {
    r"^[a-z][a-z0-9_]{0,39}$": "Use at most 40 lower-case letters, digits and _, and begin with "
    "a letter.",
    r"^[a-z][a-z0-9-]{1,59}$": (
        "Use 2 to 60 lower-case letters, digits and hyphens, and begin with a letter."
    ),
    r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$": "Use a language code such as `en`, `de` or `pt-BR`.",
}


def yaml_problem(error: Exception, text: str) -> Problem:
    """Return the problem for text that the YAML parser rejects."""
    if isinstance(error, yaml.reader.ReaderError):
        line = text[: error.position].count("\n") + 1
        return Problem("contains a control character.", line=line, remedy="Remove it.")
    if not isinstance(error, yaml.MarkedYAMLError):
        return Problem(
            f"a value cannot be read as a date or a number: {error}.",
            remedy="Put the value in quotes.",
        )
    reported = error.problem or "is not valid YAML"
    mark = error.context_mark if "end of stream" in reported else error.problem_mark
    what, remedy = next(
        ((words, remedy) for part, words, remedy in IN_YAML if part in reported),
        (reported, "Correct the YAML on this line."),
    )
    return Problem(f"{what}.", line=mark.line + 1 if mark else None, remedy=remedy)


def value_problem(detail: Any, lines: Mapping[Path_, int], schema: Schema) -> Problem:
    """Return the problem for one pydantic error. `schema` is the rubric language's JSON Schema."""
    path: Path_ = ()
    for step in map(str, detail["loc"]):
        # Skip levels that are not in the document. A discriminated union adds the chosen kind to
        # the location.
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
        "this key is not allowed here.",
        remedy=_instead(str(detail["loc"][-1]), keys, "Remove the key, or use"),
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
    return Problem(f"`{name}` is missing, so the kind of this part is unknown.", remedy=remedy)


def _no_text(detail: Any, _context: object, _schema: Schema) -> Problem:
    if detail["input"] is None:
        return Problem("this key has no value.", remedy="Write a text, or remove the key.")
    return Problem(
        "a text is expected here.",
        remedy="Put the text in quotes. Without quotes, YAML reads it as another type.",
    )


def _other_pattern(detail: Any, context: Any, _schema: Schema) -> Problem:
    return Problem(
        f"`{detail['input']}` is not allowed here.", remedy=PATTERNS.get(context["pattern"], "")
    )


def _too_few(_detail: object, context: Any, _schema: Schema) -> Problem:
    return Problem(
        f"{context['actual_length']} entries are too few; "
        f"at least {context['min_length']} are needed."
    )


# Functions by pydantic's error type, for problems that need more than one sentence.
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
    return f"{otherwise} one of {', '.join(keys)}." if keys else "Remove the key."


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
        # The schema of an optional part allows a reference or null. Follow the reference.
        node = next((each for each in node.get("anyOf", ()) if "$ref" in each), node)
        if reference := node.get("$ref", ""):
            node = schema["$defs"][reference.rsplit("/", 1)[-1]]
    return node
