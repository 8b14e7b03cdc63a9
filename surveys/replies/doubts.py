"""The policy for words that take a score back: negated, conditional, hypothetical or withdrawn.

The closed lists of docs/replies/doubts.md, by language. Each phrase speaks of the score
itself, so that reasons with "not" or "if" stay readable.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from surveys.replies.base import ReplyError
from surveys.replies.clauses import doubted_clause, own_statement, unseen_clause
from surveys.replies.vocabulary import phrases

_SHOWN = 80
_OWN = "◇"  # replaces what a rubric says itself
_FEWEST_WORDS = 3  # of a title that is no word of doubt by itself

# No judgement: wherever this appears in a reply, its scores are made up.
_NOT_JUDGED = phrases("not_judged")
# In the sentence of a score and behind it.
_TAKEN_BACK = phrases("taken_back")


def without_own_words(text: str, words: Iterable[str]) -> str:
    """Return `text` of the same length without the titles and answers among `words`, which a
    rubric may word as a question or a condition."""
    long = {each.strip(" ?!.:") for each in words if len(each.split()) >= _FEWEST_WORDS}
    return _any_of(tuple(sorted(long))).sub(lambda hit: _OWN * len(hit[0]), text) if long else text


@lru_cache(maxsize=512)
def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    any_word = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<!\w)(?:{any_word})(?!\w)[?!.]?", re.IGNORECASE)


def taken_back(text: str) -> re.Match[str] | None:
    """Return the words of `text` that take a score back, or None."""
    return _TAKEN_BACK.search(text)


def refuse_doubt(text: str, *, where: str) -> None:
    """Raise ReplyError (score_in_doubt) where `text`, which follows a score, takes one back."""
    if doubt := _TAKEN_BACK.search(text) or _NOT_JUDGED.search(text) or doubted_clause(text):
        raise in_doubt(text, doubt, where)


def refuse_own_doubt(text: str, *, where: str) -> None:
    """Raise ReplyError where `text` behind the scores withdraws one, or was not judged."""
    refuse_doubt(text, where=where)
    if doubt := own_statement(text):
        raise in_doubt(text, doubt, where)


def refuse_unjudged(text: str, *, where: str = "") -> None:
    """Raise ReplyError (score_in_doubt) where a whole reply says that nothing was judged."""
    if doubt := _NOT_JUDGED.search(text) or unseen_clause(text):
        raise in_doubt(text, doubt, where)


def in_doubt(text: str, doubt: re.Match[str], where: str) -> ReplyError:
    begin = text.rfind("\n", 0, doubt.start()) + 1
    begin = max(begin, doubt.start() - _SHOWN // 2)
    excerpt = " ".join(text[begin : begin + _SHOWN].split())
    return ReplyError("score_in_doubt", f"“{excerpt}” may take the score back.", where=where)
