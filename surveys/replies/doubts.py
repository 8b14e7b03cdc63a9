"""The policy for phrases that withdraw a score, because they negate it, make it conditional or
hypothetical, or take it back.

The closed lists are in docs/replies/doubts.md, by language. A phrase on a list must be about the
score itself, so that reasons with "not" or "if" are still accepted. In a clause about the reply,
any word of doubt withdraws a score (section 3.6).
"""

import re
from collections.abc import Iterable, Iterator

from surveys.phrases import any_of
from surveys.replies.base import ReplyError
from surveys.replies.vocabulary import HIDDEN, any_name, either, phrases

_SHOWN = 80
_OWN_WORD = "◇"  # replaces the rubric's own words
_FEWEST_WORDS = 3  # a title with fewer words is not hidden
_CUT = re.compile(rf"[.;:!?()\[\],\n]|\s-\s|\b{either('conjunction')}\b", re.IGNORECASE)

# Phrases that say that nothing was judged. If a reply contains one anywhere, its scores are
# invented.
_NOT_JUDGED = phrases("not_judged")
# Phrases that withdraw a score, in the score's sentence or after it.
_TAKEN_BACK = phrases("taken_back")
# What a clause can be about, and the words of doubt for each. The first pair is about the score
# itself, which a picture or text cannot have. The second is about parts of the reply that a picture
# or text could also have.
_DOUBTED = (
    (phrases("names_score"), phrases("doubts_score")),
    (phrases("names_content"), phrases("unreal_words")),
)
# Names for the whole reply or its numbers. A statement about them counts as doubt unless it is an
# explanation.
_REPLY = phrases("names_reply")
_EXPLAINS = phrases("explains")
# A request to the reader. A reply with final scores does not need one.
_REQUEST = re.compile(
    r"(?:^|[.!?:]\s|\n)\W*(?:please|bitte|por favor)\b(?! (?:let me|note|see|feel free|ask|tell))",
    re.IGNORECASE,
)
# For example "not higher" or "no full score". It explains why a score is not higher and is not
# doubt.
_SHORT_OF_BEST = re.compile(
    r"(?:\bnot|n't|\bno|\bcannot|\bwithout|\bnicht|\bkeine)\b(?: \w+){0,3}? "
    rf"{either('better')}\b",
    re.IGNORECASE,
)
# Patterns that together say that the judge did not see the content.
_DENIED = any_of(either("denies"), "unable|without|ohne|sin")
_UNSEEN = (
    any_of(r"I|we|ich|wir|puedo|pude|podido|tengo|he|logro|model"),
    phrases("seen"),
    _DENIED,
    re.compile(
        rf"{either('not_inside')}\b{either('material')}(?: at all| myself| selbst)?"
        rf"(?:\W*(?:{either('verbs_at_end')}|\s)*)$",
        re.IGNORECASE,
    ),
)
# The first person with its verb. Some verbs are about the content, others about the judge's own
# judgement.
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


def without_own_words(text: str, words: Iterable[str]) -> str:
    """Return `text` with the titles and answers in `words` hidden, because a rubric can phrase them
    as questions or conditions. The length does not change."""
    long = {each.strip(" ?!.:") for each in words if len(each.split()) >= _FEWEST_WORDS}
    pattern = any_name(tuple(sorted(long, key=len, reverse=True)), r"[?!.]?")
    return pattern.sub(lambda hit: _OWN_WORD * len(hit[0]), text) if long else text


def taken_back(text: str) -> re.Match[str] | None:
    """Return the phrase in `text` that withdraws a score, or None."""
    return _TAKEN_BACK.search(text)


def refuse_doubt(text: str, *, where: str) -> None:
    """Raise ReplyError (score_in_doubt) if `text`, which follows a score, withdraws this score."""
    if doubt := _TAKEN_BACK.search(text) or _NOT_JUDGED.search(text) or _doubted_clause(text):
        raise in_doubt(text, doubt, where)


def refuse_own_doubt(text: str, *, where: str) -> None:
    """Raise ReplyError if `text`, which follows the scores, withdraws a score or says that nothing
    was judged."""
    refuse_doubt(text, where=where)
    if doubt := _own_statement(text):
        raise in_doubt(text, doubt, where)


def refuse_unjudged(text: str, *, where: str = "") -> None:
    """Raise ReplyError (score_in_doubt) if a reply says that the content was not judged or seen."""
    if doubt := _NOT_JUDGED.search(text) or _unseen_clause(text):
        raise in_doubt(text, doubt, where)


def in_doubt(text: str, doubt: re.Match[str], where: str) -> ReplyError:
    begin = max(text.rfind("\n", 0, doubt.start()) + 1, doubt.start() - _SHOWN // 2)
    excerpt = " ".join(text[begin : begin + _SHOWN].split())
    return ReplyError("score_in_doubt", f"“{excerpt}” may take the score back.", where=where)


def _clauses(text: str) -> Iterator[tuple[int, str]]:
    place = 0
    for cut in [*_CUT.finditer(text), None]:
        yield place, text[place : cut.start() if cut else None]
        place = cut.end() if cut else place


def _doubted_clause(text: str) -> re.Match[str] | None:
    """Return the first word of doubt in the clauses of `text` about the reply, or None."""
    for of, doubts in _DOUBTED:
        for place, written in _clauses(text) if of.search(text) else ():
            clause = _SHORT_OF_BEST.sub(lambda hit: "_" * len(hit[0]), written)
            if HIDDEN not in clause and of.search(clause) and (doubt := doubts.search(clause)):
                return doubts.search(text, place + doubt.start())
    return None


def _unseen_clause(text: str) -> re.Match[str] | None:
    """Return the words that say that the judge did not see the content, or None."""
    for place, clause in _clauses(text):
        if all(pattern.search(clause) for pattern in _UNSEEN):
            return _DENIED.search(text, place)
    return None


def _own_statement(text: str) -> re.Match[str] | None:
    """Return a phrase in `text` about the judge, a request, or a statement about the reply that
    explains nothing. Return None if there is no such phrase."""
    for own in _FIRST_PERSON.finditer(text):
        if not (_IS_HARMLESS.match(own[2]) or _IS_STATE.search(own[0])):
            return own
    for own in _ICH.finditer(text):
        if not any(_ICH_IS_HARMLESS.match(verb or "") for verb in own.groups()):
            return own
    return _UNTRUE.search(text) or _REQUEST.search(text) or _unexplained(text)


def _unexplained(text: str) -> re.Match[str] | None:
    """Return a statement about the reply or its numbers that gives no explanation, or None."""
    for place, clause in _clauses(text):
        is_explained = HIDDEN in clause or _EXPLAINS.search(clause)
        if not is_explained and (reply := _REPLY.search(clause)):
            return _REPLY.search(text, place + reply.start())
    return None
