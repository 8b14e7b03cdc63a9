"""The policy for sentences around a score: those directly before and after the score, and those
about the reply, the judge or the reader. See docs/replies/doubts.md, section 3.4, and
docs/replies/named.md."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from surveys.base import Stimulus
from surveys.questions import Question
from surveys.replies.base import ReplyError
from surveys.replies.doubts import in_doubt, refuse_doubt, taken_back, without_own_words
from surveys.replies.vocabulary import either, phrases, words

Stems = frozenset[str]

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_END = re.compile(r"[.!?;\n]+")
_PLACEHOLDER = re.compile(r"<[^<>\n]*>")
# Minimum letters of a significant word, and number of its letters to compare
_SHORTEST, _STEM = 4, 5
_SHOWN = 80
_OWN_SIDE = phrases("own_side")
_POINTS = phrases("points")
# Words of the unfilled form, and words about the person who sends it.
OF_THE_FORM = phrases("of_the_form")
SEVERAL_WORDS = re.compile(r"[^\W\d_]+[^□\w.!?;\n]+[^\W\d_]")
_NEUTRAL = re.compile(either("neutral"), re.IGNORECASE)


def _stem(word: str) -> str:
    return word.casefold()[:_STEM]


def _stems(words: Iterable[str]) -> Stems:
    return frozenset(map(_stem, words))


# Subjects of replies to any rubric.
_CONTENT = _stems(words("content"))
# Subjects that a judge can also mention to say that they were not sent.
_MEDIA = _stems(words("media"))
_IDLE = _stems(words("idle"))


_BEFORE_NUMBER = words("before_number")  # these words can also be the last before the number
_LEADS = frozenset([*_BEFORE_NUMBER, *words("leads")])
_SENTENCE = 400  # characters before a score that can belong to the same sentence
_LAST_WORD = re.compile(r"\S+\s*$")
# A line that ends with a colon or comma goes on in the next line
_LAST_SENTENCE = re.compile(r"[.!?;]\s|(?<![:,\n])\n")
# A condition after the number, at the start of the remark.
_ON_CONDITION = re.compile(
    r"[\W_]*(?:but |and |aber |pero )?(?:only |nur |solo |sólo )?"
    rf"(?:{either('if')}|{either('on_condition')})(?!\w)",
    re.IGNORECASE,
)
# A sentence with only a condition and no result.
_ALONE = re.compile(
    rf"[\W_]*(?:\w{{3,10}}: )?{either('condition_alone')}(?!\w)"
    rf"(?!.*(?:,|\b{either('would')}))",
    re.IGNORECASE,
)
# Words in a score's remark that say that the score is not final.
_NOT_FINAL = re.compile(rf"^\s*\?|\b{either('not_final')}", re.IGNORECASE)
# A condition before the number, at the start of the sentence.
_CONDITION = re.compile(
    rf"\W*(?:so |but |and |only )?(?:{either('if')}|{either('condition')})(?!\w)", re.IGNORECASE
)
# Words in the last clause before the number that show that the answer is only considered, is
# denied, or is someone else's.
_NO_ANSWER = re.compile(
    rf"(?<!\bI )(?<!\bwe )\b(?:{either('would')}|may)\b|\bwould have\b|n't\b|"
    rf"\b{either('no_answer')}\b",
    re.IGNORECASE,
)
_CONCLUDES = r"\s-\s|\b(?:so|hence|therefore|thus|daher|deshalb|así que)\b"
_LAST_CLAUSE = re.compile(rf"[,:(\u2013\u2014]|{_CONCLUDES}")
_LEAD_BEGINS = re.compile(rf"[.!?,;(□]|{_CONCLUDES}")
# Words before a number that do not make it uncertain. Any other word may limit, deny or quote the
# number.
_LEAD_ENDS = re.compile(
    rf"(?:^|.*[^\w\s'\"]\s*|.*(?<!\w)(?:{'|'.join(_BEFORE_NUMBER)}|"
    r"(?:gives?|gebe|doy|assign|award)(?: \w+){1,4})|.*\d|.*□ ?(?:and|und|y))[\s'\"*]*$",
    re.IGNORECASE | re.DOTALL,
)


def refuse_doubtful_remark(
    remark: str, words: Stems, own_words: Sequence[str] = (), *, where: str
) -> None:
    """Raise ReplyError if the text after a score withdraws the score or makes it conditional. The
    rubric's own words in `own_words` are ignored."""
    certain = without_own_words(remark, own_words)
    if doubt := _ON_CONDITION.match(certain) or _NOT_FINAL.search(certain):
        raise in_doubt(remark, doubt, where)
    refuse_doubt(certain, where=where)
    refuse_unanchored(remark, words, where=where)


def refuse_condition_alone(text: str, *, where: str) -> None:
    """Raise ReplyError if a sentence after the scores consists only of a condition."""
    for begin, end in _sentences(text):
        if doubt := _ALONE.match(text[begin:end]):
            raise in_doubt(text[begin:end], doubt, where)


def refuse_doubtful_sentence(
    text: str, place: int, titles: Sequence[str], words: Stems, *, where: str
) -> None:
    """Raise ReplyError if the words before the score at `place` deny the score or refer to
    something else."""
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
    """Return the stems of the words that the page shows in its content."""
    return _said([*_texts(stimulus.fields), *(output.text for output in stimulus.outputs)])


def asked_words(questions: Sequence[Question]) -> Stems:
    """Return the word stems of the titles and, if an output is chosen, of the outputs' names."""
    names = [name for question in questions for name in question.output_names().values()]
    titles = _said(question.label for question in questions)
    return titles | _stems(word for name in names for word in _WORD.findall(name))


def answer_words(question: Question) -> Stems:
    """Return the stems of the words in one question and its answers."""
    return asked_words([question]) | _said(question.described().values())


def said_words(text: str) -> Stems:
    """Return the stems of the words in a text."""
    return _said([text])


def refuse_unanchored(
    text: str, words: Stems, *, where: str, among: re.Pattern[str] = _POINTS
) -> None:
    """Raise ReplyError if a sentence matches `among` but contains none of `words`, which are the
    words shown or asked about."""
    text = _PLACEHOLDER.sub("", text)
    for begin, end in _sentences(text):
        sentence, is_among = text[begin:end], among.search(text, begin, end)
        if is_among and not _NEUTRAL.search(text[begin : end + 1]) and not _speaks(sentence, words):
            what = f"“{' '.join(sentence.split())[:_SHOWN]}” may take the score back."
            raise ReplyError("score_in_doubt", what, where=where)


def _refuse_strange_lead(lead: str, titles: Sequence[str], words: Stems, *, where: str) -> None:
    """Raise ReplyError if the text in front of a score is not a known phrase and contains no word
    that is shown or asked about."""
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
