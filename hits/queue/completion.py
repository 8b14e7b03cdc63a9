"""Completion codes: given to an annotator once, when they are finished, and never withdrawn."""

from core.database.sql import load
from core.database.statements import Int8, run

_SQL = "hits/queue/sql/completion.sql"
_OF_ENROLMENT, _OF_PERSON, _OF_BATCH = (
    load(_SQL, "give", whose=load(_SQL, whose))
    for whose in ("of_enrolment", "of_person", "of_batch")
)


def give_code(*, enrolment_id: int) -> bool:
    """Record the code of a person who has submitted enough; return False if there is none to give
    or they have it already."""
    return run(_OF_ENROLMENT, {"enrolment": Int8(enrolment_id)}) == 1


def give_code_at_end(*, annotator_id: int, batch_id: int) -> bool:
    """Give the code to a person without remaining HITs. People who have submitted nothing get
    none."""
    return run(_OF_PERSON, {"batch": Int8(batch_id), "annotator": Int8(annotator_id)}) == 1


def give_codes(*, batch_id: int) -> int:
    """Give a code to everyone who has worked in a batch that ends; return the number of new
    codes."""
    return run(_OF_BATCH, {"batch": Int8(batch_id)})


def completion_address(url: str, code: str) -> str:
    """Return the panel's address that takes the code. Codes only have letters, digits, hyphens and
    underscores, so no quoting is needed."""
    return url.replace("{code}", code)
