"""Conversion of one operation in the API's schema to a method of the client."""

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tools.client.subjects import GROUPS, SINGULAR

TYPES = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}
TYPES |= {"object": "Mapping[str, Any]", "null": "None"}
PAGING = {"cursor", "limit"}
MOST_OPTIONS = 5  # options in a body; with more, a method takes any keyword arguments


@dataclass(frozen=True)
class Field:
    """A field of a request, with the argument's name, its type, and whether it is required."""

    own: str
    type: str
    needed: bool

    @property
    def argument(self) -> str:
        if self.needed:
            return f"{self.own}: {self.type}"
        nullable = self.type if "None" in self.type else f"{self.type} | None"
        return f"{self.own}: {nullable} = None"


@dataclass(frozen=True)
class Method:
    """A client method for one operation of the schema."""

    document: Mapping[str, Any]
    path: str
    verb: str
    operation: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.operation["operationId"])

    @property
    def group(self) -> str:
        parts = [part for part in self.path.split("/") if part and "{" not in part]
        of_object = parts[1:] if parts[0] in {"batches", "projects"} else parts
        for name, (_words, steps) in GROUPS.items():
            if set(steps.split()) & set(of_object):
                return name
        return "projects" if parts[0] == "projects" else "batches"

    @cached_property
    def steps(self) -> list[tuple[str, str]]:
        """Return (name in the path, name in the method) for each parameter of the path."""
        parts = self.path.split("/")
        names = []
        for before, part in zip(["", *parts], parts, strict=False):
            if part.startswith("{"):
                name = part.strip("{}")
                own = SINGULAR.get(before, before.removesuffix("s").replace("-", "_"))
                names.append((name, own if name == "id" else name))
        return names

    @property
    def address(self) -> str:
        """Return the operation's path as the content of an f-string."""
        address = self.path
        for name, own in self.steps:
            value = f"{{quote({own}, safe='')}}" if self._is_text(name) else f"{{{own}}}"
            address = address.replace(f"{{{name}}}", value)
        return address

    def _is_text(self, name: str) -> bool:
        kinds = {each["name"]: each["schema"]["type"] for each in self._parameters("path")}
        return bool(kinds[name] == "string")

    def _parameters(self, place: str) -> list[Mapping[str, Any]]:
        return [each for each in self.operation.get("parameters", ()) if each["in"] == place]

    @cached_property
    def body(self) -> Mapping[str, Any]:
        """Return the schema of the request body, or an empty dict if there is no body."""
        content = self.operation.get("requestBody", {}).get("content", {})
        return self._resolved(next(iter(content.values()))["schema"]) if content else {}

    @cached_property
    def files(self) -> list[str]:
        """Return the names of those fields of the body that are files."""
        fields = self.body.get("properties", {})
        return [name for name, shape in fields.items() if shape.get("format") == "binary"]

    @cached_property
    def fields(self) -> dict[str, Field]:
        """Return the fields of the body that are not files, or the fields of the query, by name."""
        if self.verb == "get":
            asked = [each for each in self._parameters("query") if each["name"] not in PAGING]
            return {
                (name := each["name"]): Field(
                    name, self._type(each["schema"]), each.get("required", False)
                )
                for each in asked
            }
        taken = {own for _name, own in self.steps}
        needed = set(self.body.get("required", ()))
        return {
            name: Field(
                f"other_{name}" if name in taken else name,
                self._type(shape),
                name in needed and "default" not in shape,
            )
            for name, shape in self.body.get("properties", {}).items()
            if name not in self.files
        }

    @cached_property
    def is_open(self) -> bool:
        """Return whether the method accepts any fields and passes them on unchanged. Such methods
        are for changes, where null has a meaning, and for requests with many fields."""
        options = [field for field in self.fields.values() if not field.needed]
        is_change = self.verb in {"patch", "put"} and len(options) == len(self.fields) > 0
        return is_change or len(options) > MOST_OPTIONS

    @property
    def _answers(self) -> dict[str, Mapping[str, Any]]:
        return {
            code: answer.get("content", {})
            for code, answer in self.operation["responses"].items()
            if code.startswith("2")
        }

    @property
    def is_paged(self) -> bool:
        content = self._answers.get("200", {}).get("application/json", {})
        name = str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]
        return name.startswith("Paginated")

    @property
    def is_download(self) -> bool:
        answers = self._answers.values()
        return any(content and "application/json" not in content for content in answers)

    @property
    def may_be_long(self) -> bool:
        """Return whether a background task may do the work of the request."""
        return "202" in self._answers and len(self._answers) > 1

    @property
    def says_nothing(self) -> bool:
        return not any(self._answers.values())

    @property
    def returns(self) -> str:
        if self.is_paged:
            return "Iterator[Row]"
        if self.is_download:
            return "int"
        if self.says_nothing:
            return "None"
        return "Row | None" if "204" in self._answers else "Row"

    @property
    def arguments(self) -> str:
        own = ["self"]
        own += [f"{own}: {'str' if self._is_text(name) else 'int'}" for name, own in self.steps]
        own += [f"{name}: Path" for name in self.files]
        own += ["file: IO[bytes]"] if self.is_download else []
        fields = sorted(self.fields.values(), key=lambda field: not field.needed)
        named = [field.argument for field in fields if field.needed or not self.is_open]
        named += ['key: str = ""'] if self.takes_key else []
        named += ["wait: bool = True"] if self.may_be_long else []
        last = ["**terms: Any"] if self.is_open else []
        return ", ".join([*own, *(["*"] if named else []), *named, *last])

    @property
    def takes_key(self) -> bool:
        """Return whether the method accepts an idempotency key. This is the case unless the method
        only reads data or the body has a field `key`."""
        return self.verb != "get" and "key" not in self.body.get("properties", {})

    @property
    def words(self) -> str:
        text = " ".join(str(self.operation.get("description", "")).split())
        if (scope := self.operation.get("x-scope", "")) in {"money", "people"}:
            text += f" Needs the scope `{scope}`."
        return f"{text} {self._outcomes}" if self.may_be_long else text

    @property
    def _outcomes(self) -> str:
        """Return a sentence on the method's result if a background task can do the work."""
        other = "None" if "204" in self._answers else "the answer itself"
        return f"Returns the worker's task, if any (with `wait`, when done); otherwise {other}."

    def source(self) -> str:
        """Return the source code of the method before it is formatted."""
        head = f"def {self.name}({self.arguments}) -> {self.returns}:"
        said = textwrap.wrap(f'"""{self.words}"""', 88)
        lines = [head, *(f"    {line}" for line in said), f"    {self._call()}"]
        return textwrap.indent("\n".join(lines), "    ") + "\n"

    def _call(self) -> str:
        path = f'{"f" if self.steps else ""}"{self.address}"'
        return self._reading(path) if self.verb == "get" else self._writing(path)

    def _reading(self, path: str) -> str:
        if self.is_open:
            query = ", **terms"
        else:
            query = "".join(f", {name}={field.own}" for name, field in self.fields.items())
        if self.is_download:
            return f"return self._downloaded({path}, file{query})"
        return f"return self.{'_pages' if self.is_paged else '_read'}({path}{query})"

    def _writing(self, path: str) -> str:
        key = ", key=key" if self.takes_key else ""
        body = f", {self._body()}" if self.fields else ""
        if self.files:
            files = ", ".join(f'"{name}": {name}' for name in self.files)
            return f"return self._uploaded({path}, {{{files}}}{body}{key})"
        sent = f'"{self.verb.upper()}", {path}{body}{key}'
        if self.says_nothing:
            return f"self.http.send({sent})"
        wait = ", wait=wait" if self.may_be_long else ""
        or_none = " or None" if "204" in self._answers else ""
        return f"return self._sent({sent}{wait}){or_none}"

    def _body(self) -> str:
        needed = [f'"{name}": {field.own}' for name, field in self.fields.items() if field.needed]
        options = [f"{name}={field.own}" for name, field in self.fields.items() if not field.needed]
        if self.is_open:
            needed.append("**terms")
        elif options:
            needed.append(f"**given({', '.join(options)})")
        whole = len(needed) == 1 and needed[0].startswith("**")
        return needed[0].removeprefix("**") if whole else f"{{{', '.join(needed)}}}"

    def _resolved(self, shape: Mapping[str, object]) -> Mapping[str, Any]:
        name = str(shape.get("$ref", "")).rpartition("/")[2]
        inner: Mapping[str, Any] = self.document["components"]["schemas"][name] if name else shape
        return inner

    def _type(self, shape: Mapping[str, Any]) -> str:
        """Return the type annotation for a JSON schema."""
        for part in (*shape.get("allOf", ()), *shape.get("oneOf", ()), *shape.get("anyOf", ())):
            inner = self._type(part)
            if inner != "None":
                return inner
        shape = self._resolved(shape)
        kinds = shape.get("type", "object" if "properties" in shape else "")
        names = kinds if isinstance(kinds, list) else [kinds]
        items = self._type(shape["items"]) if "array" in names else ""
        types = [
            f"Sequence[{items}]" if kind == "array" else TYPES.get(kind, "Any") for kind in names
        ]
        return " | ".join(dict.fromkeys(types))
