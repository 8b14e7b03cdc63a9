"""What judges write around their numbers, in four languages, each kind of text by its rule."""

from collections.abc import Mapping, Sequence

LANGUAGES = ("en", "de", "es", "fr")
Phrases = Mapping[str, Sequence[str]]

# Texts without any number and without a turn: rules 3 and 6 let them stand anywhere.
PLAIN: Phrases = {
    "en": (
        "good",
        "mostly fits",
        "the colours are right",
        "fluent and clear",
        "a detail is missing",
    ),
    "de": ("gut", "passt meistens", "die Farben stimmen", "flüssig und klar", "ein Detail fehlt"),
    "es": ("bien", "encaja casi todo", "los colores son correctos", "fluido y claro"),
    "fr": ("bien", "globalement juste", "les couleurs sont justes", "fluide et clair"),
}
# Numbers that count things (3.1): {n} is any number from 2 on.
COUNTED: Phrases = {
    "en": (
        "{n} towers are visible",
        "it names {n} dogs",
        "{n} of the {m} details are missing",
        "only {n} small errors in it",
        "{n} red boats and a house",
        "people mention {n} colours, nothing more",
        "{n} people are named",
    ),
    "de": (
        "{n} Türme sind zu sehen",
        "es nennt {n} Hunde",
        "{n} kleine Fehler im Text",
        "{n} Boote und ein Haus",
        "nur {n} Wörter fehlen",
    ),
    "es": (
        "{n} torres son visibles",
        "nombra {n} perros",
        "{n} errores en el texto",
        "faltan {n} detalles",
        "{n} barcos y una casa",
    ),
    "fr": (
        "{n} tours sont visibles",
        "il nomme {n} chiens",
        "{n} erreurs dans le texte",
        "{n} bateaux et une maison",
        "il y a {n} fautes",
    ),
}
# A number that names something (3.1).
NAMED: Phrases = {
    "en": ("caption {n} is shorter", "see sentence {n}", "as line {n} says"),
    "de": ("siehe Satz {n}", "wie Zeile {n} sagt"),
    "es": ("véase la frase {n}", "como dice la línea {n}"),
    "fr": ("voir la phrase {n}", "comme le dit la ligne {n}"),
}
REASON_WORDS: Phrases = {
    "en": ("because", "as", "since", "given that"),
    "de": ("weil", "da", "denn"),
    "es": ("porque", "ya que", "pues"),
    "fr": ("parce que", "car", "puisque"),
}
# A remark that gives another number {n} instead (3.1, 3.2).
TURNS: Phrases = {
    "en": (
        "Let me reconsider: {n}",
        "actually {n}",
        "no, {n}",
        "I meant {n}",
        "make that {n}",
        "on second thought {n}",
        "wait, {n} fits better",
        "but really {n}",
        "should be {n}",
        "so {n} overall",
        "my final answer is {n}",
        "revised to {n}",
        "hmm, {n}",
        "rather {n} than this",
        "perhaps {n}",
        "though {n} is possible too",
        "{n} would be fair as well",
        "scratch that, {n} stars",
        "correction: {n} points",
    ),
    "de": (
        "nein, doch {n}",
        "Korrektur: {n}",
        "eigentlich {n}",
        "besser gesagt {n}",
        "also {n}",
        "eher {n} Punkte",
        "endgültig {n}",
        "es sollte {n} sein",
        "Moment, {n} passt besser",
        "vielleicht auch {n}",
    ),
    "es": (
        "mejor dicho {n}",
        "corrección: {n}",
        "en realidad {n}",
        "más bien {n}",
        "debería ser {n}",
        "reconsiderando, {n}",
        "respuesta final: {n}",
        "quizás {n} puntos",
    ),
    "fr": (
        "en fait {n}",
        "correction : {n}",
        "plutôt {n}",
        "réflexion faite, {n}",
        "cela devrait être {n}",
        "finalement {n}",
        "donc {n} points",
        "peut-être {n}",
    ),
}
# Numbers that begin the line and are no score (3): {n} comes first, {v} is meant.
COUNT_FIRST: Phrases = {
    "en": (
        "{n} towers are visible, nothing contradicted, so {v}",
        "{n} options were considered; I choose {v}",
        "{n} mistakes, therefore {v}",
        "{n} minus one gives {v}",
        "{n} would be too kind, {v}",
        "{n} or {v}",
        "{low} (worst) to {top} (best): {v}",
        "{low} is the worst, {top} the best: {v}",
        "{n} (mentioned) but {v} (wrong)",
        "{n} errors",
        "{n} dogs; {v}",
    ),
    "de": (
        "{n} Türme sind zu sehen, also {v}",
        "{n} Fehler, daher {v}",
        "{n} wäre zu viel, {v}",
        "{low} (schlecht) bis {top} (gut): {v}",
    ),
    "es": (
        "{n} torres son visibles, así que {v}",
        "{n} errores, por tanto {v}",
        "{n} sería demasiado, {v}",
        "{low} (peor) a {top} (mejor): {v}",
    ),
    "fr": (
        "{n} tours sont visibles, donc {v}",
        "{n} erreurs, donc {v}",
        "{n} serait trop, {v}",
        "{low} (pire) à {top} (meilleur) : {v}",
    ),
}
ARITHMETIC = (
    "{n} - {d} = {v}",
    "{n} minus {d} for wordiness = {v}",
    "{v} + {d} = {n}",
    "{v} = {n} - {d}",
    "({n} + {v}) / 2",
    "{n} × {d} = {v}",
    "{n} less {d}, {v}",
    "{v} plus {d}",
)
# What takes a score back behind the scores (6): {w} is the part's name, {n} another number.
CORRECTIONS: Phrases = {
    "en": (
        "Correction: {w} should be {n}.",
        "Final answer: {w} {n}",
        "On reflection, I would change {w} to {n}.",
        "Actually, {w} deserves {n}.",
        "Wait, {w} should have been {n}.",
        "I meant {n} for {w}.",
        "{w} should be {n}",
        "I would give {w} {n}.",
        "Let me reconsider {w}. It is {n}.",
        "Revised score: {n}",
        "{w} is {n} rather than what I wrote.",
        "I give it {n}.",
    ),
    "de": (
        "Korrektur: {w} sollte {n} sein.",
        "Endgültig: {w} {n}",
        "Eigentlich eher {n} für {w}.",
        "Ich gebe {n} für {w}.",
        "Besser gesagt: {w} {n}.",
    ),
    "es": (
        "Corrección: {w} debería ser {n}.",
        "En realidad, {w} merece {n}.",
        "Mejor dicho, {n} para {w}.",
        "Puntuación final: {w} {n}",
    ),
    "fr": (
        "Correction : {w} devrait être {n}.",
        "En fait, {w} mérite {n}.",
        "Réflexion faite, {n} pour {w}.",
        "Finalement : {w} {n}",
    ),
}
# What may stand behind the scores (6): numbers that count or name, and no turn.
CLOSINGS: Phrases = {
    "en": (
        "I hope this helps.",
        "The text names {n} dogs, and that is right.",
        "Sentence {n} was hard to judge.",
        "Hard to judge: {n} of the {m} details are missing.",
    ),
    "de": ("Schwer zu beurteilen.", "Der Text nennt {n} Hunde.", "Siehe Satz {n}."),
    "es": ("Fue difícil.", "El texto nombra {n} perros."),
    "fr": ("C’était difficile.", "Le texte nomme {n} chiens."),
}
# What calls a score provisional (5.1).
PROVISIONAL: Phrases = {
    "en": ("Provisional score", "Preliminary rating", "Initial score", "Draft", "Tentative score"),
    "de": ("Vorläufig", "Entwurf"),
    "es": ("Puntuación provisional", "Borrador"),
    "fr": ("Note provisoire", "Brouillon"),
}
FINAL: Phrases = {
    "en": ("Final scores:", "My final answer:"),
    "de": ("Endgültig:",),
    "es": ("Respuesta final:",),
    "fr": ("Définitif :",),
}
SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ECHO_WORDS = (
    "is the best",
    "means best",
    "is the highest",
    "= perfect",
    "is the top",
    "stands for excellent",
)
SPOKEN_WORDS = ("would be too kind", "is tempting", "was my first thought", "seems too high")
