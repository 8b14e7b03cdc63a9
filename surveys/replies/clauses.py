"""Clauses that speak of the reply itself: a word of doubt in one of them takes a score back.

docs/replies/doubts.md, section 3.6, by language.
"""

import re
from collections.abc import Iterator

from surveys.phrases import any_of
from surveys.replies.vocabulary import either, phrases

_CUT = re.compile(rf"[.;:!?()\[\],\n]|\s-\s|\b{either('conjunction')}\b", re.IGNORECASE)

# The score itself, which no picture or text has.
_SCORE = phrases("names_score")
# Things in the reply that could also be in a picture or text.
_CONTENT = phrases("names_content")
# The reply as a whole, or its numbers: what is said of them is doubt unless it explains them.
_REPLY = phrases("names_reply")
_EXPLAINS = phrases("explains")
# A request to the reader, who has nothing to do with scores that stand.
_REQUEST = re.compile(
    r"(?:^|[.!?:]\s|\n)\W*(?:please|bitte|por favor)\b(?! (?:let me|note|see|feel free|ask|tell))",
    re.IGNORECASE,
)
# "not higher", "no full score": how much more there could be.
_SHORT_OF_BEST = re.compile(
    r"(?:\bnot|n't|\bno|\bcannot|\bwithout|\bnicht|\bkeine)\b(?: \w+){0,3}? "
    rf"{either('better')}\b",
    re.IGNORECASE,
)
_HIDDEN = "□"  # replaces a score that was read; its sentence is checked separately
_OF_CONTENT = phrases("unreal_words")
_OF_SCORES = phrases("doubts_score")

# What was shown, and that the judge did not see it.
_OWN = any_of(r"I|we|ich|wir|puedo|pude|podido|tengo|he|logro|model")
_SEEN = phrases("seen")
_DENIED = any_of(either("denies"), "unable|without|ohne|sin")
_AT_END = re.compile(
    rf"{either('not_inside')}\b{either('material')}(?: at all| myself| selbst)?"
    rf"(?:\W*(?:{either('verbs_at_end')}|\s)*)$",
    re.IGNORECASE,
)
# Verbs that a judge uses for the content, and for its own judgement as it is.
_FIRST_PERSON = re.compile(
    rf"(?<![\w/])I(?:'(?:d|ve|m|ll))?(?![\w'/])((?:\s+{either('before_verb')})*)\s+(\w+)"
)
_IS_HARMLESS = re.compile(rf"{either('harmless')}$", re.IGNORECASE)
_IS_STATE = re.compile(
    rf"(?:'m|\bam|\bwas)\b(?!.*\b(?:not|\w+ing|{either('forced')})$)", re.IGNORECASE
)
_ICH = re.compile(r"(?:\b(\w+) )?\bich\b(?: (\w+))?", re.IGNORECASE)
_ICH_IS_HARMLESS = re.compile(rf"{either('ich_harmless')}\w*$", re.IGNORECASE)
_UNTRUE = re.compile(r"\bif I (?:had|were|could|was|must)\b", re.IGNORECASE)


def doubted_clause(text: str) -> re.Match[str] | None:
    """Return the first word of doubt in a clause of `text` that speaks of the reply, or None."""
    return _first(text, _SCORE, _OF_SCORES) or _first(text, _CONTENT, _OF_CONTENT)


def unseen_clause(text: str) -> re.Match[str] | None:
    """Return a clause where the judge says that it did not see the content, or None."""
    for clause in _clauses(text):
        words = (_OWN, _SEEN, _DENIED, _AT_END)
        if all(pattern.search(text[clause]) for pattern in words):
            return _DENIED.search(text, clause.start)
    return None


def own_statement(text: str) -> re.Match[str] | None:
    """What a judge says of itself but no judgement, asks, or leaves unexplained; else None."""
    for own in _FIRST_PERSON.finditer(text):
        if not (_IS_HARMLESS.match(own[2]) or _IS_STATE.search(own[0])):
            return own
    for own in _ICH.finditer(text):
        if not any(_ICH_IS_HARMLESS.match(verb or "") for verb in own.groups()):
            return own
    return _UNTRUE.search(text) or _REQUEST.search(text) or _unexplained(text)


def _unexplained(text: str) -> re.Match[str] | None:
    """What is said of the reply as a whole, or of its numbers, and does not explain them."""
    for place in _clauses(text):
        clause = text[place]
        reply = None if _HIDDEN in clause or _EXPLAINS.search(clause) else _REPLY.search(clause)
        if reply:
            return _REPLY.search(text, place.start + reply.start())
    return None


def _clauses(text: str) -> Iterator[slice]:
    place = 0
    for cut in _CUT.finditer(text):
        yield slice(place, cut.start())
        place = cut.end()
    yield slice(place, len(text))


def _first(text: str, of: re.Pattern[str], doubts: re.Pattern[str]) -> re.Match[str] | None:
    if of.search(text) is None:
        return None
    for place in _clauses(text):
        clause = _SHORT_OF_BEST.sub(lambda hit: "_" * len(hit[0]), text[place])
        if _HIDDEN not in clause and of.search(clause) and (doubt := doubts.search(clause)):
            return doubts.search(text, place.start + doubt.start())
    return None
