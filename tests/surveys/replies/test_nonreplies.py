"""Tests of texts that are not replies, such as errors, and of replies that only mention them."""

import pytest

from surveys.replies.nonreplies import instead
from tests.surveys.replies.perfect import MARKED, PAIR, POINTED, SECTIONS, TAGGED, outcome, separate

FORMATS = {
    "image-paragraph": SECTIONS + "\nFeedback: ",
    "contextual-caption-pair": PAIR + "\n",
    "video-caption": MARKED + "\n",
    "comparative-summary": TAGGED + "\n",
    "key-points": POINTED + "\n",
}
REFUSALS = [
    *separate("""
    I'm sorry, but I can't assist with that request. ¦ I apologize, but I am unable to view images.
    I cannot directly view images or videos. ¦ Sorry, but I can't help with that.
    I must decline this request. ¦ I won't provide a score for this content. ¦ I refuse to answer.
    As a large language model, I don't have access to the image.
    It seems no image was provided. Please upload it.
    Please provide the image so that I can rate it. ¦ Unfortunately, I can't process the video.
    <think>They want a score, 4/5.</think>I can't rate this.
    Es tut mir leid, aber ich kann das nicht. ¦ Lo siento, pero no puedo ayudar con eso.
    Je ne peux pas évaluer cette image. ¦ Leider kann ich keine Bilder sehen.
    Não posso ajudar com isso. ¦ Извините, но я не могу. ¦ عذراً، لا أستطيع المساعدة.
    作为一个AI语言模型，我无法评价。 ¦ 申し訳ございませんが、お手伝いできません。 ¦ 죄송합니다. 도와드릴 수 없습니다.
    I'm not comfortable rating this. ¦ There is no image attached to your message.
"""),
    "I\u2019m not able to see the picture you mention.",
]
ERRORS = [
    *separate("""
    502 Bad Gateway ¦ HTTP 429 Too Many Requests ¦ Rate limit reached for the model
    RateLimitError: Error code: 429 - {'error': {}}
    {"error":{"message":"The server had an error","type":"server_error"}}
    [{"error": {"code": 503}}] ¦ {"message":"Internal server error"}
    {"detail":"Too Many Requests"} ¦ <?xml version='1.0'?><Error><Code>SlowDown</Code></Error>
    Request timed out. ¦ Sorry, the server is overloaded. ¦ Connection error.
    This model's maximum context length is 8192 tokens.
    You exceeded your current quota, please check your plan. ¦ no healthy upstream
"""),
    "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title>",
    "Traceback (most recent call last):\n  File",
]
SPEAKS = "The sign says 'service unavailable', error 502. I cannot see a dog; I'm sorry, as an AI image it is odd."


@pytest.mark.parametrize("raw", REFUSALS)
def test_a_judge_that_declines_is_named(raw):
    assert {name: outcome(name, raw) for name in FORMATS} == dict.fromkeys(FORMATS, ("refusal", ""))


@pytest.mark.parametrize("raw", ERRORS)
def test_an_error_of_the_service_is_named(raw):
    assert {name: outcome(name, raw) for name in FORMATS} == dict.fromkeys(
        FORMATS, ("upstream_error", "")
    )


@pytest.mark.parametrize(
    "raw",
    [
        "",
        " ",
        "\n\t\r\n",
        "\ufeff",
        "\u200b\u00a0",
        "```\n```",
        "<think>So.</think>",
        "null",
        "None",
        '""',
    ],
)
def test_nothing_is_named(raw):
    assert {name: outcome(name, raw) for name in FORMATS} == dict.fromkeys(
        FORMATS, ("empty_response", "")
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_reply_may_speak_of_errors_and_regret(name):
    scores, _warnings = outcome(name, FORMATS[name])
    for raw in (SPEAKS + "\n" + FORMATS[name], FORMATS[name] + SPEAKS):
        assert outcome(name, raw)[0] == scores


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I'm sorry, but I cannot judge it.", "“I'm sorry, but I cannot judge it.”"),
        ("I'm sorry, but I cannot judge it", "“I'm sorry, but I cannot judge it”."),
        (
            "I'm sorry, but I cannot judge " + "it " * 16 + "extraordinarily well.",
            "“I'm sorry, but I cannot judge " + "it " * 16 + "…”",
        ),
    ],
)
def test_what_it_says_ends_with_one_full_stop_and_a_whole_word(text, said):
    assert str(instead(text)).endswith(f"The judge declined: {said}")
