"""Simulated judges for any rubric. They write raw replies in the rubric's own format, some replies
in a variant of the format, and a few that cannot be read.

The code does not depend on one format: a variant changes the text that `write_reply` returns. A
reply that cannot be read is cut off, or has a value that the question does not allow.
"""

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from demo.simulated import Persona, Presentation, simulate_answers
from demo.wording import RATIONALES
from surveys.columns import derive
from surveys.forms import check_answers
from surveys.questions import Value, form_questions
from surveys.replies.abstentions import write_reply
from surveys.replies.asked import scored, top_of

UNREADABLE = 0.06  # share of a run's replies, but at least one reply
DIALECT = 0.3


@dataclass(frozen=True)
class Judge:
    """A simulated judge. `omit` names the item fields that its prompt leaves out."""

    name: str
    model: str
    persona: Persona
    omit: tuple[str, ...] = ()


# How much a judge rates fluent texts higher, and short ones lower, than people do.
LEANING = {
    "naturalness": 0.08,
    "coherence": 0.12,
    "syntax": 0.1,
    "coverage": -0.1,
    "conciseness": -0.08,
}
GOOD = Judge(
    "Simulated judge, large",
    "simulated-judge-large",
    Persona(
        "judge large", noise=0.12, first=0.05, talkative=0.8, remarks=RATIONALES, leaning=LEANING
    ),
)
WEAKER = Judge(
    "Simulated judge, small",
    "simulated-judge-small",
    Persona(
        "judge small",
        leniency=0.15,
        noise=0.4,
        first=0.15,
        talkative=0.3,
        remarks=RATIONALES,
        leaning=LEANING,
    ),
)
# An ablation: the same model without the reference captions.
BLIND = Judge(
    "Simulated judge, no references",
    GOOD.model,
    replace(GOOD.persona, seed="judge blind", noise=0.3),
    omit=("references",),
)


def simulate_verdict(judge: Judge, presentation: Presentation) -> dict[str, Value]:
    """Return the answers that the judge means to give, and the scores derived from them, by
    question key."""
    page_questions = form_questions(presentation.rubric, presentation.stimulus)
    valid = dict(
        check_answers(page_questions, simulate_answers(judge.persona, presentation)).values
    )
    return valid | derive(presentation.rubric, valid, presentation.stimulus)


def simulate_replies(judge: Judge, seen: Sequence[Presentation]) -> list[str]:
    """Return a raw reply to each presentation in `seen`. A few of the replies cannot be read."""
    chance = random.Random(f"{judge.persona.seed}, {len(seen)}")
    bad = chance.sample(range(len(seen)), max(1, round(UNREADABLE * len(seen))))
    first = chance.randrange(len(MALFORMED))
    kinds = {place: MALFORMED[(first + turn) % len(MALFORMED)] for turn, place in enumerate(bad)}
    return [
        kinds[place](judge, presentation) if place in kinds else _readable(judge, presentation)
        for place, presentation in enumerate(seen)
    ]


def _readable(judge: Judge, presentation: Presentation) -> str:
    reply = _written(judge, presentation)
    chance = random.Random(f"reply of {judge.persona.seed}, {presentation.names}")
    if chance.random() >= DIALECT:
        return reply
    return chance.choice(JSON_DIALECTS if _is_json(reply) else TEXT_DIALECTS)(reply)


def _written(
    judge: Judge, presentation: Presentation, changes: Mapping[str, Value] | None = None
) -> str:
    values = {**simulate_verdict(judge, presentation), **(changes or {})}
    return write_reply(presentation.rubric, presentation.stimulus, values)


def _is_json(reply: str) -> bool:
    return reply.startswith("{")


def _announced(reply: str) -> str:
    return f"Here is my evaluation:\n\n{reply}"


def _fenced(reply: str) -> str:
    return f"```{'json' if _is_json(reply) else ''}\n{reply}\n```"


def _windows_lines(reply: str) -> str:
    return reply.replace("\n", "\r\n") + "\r\n"


def _bold_numbers(reply: str) -> str:
    return re.sub(r"(?<![\w<>])(\d+)(?=\.?$)", r"**\1**", reply, flags=re.MULTILINE)


def _full_width(reply: str) -> str:
    return reply.translate({ord("0") + digit: chr(0xFF10 + digit) for digit in range(10)})


def _indented(reply: str) -> str:
    return json.dumps(json.loads(reply), indent=2, ensure_ascii=False)


def _trailing_comma(reply: str) -> str:
    return _indented(reply).replace("\n  }", ",\n  }", 1)


def _cut(judge: Judge, presentation: Presentation) -> str:
    """Return a reply that is cut off before its last score."""
    reply = _written(judge, presentation)
    for value in simulate_verdict(judge, presentation).values():
        reply = reply.removesuffix(str(value)) if isinstance(value, str) else reply
    return re.sub(r"\d+\D*$", "", reply)


def _off_the_scale(judge: Judge, presentation: Presentation) -> str:
    """Return a reply whose last score is out of range. If the rubric has no scores, the first
    derived value is out of range."""
    verdict = simulate_verdict(judge, presentation)
    scored_questions = scored(presentation.rubric, presentation.stimulus)
    if scored_questions:
        last = [each for each in scored_questions if each.key in verdict][-1]
        return _written(judge, presentation, {last.key: 2 * top_of(last)})
    derived = derive(presentation.rubric, verdict, presentation.stimulus)
    return _written(judge, presentation, dict.fromkeys(list(derived)[:1], 2))


def _refusal(_judge: Judge, _presentation: Presentation) -> str:
    return "I'm sorry, but I can't see what this is about, so I am unable to judge it."


def _upstream(_judge: Judge, _presentation: Presentation) -> str:
    return '{"error": {"type": "overloaded_error", "message": "Overloaded"}}'


TEXT_DIALECTS: tuple[Callable[[str], str], ...] = (
    _announced,
    _fenced,
    _windows_lines,
    _bold_numbers,
    _full_width,
)
JSON_DIALECTS: tuple[Callable[[str], str], ...] = (
    _announced,
    _fenced,
    _windows_lines,
    _indented,
    _trailing_comma,
)
MALFORMED: tuple[Callable[[Judge, Presentation], str], ...] = (
    _cut,
    _off_the_scale,
    _refusal,
    _upstream,
)
