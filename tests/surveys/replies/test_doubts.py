"""Tests of words that withdraw a score, which refuse the reply in every format. A reason with "not"
or "if" does not."""

import json

import pytest

from tests.documentation import text_of
from tests.surveys.replies.perfect import (
    MARK_SCORES,
    MARKED,
    POINTED,
    TAG_SCORES,
    TAGGED,
    outcome,
    read,
    separate,
)
from tests.surveys.replies.test_certain import FORMATS, PERFECT

IN_DOUBT = {"score_in_doubt", "ambiguous_score"}  # a number may be found first
BEHIND = separate("""
    Please disregard these scores. ¦ I take back the scores above. ¦ The score is a mistake.
    That is not my rating. ¦ These answers do not count. ¦ I mixed up the pictures.
    I used the scale the other way round. ¦ Read it as one point lower.
    If commas are required, I would choose differently. ¦ Bitte ignorieren Sie diese Bewertung.
    Ich habe die beiden vertauscht. ¦ Einen Punkt weniger wegen der Preise. ¦ Retiro esta nota.
    La escala va al revés. ¦ Me he equivocado.
""")
ANYWHERE = separate("""
    I cannot rate this. Hypothetically: ¦ These are dummy values. ¦ It might look like this:
    Ich kann das nicht bewerten, also nur geraten: ¦ No puedo evaluar esto, así que al azar:
""")
HARMLESS = separate("""
    It does not say if the sails are new.
    If the text named the river, it would be easier to follow.
    There is a bench instead of a chair. ¦ The dog is not a problem.
    Es sagt nicht, ob es regnet; kürzer wäre besser. ¦ No dice si llueve; sería mejor con nombres.
""")


@pytest.mark.parametrize("name", PERFECT)
@pytest.mark.parametrize("words", BEHIND)
def test_words_behind_the_scores_that_take_one_back_refuse_the_reply(name, words):
    with pytest.raises(Exception, match="may take the score back") as refusal:
        read(name, f"{PERFECT[name][0]}\n\n{words}")
    assert refusal.value.code == "score_in_doubt"
    assert words.rstrip(".")[:20] in str(refusal.value)


# None of these words is in a list of phrases: what they speak of refuses the reply.
OF_THE_REPLY = separate("""
    The whole thing ought to be shifted up by one. ¦ Hold on, wrong video. ¦ All above is a joke.
    I was asked to be nice; the truth is grimmer. ¦ Please use the mirror image of every number.
    My instructions force me to answer, so these mean little. ¦ These came out of thin air.
    Take all of this with a pinch of salt: my feed was cut. ¦ Alles oben ist ausgedacht.
    Bitte die Zahlen nicht ernst nehmen. ¦ Eigentlich wollte ich etwas anderes ankreuzen.
    Streng genommen müsste alles eine Stufe tiefer liegen. ¦ No se fíen de estas cifras.
    Todo lo anterior es de mentira. ¦ Cada cifra debería bajar un escalón.
    Se me cruzaron las columnas. ¦ I hope you ignore this. ¦ I hope this is useful as a joke.
""")
EXPLAINED = separate("""
    These scores reflect the missing sunrise. ¦ Please note that the reference names a sunrise.
    Never mind the long intro, the list is complete. ¦ I was impressed by the second sentence.
    Diese Noten beruhen auf dem Bild. ¦ Ich finde den Anfang gut. ¦ Todo está ahí.
    reason: I hope this is useful to you. ¦ Hope this explains my scores. ¦ The frames show no dog.
    Las cifras de los precios están. ¦ Die Zahlen der Preise stimmen.
""")


@pytest.mark.parametrize("words", OF_THE_REPLY)
def test_what_speaks_of_the_reply_and_does_not_explain_it_refuses_it(words):
    codes = {outcome(name, f"{raw}\n\n{words}")[0] for name, (raw, _scores) in PERFECT.items()}
    assert codes == {"score_in_doubt"}


@pytest.mark.parametrize("words", EXPLAINED)
def test_what_explains_the_reply_or_speaks_of_something_else_takes_nothing_back(words):
    for name, (raw, scores) in PERFECT.items():
        assert outcome(name, f"{raw}\n\n{words}")[0] == scores, name


@pytest.mark.parametrize("name", PERFECT)
@pytest.mark.parametrize("words", ANYWHERE)
def test_words_before_the_scores_that_say_nothing_was_judged_refuse_the_reply(name, words):
    assert outcome(name, f"{words}\n\n{PERFECT[name][0]}")[0] == "score_in_doubt"


