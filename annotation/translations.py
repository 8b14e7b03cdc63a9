"""Compilation of translations. The `.po` files `locale/*/django.po` become the `.mo` files that the
site reads.

`python -m annotation.translations` compiles the translations, and so do `make run`, the tests, and
the builds of the wheel and the image.
"""

import os
from pathlib import Path

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compile_translations(folder: Path = LOCALE) -> None:
    """Compile each translation that has changed since its last compilation.

    Several processes can compile at the same time, because files are replaced atomically.
    """
    for source in folder.glob("*/LC_MESSAGES/django.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            _compile(source, compiled)


def _compile(source: Path, compiled: Path) -> None:
    import polib  # imported here because the running site never compiles translations

    draft = compiled.with_name(f"{compiled.name}.{os.getpid()}")
    polib.pofile(str(source)).save_as_mofile(str(draft))
    draft.replace(compiled)


if __name__ == "__main__":
    compile_translations()
