"""Mistakes in the worked examples of a judge's prompt. An example must have the content that an
item shows, and a reply that can be parsed."""

from collections.abc import Iterator

from core.errors import Problem
from surveys.item_fields import field_faults
from surveys.prompts import worked_stimulus
from surveys.replies.abstentions import read_reply
from surveys.replies.base import ReplyError
from surveys.spec import Rubric, WorkedExample

# Errors that are expected if only the beginning of a reply is given.
LACKING = frozenset({"missing_section", "missing_criterion", "truncated"})


def worked_problems(rubric: Rubric) -> Iterator[Problem]:
    for index, worked in enumerate(rubric.worked):
        own = [*_input_problems(rubric, worked), *_reply_problems(rubric, worked)]
        yield from (problem.under("worked", index) for problem in own)


def _input_problems(rubric: Rubric, worked: WorkedExample) -> Iterator[Problem]:
    if len(worked.outputs) != len(rubric.letters()):
        per_page = len(rubric.letters())
        what = f"the number of outputs is {len(worked.outputs)}, but a page shows {per_page}."
        yield Problem(what, "outputs", remedy="Write as many outputs as a page shows.")
    for fault in field_faults(rubric, worked.fields, worked.media):
        if not fault.is_warning:
            yield Problem(f"`{fault.field}` {fault.what}", "fields", remedy=fault.remedy)
    media = [need.name for need in rubric.fields() if need.type in {"image", "video"}]
    for name in worked.media:
        if name not in media:
            what = f"`{name}` is not a picture or clip in this rubric."
            yield Problem(what, "media", remedy=f"Use one of {media}, or remove the entry.")


def _reply_problems(rubric: Rubric, worked: WorkedExample) -> Iterator[Problem]:
    """Yield a problem if the reply cannot be parsed as an answer to the example's input. An excerpt
    can lack parts of a reply."""
    if len(worked.outputs) != len(rubric.letters()):
        return
    try:
        read_reply(rubric, worked_stimulus(worked), worked.reply)
    except ReplyError as error:
        if not (worked.excerpt and error.code in LACKING):
            remedy = (
                "Write the reply that a judge should send. For a part of a reply, add "
                "`excerpt: true`."
            )
            yield Problem(f"cannot be read: {error}", "reply", remedy=remedy)
