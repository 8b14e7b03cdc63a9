"""The command `make settings`, which writes `.env.example` from the declared settings."""

import re
from pathlib import Path

from annotation.environment.variables import GROUPS, Variable

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / ".env.example"
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


def example() -> str:
    """Return the content of `.env.example`, with the variables that operators can set."""
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
    """Return a setting's description without Markdown and without references to other sections."""
    return LINK.sub(r"\1", SEE.sub("", meaning)).replace("`", "")


if __name__ == "__main__":
    EXAMPLE.write_text(example(), encoding="utf-8")
