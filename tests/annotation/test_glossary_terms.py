"""Tests that the German and Spanish catalogues use the terms and the form of address of
docs/translating.md."""

import re

import pytest

from annotation.messages import LANGUAGES, catalogue

# What the German and the Spanish translation of a text with the English term have in them.
TERMS = {
    r"rubrics?": (r"Bewertungsraster", r"rúbrica"),
    r"datasets?": (r"Datens[aä]tz", r"conjuntos? de datos"),
    r"assignments?": (r"Bearbeitung", r"asignaci"),
    r"payouts?": (r"[Aa]uszahlung", r"liquidaci"),
    r"escrow": (r"[Hh]interleg", r"garantía"),
    r"bonus(?:es)?": (r"Bon(?:us|i)", r"bonificaci"),
    r"verdicts?": (r"Urteil", r"veredicto"),
    r"(?<!not )judges?": (r"Judge", r"jue(?:z|ces)"),
    r"gold": (r"Gold", r"\boro\b"),
    r"retests?": (r"Wiederholung", r"repetici"),
    r"seed": (r"Startwert", r"semilla"),
    r"drafts?": (r"Entw[uü]rf", r"borrador"),
    r"sessions?": (r"Sitzung", r"sesi"),
    r"qualifications?": (r"Qualifi", r"cualifica"),
    r"webhooks?": (r"Webhook", r"webhook"),
    r"completion codes?": (r"Abschlusscode", r"códigos? de finalización"),
    # Not the word in a table, as in “training or test”.
    r"training(?!”? or “?test)": (r"[Üü]bung|geübt", r"práctica"),
    r"appeals?": (r"Einspr[uü]ch", r"reclama"),
    r"owners?": (r"Inhaberschaft", r"titular"),
    r"margin": (r"Toleranz", r"margen"),
    r"captions": (r"Untertitel", r"subtítulo"),
    r"email": (r"E-Mail|Mailserver", r"correo"),
}
# Other words for a term, which no translation has, and the term's own.
RIVALS = {
    "de": {
        r"\bRubrik": "Bewertungsraster",
        r"\bBatch(?:es|s)?\b(?!-)": "Auftrag",
        r"[Aa]nnot": "Bewertende",
        r"Gegenst[aä]nd": "Item",
        r"Zuweisung": "Bearbeitung",
        r"Forschungsteam|Studienleitung": "Forschende",
        r"(?<!E-)\bMails?\b|\bEmail": "E-Mail",
        r"\bTraining": "Übung",
        r"Projektleitung|Eigentümer|\bInhaber\b": "Inhaberschaft",
        r"Spielraum": "Toleranz",
        # What people send to Prolific is an “Einreichung”.
        r"^(?!.*Prolific).*\b[Ee]in(?:ge)?reich(?:t|en)\b|[Aa]bgegeben": "absenden",
    },
    "es": {
        r"\b[Aa]notador": "evaluador",
        r"\bítems?\b": "elemento",
        r"equipo investigador": "equipo de investigación",
        r"\b[Ee]-?mails?\b": "correo",
        r"entrenamiento": "práctica",
        r"propietari": "titular",
        r"\b[Vv]aloraci": "puntuación",
        r"[Aa]pelaci|[Oo]bjeci": "reclamación",
        r"\bpapel(?:es)?\b": "rol",
        r"\bborra(?:r|rse|rá|rán|do|dos|da|das|ron)\b": "eliminar",
    },
}
ADDRESS = {
    "de": r"\b(?:du|dich|dir|dein\w*|euch|euer|eure\w*)\b",
    "es": r"\b(?:tú|tu|tus|te|ti|contigo|vosotr\w+|vuestr\w+)\b",
}
VALUES = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|<[^>]+>")  # are no words of a text


def texts(language: str) -> list[tuple[str, str]]:
    """Return each text and its translation with all plural forms, without placeholders."""
    found = []
    for message in catalogue(language):
        sides = (message.id, message.string)
        forms = [" ".join(side) if isinstance(side, (tuple, list)) else side for side in sides]
        found.append((VALUES.sub("", forms[0]), VALUES.sub("", forms[1])))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_has_its_word_of_the_glossary(language):
    column = ("de", "es").index(language)
    found = texts(language)
    assert len(found) > 1000
    assert [
        (text, translated, words[column])
        for term, words in TERMS.items()
        for text, translated in found
        if re.search(rf"\b{term}\b", text, re.IGNORECASE)
        and not re.search(words[column], translated, re.IGNORECASE)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_has_no_second_word(language):
    assert [
        (text, translated, word)
        for rival, word in RIVALS[language].items()
        for text, translated in texts(language)
        if re.search(rival, translated)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_everyone_is_addressed_formally(language):
    found = [translated for _text, translated in texts(language)]
    assert [translated for translated in found if re.search(ADDRESS[language], translated)] == []
