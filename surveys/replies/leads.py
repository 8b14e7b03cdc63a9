"""The policy for the words right before and right behind a score: its sentence and its remark.

docs/replies/doubts.md, section 3.4.
"""

import re
from collections.abc import Sequence

from surveys.replies.anchors import Stems, refuse_strange_lead, refuse_unanchored
from surveys.replies.doubts import in_doubt, refuse_doubt, taken_back

_SENTENCE = 400  # characters before a score that can belong to its sentence
_LAST_WORD = re.compile(r"\S+\s*$")
_SENTENCE_END = re.compile(r"[.!?;]\s|(?<![:,\n])\n")  # what a colon opens goes on below
# Behind the number, at the beginning of its remark.
_ON_CONDITION = re.compile(
    r"[\W_]*(?:but |and |aber |pero )?(?:only |nur |solo |sólo )?(?:if|unless|assuming|provided|"
    r"supposing|as long as|on condition|depending|wenn|falls|sofern|vorausgesetzt|es sei denn|"
    r"je nachdem|si|siempre que|a menos que|suponiendo|salvo que)(?!\w)",
    re.IGNORECASE,
)
# In the remark of a score.
_NOT_FINAL = re.compile(
    r"^\s*\?|\bnot sure (?:if|that|whether|it|this)\b|\bno estoy segur[oa]\b|\bnicht sicher, ob\b|"
    r"\b(?:pending|still to|yet to|to be (?:deducted|subtracted|adjusted|confirmed)|"
    r"before (?:the )?(?:penalt|deduct)\w+|noch (?:abzuziehen|abziehen|nicht)|todavía no|aún no|"
    r"por descontar)",
    re.IGNORECASE,
)
# Before the number, at the beginning of its sentence.
_CONDITION = re.compile(
    r"\W*(?:so |but |and |only )?(?:if|unless|assuming|suppos(?:e|ing)|imagine|provided|had|were|"
    r"wenn|falls|sofern|wären?|hätten?|gäbe|angenommen|si|a menos que|suponiendo|supongamos|"
    r"de haber)(?!\w)",
    re.IGNORECASE,
)
# In the last clause before the number: an answer that is only thought of, denied or another's.
_NO_ANSWER = re.compile(
    r"(?<!\bI )(?<!\bwe )\b(?:would|could|might|may|should)\b|\bwould have\b|"
    r"\b(?:wäre|würde|könnte|hätte|sollte|sería|podría|tendría|daría|habría|debería)\w*|"
    r"\b(?:for|as an|an) example\b|\bzum Beispiel\b|\bpor ejemplo\b|"
    r"\b(?:not|never|cannot|hardly|scarcely|barely|neither|nor|nicht|nie|niemals|kaum|kein\w{0,2}|"
    r"keinesfalls|keineswegs|no|nunca|tampoco|apenas|ne|pas)\b(?! (?:only|just|nur|solo|sólo)\b)|"
    r"n't\b|\b(?:other|another|different|previous|some|generous|strict|harsh|lenient|better|"
    r"best) (?:judges?|reviewers?|raters?|critics?|people|users?|"
    r"readers?|person|models?)\b|\bauf keinen Fall\b|\bde ninguna manera\b",
    re.IGNORECASE,
)
_CONCLUDES = r"\s-\s|\b(?:so|hence|therefore|thus|daher|deshalb|así que)\b"
_LAST_CLAUSE = re.compile(rf"[,:(\u2013\u2014]|{_CONCLUDES}")
_LEAD_BEGINS = re.compile(rf"[.!?,;(□]|{_CONCLUDES}")
# Words that lead to a number and leave it certain; any other word may bound, deny or quote it.
_LEADS = re.compile(
    r"(?:^|.*[^\w\s'\"]\s*|.*(?<!\w)(?:the|my|its|final|scores?|scored|ratings?|rated?|rate it|"
    r"grades?|marks?|value|"
    r"points?|answer|verdict|is|are|was|a|an|at|as|of|for|it|this|with|gives?|gave|gets?|got|"
    r"earns?|"
    r"receives?|reaches|achieves|scores|deserves?|merits?|assign|award|so|therefore|thus|hence|"
    r"overall|clear|solid|strong|"
    r"fair|good|weak|low|high|perfect|full|ist|sind|Note|Wertung|Bewertung|Punktzahl|Punkte|"
    r"mit|auf|bei|von|gebe ich|ich gebe|gebe|vergebe|verdient|bekommt|erhält|eine|ein|also|daher|"
    r"es|son|de|la nota|nota|puntuación|calificación|un|una|doy|le doy|merece|recibe|obtiene|"
    r"con|est|note)|.*(?<!\w)(?:gives?|gebe|doy|assign|award)(?: \w+){1,4}|.*\d|.*□ ?(?:and|und|"
    r"y))[\s'\"*]*$",
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
