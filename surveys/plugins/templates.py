"""Templates that are stored next to the code. For example, `kinds/choice/page.html` is the file
`page.html` in the folder of the kind `choice`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.template import Origin
from django.template.loaders.filesystem import Loader as FileLoader

from surveys.plugins.registry import CONTRACTS, parts

SHARED = Path(__file__).parents[1]


class Loader(FileLoader):
    """A template loader for `<family>/<folder>/<file>.html`, and for `<family>/_<file>.html`, which
    all templates of a family can use."""

    def get_dirs(self) -> list[Any]:
        return []

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        family, *inner = template_name.split("/")
        if family not in CONTRACTS or not template_name.endswith(".html"):
            return
        path: Path | None = None
        if len(inner) == 1 and inner[0].startswith("_"):
            path = SHARED / family / inner[0]
        elif len(inner) > 1 and (folder := parts().folders.get((family, inner[0]))):
            path = folder.joinpath(*inner[1:])
        if path is not None and ".." not in inner:
            yield Origin(name=str(path), template_name=template_name, loader=self)
