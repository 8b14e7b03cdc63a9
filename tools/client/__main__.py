"""`python -m tools.client`: write the client's methods, one for each operation of the API's schema,
so that the client has what the API has. `make client` runs it.

A test fails while the files differ from what this would write.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.client.method import Method
from tools.client.subjects import BY_HAND, GROUPS

FOLDER = Path(__file__).parents[2] / "client/rateroom_client/operations"
BASE = "/api/v1/"


def methods(document: Mapping[str, Any]) -> Iterator[Method]:
    """Of every operation of the schema that is not by hand."""
    for address, operations in document["paths"].items():
        for verb in ("get", "post", "patch", "put", "delete"):
            if (operation := operations.get(verb)) is None:
                continue
            method = Method(document, address.removeprefix(BASE), verb, operation)
            if method.name not in BY_HAND:
                yield method


def files(document: Mapping[str, Any]) -> dict[str, str]:
    """The content of each file, formatted, by its name."""
    groups: dict[str, list[Method]] = {name: [] for name in GROUPS}
    for method in methods(document):
        groups[method.group].append(method)
    return {f"{name}.py": _formatted(_module(name, group)) for name, group in groups.items()}


def _module(name: str, group: Sequence[Method]) -> str:
    words, _steps = GROUPS[name]
    body = "\n".join(method.source() for method in group)
    imports = [
        ("from collections.abc import ", ("Iterator", "Mapping", "Sequence")),
        ("from pathlib import ", ("Path",)),
        ("from typing import ", ("IO", "Any")),
        ("from urllib.parse import ", ("quote",)),
        ("\nfrom rateroom_client.operations.asking import ", ("Asking", "Row", "given(")),
    ]
    lines = [
        start + ", ".join(name.rstrip("(") for name in used)
        for start, names in imports
        if (
            used := [name for name in names if re.search(rf"\b{re.escape(name)}", f"{body} Asking")]
        )
    ]
    head = f'"""{words}. Written by `make client`."""'
    text = f'    """{words}."""'
    title = f"class {name.title()}(Asking):"
    return "\n".join([head, "", *lines, "", "", title, text, "", body])


def _formatted(source: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "client/x.py", "-"]
    done = subprocess.run(  # noqa: S603 - the project's own formatter
        command, input=source, capture_output=True, text=True, check=True
    )
    return done.stdout


def document() -> dict[str, Any]:
    """The API's schema."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation.settings")
    import django

    django.setup()
    from api.reference import openapi

    return openapi()


if __name__ == "__main__":
    for name, content in files(document()).items():
        (FOLDER / name).write_text(content, encoding="utf-8")
