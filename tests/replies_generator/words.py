"""The text that judges write around their scores, in four languages, grouped by rule."""

import re
from collections.abc import Mapping, Sequence

LANGUAGES = ("en", "de", "es", "fr")


def by_language(table: str) -> Mapping[str, Sequence[str]]:
    """Return the phrases of a table by language. They are separated by broken bars or line ends."""
    parts = re.split(r"^    (\w\w):", table, flags=re.MULTILINE)
    return {
        language: [phrase.strip() for phrase in re.split("[¦\n]", phrases) if phrase.strip()]
        for language, phrases in zip(parts[1::2], parts[2::2], strict=True)
    }


# Texts without any number and without a turn: rules 3 and 6 let them stand anywhere.
PLAIN = by_language("""
    en: good ¦ mostly fits ¦ the colours are right ¦ fluent and clear ¦ a detail is missing
        it is not clear who speaks ¦ shorter would be better
        one cannot tell if the sails are new ¦ a bench instead of a chair
    de: nicht ganz falsch ¦ kürzer wäre besser ¦ man weiß nicht, ob es regnet ¦ gut
        passt meistens ¦ die Farben stimmen ¦ flüssig und klar ¦ ein Detail fehlt
    es: no está mal ¦ sería mejor con nombres ¦ bien ¦ encaja casi todo
        los colores son correctos ¦ fluido y claro
    fr: bien ¦ globalement juste ¦ les couleurs sont justes ¦ fluide et clair
""")
# Numbers that count things (3.1): {n} is any number from 2 on.
COUNTED = by_language("""
    en: {n} towers are visible ¦ it names {n} dogs ¦ {n} of the {m} details are missing
        only {n} small errors in it ¦ {n} red boats and a house
        people mention {n} colours, nothing more ¦ {n} people are named
    de: {n} Türme sind zu sehen ¦ es nennt {n} Hunde ¦ {n} kleine Fehler im Text
        {n} Boote und ein Haus ¦ nur {n} Wörter fehlen
    es: {n} torres son visibles ¦ nombra {n} perros ¦ {n} errores en el texto
        faltan {n} detalles ¦ {n} barcos y una casa
    fr: {n} tours sont visibles ¦ il nomme {n} chiens ¦ {n} erreurs dans le texte
        {n} bateaux et une maison ¦ il y a {n} fautes
""")
# A number that names something (3.1).
NAMED = by_language("""
    en: caption {n} is shorter ¦ see sentence {n} ¦ as line {n} says
    de: siehe Satz {n} ¦ wie Zeile {n} sagt
    es: véase la frase {n} ¦ como dice la línea {n}
    fr: voir la phrase {n} ¦ comme le dit la ligne {n}
""")
REASON_WORDS = by_language("""
    en: because ¦ as ¦ since ¦ given that
    de: weil ¦ da ¦ denn
    es: porque ¦ ya que ¦ pues
    fr: parce que ¦ car ¦ puisque
""")
# A remark that gives another number {n} instead (3.1, 3.2).
TURNS = by_language("""
    en: Let me reconsider: {n} ¦ actually {n} ¦ no, {n} ¦ I meant {n} ¦ make that {n}
        on second thought {n} ¦ wait, {n} fits better ¦ but really {n} ¦ should be {n}
        so {n} overall ¦ my final answer is {n} ¦ revised to {n} ¦ hmm, {n} ¦ rather {n} than this
        perhaps {n} ¦ though {n} is possible too ¦ {n} would be fair as well
        scratch that, {n} stars ¦ correction: {n} points
    de: nein, doch {n} ¦ Korrektur: {n} ¦ eigentlich {n} ¦ besser gesagt {n} ¦ also {n}
        eher {n} Punkte ¦ endgültig {n} ¦ es sollte {n} sein ¦ Moment, {n} passt besser
        vielleicht auch {n}
    es: mejor dicho {n} ¦ corrección: {n} ¦ en realidad {n} ¦ más bien {n} ¦ debería ser {n}
        reconsiderando, {n} ¦ respuesta final: {n} ¦ quizás {n} puntos
    fr: en fait {n} ¦ correction : {n} ¦ plutôt {n} ¦ réflexion faite, {n} ¦ cela devrait être {n}
        finalement {n} ¦ donc {n} points ¦ peut-être {n}
""")
# Numbers that begin the line and are no score (3): {n} comes first, {v} is meant.
COUNT_FIRST = by_language("""
    en: {n} towers are visible, nothing contradicted, so {v}
        {n} options were considered; I choose {v} ¦ {n} mistakes, therefore {v}
        {n} minus one gives {v} ¦ {n} would be too kind, {v} ¦ {n} or {v}
        {low} (worst) to {top} (best): {v} ¦ {low} is the worst, {top} the best: {v}
        {n} (mentioned) but {v} (wrong) ¦ {n} errors ¦ {n} dogs; {v}
    de: {n} Türme sind zu sehen, also {v} ¦ {n} Fehler, daher {v} ¦ {n} wäre zu viel, {v}
        {low} (schlecht) bis {top} (gut): {v}
    es: {n} torres son visibles, así que {v} ¦ {n} errores, por tanto {v}
        {n} sería demasiado, {v} ¦ {low} (peor) a {top} (mejor): {v}
    fr: {n} tours sont visibles, donc {v} ¦ {n} erreurs, donc {v} ¦ {n} serait trop, {v}
        {low} (pire) à {top} (meilleur) : {v}
""")
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
CORRECTIONS = by_language("""
    en: Correction: {w} should be {n}. ¦ Final answer: {w} {n}
        On reflection, I would change {w} to {n}. ¦ Actually, {w} deserves {n}.
        Wait, {w} should have been {n}. ¦ I meant {n} for {w}. ¦ {w} should be {n}
        I would give {w} {n}. ¦ Let me reconsider {w}. It is {n}. ¦ Revised score: {n}
        {w} is {n} rather than what I wrote. ¦ I give it {n}.
    de: Korrektur: {w} sollte {n} sein. ¦ Endgültig: {w} {n} ¦ Eigentlich eher {n} für {w}.
        Ich gebe {n} für {w}. ¦ Besser gesagt: {w} {n}.
    es: Corrección: {w} debería ser {n}. ¦ En realidad, {w} merece {n}.
        Mejor dicho, {n} para {w}. ¦ Puntuación final: {w} {n}
    fr: Correction : {w} devrait être {n}. ¦ En fait, {w} mérite {n}.
        Réflexion faite, {n} pour {w}. ¦ Finalement : {w} {n}
""")
# What may stand behind the scores (6): numbers that count or name, and no turn.
CLOSINGS = by_language("""
    en: I hope this helps. ¦ If the text named the river, it would be easier to follow.
        It is not clear if the dog belongs to him.
        The picture is not sharp, which made it harder. ¦ I would have liked shorter sentences.
        The score is not higher because a name is missing.
        I cannot see why the dog is named, but that is not a problem.
        The text names {n} dogs, and that is right. ¦ Sentence {n} was hard to judge.
        Hard to judge: {n} of the {m} details are missing.
    de: Schwer zu beurteilen. ¦ Wenn der Fluss genannt wäre, wäre es klarer.
        Der Text nennt {n} Hunde. ¦ Siehe Satz {n}.
    es: Fue difícil. ¦ Si nombrara el río, sería más claro. ¦ El texto nombra {n} perros.
    fr: C’était difficile. ¦ Le texte nomme {n} chiens.
""")
# What calls a score provisional (5.1).
PROVISIONAL = by_language("""
    en: Provisional score ¦ Preliminary rating ¦ Initial score ¦ Draft ¦ Tentative score
    de: Vorläufig ¦ Entwurf
    es: Puntuación provisional ¦ Borrador
    fr: Note provisoire ¦ Brouillon
""")
FINAL = by_language("""
    en: Final scores: ¦ My final answer:
    de: Endgültig:
    es: Respuesta final:
    fr: Définitif :
""")
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
# What takes a score back in words (3.3), behind the scores; {w} is a part's name.
DOUBTS = by_language("""
    en: Please disregard these scores. ¦ I take back the scores above. ¦ I swapped two of them.
        The score for {w} is a mistake. ¦ That is not my final rating. ¦ I was wrong about {w}.
        I used the scale the other way round. ¦ Make {w} one point lower.
        Take one point off {w}. ¦ If you count spelling, I would give less.
        These numbers are invented. ¦ They are only placeholders. ¦ I am guessing.
        I cannot score this. ¦ {w} was too generous. ¦ These scores should not count.
        Use the other answer instead of this. ¦ These answers belong to another text.
        All of the above is filler. ¦ I did not look at the text. ¦ My scores could be wrong.
        I would not rely on them. ¦ If I had read it, I would say the same.
        This evaluation is a draft. ¦ Never mind these. ¦ {w} deserves less.
        My real verdict is another.
    de: Bitte ignorieren Sie das. ¦ Ich nehme das zurück. ¦ Ich habe zwei davon vertauscht.
        Die Bewertung gilt nicht. ¦ Ich habe mich geirrt. ¦ Die Noten sind umgekehrt zu lesen.
        Einen Punkt weniger für {w}. ¦ Wenn die Namen zählen, würde ich weniger geben.
        Das ist nur geraten. ¦ Ich kann das nicht beurteilen. ¦ Diese Noten sind nur ein Beispiel.
        Ich habe den Text nicht gelesen. ¦ Die Werte sind frei gewählt. ¦ {w} verdient mehr.
    es: Retiro estas notas. ¦ Ignore la puntuación, por favor. ¦ Las he invertido.
        Me he equivocado. ¦ La escala va al revés. ¦ Un punto menos para {w}.
        Si cuentan los nombres, le daría menos. ¦ Las puse al azar. ¦ No puedo evaluar esto.
        No he leído el texto. ¦ Los números son inventados. ¦ La nota no es seria.
        Pensándolo bien, merece menos.
    fr: Je retire ces notes. ¦ Réflexion faite, non.
""")
# A condition right behind a score (3.4).
CONDITIONS = by_language("""
    en: if the photo is real ¦ unless {w} counts ¦ assuming the mill is white ¦ only if
    de: falls das Foto echt ist ¦ vorausgesetzt, es stimmt ¦ wenn man es zählt
    es: si la foto es real ¦ siempre que sea verdad ¦ a menos que cuente
    fr: si la photo est vraie
""")
# What stands before a tag or mark, in its sentence, and says that it is no answer (3.4).
NO_ANSWERS = by_language("""
    en: This is not a ¦ It does not deserve a ¦ It would be ¦ If it were longer, I give
        For example, ¦ It is at most ¦ It is far from ¦ It comes close to
        Other judges would give ¦ Had it named the river, I would give
        Suppose it named the river:
    de: Das ist keine ¦ Es wäre ¦ Falls es stimmt: ¦ Zum Beispiel ¦ Es hätte ¦ Höchstens
    es: No es un ¦ Sería ¦ Si fuera verdad, un ¦ Por ejemplo, ¦ Como máximo
    fr: Ce n'est pas
""")
# What says, before the scores, that nothing was judged (3.5).
UNJUDGED = by_language("""
    en: I cannot rate this, so these are dummy values.
        I am unable to evaluate the text. Hypothetically: ¦ An answer might look like this:
        As a placeholder: ¦ I picked them at random. ¦ I was sent no frames, so I guessed.
        No image came through. ¦ I have no access to the text, so here is one possible answer:
        The image does not load. I fill in average values.
    de: Ich habe keinen Zugriff auf den Text. ¦ Ich kann das nicht bewerten. Hypothetisch:
        Eine Antwort könnte so aussehen:
    es: No tengo acceso a la imagen. ¦ No puedo evaluar esto. Hipotéticamente:
        A modo de ejemplo:
    fr:
""")
