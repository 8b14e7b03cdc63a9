"""Single scores as judges write them, clear by sections 2 to 4 of the document or misleading."""

import random
from collections.abc import Callable, Sequence

from tests.replies_generator import words
from tests.replies_generator.shapes import Asked

FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
Writer = Callable[[random.Random, Asked, int, str], str]


def filled(chance: random.Random, phrase: str, **numbers: object) -> str:
    """Return `phrase` with numbers filled in. {m} exceeds {n} and is not a usual maximum."""
    count = chance.choice((2, 3, 4, 6, 7))
    values = {"n": count, "m": count + chance.choice((5, 9, 13)), "w": "it"} | numbers
    return phrase.format(**values)


def other(chance: random.Random, asked: Asked, value: int) -> int:
    """Return an allowed score that differs from `value`."""
    return chance.choice([number for number in asked.values if number != value])


# Clear: bare forms, which may stand anywhere, also between marks and on lines of several.


def bare(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    del language
    forms = [f"{value}", f"{value}", f"{value}", f"{value}.0", f"({value})", f"**{value}**"]
    forms += [str(value).translate(FULL_WIDTH), f"[{value}]", f"+{value}"]
    if asked.amounts:
        forms += [f"{value}/{asked.top}", f"{value} / {asked.top}", f"{value} out of {asked.top}"]
    return chance.choice(forms)


# Clear: forms that need a line or a string of their own.


def long(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    forms = [_with_remark, _with_remark, _with_reason, _with_scale, _led]
    forms += [_with_own_words] if value in asked.words and not asked.chooses else []
    forms += [_spelled] if 0 <= value < len(words.SPELLED) else []
    return chance.choice(forms)(chance, asked, value, language)


def _remark(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    kind = chance.choice((words.PLAIN, words.PLAIN, words.COUNTED, words.NAMED))
    del asked, value
    return filled(chance, chance.choice(kind[language]))


def _with_remark(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    remark = _remark(chance, asked, value, language)
    opener = chance.choice((" ({})", ", {}", " - {}", ": {}", "; {}", " – {}", ". {}"))
    if remark[0].isdigit():
        opener = chance.choice((" ({})", " - it says {}", ", for {}"))
    return f"{value}" + opener.format(remark)


def _with_reason(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    remark = _remark(chance, asked, value, language)
    return f"{value} {chance.choice(words.REASON_WORDS[language])} {remark}"


def _with_scale(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    del language
    low = min(asked.values)
    forms = [
        f"on a scale of {low} to {asked.top}: {value}",
        f"{value} ({low}-{asked.top})",
        f"{value} on a scale of {low} to {asked.top}",
    ]
    if asked.amounts:
        forms += [f"{value} points", f"{value} (out of {asked.top})", f"{value} von {asked.top}"]
        share = round(100 * value / asked.top)
        forms += [f"{value} ({share}%)"] if asked.top < 100 else [f"{value}%"]
    return chance.choice(forms)


def _led(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    del asked, language
    return chance.choice(("option {}", "score: {}", "the answer is {}", "= {}")).format(value)


def _with_own_words(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    del language
    return chance.choice(("{}. {}", "{} ({})", "{} - {}")).format(value, asked.words[value])


def _spelled(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    del asked, language
    word = words.SPELLED[value]
    return chance.choice((f"{value} ({word})", f"{word} ({value})"))


# Dangerous: what may be read wrongly, and is never clear.


def count_first(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    phrase = chance.choice(words.COUNT_FIRST[language])
    number = other(chance, asked, value)
    ends = {"low": min(asked.values), "top": asked.top}
    return phrase.format(n=number, v=value, **ends)


def arithmetic(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    del language
    number = other(chance, asked, value)
    return chance.choice(ARITHMETIC).format(n=number, v=value, d=abs(number - value))


ARITHMETIC = words.ARITHMETIC


def turned(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    """Return a score that is reconsidered, for example `4. Let me reconsider: 3`."""
    opener = chance.choice((". {}", ", {}", " - {}", " ({})", "; {}"))
    phrase = chance.choice(words.TURNS[language])
    return f"{value}" + opener.format(phrase.format(n=other(chance, asked, value)))


def contradicted(chance: random.Random, asked: Asked, value: int, language: str) -> str | None:
    """Return a score with the text of another option, or None if the options have no texts."""
    del language
    others = [number for number in asked.words if number != value]
    if not others or asked.chooses:
        return None
    text = asked.words[chance.choice(others)]
    return chance.choice(("{}. {}", "{} ({})", "{} - {}", "{}: {}")).format(value, text)


def amount_where_none(chance: random.Random, asked: Asked, value: int, language: str) -> str | None:
    """Return a fraction such as `3/3`, or None if the scale allows fractions."""
    del language
    if asked.amounts:
        return None
    forms = ("{}/{}", "{} out of {}", "{} von {}", "{}/{} stars", "{} of {}")
    return chance.choice(forms).format(value, asked.top)


def several(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    del language
    number = other(chance, asked, value)
    forms = ("{} or {}", "{}, {}", "{} → {}", "{}; {}", "{} | {}", "{} and {}", "{} ({})")
    return chance.choice(forms).format(value, number)


def odd(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    """Return something that is not a whole number on the scale."""
    del language
    top = asked.top
    forms = [f"{value}.5", f"{value}-{value + 1}", f"{top + 1}", f"{value}/{top + 2}", f"~{value}"]
    forms += [f"{value} ± 1", f"{value},5", "N/A", "", f"{value}th", f"<{value}", f"{value}e2"]
    return chance.choice(forms)


def on_condition(chance: random.Random, asked: Asked, value: int, language: str) -> str:
    """Return a score with a condition, for example `4 (if the photo is real)`."""
    phrase = chance.choice(words.CONDITIONS[language]).format(w=asked.label)
    return str(value) + chance.choice((" ({})", ", {}", " - {}", "; {}")).format(phrase)


def other_option(chance: random.Random, asked: Asked, value: int, language: str) -> str | None:
    """Return a score with another option's text (`2 Good`), or None if there is none."""
    del language
    others = [text for number, text in asked.words.items() if number != value]
    own = asked.words.get(value, "")
    others = [text for text in others if (text not in own and own not in text) or not own]
    if not others or asked.chooses:
        return None
    return f"{value}{chance.choice((' ', ', ', ' = '))}{chance.choice(others)}"


DANGERS: Sequence[Callable[..., str | None]] = (
    count_first,
    arithmetic,
    turned,
    contradicted,
    amount_where_none,
    several,
    odd,
    on_condition,
    other_option,
)
