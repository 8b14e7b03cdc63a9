"""Completion codes, which annotators get once, when they finish. A code is never withdrawn."""

from core.database.sql import load
from core.database.statements import Int8, run

_SQL = "hits/queue/sql/completion.sql"
_OF_ENROLMENT, _OF_PERSON, _OF_BATCH = (
    load(_SQL, "give", whose=load(_SQL, whose))
    for whose in ("of_enrolment", "of_person", "of_batch")
)


def give_code(*, enrolment_id: int) -> bool:
    """Record the completion code of a person who has submitted enough HITs. Return False if there
    is no code to give, or if the person already has one."""
    return run(_OF_ENROLMENT, {"enrolment": Int8(enrolment_id)}) == 1


def give_code_at_end(*, annotator_id: int, batch_id: int) -> bool:
    """Give the completion code to a person who has no HITs left, unless they submitted nothing."""
    return run(_OF_PERSON, {"batch": Int8(batch_id), "annotator": Int8(annotator_id)}) == 1


def give_codes(*, batch_id: int) -> int:
    """Give everyone who worked on a closing batch a code. Return the number of new codes."""
    return run(_OF_BATCH, {"batch": Int8(batch_id)})


def completion_address(url: str, code: str) -> str:
    """Return the address at the panel that receives the completion code. Codes only have letters,
    digits, hyphens and underscores, so they need no quoting."""
    return url.replace("{code}", code)
