"""The policy for the sentences around a score: those right before and behind it, and those that
point at the reply, the judge or the reader. docs/replies/doubts.md, sections 3.4 and 3.7.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from surveys.base import Stimulus
from surveys.questions import Question
from surveys.replies.base import ReplyError
from surveys.replies.doubts import in_doubt, refuse_doubt, taken_back, without_own_words
from surveys.replies.vocabulary import DENIES, WOULD

Stems = frozenset[str]

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_END = re.compile(r"[.!?;\n]+")
_PLACEHOLDER = re.compile(r"<[^<>\n]*>")
_SHORTEST, _STEM = 4, 5  # letters of a word that says something, and of those that are compared
_SHOWN = 80
_OWN = r"me|my|mine|myself|mir|mich|mein\w*"
_OWN_SIDE = re.compile(rf"(?<!\w)(?:{_OWN})(?!\w)", re.IGNORECASE)
_POINTS = re.compile(
    rf"(?<!\w)(?:{_OWN}|(?<!if )you|yours?|our|us|this|these|those|^that|everything|anything|"
    r"nobody|whatever|(?:none|neither)(?= \w)|above|digits?|form|rubric|parser|message|prompt|"
    r"lines?(?! \d)|answers?(?! \d|:)|numbers?|blocks?|entries|values|figures|opposite|reverse|"
    r"all(?= (?:of (?:them|this|that|these)|to)\b)|dir|dich|Ihnen|das(?= (?:war|ist|Ganze|hier|"
    r"alles)\b)|dies\w*|alles|nichts davon|oben|mí|mis?|usted|esto|eso|todo (?:lo|esto)|tod[oa]s "
    r"(?:l[oa]s|est[oa]s)|nada de|mon|ma|mes|vous|votre|vos|cela|ceci|rien de)(?!\w)",
    re.IGNORECASE,
)
_JUDGED = r"(?:evaluat|rating|score|assess|answer|analys|judg|response|result)\w*"
_MINE = rf"(?:my|the) {_JUDGED}"
_HOPED = (
    rf"hope (?:that )?(?:(?:this|that|it|these)(?: {_JUDGED})?|{_MINE}) (?:helps?|meets? your \w+|"
    r"(?:is|are|was|were) (?:clear|helpful|useful|of (?:help|use)|what you (?:need|want)\w*)|"
    rf"(?:clarif|explain)\w* {_MINE})(?: you| (?:to|for) your? ?\w*)?\W*$"
)
_NEUTRAL = re.compile(
    rf"(?:^|[:\n]|\s-\s)\W*(?:I )?{_HOPED}|"
    r"(?:^|[:\n])\W*(?:(?:I )?hope (?:this|that|it) helps|(?:please )?(?:let me know|feel free)|"
    r"thank(?:s| you)|danke|gracias|merci|(?:here|that|this) is (?:all|my|the)|here are)\b|"
    rf"^\W*(?:my|the|your) (?:\w+ )?{_JUDGED}\W*$|^\W*(?:reply with|complete) (?:this|these)\b|"
    rf"\b(?:here|below|follow\w*)\b.{{0,40}}\b(?:my|the|your) (?:\w+ )?{_JUDGED}|"
    rf"\b(?:my|the|your) (?:\w+ )?{_JUDGED}.{{0,40}}\b(?:here|below|follows?)\b",
    re.IGNORECASE,
)


def _stem(word: str) -> str:
    return word.casefold()[:_STEM]


def _stems(words: Iterable[str]) -> Stems:
    return frozenset(map(_stem, words))


# What a reply is about in any rubric.
_CONTENT_WORDS = (
    "sentence words title story description style wording grammar syntax verb noun clause "
    "phrase sound noise voice scene colour color detail name fact claim review product price "
    "author writer writing reader first second other assistant model response mention missing "
    "named describe criteria criterion satz sätze wörter stil farbe frase palabra estilo mots"
)
_CONTENT = _stems(_CONTENT_WORDS.split())
# Likewise, but a judge also says of them that it was not sent any.
_MEDIA_WORDS = (
    "caption image picture photo video clip text texts paragraph summary summaries audio "
    "recording bild foto zusammenfassung imagen texto resumen"
)
_MEDIA = _stems(_MEDIA_WORDS.split())
_IDLE_WORDS = (
    "score rating answer number section option line that this with from they have them their "
    "what which your more most each than does everything nothing read reads"
)
_IDLE = _stems(_IDLE_WORDS.split())


_LEADS_WORDS = (
    "the my its final score scores scored rating ratings rate rated grade grades mark marks value "
    "point points answer verdict is are was a an at as of for it this with give gives gave get "
    "gets got earn earns receive receives reaches achieves deserve deserves merit merits assign "
    "award so therefore thus hence overall clear solid strong fair good weak low high perfect full "
    "ist sind note wertung bewertung punktzahl punkte mit auf bei von gebe vergebe verdient "
    "bekommt erhält eine ein also daher es son de nota puntuación calificación un una doy merece "
    "recibe obtiene con est"
)
_LEADS_ALSO = (
    "we on i and to in by reach achieve assigned awarded evaluation assessment judgement judgment "
    "result results total here following follows based above would criterion criteria dimension "
    "aspect quality level scale out from be can has have consequently finally conclusion summary "
    "considering all these everything taken together reasons reason only which why requested "
    "format sure voici está gerne ich gibt der die das den dem einen für insgesamt endgültig "
    "endgültige hier meine la el lo le del por en mi respuesta aquí je donne et y und"
)
_BEFORE_NUMBER = _LEADS_WORDS.split()  # also as the last word
_LEADS = frozenset([*_BEFORE_NUMBER, *_LEADS_ALSO.split()])
_SENTENCE = 400  # characters before a score that can belong to its sentence
_LAST_WORD = re.compile(r"\S+\s*$")
_LAST_SENTENCE = re.compile(r"[.!?;]\s|(?<![:,\n])\n")  # what a colon opens goes on below
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
_LEAD_ENDS = re.compile(
    rf"(?:^|.*[^\w\s'\"]\s*|.*(?<!\w)(?:{'|'.join(_BEFORE_NUMBER)}|"
    r"(?:gives?|gebe|doy|assign|award)(?: \w+){1,4})|.*\d|.*□ ?(?:and|und|y))[\s'\"*]*$",
    re.IGNORECASE | re.DOTALL,
)


def refuse_doubtful_remark(
    remark: str, words: Stems, own_words: Sequence[str] = (), *, where: str
) -> None:
    """Raise ReplyError where what follows a score, except the rubric's `own_words`, takes it back
    or is a condition for it."""
    certain = without_own_words(remark, own_words)
    if doubt := _ON_CONDITION.match(certain) or _NOT_FINAL.search(certain):
        raise in_doubt(remark, doubt, where)
    refuse_doubt(certain, where=where)
    refuse_unanchored(remark, words, where=where)


def refuse_doubtful_sentence(
    text: str, place: int, titles: Sequence[str], words: Stems, *, where: str
) -> None:
    """Raise ReplyError where the sentence before a score denies it or leads elsewhere."""
    before = text[max(0, place - _SENTENCE) : place]
    ends = [end.end() for end in _LAST_SENTENCE.finditer(before)]
    sentence = before[ends[-1] if ends else 0 :]
    clause = _LAST_CLAUSE.split(sentence.rstrip(" ,:=-(\"'"))[-1]
    doubt = _NO_ANSWER.search(clause) or _CONDITION.match(sentence) or taken_back(sentence)
    if doubt:
        raise in_doubt(doubt.string, doubt, where)
    lead = _LEAD_BEGINS.split(sentence)[-1]
    _refuse_strange_lead(lead, titles, words, where=where)
    is_titled = any(sentence.rstrip(" :=-(").lower().endswith(title.lower()) for title in titles)
    last = _LAST_WORD.search(sentence)
    if last and not is_titled and _LEAD_ENDS.match(sentence) is None:
        raise in_doubt(sentence, last, where)


def shown_words(stimulus: Stimulus) -> Stems:
    """Return the beginnings of the words that were shown."""
    return _said([*_texts(stimulus.fields), *(output.text for output in stimulus.outputs)])


def asked_words(questions: Sequence[Question]) -> Stems:
    """Return the beginnings of the words of titles, and the names of outputs to choose."""
    names = [name for question in questions for name in question.output_names().values()]
    titles = _said(question.label for question in questions)
    return titles | _stems(word for name in names for word in _WORD.findall(name))


def answer_words(question: Question) -> Stems:
    """Return the beginnings of the words that one question and its answers are asked in."""
    return asked_words([question]) | _said(question.described().values())


def refuse_unanchored(text: str, words: Stems, *, where: str) -> None:
    """Raise ReplyError where a sentence points at the reply and says nothing of what was shown."""
    text = _PLACEHOLDER.sub("", text)
    for begin, end in _sentences(text):
        points = _POINTS.search(text, begin, end)
        if points and not _NEUTRAL.search(text[begin:end]) and not _speaks(text[begin:end], words):
            what = f"“{' '.join(text[begin:end].split())[:_SHOWN]}” may take the score back."
            raise ReplyError("score_in_doubt", what, where=where)


def _refuse_strange_lead(lead: str, titles: Sequence[str], words: Stems, *, where: str) -> None:
    """Raise ReplyError where other words lead to a score, and speak of nothing shown."""
    for title in titles:
        lead = re.sub(re.escape(title), "", lead, flags=re.IGNORECASE)
    strange = [word for word in _WORD.findall(lead) if word.casefold() not in _LEADS]
    if strange and not _speaks(lead, words):
        what = f"“{' '.join(lead.split())[-_SHOWN:]}” may say that this is not a score."
        raise ReplyError("score_in_doubt", what, where=where)


def _speaks(sentence: str, words: Stems) -> bool:
    spoken = _stems(_WORD.findall(sentence))
    if _OWN_SIDE.search(sentence):
        spoken -= _MEDIA
    return any(not spoken.isdisjoint(anchors) for anchors in (words, _CONTENT, _MEDIA))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for end in _SENTENCE_END.finditer(text):
        yield begin, end.start()
        begin = end.end()
    yield begin, len(text)


def _said(texts: Iterable[str]) -> Stems:
    words = (word for text in texts for word in _WORD.findall(text))
    return _stems(word for word in words if len(word) >= _SHORTEST) - _IDLE


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for member in value:
            yield from _texts(member)
