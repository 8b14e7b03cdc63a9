"""Completion codes: given to an annotator once, when their part is done, and theirs from then
on."""

from core.database.sql import load
from core.database.statements import Int8, run

_SQL = "hits/queue/sql/completion.sql"
_OF_ENROLMENT, _OF_PERSON, _OF_BATCH = (
    load(_SQL, "give", whose=load(_SQL, whose))
    for whose in ("of_enrolment", "of_person", "of_batch")
)


def give_code(*, enrolment_id: int) -> bool:
    """Record the code of a person who has submitted enough; False if there is none to give or they
    have it."""
    return run(_OF_ENROLMENT, {"enrolment": Int8(enrolment_id)}) == 1


def give_code_at_end(*, annotator_id: int, batch_id: int) -> bool:
    """Return the same for a person without remaining HITs. People who have submitted nothing get no
    code."""
    return run(_OF_PERSON, {"batch": Int8(batch_id), "annotator": Int8(annotator_id)}) == 1


def give_codes(*, batch_id: int) -> int:
    """Return the codes of everybody who has worked in a batch that ends; returns how many were
    given now."""
    return run(_OF_BATCH, {"batch": Int8(batch_id)})


def completion_address(url: str, code: str) -> str:
    """Return where the panel takes the code; it has letters, digits, hyphens and underscores only,
    so it needs no quoting."""
    return url.replace("{code}", code)
