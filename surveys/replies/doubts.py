"""The policy for words that take a score back: negated, conditional, hypothetical or withdrawn.

The closed lists of docs/replies/doubts.md, by language. Each phrase speaks of the score
itself, so that reasons with "not" or "if" stay readable.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from surveys.phrases import any_of
from surveys.replies.base import ReplyError
from surveys.replies.clauses import doubted_clause, own_statement, unseen_clause

_SHOWN = 80
_OWN = "◇"  # replaces what a rubric says itself
_FEWEST_WORDS = 3  # of a title that is no word of doubt by itself

_SCORE = r"(?:scores?|scoring|ratings?|grades?|marks?|evaluations?|verdicts?|judge?ments?)"
_GIVEN = rf"(?:{_SCORE}|numbers?|answers?|values?|choices?|sections?|blocks?)"
_ALL_GIVEN = rf"(?:{_SCORE}|(?:the|these|those|my|all|both) (?:\w+ )?{_GIVEN})"
_NOTE = r"(?:Bewertung(?:en)?|Noten?|Punktzahl(?:en)?|Wertung(?:en)?|Punkte)"
_NOTA = r"(?:puntuaci(?:ón|ones)|notas?|calificaci(?:ón|ones)|valoraci(?:ón|ones))"
_ANY_SCORE = rf"(?:{_GIVEN}|{_NOTE}|{_NOTA})"
_THE = r"(?:(?:the|this|that|these|those|my|all|both|above|previous) ){0,3}"
_NOT = r"(?: not|n't)"
_EXCHANGED = r"(?:swapped|switched|interchanged|transposed|mixed up|reversed|inverted|confused)"
_OF_WHAT = r"(?: \w+| (?:of|for|in|under) [^.,;\n]{1,80}?)?"
_UNREAL = (
    r"(?:placeholders?|invented|made[- ]up|fictitious|arbitrary|random|hypothetical|dummies|"
    r"guess(?:es)?|guesswork|illustrative|stand-?ins?|(?:an? )?examples?)"
)
_PART = r"(?:points?|marks?|stars?|steps?|notch|levels?|grades?)"
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty)"
_SHOWN_ITEM = (
    r"(?:image|picture|photo|video|frame|clip|caption|text|summary|recording|sound|audio|page)s?"
)
_COMPARED = r"(?:less|more|better|worse|lower|higher|half|twice|double|a third|a quarter)"
_MADE_OF = r"(?:average|default|arbitrary|random|filler|neutral|middle|medium|dummy)"
_OBJECT = (
    r"(?:this|it|them|these|those|that|either|any|anything|without|fairly|properly|reliably|"
    r"(?:the |a |an )?(?:captions?|summary|summaries|paragraphs?|pictures?|images?|videos?|clips?|"
    r"texts?|answers?|responses?|descriptions?|outputs?|key points?))(?!['’])\b|(?=\s*[.,;:]|$)"
)

# No judgement: wherever this appears in a reply, its scores are made up.
_NOT_JUDGED = any_of(
    rf"(?:I (?:can(?:no|')t|can not|could(?: not|n't)|won't|refuse to|decline to|must decline to)|"
    rf"(?:unable|not able|impossible) to) (?:\w+ )?"
    rf"(?:score|rate|evaluate|judge|assess|grade|compare)(?: {_OBJECT})",
    r"(?:would|could|might|may) (?:look|read|go|be filled in) (?:something )?(?:like|as follows)",
    r"(?:these|those|they|this) (?:\w+ )?(?:are|were|is|was) (?:\w+ ){0,2}(?:draft|provisional|"
    r"preliminary|tentative)(?! \w+ ?:)(?=[^:\n]*(?:[.;,!\n]|$))",
    rf"hypothetically|(?:hypothetical|dummy|placeholder|sample) {_GIVEN}|"
    rf"(?:fictitious|made[- ]up|invented) {_SCORE}|"
    r"as an? (?:placeholder|illustration|mere example)|for illustration(?: only)?",
    rf"(?:{_ALL_GIVEN}|these|they|those) (?:\w+ )?(?:are|is|were) (?:\w+ ){{0,2}}?{_UNREAL}",
    r"(?:pick|choos|select|assign|answer|scor|rat|guess)\w* (?:\w+ ){0,3}?"
    r"(?:at random|randomly|arbitrarily)",
    rf"{_SHOWN_ITEM} (?:do(?:es)?|did|will|could|"
    r"can)(?: not|n't) (?:\w+ )?(?:load|open|play|display|render|come through|"
    r"be (?:opened|loaded|played|seen))|"
    rf"no {_SHOWN_ITEM} (?:(?:was|were|is|are|has been) (?:\w+ )?"
    r"(?:given|provided|attached|included|sent)|came through|reached me|arrived|loaded)|"
    rf"(?:sent|given|shown|got|received) no {_SHOWN_ITEM}|a falta de(?:l| la| los| las)? "
    r"(?:audio|imagen|vídeo|texto|grabación|foto)|(?:nothing|none|neither)(?: \w+){0,4} (?:was|"
    r"were|is|has been) (?:\w+ )?(?:scored|rated|judged|evaluated|graded|assessed)|(?:is|are|was|"
    r"were) (?:missing from|not part of) (?:the|this|your) (?:request|prompt|message)|one "
    r"possible (?:reply|answer|evaluation)|una posible respuesta|eine mögliche Antwort",
    r"(?:format|template|form)(?: \w+)? (?:is|was) (?:kept|met|filled|satisfied)|"
    r"(?:satisfy|keep|meet|fill(?: in| out)?|sake of|sample of|example of) (?:to )?the "
    r"(?:required |requested )?(?:format|template|form)",
    rf"(?:fill|filled|filling|enter|put|set|assign|write|use|give)\w* (?:\w+ ){{0,3}}?{_MADE_OF} "
    rf"{_GIVEN}",
    r"(?:wild|pure|blind|just a|only a|mere|merely a|random) guess|"
    r"(?:am|'m|only|have to|had to|must) guess(?:ing)?|(?:I|and)(?: \w+)? guessed|"
    r"coin (?:flip|toss)|(?:flip|toss)(?:ped|ed)? a coin",
    r"(?:Bild|Video|Foto|Text|Aufnahme)(?:er|s|e)? (?:lässt|lassen|ließ) sich nicht|"
    r"(?:Beurteilung|Bewertung|beurteilen|bewerten) (?:\w+ )?nicht möglich|(?:Antwort|Bewertung|"
    r"Ausgabe|das) (?:sähe|könnte|würde) (?:\w+ ){0,3}aus|reine Vermutung(?:en)?",
    r"no es posible (?:\w+ )?(?:evaluar|valorar|puntuar|calificar|juzgar)|"
    r"ejemplo de (?:una )?(?:respuesta|evaluación|formato)|valores por defecto",
    r"ich kann (?:\w+ ){0,4}nicht (?:bewerten|beurteilen|benoten)|hypothetisch\w*|als "
    r"(?:Platzhalter|reines Beispiel)|Platzhalter(?:werte?)?|(?:frei )?erfunden(?: sind)?|(?:nur |"
    r"bloß )?geraten|zufällig gewählt|(?:könnte|würde) (?:so|etwa so|folgendermaßen) aussehen",
    r"no puedo (?:\w+ )?(?:puntuar|evaluar|valorar|calificar|juzgar)|hipotétic\w*|"
    r"a modo de ejemplo|(?:me )?lo invent[oé]|(?:valores|notas) (?:inventad|ficticio|de relleno)"
    r"\w*|al azar|(?:podría|sería) (?:verse )?así",
)
# In the sentence of a score and behind it.
_TAKEN_BACK = any_of(
    # English: withdrawn.
    r"on (?:a )?(?:second|closer) (?:reading|look|viewing)|the (?:opposite|reverse|contrary) (?:is|"
    r"holds)|das Gegenteil|(?:my )?(?:previous|earlier|next|last) (?:reply|message|evaluation)|"
    r"strike that|(?:(?<=[.;!:] )|(?<=\n)|(?<=please )|\A)(?:strike|switch|swap|ignore|disregard|"
    r"discard|lower|raise|halve|double|reverse|void|cancel|forget|count|treat|invert|exchange) "
    r"(?:\w+ ){0,2}?(?:that|it|this|them|these|those|"
    rf"each|both|{_GIVEN})|"
    r"vice versa|oops|edit(?=:)|erratum|reconsider\w*|on second thoughts?|scratch that|change my "
    r"(?:mind|score|answer|rating)|take back what",
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
    r"should (?:have been|be) (?:\w+ )?(?:marked|scored|rated|graded|counted)|"
    rf"{_PART} (?:worse|better|lower|higher)|than I (?:wrote|gave|said|put)",
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
    rf"(?:deduct|subtract|take|knock|add)(?: off)? {_NUMBER}(?: points?)? (?:from|off|to|for)|"
    rf"(?:deserves?|merits?|earns?) (?:\w+ )?{_COMPARED}(?! (?:of )?the\b)",
    rf"never mind(?: (?:this|that|these|those|it|them|what|the {_ANY_SCORE})|(?=\s*[.,;!]|$))|"
    rf"my (?:real|true|actual) {_GIVEN}|(?:hold|hang) on(?=[,.;!])|whoops|"
    r"scale (?:whose|where|in which|on which) (?:\w+ )?\d+ (?:is|means)"
    r"(?! (?:the )?(?:best|highest|perfect|excellent|top)\b)",
    # English: conditional.
    r"if\b[^.\n]{0,120}\bI(?: would|'d) (?:\w+ )?(?:give|score|rate|choose|pick|lower|raise|"
    r"change|prefer|select|assign|go)|if I had to(?: \w+)?|only if|would be (?:my|an?|the) "
    rf"(?:\w+ )?{_SCORE}|{_SCORE} (?:would|could|might|may) (?:be|change|differ)|"
    rf"{_SCORE} depends? on",
    # German.
    r"korrektur|überdenk\w*|nehme (?:\w+ ){0,4}zurück|zurück(?:nehmen|ziehen)|ziehe (?:\w+ ){0,4}"
    rf"zurück|(?:ignorieren|vergessen) Sie|bitte (?:\w+ ){{0,4}}(?:ignorieren|vergessen|streichen)|"
    rf"{_NOTE} (?:\w+ ){{0,3}}(?:zählt|zählen|gilt|gelten|stimmt|stimmen) (?:\w+ )?nicht|"
    r"ignoriere|streichen Sie|vergiss|streiche? (?:\w+ ){0,2}(?:Wertung|Note|Zahl)\w*|"
    r"zieh(?:e|en)? (?:\w+ ){0,8}?ab|verdient (?:\w+ )?(?:mehr|weniger|Besseres|Schlechteres)|"
    r"bitte nicht (?:werten|zählen|verwenden|beachten|berücksichtigen)|"
    rf"(?:gilt|gelten|zählt|zählen) (?:\w+ ){{0,2}}nicht(?: mehr)?|ungültig|"
    rf"(?:keine|nicht (?:die|meine|eine)) (?:\w+ )?{_NOTE}|vertauscht|verwechselt|umgekehrt|"
    rf"andersherum|mein (?:Fehler|Irrtum)|ich habe mich (?:geirrt|vertan)|statt(?:dessen)? "
    rf"(?:der|dieser|meiner) {_NOTE}|(?:einen?|ein|zwei) (?:Punkte? |Sterne? |Stufen? )?"
    r"(?:weniger|abziehen|niedriger|höher|mehr|tiefer)|minus (?:eins|einen|ein)|"
    r"(?:wenn|falls|sofern)\b[^.\n]{0,120}\bwürde ich (?:\w+ ){0,4}(?:geben|wählen|bewerten)|"
    r"würde ich (?:\w+ ){0,4}(?:ändern|anders bewerten)|"
    r"\d+ ist (?:\w+ ){0,3}(?:schlechteste|beste|am besten|am schlechtesten)",
    # Spanish.
    rf"corrección|retiro|retracto|anulo|(?:ignore|ignora|ignoren|olvide|descarte|descarten) "
    rf"(?:\w+ ){{0,2}}{_NOTA}|{_NOTA}(?: \w+)? no (?:vale|valen|cuenta|cuentan|es válida)|"
    r"no (?:lo |la )?(?:tengan?|tomen?|tenga) en cuenta|no (?:vale|valen|valga|sirve|cuenta)|"
    r"viceversa|"
    rf"no es (?:una |mi |la )?(?:\w+ )?{_NOTA}|ya no (?:vale|es válid\w)|"
    r"(?:he |había )?(?:intercambiad|invertid|confundid)\w+|intercambié|invertí|confundí|"
    r"al revés|me (?:he )?equivo\w+|error mío|(?:un|una|dos) (?:punto|puntos|estrella) "
    r"(?:menos|más)|menos uno|(?:más|menos) (?:alta|baja) (?:debería|sería)|"
    rf"en (?:lugar|vez) de (?:esta|la|mi) {_NOTA}|"
    r"si\b[^.\n]{0,120}\b(?:le )?(?:daría|pondría|elegiría|cambiaría)|"
    r"\d+ es (?:\w+ ){0,2}(?:peor|mejor) para mí|pensándolo (?:bien|mejor)|"
    r"merecen? (?:más|menos|mejor|peor)(?! atención)|r[ée]ste(?:le|les|n)?",
    r"réflexion faite|je retire|je me suis trompé\w?|moins un|au contraire de cette note",
)


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
