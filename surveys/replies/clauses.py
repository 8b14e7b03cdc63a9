"""Clauses that speak of the reply itself: a word of doubt in one of them takes a score back.

docs/replies/doubts.md, section 3.6, by language.
"""

import re
from collections.abc import Iterator

from surveys.phrases import any_of
from surveys.replies.vocabulary import DENIES, WOULD

_CUT = re.compile(
    r"[.;:!?()\[\],\n]|\s-\s|\b(?:so|hence|therefore|thus|because|since|while|but|"
    r"(?:and|und|y)(?! \d)|although|though|whereas|daher|deshalb|also|weil|denn|aber|"
    r"por lo que|así que|porque|pero)\b",
    re.IGNORECASE,
)


# Not the score that was given: "a higher score would need the price".
_NOT_THIS = r"(?<!higher )(?<!lower )(?<!better )(?<!full )(?<!perfect )(?<!top )"
# The score itself, which no picture or text has.
_SCORE = any_of(
    rf"{_NOT_THIS}(?:scores?|scoring|verdicts?)(?! ?boards?)",
    r"(?:my|this|these|those|final|above) (?:\w+ )?(?:ratings?|grades?|marks?|judge?ments?|choice|"
    r"evaluation)|(?:the )?scale I used|(?:nothing|none|all) (?:of (?:the|this) )?above",
    r"the grades|(?:none|neither|any|one) of (?:the |these )?(?:options|choices)|"
    r"no (?:option|choice)|(?:scored|rated|graded|marked) (?=(?:too|it|this|that|them)\b)",
    r"Note|Noten|Punktzahl(?:en)?|Wertung(?:en)?|(?:meine|diese|obige|erste|zweite)[nr]? "
    r"Bewertung(?:en)?|angesetzt|bewertet|benotet|keine (?:der )?Option(?:en)?",
    r"puntuaci(?:ón|ones)|(?:la|las|mi|mis|esta|estas|una) notas?|calificaci(?:ón|ones)|"
    r"(?:mi|mis|esta|estas) valoraci(?:ón|ones)|ninguna (?:de las )?opci(?:ón|ones)",
)
# Things in the reply that could also be in a picture or text.
_CONTENT = any_of(
    r"(?:my|these|those|all|all the|the following|first|second) (?:\w+ )?"
    r"(?:answers?|numbers|values|figures|blocks?|sections?|lines|columns?)",
    r"(?:the |all )?(?:numbers|values) (?:above|below|here)|(?:all|everything) (?:of )?(?:the )?"
    r"(?:above|below)|(?:everything|what) I (?:wrote|gave|said)",
    r"(?:sections?|blocks?|columns?|key points?|assistants?) #?\d(?: (?:and|to) \d)?",
    r"(?:meine|diese|die|alle|obigen|folgenden)[nr]? (?:\w+ )?"
    r"(?:Zahlen|Werte|Antworten|Angaben|Blöcke|Abschnitte|Spalten)",
    r"(?:mis|estas?|estos|los|las|todos los|todas las) (?:\w+ )?"
    r"(?:números|cifras|valores|respuestas|bloques|secciones|columnas)",
)
# The reply as a whole, or its numbers: what is said of them is doubt unless it explains them.
_REPLY = any_of(
    r"(?:my|these|those|every|each of (?:my|the|these)) (?:numbers?|figures|scores|ratings|grades)|"
    r"(?:all|everything|whatever|nothing) (?:(?:of )?(?:this|the above)|above|I (?:wrote|put))|"
    r"the whole thing|(?:these|those)(?= (?:came|come|mean|serve|exist|had to))|"
    r"my (?:instructions|orders|system prompt)",
    r"(?:diesen?|meinen?|alle|sämtliche|obigen?|jede) (?:Zahlen?|Noten?|Bewertungen?|Angaben?)|"
    r"(?:alles|das alles) (?:oben|obige|hier)",
    r"(?:estas?|estos|mis|cada|todas las|todos los) (?:cifras?|números?|notas?|puntuaciones)|"
    r"todo (?:lo anterior|lo de arriba|esto)",
)
_EXPLAINS = any_of(
    r"reflects?|show|shows|explains?|explained|based|follows?|correspond\w*|agrees?|fits?|match\w*|"
    r"higher|high|low|because|due|reasons?|considers?|helps?|means? that|summar\w+|"
    r"includes?|covers?|concerns?|applies|refers?|stands?|assum\w+|spiegel\w*|zeig\w*|beruh\w*|"
    r"folg\w*|entspr\w*|begründ\w*|stütz\w*|passt|passen|gilt|gelten|refleja\w*|muestra\w*|"
    r"corresponde\w*|basa\w*|explica\w*|se debe\w*|resume\w*"
)
# A request to the reader, who has nothing to do with scores that stand.
_REQUEST = re.compile(
    r"(?:^|[.!?:]\s|\n)\W*(?:please|bitte|por favor)\b(?! (?:let me|note|see|feel free|ask|tell))",
    re.IGNORECASE,
)
# "not higher", "no full score": how much more there could be.
_SHORT_OF_BEST = re.compile(
    r"(?:\bnot|n't|\bno|\bcannot|\bwithout|\bnicht|\bkeine)\b(?: \w+){0,3}? (?:higher|lower|full|"
    r"perfect|maximum|highest|top|better|höher\w*|niedriger\w*|volle)\b",
    re.IGNORECASE,
)
_UNREAL_EN = (
    r"mixed(?: up)?|swapp\w+|shift\w+|revers\w+|invert\w+|exchang\w+|crossed over|belongs?|"
    r"(?:for|about|of|from|on) (?:another|a different|the (?:previous|next|last))|"
    r"drafts?|temporary|corrected|fillers?|dummy|defaults?|arbitrar\w+|random\w*|invented|"
    r"made up|guess\w*|hypothetical\w*|fictitious|fabricated|meaningless|worthless|unreliable"
)
_UNREAL_DE = (
    r"vertausch\w+|verschoben|gehör\w+|bezieh\w+|vorherig\w+|korrigiert\w*|erfunden\w*|"
    r"willkürlich\w*|zufällig\w*|frei gewählt|geraten|Vermutung\w*|Platzhalter\w*|Fantasie\w*"
)
_UNREAL_ES = (
    r"intercambi\w+|cruz\w+|invertid\w+|desplazad\w+|corregid\w+|inventad\w+|arbitrari\w+|azar|"
    r"por defecto|supuest\w+|ficticio\w*|viceversa|de relleno"
)
_DOUBT_EN = (
    r"nothing|if|unless|assum\w+|whether|had (?:I|it|the)|wrong|incorrect|mistak\w+|errors?|typos?|"
    r"too (?:high|low|generous|harsh|kind|strict)|provisional|tentative|preliminary|interim|"
    r"corrections?|changed?|adjust\w*|halved?|doubled?|reduced?|raised?|subtract\w*|"
    r"follow later|examples?|samples?|illustrat\w+|upside down"
)
_DOUBT_DE = (
    r"wenn|falls|sofern|falsch|Fehler|Irrtum|zu (?:hoch|niedrig|gut|schlecht|streng)|"
    r"vorläufig\w*|Entwurf|halbier\w*|Beispiel\w*"
)
_DOUBT_ES = (
    r"si|equivocad\w+|err[oó]ne\w+|demasiad[ao]|borrador|ejemplos?|anterior(?:es)?|"
    r"del (?:otro|segundo|primero)"
)
_HIDDEN = "□"  # replaces a score that was read; its sentence is checked separately
_OF_CONTENT = any_of(_UNREAL_EN, _UNREAL_DE, _UNREAL_ES)
_OF_SCORES = any_of(
    DENIES, WOULD, _DOUBT_EN, _DOUBT_DE, _DOUBT_ES, _UNREAL_EN, _UNREAL_DE, _UNREAL_ES
)

