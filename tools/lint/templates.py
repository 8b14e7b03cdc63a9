"""Lint rules for templates. Templates must not use the features of htmx that need eval, because the
site's Content-Security-Policy blocks eval. These features are `hx-on`, `js:` values and filters of
triggers. A tag must not filter a literal text, because Django cannot parse such a tag."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

RULES = {
    r"\bhx-on\b": "`hx-on` runs its text as a script. Listen in a module.",
    r"""\bhx-[a-z-]+=["'](?:[^"']*\s)?(?:js|javascript):""": (
        "`js:` is evaluated. Write the value, or add it in a module."
    ),
    r"""\bhx-trigger=["'][^"']*\[""": (
        "A trigger's filter is evaluated. Send an event of your own from a module."
    ),
    r"""\{%(?:(?!%\}).)*\s_\((["'])(?:(?!\1).)*\1\)\|""": (
        'Django cannot filter `_("…")` in a tag. First `{% translate "…"|filter as name %}`.'
    ),
}
LEFT_OUT = frozenset({".git", ".venv", "build", "node_modules", "var", "staticfiles"})


def problems(root: Path) -> Iterator[str]:
    """Yield a line for each match of a rule in the templates below `root`."""
    for path in sorted(root.rglob("*.html")):
        if LEFT_OUT.isdisjoint(path.relative_to(root).parts):
            text = path.read_text(encoding="utf-8")
            for pattern, remedy in RULES.items():
                for match in re.finditer(pattern, text):
                    line = text.count("\n", 0, match.start()) + 1
                    yield f"{path.relative_to(root)}:{line}: {remedy}"


if __name__ == "__main__":
    lines = list(problems(Path.cwd()))
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.exit(f"{len(lines)} places in templates that cannot stay." if lines else 0)
