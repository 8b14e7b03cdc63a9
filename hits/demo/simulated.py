"""Made-up raters and a made-up judge. Each answer depends on names alone, so every run of the demo is the same."""

import random

from hits.demo.texts import QUALITY

CRITERIA = ("naturalness", "coherence", "word_choice", "syntax", "coverage")
REMARKS = (
    "The colours are hard to make out.",
    "Fine, but it could say more about the background.",
    "I was unsure about the second section.",
    "Reads as if a machine had written it.",
)


def rater_answers(*, rater: str, scene: str, system: str) -> dict[str, str]:
    """One rater's form: options 1 (best) to 3, after their own leniency and noise; now and then a remark."""
    leniency = random.Random(f"leniency:{rater}").gauss(0, 0.08)
    chance = random.Random(f"{rater}:{scene}:{system}")
    answers = {one: str(_option(QUALITY[system][one] + leniency + chance.gauss(0, 0.13))) for one in CRITERIA}
    if chance.random() < 0.08:
        answers["feedback"] = chance.choice(REMARKS)
    return answers


def _option(quality: float) -> int:
    """0 to 1 in thirds, the best third first."""
    return 1 if quality >= 0.68 else 2 if quality >= 0.34 else 3


def judge_reply(*, judge: str, scene: str, system: str) -> str:
    """What the made-up judge replies: kinder than people about fluency, and now and then unreadable."""
    chance = random.Random(f"{judge}:{scene}:{system}")
    options = [_option(QUALITY[system][one] + 0.1 + chance.gauss(0, 0.15)) for one in CRITERIA]
    lines = [f"Section {number}: {option}" for number, option in enumerate(options, 1)]
    oddity = chance.random()
    if oddity < 0.03:
        return "I'm sorry, I can't see the image well enough to rate this description."
    if oddity < 0.06:
        return "\n".join(lines[:4])
    if oddity < 0.09:
        return "\n".join([*lines[:2], "Section 3: 4", *lines[3:]])
    if oddity < 0.25:
        return "Here are my ratings:\n" + "\n".join(f"**{line.replace(':', ':**')}" for line in lines)
    return "\n".join([*lines, "Feedback: The description was compared with the image sentence by sentence."])
