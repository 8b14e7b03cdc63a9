"""Outputs that cannot be sent to a judge, told before the first request: clips and sounds that are
links, and any sound by a protocol without sounds."""

from typing import Literal

from django.db import connection

from judges.models import JudgeRun
from tabular.errors import RateroomError

Provider = Literal["openai", "anthropic"]

_UNTAKEN = """
    with media as (
        select coalesce(m.url, m.original_name, '') as name, m.url is not null as linked,
               case when m.content_type ~ '^(image|video|audio)/'
                    then split_part(m.content_type, '/', 1) else o.kind end as kind
          from hits_hit h cross join unnest(h.output_ids) as shown(id)
          join stimuli_output o on o.id = shown.id
          join stimuli_outputmedium om on om.output_id = o.id
          join stimuli_medium m on m.id = om.medium_id
         where h.batch_id = %(batch)s and h.purpose = 'main'
    )
    select count(*) filter (where linked and kind <> 'image'),
           min(name) filter (where linked and kind <> 'image'),
           count(*) filter (where kind = 'audio')
      from media
"""


def refuse_untaken(run: JudgeRun, provider: Provider) -> None:
    """Raise RateroomError where an output of the run's batch cannot be sent to this provider."""
    with connection.cursor() as cursor:
        cursor.execute(_UNTAKEN, {"batch": run.batch_id})
        linked, name, sounds = cursor.fetchone()
    if linked:
        raise RateroomError(
            f"{linked:,} outputs are linked clips or sounds, which cannot be sent to a judge.",
            where=name,
            remedy="Import their files.",
        )
    if sounds and provider == "anthropic":
        raise RateroomError(
            f"{sounds:,} outputs are sounds, and Anthropic's messages take none.",
            where=run.batch.title,
            remedy="Ask a model that hears by OpenAI's protocol.",
        )
