"""Completion codes. An annotator gets one code per batch when they finish. A code is never
withdrawn."""

from core.database.sql import load
from core.database.statements import Int8, run

_SQL = "hits/queue/sql/completion.sql"
_OF_ENROLMENT, _OF_PERSON, _OF_BATCH = (
    load(_SQL, "give", whose=load(_SQL, whose))
    for whose in ("of_enrolment", "of_person", "of_batch")
)


def give_code(*, enrolment_id: int) -> bool:
    """Give a completion code to a person for whom it is due. Return False if the person has
    submitted nothing or already has a code, or if the batch gives no codes per batch."""
    return run(_OF_ENROLMENT, {"enrolment": Int8(enrolment_id)}) == 1


def give_code_at_end(*, annotator_id: int, batch_id: int) -> bool:
    """Give a completion code to a person. The caller has checked that the person has no HITs left.
    Return False if the person has submitted nothing or already has a code, or if the batch gives no
    codes per batch."""
    return run(_OF_PERSON, {"batch": Int8(batch_id), "annotator": Int8(annotator_id)}) == 1


def give_codes(*, batch_id: int) -> int:
    """Give a completion code to everyone who submitted HITs in a batch that closes and who is still
    active. Return the number of new codes."""
    return run(_OF_BATCH, {"batch": Int8(batch_id)})


def completion_address(url: str, code: str) -> str:
    """Return the panel's address with the completion code inserted. Codes contain only letters,
    digits, hyphens and underscores, so they need no quoting."""
    return url.replace("{code}", code)
