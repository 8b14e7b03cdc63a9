"""The policy for the words right before and right behind a score: its sentence and its remark.

docs/replies/doubts.md, section 3.4.
"""

import re
from collections.abc import Sequence

from surveys.replies.anchors import BEFORE_NUMBER, Stems, refuse_strange_lead, refuse_unanchored
from surveys.replies.doubts import in_doubt, refuse_doubt, taken_back
from surveys.replies.vocabulary import DENIES, WOULD

_SENTENCE = 400  # characters before a score that can belong to its sentence
_LAST_WORD = re.compile(r"\S+\s*$")
_SENTENCE_END = re.compile(r"[.!?;]\s|(?<![:,\n])\n")  # what a colon opens goes on below
_IF = (
    r"if|unless|assuming|provided|suppos(?:e|ing)|wenn|falls|sofern|angenommen|vorausgesetzt|si|"
    r"a menos que|suponiendo"
)
# Behind the number, at the beginning of its remark.
_ON_CONDITION = re.compile(
    r"[\W_]*(?:but |and |aber |pero )?(?:only |nur |solo |sólo )?"
    rf"(?:{_IF}|as long as|on condition|depending|es sei denn|je nachdem|siempre que|salvo "
    rf"que)(?!\w)",
    re.IGNORECASE,
)
# In the remark of a score.
_NOT_FINAL = re.compile(
    r"^\s*\?|\bnot sure (?:if|that|whether|it|this)\b|\bno estoy segur[oa]\b|\bnicht sicher, ob\b|"
    r"\b(?:pending|still to|yet to|to be (?:deducted|subtracted|adjusted|confirmed)|before (?:the "
    r")?(?:penalt|deduct)\w+|noch (?:abzuziehen|abziehen|nicht)|todavía no|aún no|por descontar)",
    re.IGNORECASE,
)
# Before the number, at the beginning of its sentence.
_CONDITION = re.compile(
    rf"\W*(?:so |but |and |only )?(?:{_IF}|imagine|had|were|wären?|hätten?|gäbe|supongamos|"
    r"de haber)(?!\w)",
    re.IGNORECASE,
)
# In the last clause before the number: an answer that is only thought of, denied or another's.
_NO_ANSWER = re.compile(
    rf"(?<!\bI )(?<!\bwe )\b(?:{WOULD}|may)\b|\bwould have\b|n't\b|\b(?:(?:for|as an|an) example|"
    rf"zum Beispiel|por ejemplo|(?:{DENIES})(?! (?:only|just|nur|solo|"
    r"sólo)\b)|(?:other|another|different|previous|some|generous|strict|harsh|lenient|better|best) "
    r"(?:judges?|reviewers?|raters?|critics?|people|users?|readers?|person|models?)|"
    r"auf keinen Fall|de ninguna manera)\b",
    re.IGNORECASE,
)
_CONCLUDES = r"\s-\s|\b(?:so|hence|therefore|thus|daher|deshalb|así que)\b"
_LAST_CLAUSE = re.compile(rf"[,:(\u2013\u2014]|{_CONCLUDES}")
_LEAD_BEGINS = re.compile(rf"[.!?,;(□]|{_CONCLUDES}")
# Words that lead to a number and leave it certain; any other word may bound, deny or quote it.
_LEADS = re.compile(
    rf"(?:^|.*[^\w\s'\"]\s*|.*(?<!\w)(?:{'|'.join(BEFORE_NUMBER)}|"
    r"(?:gives?|gebe|doy|assign|award)(?: \w+){1,4})|.*\d|.*□ ?(?:and|und|y))[\s'\"*]*$",
    re.IGNORECASE | re.DOTALL,
)


def refuse_doubtful_remark(remark: str, words: Stems, *, where: str) -> None:
    """Raise ReplyError (score_in_doubt) where what follows a score takes it back or is a condition
    for it. `words` are those of the question and its answers.
    """
    if doubt := _ON_CONDITION.match(remark) or _NOT_FINAL.search(remark):
        raise in_doubt(remark, doubt, where)
    refuse_doubt(remark, where=where)
    refuse_unanchored(remark, words, where=where)


def refuse_doubtful_sentence(
    text: str, place: int, titles: Sequence[str], words: Stems, *, where: str
) -> None:
    """Raise ReplyError (score_in_doubt) where the sentence that leads to the score at `place`
    negates it, makes it conditional, or has words that do not lead to a score. `titles` do, and
    `words`, which were shown.
    """
    before = text[max(0, place - _SENTENCE) : place]
    ends = [end.end() for end in _SENTENCE_END.finditer(before)]
    sentence = before[ends[-1] if ends else 0 :]
    clause = _LAST_CLAUSE.split(sentence.rstrip(" ,:=-(\"'"))[-1]
    doubt = _NO_ANSWER.search(clause) or _CONDITION.match(sentence) or taken_back(sentence)
    if doubt:
        raise in_doubt(doubt.string, doubt, where)
    lead = _LEAD_BEGINS.split(sentence)[-1]
    refuse_strange_lead(lead, titles, words, where=where)
    is_titled = any(sentence.rstrip(" :=-(").lower().endswith(title.lower()) for title in titles)
    last = _LAST_WORD.search(sentence)
    if last and not is_titled and _LEADS.match(sentence) is None:
        raise in_doubt(sentence, last, where)
