"""Reference of the rubric language for the documentation, generated from the JSON Schema."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.reference import table
from surveys.schema import rubric_schema

Shape = Mapping[str, Any]
# Lists whose entries have several forms. One key of an entry names its form.
FAMILIES = {
    "stimulus": ("Blocks", "block"),
    "sections": ("Section kinds", "kind"),
    "reply": ("Reply formats", "format"),
    "guards": ("Guards", "guard"),
}


def rubric_reference() -> str:
    """Return a Markdown description of a rubric file's keys, of all blocks, section kinds, reply
    formats and guards, and of their parts."""
    schema = rubric_schema()
    shapes: Shape = schema["$defs"]  # type: ignore[assignment]
    parts = ["## The file", _keys(schema, shapes)]
    written = set()
    for key, (title, named_by) in FAMILIES.items():
        parts.append(f"## {title}")
        for name, shape in _forms(schema["properties"][key], shapes):  # type: ignore[index]
            written.add(shape["title"])
            parts += [f"### `{named_by}: {name}`", *_about(shape), _keys(shape, shapes)]
    parts.append("## Parts")
    for name, shape in sorted(shapes.items()):
        if name not in written:
            parts += [f"### {name}", *_about(shape), _keys(shape, shapes)]
    return "\n\n".join(parts)


def _forms(listed: Shape, shapes: Shape) -> Iterator[tuple[str, Shape]]:
    mapping = listed.get("items", listed)["discriminator"]["mapping"]
    for name, reference in sorted(mapping.items()):
        yield name, shapes[_target(reference)]


def _about(shape: Shape) -> list[str]:
    return [shape["description"]] if "description" in shape else []


def _keys(shape: Shape, shapes: Shape) -> str:
    required = shape.get("required", ())
    rows = [
        (
            f"`{key}`",
            _type(inner, shapes),
            "required" if key in required else _default(inner),
            inner.get("description", ""),
        )
        for key, inner in shape["properties"].items()
        if "const" not in inner
    ]
    heads = ("key", "value", "default", "meaning")
    return table(heads, rows) if rows else "It takes no options."


def _default(inner: Shape) -> str:
    value = inner.get("default")
    return "" if value in (None, "", []) or isinstance(value, dict) else f"`{_in_yaml(value)}`"


def _in_yaml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _type(inner: Shape, shapes: Shape) -> str:
    """Return a description of the values that a key accepts: the name of a part, several choices,
    or a type with its limits."""
    if "$ref" in inner:
        return _linked(_target(inner["$ref"]))
    if "discriminator" in inner:
        return " or ".join(f"`{name}`" for name, _shape in _forms(inner, shapes))
    if "anyOf" in inner:
        several = [_type(each, shapes) for each in inner["anyOf"] if each.get("type") != "null"]
        return " or ".join(dict.fromkeys(several))
    if "enum" in inner:
        return " or ".join(f"`{value}`" for value in inner["enum"])
    if inner.get("type") == "array":
        return f"list of {_type(inner['items'], shapes)}" if "items" in inner else "list"
    return inner.get("type", "any value") + _limits(inner)


def _limits(inner: Shape) -> str:
    low, high = inner.get("minimum"), inner.get("maximum")
    if low is None and high is None:
        return ""
    return f" from {low} to {high}" if high is not None else f", at least {low}"


def _linked(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def _target(reference: str) -> str:
    return reference.rpartition("/")[2]
