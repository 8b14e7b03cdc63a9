"""A check, before the first request, for outputs that cannot be sent to a judge. These are linked
clips and sounds, and all sounds if the protocol does not support sounds."""

from typing import Literal

from django.db import connection
from django.utils.translation import gettext as _

from core.database.sql import load
from core.errors import RateroomError
from judges.models import JudgeRun

Provider = Literal["openai", "anthropic"]

_UNTAKEN = load("judges/sql/untaken.sql", "untaken")


def refuse_untaken(run: JudgeRun, provider: Provider) -> None:
    """Raise RateroomError if an output of the run's batch cannot be sent to this provider."""
    with connection.cursor() as cursor:
        cursor.execute(_UNTAKEN, {"batch": run.batch_id})
        linked, name, sounds = cursor.fetchone()
    if linked:
        raise RateroomError(
            _(
                "Linked clips and audio files cannot be sent to a judge. Outputs with such "
                "files: %(number)s."
            )
            % {"number": f"{linked:,}"},
            where=name,
            remedy=_("Import the linked files."),
        )
    if sounds and provider == "anthropic":
        raise RateroomError(
            _("Anthropic’s API does not accept audio. Outputs with audio: %(number)s.")
            % {"number": f"{sounds:,}"},
            where=run.batch.title,
            remedy=_("Use an OpenAI-compatible model with audio input."),
        )
