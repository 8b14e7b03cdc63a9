"""Completion codes: given to an annotator once, when their part is done, and theirs from then
on."""

from database.statements import Int8, run

# A drawn code is the first twelve digits of a random UUID, which PostgreSQL draws from a strong
# source: 48 bits.
_GIVE = """
    update hits_enrolment e
       set completed_at = statement_timestamp(),
           completion_code = case b.completion when 'fixed' then b.completion_code
                             else upper(left(translate(gen_random_uuid()::text, '-', ''), 12)) end
      from hits_batch b
     where b.id = e.batch_id and b.completion <> 'none' and e.completion_code = ''
       and e.submitted > 0 and {whose}
"""
_OF_ENROLMENT = _GIVE.format(whose="e.id = %(enrolment)s")
_OF_PERSON = _GIVE.format(whose="e.batch_id = %(batch)s and e.annotator_id = %(annotator)s")
_OF_BATCH = _GIVE.format(whose="e.batch_id = %(batch)s and e.status = 'active'")


def give_code(*, enrolment_id: int) -> bool:
    """Record the code of a person who has submitted enough; False where there is none to give or
    they have it."""
    return run(_OF_ENROLMENT, {"enrolment": Int8(enrolment_id)}) == 1


def give_code_at_end(*, annotator_id: int, batch_id: int) -> bool:
    """The same for a person for whom nothing is left. Nobody gets a code who has submitted
    nothing."""
    return run(_OF_PERSON, {"batch": Int8(batch_id), "annotator": Int8(annotator_id)}) == 1


def give_codes(*, batch_id: int) -> int:
    """The codes of everybody who has worked in a batch that ends; returns how many were given
    now."""
    return run(_OF_BATCH, {"batch": Int8(batch_id)})


def completion_address(url: str, code: str) -> str:
    """Where the panel takes the code; it has letters, digits, hyphens and underscores only, so it
    needs no quoting."""
    return url.replace("{code}", code)
