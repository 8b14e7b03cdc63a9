"""The closed lists of docs/replies.md: turns, provisional words, what counts, by language.

Each pattern is tried at word boundaries; a language is added by adding its words here and there.
"""

import re

from surveys.phrases import any_of

DENIES = (
    r"not|no(?! doubt)|never|none|neither|nor|cannot|\w+n't|hardly|scarcely|barely|nicht|niemals|"
    r"nie|kaum|keine?[nrms]?|keinesfalls|keineswegs|nunca|tampoco|apenas|ningun[ao]|ne|pas"
)
WOULD = (
    r"would|could|might|should|(?:wäre|würde|könnte|sollte|müsste|hätte)\w*|"
    r"(?:ser|deber|podr|tendr|dar|habr)ía\w*"
)
SPELLED = {
    word: number
    for words in (
        "zero one two three four five six seven eight nine ten",
        "null eins zwei drei vier fünf sechs sieben acht neun zehn",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez",
        "zéro un deux trois quatre cinq six sept huit neuf dix",
    )
    for number, word in enumerate(words.split())
}
# 1 is also an article or a pronoun.
SPELLED_ALONE = re.compile(
    rf"\b({'|'.join(sorted(word for word, number in SPELLED.items() if number != 1))})\b"
    r"(?=\s*(?:[.,;:!?)\]\"']|$))",
    re.IGNORECASE,
)

REASON = (
    r"(?:because|as|since|for|due|given|weil|da|denn|wegen|porque|ya que|pues|por|debido|"
    r"parce que|car|puisque)\b"
)
_UNITS = (
    "points?|pts?|stars?|Punkte?n?|Sterne?n?|puntos?|estrellas?|étoiles?|scores?|ratings?|marks?"
)
_NO_NOUN = (
    r"is|was|has|does|seems|fits|feels|works|looks|makes|wins|captures|matches|reflects|suits|"
    r"applies|perhaps|always|sometimes|besides|menos|más|this|thus|moins|plus|minus|less|"
    rf"serious|versus|maybe|gives|leaves|sounds|says|stands|remains|holds|deserves|{_UNITS}"
)
_WITH_NOUN = (
    r"more|other|of the|main|minor|major|small|big|key|different|separate|wrong|missing|extra|"
    r"further|red|green|blue|black|white|weitere|kleine|große|falsche|wichtige|andere"
)
_BEHIND_NOUN = (
    r"are|were|is|was|have|has|do|can|could|in|of|on|at|from|with|and|or|to|that|which|missing|"
    r"wrong|named|fehlen|sind|werden|im|auf|und|son|están|faltan|en|y|que|sont|manquent|dans|et"
)
_NOUN = (
    rf"(?!(?i:{_NO_NOUN})\b)"
    r"(?:[^\W\d_]{3,60}[sx]|[A-ZÄÖÜ][^\W\d_]{2,60}|people|men|women|children)\b"
    rf"(?=\s*(?:$|[.,;:!?)\]\"'|/]|-\s)|\s+(?:{_BEHIND_NOUN})\b)"
)
_FUNCTION_WORD = (
    r"the|and|but|for|not|may|can|too|yet|now|then|than|that|here|there|because|since|would|could|"
    r"should|might|better|best|worse|worst|overall|instead|final|please|fair|right|enough|only|"
    r"star|point|mark|score|rating|rather|really|maybe|sure|seems|with|from|over|under|per|bis|"
    r"oder|aber|und|ist|war|für|wäre|besser|hier|jetzt|sein|statt|pero|para|por|sería|mejor|aquí|"
    r"ahora|mais|pour|serait|mieux|ici|donc|punkt|stern|punto|estrella|étoile|also|doch|eher|wohl"
)
# What stands behind a 1 that counts one thing.
COUNTS_ONE = re.compile(
    rf"\s+(?:(?:{_WITH_NOUN})\s+){{0,2}}(?!(?i:{_FUNCTION_WORD}|{_NO_NOUN})\b)"
    rf"[^\W\d_]{{3,60}}(?=\s*(?:$|[.,;:!?)\]\"'])|\s+(?:{_BEHIND_NOUN})\b)"
)
# What stands behind a number that counts things.
COUNTS = re.compile(rf"\s+(?:(?:{_WITH_NOUN})\s+){{0,2}}{_NOUN}")
_OF = r"\s+(?:of|out of|von|de|sur)\s+(?:the |all |den |los |las |les )?"
COUNTS_PART = re.compile(
    rf"{_OF}(?P<of>\d{{1,9}})(?:(?P<named>\s+(?:(?:{_WITH_NOUN})\s+){{0,2}}{_NOUN}|"
    rf"\s+(?:{_BEHIND_NOUN})\b)|(?=\s*(?:$|[.,;:!?)\]\"'|])))"
)
NAMING = (
    r"caption|image|figure|product|output|assistant|response|point|line|sentence|paragraph|step|"
    r"page|reason|Grund|razón|raison|Bild|Satz|Zeile|Abschnitt|Produkt|imagen|"
    r"frase|línea|producto|phrase|ligne|produit"
)
NAMES = re.compile(rf"\b(?:{NAMING})\s+#?$", re.IGNORECASE)

