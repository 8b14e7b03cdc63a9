"""The policy for words that take a score back: negated, conditional, hypothetical or withdrawn.

The closed lists of docs/replies.md, sections 3.3 and 6.2, by language. Each phrase speaks of the
score itself, so that reasons with "not" or "if" stay readable.
"""

import re

from surveys.replies.base import ReplyError

_SHOWN = 80
_SENTENCE = 400  # characters before a score that can belong to its sentence
_SENTENCE_END = re.compile(r"[.!?;]\s|\n")


def _any_of(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)


_SCORE = r"(?:scores?|scoring|ratings?|grades?|marks?|evaluations?|verdicts?|judge?ments?)"
_GIVEN = rf"(?:{_SCORE}|numbers?|answers?|values?|choices?|sections?|blocks?)"
_NOTE = r"(?:Bewertung(?:en)?|Noten?|Punktzahl(?:en)?|Wertung(?:en)?|Punkte)"
_NOTA = r"(?:puntuaci(?:ón|ones)|notas?|calificaci(?:ón|ones)|valoraci(?:ón|ones))"
_ANY_SCORE = rf"(?:{_GIVEN}|{_NOTE}|{_NOTA})"
_THE = r"(?:(?:the|this|that|these|those|my|all|both|above|previous) ){0,3}"
_NOT = r"(?: not|n't)"
_EXCHANGED = r"(?:swapped|switched|interchanged|transposed|mixed up|reversed|inverted|confused)"
_OF_WHAT = r"(?: \w+| (?:of|for|in|under) [^.,;\n]{1,80}?)?"
_UNREAL = (
    r"(?:placeholders?|invented|made[- ]up|fictitious|arbitrary|random|hypothetical|dummies|"
    r"guess(?:es)?|guesswork|illustrative|(?:an? )?examples?)"
)
_PART = r"(?:points?|marks?|stars?|steps?|notch|levels?|grades?)"
_OBJECT = (
    r"(?:this|it|them|these|those|that|either|any|anything|without|fairly|properly|reliably|"
    r"(?:the |a |an )?(?:captions?|summary|summaries|paragraphs?|pictures?|images?|videos?|clips?|"
    r"texts?|answers?|responses?|descriptions?|outputs?|key points?))(?!['’])\b|(?=\s*[.,;:]|$)"
)

