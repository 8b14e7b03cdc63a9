"""`make settings`: write the table of docs/operations/settings.md and `.env.example`.

Both follow from the declarations, and a test compares them.
"""

import re
from pathlib import Path

from annotation.environment.variables import GROUPS, Variable

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/operations/settings.md"
EXAMPLE = ROOT / ".env.example"
TABLE = re.compile(r"(?<=<!-- make settings -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)
SEE = re.compile(r", see \[[^]]*\]\([^)]*\)")
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
HEAD = """\
# Settings for docker-compose.yml: copy this file to .env, then create the three secrets:
#     mkdir -m 700 secrets
#     for name in secret_key postgres_password valkey_password; do
#         openssl rand -hex 32 > secrets/$name
#     done
#     # The containers' accounts must be able to read the files. The folder lets no one else in.
#     chmod 644 secrets/*
#
# Written by `make settings`. docs/operations/settings.md explains each variable.
"""


def table() -> str:
    """Return the table of the documentation, in Markdown."""
    lines = ["| variable | default | meaning |", "| --- | --- | --- |"]
    for title, variables in GROUPS.items():
        lines.append(f"| **{title}** | | |")
        lines += [_row(variable) for variable in variables]
    return "\n".join(lines)


def _row(variable: Variable) -> str:
    name = f"`{variable.name}`" + (f", `{variable.name}_FILE`" if variable.secret else "")
    return f"| {name} | {variable.shown_default} | {variable.meaning} |"


def example() -> str:
    """Return `.env.example`: the variables that the compose file leaves to the operator."""
    lines = [HEAD]
    for title, variables in GROUPS.items():
        lines.append(f"# --- {title} ---")
        for variable in variables:
            if not variable.fixed:
                lines += [f"# {_plain(variable.meaning)}", _line(variable), ""]
    return "\n".join(lines)


def _line(variable: Variable) -> str:
    value = f"{variable.name}={variable.example or variable.default}"
    return value if variable.name == "SITE_HOST" else f"#{value}"


def _plain(meaning: str) -> str:
    """Return the meaning without Markdown and without references to other sections."""
    return LINK.sub(r"\1", SEE.sub("", meaning)).replace("`", "")


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(lambda _match: table(), PAGE.read_text()), encoding="utf-8")
    EXAMPLE.write_text(example(), encoding="utf-8")