_TURNS = (
    r"actually|wait|hmm+|no(?=,)|rather|instead|corrections?|correct(?:ed|ing)? to|corrected|"
    r"correcting|revis(?:e[ds]?|ing|ion)|reconsider\w*|on reflection|on second thoughts?|scratch "
    r"that|i meant|make (?:it|that)|changed? (?:\w+ ){0,4}to|change my|(?:updated?|adjust(?:ed)?|"
    r"lower(?:ed)?|raised?) (?:\w+ ){0,4}to|should (?:be|have been)|final(?:ly)?|eigentlich|moment|"
    r"eher|stattdessen|korrektur|korrigier\w*|überdenk\w*|besser gesagt|(?:sollte|müsste)(?= "
    r".{0,40}\bsein\b)|endgültig\w*|en realidad|espera|mejor dicho|más bien|corrección|corrijo|"
    r"corregid\w*|rectific\w*|debería ser|en fait|plutôt|corrig\w*|réflexion faite|après réflexion|"
    r"devrait être|finalement"
)
_WEAK_TURNS = (
    r"so(?=\s+(?:\d|I\b))|therefore|would be|could be|might be|maybe|perhaps|possibly|almost|"
    r"nearly|leaning|closer to|also|doch|vielleicht|quizás|tal vez|por tanto|así que|peut-être|donc"
)
_HAN_TURNS = "更正|修正|改为|重新考虑|应该是|訂正|いや"
_LOWERED = (
    r"would (?:deserve|get|merit|receive|earn|have (?:got|deserved|been given))|"
    r"(?:should|ought to|must) (?:be|have been) (?:lower|higher|better|worse|raised|lowered)|"
    r"(?:too|zu) (?:low|high|niedrig|hoch)"
)
TAKES_BACK, WEAK_TURN = any_of(_LOWERED), any_of(_WEAK_TURNS)
TURN = re.compile(rf"{any_of(_TURNS).pattern}|{_HAN_TURNS}", re.IGNORECASE)
PROVISIONAL = re.compile(
    r"(?:\b|(?<=_))(?:provisional(?:ly)?|preliminary|tentative(?:ly)?|initial(?:ly)?|at first|"
    r"first impression|draft|vorläufig\w*|zunächst|erster eindruck|entwurf|preliminar|inicial|"
    r"al principio|borrador|provisoire|préliminaire|au premier abord|brouillon)(?![^\W_])",
    re.IGNORECASE,
)
FINAL = any_of(r"final|endgültig\w*|definitiv\w*|définitif|définitive")
_SUPERLATIVE = r"best|worst|highest|lowest|top|bottom|maximum|minimum|perfect|excellent"
TELLS_SCALE = re.compile(
    rf"[ \t\"'*]*(?:is|means|=|stands for)[ \t]+(?:the[ \t]+)?(?:{_SUPERLATIVE})\b", re.IGNORECASE
)
SPOKEN_OF = re.compile(
    r"[ \t\"'*]+(?:is|was|would|seems?|feels|might|could|may|isn't|wasn't|means|stands for)\b",
    re.IGNORECASE,
)