# Nothing was judged: wherever this stands in a reply, its scores are made up.
_NOT_JUDGED = _any_of(
    rf"(?:I (?:can(?:no|')t|can not|could(?: not|n't)|won't|refuse to|decline to|must decline to)|"
    rf"(?:unable|not able|impossible) to) (?:\w+ )?"
    rf"(?:score|rate|evaluate|judge|assess|grade|compare)(?: {_OBJECT})",
    r"(?:would|could|might|may) (?:look|read|go|be filled in) (?:something )?(?:like|as follows)",
    rf"hypothetically|(?:hypothetical|dummy|placeholder|fictitious|made[- ]up|invented|sample) "
    rf"{_GIVEN}|as an? (?:placeholder|illustration|mere example)|for illustration(?: only)?",
    rf"(?:{_GIVEN}|these|they|those) (?:\w+ )?(?:are|is|were) (?:\w+ ){{0,2}}?{_UNREAL}",
    r"(?:pick|choos|select|assign|answer|scor|rat|guess)\w* (?:\w+ ){0,3}?"
    r"(?:at random|randomly|arbitrarily)",
    r"(?:wild|pure|blind|just a|only a|mere|merely a|random) guess|"
    r"(?:am|'m|only|have to|had to|must) guess(?:ing)?",
    r"ich kann (?:\w+ ){0,4}nicht (?:bewerten|beurteilen|benoten)|hypothetisch\w*|"
    r"als (?:Platzhalter|reines Beispiel)|Platzhalter(?:werte?)?|"
    r"(?:frei )?erfunden(?: sind)?|(?:nur |bloß )?geraten|zufällig gewählt|"
    r"(?:könnte|würde) (?:so|etwa so|folgendermaßen) aussehen",
    r"no puedo (?:\w+ )?(?:puntuar|evaluar|valorar|calificar|juzgar)|hipotétic\w*|"
    r"a modo de ejemplo|(?:valores|notas) (?:inventad|ficticio|de relleno)\w*|al azar|"
    r"(?:podría|sería) (?:verse )?así",
)
# In the sentence of a score and behind it.
_TAKEN_BACK = _any_of(
    # English: withdrawn.
    r"reconsider\w*|on second thoughts?|scratch that|change my (?:mind|score|answer|rating)|"
    r"take back what",
    rf"(?:please |I |you (?:can|may|should) )(?:disregard|ignore|discard|retract|withdraw|revoke|"
    rf"cancel|forget)|(?:disregard|ignore|discard|retract|withdraw|revoke|cancel|forget) {_THE}"
    rf"(?:{_SCORE}|above)|take (?:back {_THE}{_GIVEN}|(?:it|that|this|them|{_THE}{_GIVEN}) back)",
    rf"(?:{_GIVEN}|they|these|this|it|that)(?: \w+)? (?:do|does|should|must){_NOT} "
    rf"(?:be )?(?:count|counted|used|relied on|trusted|taken seriously)",
    rf"no longer (?:valid|stands?|holds?|applies|apply|my {_GIVEN})",
    # English: negated or corrected.
    rf"(?:is|are|was|were){_NOT} (?:an? |my |the |any )?(?:\w+ )?{_SCORE}|"
    rf"(?:is|are|was|were){_NOT} (?:an? |my )?\d+",
    rf"{_SCORE}{_OF_WHAT} (?:is|are|was|were){_NOT} (?:my|final|valid|real|meant|serious|reliable)",
    rf"{_SCORE}{_OF_WHAT} (?:is|are|was|were) (?:an? |my )?(?:mistakes?|mistaken|errors?|typos?|"
    r"wrong|incorrect|invalid|void|meaningless)",
    r"(?:typo|slip|mistake|error) (?:of mine|on my (?:part|side))|my (?:mistake|bad)|"
    r"I (?:was wrong|made a mistake|misread|misjudged|got (?:it|them|this) (?:wrong|backwards))",
    r"(?:is|are|was|were|am|been) too (?:kind|generous|harsh|strict|lenient|severe)",
    # English: exchanged, or on a scale of the judge's own.
    rf"I (?:\w+ )?{_EXCHANGED}|{_GIVEN}(?: \w+){{0,3}} (?:are|were|got|been|is|was) {_EXCHANGED}|"
    rf"swap {_THE}(?:two |first )?(?:{_GIVEN}|assistants|them)",
    r"(?:the )?(?:other|opposite|wrong) way (?:a?round|about)|(?:take|choose|pick|mean|meant|use) "
    r"the other|in (?:reverse|the wrong order)|reversed? (?:the )?(?:scale|order)|"
    rf"(?:scale|{_SCORE}) (?:is|are|runs?|goes|was|were) (?:reversed|inverted|backwards|upside)",
    r"\d+ (?:is|means|=|being) (?:the )?(?:best|worst)(?: \w+){0,2}? (?:for me|in my|on my)|"
    r"for me,? \d+ (?:is|means)",
    # English: an amount off or on, without digits.
    rf"(?:minus|plus|less) (?:one|two|half|an?)(?: {_PART})?(?= for\b|\s*[.,;)]|$)|"
    rf"(?:one|two|an?|half an?) (?:{_PART} )?(?:lower|higher)|"
    rf"(?:one|two|an?|half an?) {_PART} (?:less|more|off|down|up)|"
    rf"(?:subtract|deduct|take|knock|add) (?:one|two|an?|half an?|another) (?:{_PART})?(?: off)?",
    rf"instead of (?:what|{_THE}{_SCORE}|this|that)",
    # English: conditional.
    r"if\b[^.\n]{0,120}\bI(?: would|'d) (?:\w+ )?(?:give|score|rate|choose|pick|lower|raise|"
    r"change|prefer|select|assign|go)|if I had to(?: \w+)?|only if|would be (?:my|an?|the) "
    rf"(?:\w+ )?{_SCORE}|{_SCORE} (?:would|could|might|may) (?:be|change|differ)|"
    rf"{_SCORE} depends? on",
    # German.
    r"korrektur|überdenk\w*|nehme (?:\w+ ){0,4}zurück|zurück(?:nehmen|ziehen)|ziehe (?:\w+ ){0,4}"
    rf"zurück|(?:ignorieren|vergessen) Sie|bitte (?:\w+ ){{0,4}}(?:ignorieren|vergessen|streichen)|"
    rf"{_NOTE} (?:\w+ ){{0,3}}(?:zählt|zählen|gilt|gelten|stimmt|stimmen) (?:\w+ )?nicht|"
    rf"(?:gilt|gelten|zählt|zählen) (?:\w+ ){{0,2}}nicht(?: mehr)?|ungültig|"
    rf"(?:keine|nicht (?:die|meine|eine)) (?:\w+ )?{_NOTE}|vertauscht|verwechselt|umgekehrt|"
    rf"andersherum|mein (?:Fehler|Irrtum)|ich habe mich (?:geirrt|vertan)|statt(?:dessen)? "
    rf"(?:der|dieser|meiner) {_NOTE}|(?:einen|ein|zwei) (?:Punkte? |Sterne? |Stufen? )?"
    r"(?:weniger|abziehen|niedriger|höher|mehr)|minus (?:eins|einen|ein)|"
    r"(?:wenn|falls|sofern)\b[^.\n]{0,120}\bwürde ich (?:\w+ ){0,4}(?:geben|wählen|bewerten)|"
    r"würde ich (?:\w+ ){0,4}(?:ändern|anders bewerten)|"
    r"\d+ ist (?:\w+ ){0,3}(?:schlechteste|beste|am besten|am schlechtesten)",
    # Spanish.
    rf"corrección|retiro|retracto|anulo|(?:ignore|ignora|ignoren|olvide|descarte|descarten) "
    rf"(?:\w+ ){{0,2}}{_NOTA}|{_NOTA}(?: \w+)? no (?:vale|valen|cuenta|cuentan|es válida)|"
    rf"no es (?:una |mi |la )?(?:\w+ )?{_NOTA}|ya no (?:vale|es válid\w)|"
    r"(?:he |había )?(?:intercambiad|invertid|confundid)\w+|intercambié|invertí|confundí|"
    r"al revés|me (?:he )?equivo\w+|error mío|(?:un|una|dos) (?:punto|puntos|estrella) "
    r"(?:menos|más)|menos uno|(?:más|menos) (?:alta|baja) (?:debería|sería)|"
    rf"en (?:lugar|vez) de (?:esta|la|mi) {_NOTA}|"
    r"si\b[^.\n]{0,120}\b(?:le )?(?:daría|pondría|elegiría|cambiaría)|"
    r"\d+ es (?:\w+ ){0,2}(?:peor|mejor) para mí",
    r"réflexion faite|je retire|je me suis trompé\w?|moins un|au contraire de cette note",
)
# Behind the number, at the beginning of its remark.
_ON_CONDITION = re.compile(
    r"[\W_]*(?:but |and |aber |pero )?(?:only |nur |solo |sólo )?(?:if|unless|assuming|provided|"
    r"supposing|as long as|on condition|depending|wenn|falls|sofern|vorausgesetzt|es sei denn|"
    r"je nachdem|si|siempre que|a menos que|suponiendo|salvo que)(?!\w)",
    re.IGNORECASE,
)
# Before the number, at the beginning of its sentence.
_CONDITION = re.compile(
    r"\W*(?:so |but |and |only )?(?:if|unless|assuming|supposing|provided|wenn|falls|sofern|si|"
    r"a menos que|suponiendo)(?!\w)",
    re.IGNORECASE,
)
# Right before the number: an answer that is only thought of, or negated.
_NO_ANSWER = re.compile(
    r"\b(?:(?:would|could|might|may) (?:be|have been|get|deserve|merit)|wäre|würde|könnte|sería|"
    r"podría)(?: \w+){0,5}[^\w,;]*$|\b(?:(?:for|as an|an) example|zum Beispiel|por ejemplo)\W*$|"
    r"(?:\b(?:not|never|cannot|isn't|wasn't|don't|doesn't|won't|wouldn't|nicht|nie|kein\w{0,2}|no|"
    r"nunca|tampoco|ne|pas)\b|n't\b)"
    r"(?:\W+(?:an?|the|my|really|quite|worth|be|deserve|deserves|give|get|as|high|more|than|it|"
    r"score|rating|of|eine?[nrs]?|als|verdient|es|un|una|le|doy|merece|vale|la|nota|de)\b)*"
    r"[^\w.!?]*$",
    re.IGNORECASE,
)