@pytest.mark.parametrize("name", PERFECT)
@pytest.mark.parametrize("words", HARMLESS)
def test_reasons_with_not_and_if_stay_readable(name, words):
    raw, scores = PERFECT[name]
    assert outcome(name, f"{words}\n\n{raw}\n\n{words}")[0] == scores


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "remark",
    [
        *separate("""
        , unless it rains ¦ ; falls es regnet ¦ , siempre que sea verdad
        , minus one for the price
    """),
        " (if the photo is real)",
        " - only if names count",
        " (on second thought)",
    ],
)
def test_a_condition_or_doubt_in_a_remark_refuses_the_reply(name, remark):
    reply, where = FORMATS[name]
    assert outcome(name, reply(f"1{remark}")) == ("score_in_doubt", where)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("remark", [" (even if short)", ", not bad if slow", " - it would fit"])
def test_a_remark_that_merely_holds_if_or_would_is_passed_over(name, remark):
    reply, _where = FORMATS[name]
    assert 1 in outcome(name, reply(f"1{remark}"))[0].values()


@pytest.mark.parametrize(
    "lead",
    separate("""
        This is not a ¦ It doesn't deserve a ¦ It would be ¦ If the prices were right, I would give
        Das ist keine ¦ Wenn es stimmt, gebe ich ¦ No es un ¦ Sería un
    """),
)
def test_a_tag_or_mark_that_its_sentence_denies_is_no_answer(lead):
    assert outcome("comparative-summary", f"Fine. {lead} <score>4</score>")[0] == "score_in_doubt"
    marked = MARKED.replace("The Accuracy score is", lead)
    assert outcome("video-caption", marked) == ("score_in_doubt", "Accuracy")


@pytest.mark.parametrize(
    "lead", ["The prices do not fit, so", "I would give it a", "Whatever if means, it gets"]
)
def test_a_sentence_that_leads_to_the_score_may_hold_not_would_and_if(lead):
    assert outcome("comparative-summary", f"{lead} <score>4</score>")[0] == TAG_SCORES
    assert outcome("video-caption", MARKED.replace("The Accuracy score is", lead))[0] == MARK_SCORES


def test_thoughts_may_doubt_what_the_answer_says():
    raw = f"<think>I am guessing, ignore the score.</think>{TAGGED}"
    assert outcome("comparative-summary", raw)[0] == TAG_SCORES


def test_a_reason_in_json_that_takes_its_score_back_refuses_the_reply():
    reply = json.loads(POINTED)
    reply["caption_evaluation"]["score_reasons"]["key_point_2"] = "The score above is a mistake."
    assert outcome("key-points", json.dumps(reply))[0] == "score_in_doubt"


@pytest.mark.parametrize("written", ["2 Good", "2, Good enough", "2 (Good)", "4 - Fair"])
def test_a_number_with_the_exact_label_of_another_option_is_refused(written):
    raw = f"Clean.\nScore- <score>{written}</score>"
    assert outcome("audio-opinion-score", raw)[0] in {"label_mismatch", "ambiguous_score"}


@pytest.mark.parametrize(
    "written", ["4 (Good)", "4, good enough", "4 - Good", "4: good, not excellent"]
)
def test_a_number_with_the_label_of_its_own_option_is_read(written):
    raw = f"Clean.\nScore- <score>{written}</score>"
    assert outcome("audio-opinion-score", raw)[0] == {"quality": 4}


def phrases(rule: str) -> list[str]:
    """Return all phrases in the table of `rule` in docs/replies/doubts.md."""
    table = text_of("replies").partition(f"**{rule} ")[2].partition("\n\n|")[2].partition("\n\n")[0]
    cells = [cell for row in table.split("\n")[2:] for cell in row.strip("| ").split("|")[1:]]
    return [phrase.strip() for cell in cells for phrase in cell.split(";") if phrase.strip()]


@pytest.mark.parametrize("phrase", phrases("3.3"))
def test_every_phrase_of_the_contract_takes_a_score_back(phrase):
    assert outcome("comparative-summary", f"{TAGGED}\n\n{phrase}")[0] in IN_DOUBT


@pytest.mark.parametrize("phrase", phrases("3.5"))
def test_every_phrase_of_the_contract_says_that_nothing_was_judged(phrase):
    assert outcome("comparative-summary", f"{phrase}\n{TAGGED}")[0] == "score_in_doubt"


def test_the_contract_lists_phrases():
    assert len(phrases("3.3")) > 60
    assert len(phrases("3.5")) > 15
