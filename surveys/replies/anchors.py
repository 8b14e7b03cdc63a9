"""The policy for sentences that point at the reply, the judge or the reader: each must speak of
what was shown or asked, or it leaves the scores in doubt. docs/replies/doubts.md, section 3.7.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from surveys.base import Stimulus
from surveys.questions import Question
from surveys.replies.base import ReplyError

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
_NEUTRAL = re.compile(
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
BEFORE_NUMBER = _LEADS_WORDS.split()  # also as the last word
_LEADS = frozenset([*BEFORE_NUMBER, *_LEADS_ALSO.split()])


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
    """Raise ReplyError (score_in_doubt) where a sentence of `text` points at the reply and says
    nothing of what was shown or asked, whose words are `words`.
    """
    text = _PLACEHOLDER.sub("", text)
    for begin, end in _sentences(text):
        points = _POINTS.search(text, begin, end)
        if points and not _NEUTRAL.search(text[begin:end]) and not _speaks(text[begin:end], words):
            what = f"“{' '.join(text[begin:end].split())[:_SHOWN]}” may take the score back."
            raise ReplyError("score_in_doubt", what, where=where)


def refuse_strange_lead(lead: str, titles: Sequence[str], words: Stems, *, where: str) -> None:
    """Raise ReplyError (score_in_doubt) where the clause that leads to a score has other words
    than titles and those that lead to a number, and says nothing of what was shown.
    """
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