def refuse_doubt(text: str, *, where: str) -> None:
    """Raise ReplyError (score_in_doubt) where `text`, which follows a score, takes one back."""
    if doubt := _TAKEN_BACK.search(text) or _NOT_JUDGED.search(text):
        raise _in_doubt(text, doubt, where)


def refuse_unjudged(text: str, *, where: str = "") -> None:
    """Raise ReplyError (score_in_doubt) where a whole reply says that nothing was judged."""
    if doubt := _NOT_JUDGED.search(text):
        raise _in_doubt(text, doubt, where)


def refuse_doubtful_remark(remark: str, *, where: str) -> None:
    """Raise ReplyError (score_in_doubt) where what follows a score takes it back or is a condition
    for it.
    """
    if doubt := _ON_CONDITION.match(remark):
        raise _in_doubt(remark, doubt, where)
    refuse_doubt(remark, where=where)


def refuse_doubtful_sentence(text: str, place: int, *, where: str) -> None:
    """Raise ReplyError (score_in_doubt) where the sentence that leads to the score at `place`
    negates it or makes it conditional.
    """
    before = text[max(0, place - _SENTENCE) : place]
    ends = [end.end() for end in _SENTENCE_END.finditer(before)]
    sentence = before[ends[-1] if ends else 0 :]
    doubt = (
        _NO_ANSWER.search(sentence) or _CONDITION.match(sentence) or _TAKEN_BACK.search(sentence)
    )
    if doubt:
        raise _in_doubt(sentence, doubt, where)


def _in_doubt(text: str, doubt: re.Match[str], where: str) -> ReplyError:
    begin = text.rfind("\n", 0, doubt.start()) + 1
    begin = max(begin, doubt.start() - _SHOWN // 2)
    excerpt = " ".join(text[begin : begin + _SHOWN].split())
    return ReplyError("score_in_doubt", f"“{excerpt}” may take the score back.", where=where)
