"""System checks for missing plug-ins, and for incomplete kinds, blocks and reply formats."""

from collections.abc import Iterator
from importlib.util import find_spec

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template

from surveys.plugins.registry import CONTRACTS, IncompletePartError, parts


def check_parts(**_kwargs: object) -> list[CheckMessage]:
    """Return an error for each problem with plug-ins: apps that cannot be imported, and incomplete
    kinds, blocks or reply formats."""
    try:
        return [*_strangers(), *_templates()]
    except IncompletePartError as error:
        return [
            Error(f"{problem.path}: {problem.what}", hint=problem.remedy, id="surveys.E001")
            for problem in error.problems
        ]


def _strangers() -> Iterator[Error]:
    """Yield an error for each app in `PLUGINS` that cannot be imported or contains no kinds, blocks
    or reply formats."""
    for app in getattr(settings, "PLUGINS", ()):
        if find_spec(app) is None:
            yield Error(
                f"PLUGINS names {app}, which cannot be imported.",
                hint=f"Install {app}, or remove it from PLUGINS.",
                id="surveys.E002",
            )
        elif not any(find_spec(f"{app}.{family}") for family in CONTRACTS):
            hint = f"Add one of the packages {', '.join(CONTRACTS)}, or remove {app} from PLUGINS."
            yield Error(
                f"PLUGINS names {app}, which has no plug-ins.", hint=hint, id="surveys.E003"
            )


def _templates() -> Iterator[Error]:
    for family, name in parts().folders:
        for file in CONTRACTS[family].files:  # type: ignore[index]
            try:
                get_template(f"{family}/{name}/{file}")
            except (TemplateDoesNotExist, TemplateSyntaxError) as error:
                hint = "Fix the template."
                yield Error(f"{family}/{name}/{file}: {error}", hint=hint, id="surveys.E004")
