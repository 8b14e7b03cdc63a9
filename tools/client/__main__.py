"""The command `python -m tools.client` (`make client`), which generates a client method for each
operation in the API's schema, so that the client covers the whole API. The generated files are not
committed: `make lint`, `make test` and `make wheel` generate them first."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.client.method import Method
from tools.client.subjects import BY_HAND, GROUPS

FOLDER = Path(__file__).parents[2] / "client/rateroom_client/operations"
BASE = "/api/v1/"
IMPORTS = """
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from rateroom_client.asking import Asking, Row, given

"""


def methods(document: Mapping[str, Any]) -> Iterator[Method]:
    """Yield a client method for each operation of the schema that has no handwritten method."""
    for address, operations in document["paths"].items():
        for verb in ("get", "post", "patch", "put", "delete"):
            if (operation := operations.get(verb)) is None:
                continue
            method = Method(document, address.removeprefix(BASE), verb, operation)
            if method.name not in BY_HAND:
                yield method


def files(document: Mapping[str, object]) -> dict[str, str]:
    """Return the content of each generated file by the file's name."""
    groups: dict[str, list[Method]] = {name: [] for name in GROUPS}
    for method in methods(document):
        groups[method.group].append(method)
    modules = {f"{name}.py": _module(name, group) for name, group in groups.items()}
    return {"__init__.py": '"""The API, one class per subject."""\n', **modules}


def _module(name: str, group: Sequence[Method]) -> str:
    words, _steps = GROUPS[name]
    body = "\n".join(method.source() for method in group)
    head = f'"""{words}. Written by `make client`."""\n{IMPORTS}'
    return f'{head}\nclass {name.title()}(Asking):\n    """{words}."""\n\n{body}'


def document() -> dict[str, Any]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation.settings")
    import django

    django.setup()
    from api.reference import openapi

    return openapi()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in files(document()).items():
        (FOLDER / name).write_text(content, encoding="utf-8")
