"""Static files that are stored next to the code. For example, `static/script.js` in the folder of
the kind `scale` is served as `kinds/scale/script.js`."""

from typing import Any

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage

from surveys.plugins.registry import parts


class PartsFinder(FileSystemFinder):
    """A finder of the static files in the folder `static` of a kind, a block or a reply format."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        del args, kwargs
        self.locations = []
        self.storages = {}
        for (family, name), folder in parts().folders.items():
            root = folder / "static"
            if not root.is_dir():
                continue
            prefix = f"{family}/{name}"
            storage = FileSystemStorage(location=root)
            storage.prefix = prefix  # type: ignore[attr-defined]
            self.locations.append((prefix, str(root)))
            self.storages[str(root)] = storage

    def check(self, **kwargs: object) -> list[Any]:
        del kwargs
        return []