# What was shown, and that the judge did not see it.
_MATERIAL = (
    r"(?:image|picture|photo|video|clip|caption|text|paragraph|summary|article|review|product|"
    r"recording|audio|page|material)s?|Bild(?:er)?|Foto|Video|Aufnahme|Text|Artikel|Absatz|"
    r"Zusammenfassung|Rezensionen|Produkte?|Bildunterschrift(?:en)?|Seite|imagen|imágenes|foto|"
    r"vídeo|video|grabación|texto|artículo|párrafo|resumen|reseñas|productos?|leyendas?|página"
)
_OWN = any_of(r"I|we|ich|wir|puedo|pude|podido|tengo|he|logro|model")
_SEEN = any_of(
    r"see|seen|view(?:ed)?|look(?:ed)?|watch(?:ed)?|open(?:ed)?|read|access|hear|heard|load|play|"
    r"receive[d]?|got|given|shown|gesehen|sehen|abspielen|öffnen|laden|gelesen|lesen|gehört|hören|"
    r"ansehen|anschauen|angesehen|Zugriff|Zugang|ver|visto|abrir|abierto|reproducir|leer|leído|oír|"
    r"acceso"
)
_DENIED = any_of(DENIES, "unable|without|ohne|sin")
_AT_END = re.compile(
    rf"(?<!\bin )(?<!\bin the )(?<!\bof )(?<!\bof the )(?<!\bim )(?<!\ben )(?<!\ben la )"
    rf"(?<!\ben el )\b(?:{_MATERIAL})(?: at all| myself| selbst)?(?:\W*(?:gesehen|sehen|abspielen|"
    rf"öffnen|laden|"
    r"gelesen|lesen|gehört|hören|ansehen|anschauen|nicht|\s)*)$",
    re.IGNORECASE,
)
# Verbs that a judge uses for the content, and for its own judgement as it is.
_HARMLESS = (
    r"see|saw|seen|notic\w+|f[io]nd|found|th[io]nk|thought|believe\w*|feel|felt|lik\w+|love\w*|"
    r"enjoy\w*|appreciat\w+|prefer\w*|expect\w*|miss\w*|suggest\w*|recommend\w*|remove\w*|add|"
    r"start|mention|name|shorten|cut|write|say|describe|put|end|begin|know|understand|understood|"
    r"chose|choose|pick\w*|consider\w*|compar\w+|read|watched|looked|listen\w*|hear\w*|agree|hope|"
    r"wish|imagine|need\w*|had|have|wonder\w*|recogni\w+|g[ai]ve|given|rated?|scored?|weigh\w*|"
    r"assign\w*|judged?|based|took|split|replace|avoid|drop|keep|kept|use|include|explain|call|be|"
    r"tell|spot\w*|count\w*|check\w*|verif\w+|evaluat\w+|assess\w*|assum\w+|want\w*|get|got|"
    r"impressed|surprised|confused|missing|looking"
)
_FIRST_PERSON = re.compile(
    r"(?<![\w/])I(?:'(?:d|ve|m|ll))?(?![\w'/])((?:\s+(?:also|really|personally|still|just|only|"
    r"therefore|would|could|can|cannot|can't|couldn't|wouldn't|do|did|don't|didn't|not|have|had|"
    r"haven't|am|was|will|rather|\w+ly|even|all))*)\s+(\w+)"
)
_IS_HARMLESS = re.compile(rf"(?:{_HARMLESS})$", re.IGNORECASE)
_IS_STATE = re.compile(
    r"(?:'m|\bam|\bwas)\b(?!.*\b(?:not|\w+ing|wrong|mistaken|unable|unsure|asked|told|forced|"
    r"instructed|required|paid|made|supposed)$)",
    re.IGNORECASE,
)
_ICH = re.compile(r"(?:\b(\w+) )?\bich\b(?: (\w+))?", re.IGNORECASE)
_ICH_IS_HARMLESS = re.compile(
    r"(?:seh|sah|find|fand|denk|dacht|glaub|mein|vermiss|würde|hätte|hab|hatte|bin|war|mag|mocht|"
    r"empfehl|schlag|kann|könnt|konnt|möcht|geb|gab|vergeb|bewert|beurteil|wähl|halt|hielt|erwart|"
    r"wünsch|versteh|les|las|hör|weiß|nehm|erkenn|bemerk|zähl|hoff)\w*$",
    re.IGNORECASE,
)
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
