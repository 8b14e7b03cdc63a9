"""Mutations of a whole reply that are harmless or that leave every score uncertain."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.replies_generator import words
from tests.replies_generator.layouts import closing, names, reasons
from tests.replies_generator.scores import other
from tests.replies_generator.shapes import Asked, Shape


@dataclass(frozen=True)
class Draft:
    """A reply under construction: its shape, text, scores by key, and language."""

    shape: Shape
    text: str
    values: Mapping[str, int]
    language: str

    @property
    def is_json(self) -> bool:
        return self.text.lstrip().startswith(("{", "["))

    def other(self, chance: random.Random) -> tuple[Asked, int]:
        """Return a random question and an allowed score that differs from its score."""
        asked = chance.choice(self.shape.asked)
        return asked, other(chance, asked, self.values[asked.key])


# A mutation gives the new text; None where it does not apply.
Mutation = Callable[[random.Random, Draft], str | None]


# Harmless.


def preface(chance: random.Random, draft: Draft) -> str | None:
    opening = chance.choice(("Here is my evaluation.", "Sure!", "Gerne:", "Aquí está:", "Voici :"))
    return f"{opening}\n{draft.text}"


def fence(chance: random.Random, draft: Draft) -> str | None:
    return f"```{chance.choice(('', 'json', 'text'))}\n{draft.text}\n```"


def think(chance: random.Random, draft: Draft) -> str | None:
    asked, number = draft.other(chance)
    called = names(draft.shape)[asked.key]
    return f"<think>{called}: {number}? {reasons(chance, draft.language)}</think>\n{draft.text}"


def line_ends(chance: random.Random, draft: Draft) -> str | None:
    return draft.text.replace("\n", chance.choice(("\r\n", "\n\n", " \n")))


def repeat(chance: random.Random, draft: Draft) -> str | None:
    del chance
    return f"{draft.text}\n{draft.text}"


def close(chance: random.Random, draft: Draft) -> str | None:
    return f"{draft.text}\n\n{closing(chance, draft.language)}"


def provisional(chance: random.Random, draft: Draft) -> str | None:
    """Add a score that is marked as provisional before the final scores (5.1)."""
    asked, number = draft.other(chance)
    word = chance.choice(words.PROVISIONAL[draft.language])
    called = names(draft.shape)[asked.key]
    final = chance.choice(words.FINAL[draft.language])
    if draft.shape.format == "entry-json":
        return f"{word}:\n{draft.text.replace(': 1', ': 0')}\n{final}\n{draft.text}"
    if draft.shape.format == "tag":
        name = draft.shape.reply["tag"]
        forms = (f"{word}: <{name}>{number}</{name}>", f"{word}: {number}")
        return f"{chance.choice(forms)}\n{draft.text}"
    if draft.shape.format == "marks":
        mark = draft.shape.reply["marks"][asked.key]
        written = chance.choice((f"{mark}{number}{mark}", str(number)))
        return f"{word}, {asked.label}: {written}.\n{draft.text}"
    if draft.shape.format == "bracketed":
        header, scores = _scored_part(chance, draft.shape)
        lines = "\n".join(f"- {score.label}: {min(score.values)}" for score in scores)
        return f"[{header}] ({word.lower()}):\n{lines}\n\n{draft.text}"
    return f"{word}:\n{called}: {number}\n{final}\n{draft.text}"


def overall(chance: random.Random, draft: Draft) -> str | None:
    """Add an overall score that no question asks for, after several scores (8.2)."""
    name = chance.choice(("Overall", "Average", "Total", "Insgesamt", "Promedio"))
    titles = [asked.label.lower() for asked in draft.shape.asked]
    is_asked = any(title.startswith(name.lower()) for title in titles)
    if is_asked or len(titles) == 1 or draft.shape.format in {"entry-json", "bracketed"}:
        return None
    return f"{draft.text}\n{name}: {chance.choice(draft.shape.asked).top}"


def elsewhere(chance: random.Random, draft: Draft) -> str | None:
    """Replace the titles with those of another language of the rubric (8.2)."""
    trees = list(draft.shape.rubric.translations.values())
    if not trees or draft.is_json or draft.shape.format not in {"section-lines", "tag"}:
        return None
    criteria, text = chance.choice(trees).get("criteria", {}), draft.text
    for criterion in draft.shape.rubric.criteria:
        title = criteria.get(criterion.key, {}).get("title")
        text = text.replace(f"\n{criterion.title}:", f"\n{title}:") if title else text
    return text if text != draft.text else None


def echo(chance: random.Random, draft: Draft) -> str | None:
    """Quote the instructions before the reply, for example `<score>5</score> is the best` (5.2)."""
    text = _echo(chance, draft, words.ECHO_WORDS)
    return f"{text}\n{draft.text}" if text else None


def examples(chance: random.Random, draft: Draft) -> str | None:
    """Add the example mark of the reply form to every header with scores (5.3)."""
    del chance
    if draft.shape.format != "bracketed" or draft.is_json:
        return None
    text = draft.text
    for header, scores, _texts in draft.shape.parts:
        if scores:
            text = text.replace(f"[{header}]", f"[{header}] (*example)")
    return text


# Such that no number is certain.


def correct(chance: random.Random, draft: Draft) -> str | None:
    """Add a correction after the scores (6)."""
    asked, number = draft.other(chance)
    phrase = chance.choice(words.CORRECTIONS[draft.language])
    return f"{draft.text}\n\n" + phrase.format(n=number, w=names(draft.shape)[asked.key])


def doubt(chance: random.Random, draft: Draft) -> str | None:
    """Add words after the scores that withdraw one of them (3.3)."""
    asked = chance.choice(draft.shape.asked)
    phrase = chance.choice(words.DOUBTS[draft.language])
    return f"{draft.text}\n\n" + phrase.format(w=names(draft.shape)[asked.key])


def no_answer(chance: random.Random, draft: Draft) -> str | None:
    """Add words that deny the score, such as `This is not a <score>4</score>` (3.4)."""
    asked = chance.choice(draft.shape.asked)
    begin = ""
    if draft.shape.format == "tag":
        begin = f"<{draft.shape.reply['tag']}>"
    if draft.shape.format == "marks":
        begin = draft.shape.reply["marks"][asked.key]
    if not begin or begin not in draft.text:
        return None
    at = draft.text.index(begin)
    return f"{draft.text[:at]}\n{chance.choice(words.NO_ANSWERS[draft.language])} {draft.text[at:]}"


def unjudged(chance: random.Random, draft: Draft) -> str | None:
    """Add words at the start which say that nothing was judged (3.5)."""
    phrases = words.UNJUDGED[draft.language]
    return f"{chance.choice(phrases)}\n{draft.text}" if phrases else None


def conflict(chance: random.Random, draft: Draft) -> str | None:
    """Add a second, different score for one question (5)."""
    asked, number = draft.other(chance)
    name = names(draft.shape)[asked.key]
    if draft.shape.format == "entry-json":
        old, new = (f'"{name}": {score}' for score in (draft.values[asked.key], number))
        return f"{draft.text}\n{draft.text.replace(old, new)}" if old in draft.text else None
    if draft.shape.format == "tag":
        return f"{draft.text}\nScore- <score>{number}</score>"
    if draft.shape.format == "marks":
        mark = draft.shape.reply["marks"][asked.key]
        return f"{draft.text}\nThe {asked.label} score is {mark}{number}{mark}."
    if draft.shape.format == "bracketed":
        header = next(part[0] for part in draft.shape.parts if asked in part[1])
        return f"{draft.text}\n[{header}]:\n- {asked.label}: {number}"
    return f"{name}: {number}\n{draft.text}"


def two_marks(chance: random.Random, draft: Draft) -> str | None:
    """Replace the opening mark of a score with another one, as in `α85β` (8)."""
    if draft.shape.format != "marks" or len(draft.shape.asked) == 1:
        return None
    first, second = chance.sample(list(draft.shape.reply["marks"].values()), 2)
    at = draft.text.rfind(first)
    return draft.text[:at] + second + draft.text[at + len(first) :] if at >= 0 else None


def other_label(chance: random.Random, draft: Draft) -> str | None:
    """Exchange two titles, so that the marks and the titles do not match (8)."""
    if draft.shape.format == "marks" and all(
        mark in draft.text for mark in draft.shape.reply["marks"].values()
    ):
        first, second = chance.sample(list(draft.shape.asked), 2)
        swapped = draft.text.replace(first.label, "\0").replace(second.label, first.label)
        return swapped.replace("\0", second.label)
    return None


def only_echo(chance: random.Random, draft: Draft) -> str | None:
    """Return a reply that only quotes the scale or mentions a score, without an answer (5.2)."""
    if draft.shape.format == "marks" and len(draft.shape.asked) > 1:
        return None
    text = _echo(chance, draft, (*words.ECHO_WORDS, *words.SPOKEN_WORDS))
    return f"{reasons(chance, draft.language)}\n{text}" if text else None


def only_provisional(chance: random.Random, draft: Draft) -> str | None:
    if draft.is_json or draft.shape.format == "bracketed":
        return None
    return f"{chance.choice(words.PROVISIONAL[draft.language])}:\n{draft.text}"


def some_examples(chance: random.Random, draft: Draft) -> str | None:
    """Mark one of several headers as an example, so that its scores are uncertain (5.3)."""
    scored = [part for part in draft.shape.parts if part[1]]
    if draft.shape.format != "bracketed" or len(scored) == 1 or draft.is_json:
        return None
    header = chance.choice(scored)[0]
    marked = draft.text.replace(f"[{header}]", f"[{header}] (example)")
    return marked if marked != draft.text else None


def positions(chance: random.Random, draft: Draft) -> str | None:
    """Return the scores without the names of their questions."""
    numbers = [str(value) for value in draft.values.values()]
    return chance.choice((", ", "\n", " ")).join(numbers)


def _scored_part(chance: random.Random, shape: Shape) -> tuple[str, Sequence[Asked]]:
    header, scores, _texts = chance.choice([part for part in shape.parts if part[1]])
    return header, scores


def _echo(chance: random.Random, draft: Draft, phrases: Sequence[str]) -> str:
    asked = chance.choice(draft.shape.asked)
    if draft.shape.format == "tag":
        name = draft.shape.reply["tag"]
        return f"<{name}>{asked.top}</{name}> {chance.choice(phrases)}."
    if draft.shape.format == "marks":
        mark = draft.shape.reply["marks"][asked.key]
        return f"{mark}{asked.top}{mark} {chance.choice(phrases)}."
    return ""


# A cut reply: read to the same numbers, or refused.


def cut(chance: random.Random, draft: Draft) -> str | None:
    """Return the start of the reply, cut where the last number cannot continue."""
    at = chance.randrange(len(draft.text))
    while at and draft.text[at - 1].isdecimal():
        at -= 1
    return draft.text[:at]


HARMLESS: Sequence[Mutation] = (
    preface,
    fence,
    think,
    line_ends,
    repeat,
    close,
    provisional,
    overall,
    elsewhere,
    echo,
    examples,
)
UNCERTAIN: Sequence[Mutation] = (
    correct,
    correct,
    doubt,
    doubt,
    no_answer,
    unjudged,
    conflict,
    two_marks,
    other_label,
    only_echo,
    only_provisional,
    some_examples,
    positions,
)
