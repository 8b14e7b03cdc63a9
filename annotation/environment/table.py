"""The documentation's table of settings, generated from the declared environment variables."""

from annotation.environment.variables import GROUPS, Variable
from core.reference import table


def settings_table() -> str:
    """Return a Markdown table of all variables with their defaults and meanings."""
    rows: list[tuple[str, ...]] = []
    for title, variables in GROUPS.items():
        rows += [(f"**{title}**", "", ""), *map(_row, variables)]
    return table(("variable", "default", "meaning"), rows)


def _row(variable: Variable) -> tuple[str, ...]:
    name = f"`{variable.name}`" + (f", `{variable.name}_FILE`" if variable.secret else "")
    return name, variable.shown_default, variable.meaning
