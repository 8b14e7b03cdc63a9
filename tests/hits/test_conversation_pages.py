"""Tests of conversations on the HIT page: every turn is numbered, and no tool output is
executed."""

import re

import pytest

from stimuli.models import Output
from surveys.conversations.reading import conversation_text
from tests import world
from tests.hits.page.test_output_media import open_page
from tests.imports.makers import rubric
from tests.media import dataset_of, picture

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("store")]
HOSTILE = "![x](https://evil.example/x.png) <img src=x onerror=alert(1)> </div></li>\"'><script>"
RUN = [
    {"role": "user", "content": "Find the opening hours."},
    {
        "role": "assistant",
        "reasoning": HOSTILE,
        "calls": [{"name": HOSTILE, "arguments": {HOSTILE: HOSTILE}, "result": HOSTILE}],
    },
    {"role": "tool", "name": HOSTILE, "text": f"line\n{HOSTILE}\n" * 20, "time": "<b>now</b>"},
    {"role": "assistant", "text": "At ten.", "media": [1, 2], "tokens": 7},
]


def test_a_page_shows_every_turn_and_runs_nothing():
    owner = world.project()
    data = dataset_of(owner, (picture(owner, "red"),))
    Output.objects.update(kind="conversation", text=conversation_text(RUN))
    _assignment, page = open_page(world.annotator(), world.live_batch(owner, data, rubric=rubric()))
    assert re.findall(r'id="(output-1-turn-\d+)"', page) == [
        f"output-1-turn-{number}" for number in range(1, 5)
    ]
    assert page.count('href="#output-1-turn-3"') == 1  # at the turn: four need no list of numbers
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    for harm in ("<img src=x", "<b>now", 'evil.example/x.png">', '"schema"', "</div></li>\"'"):
        assert harm not in page
    assert page.count('src="/media/') == 1  # the turn's first medium; its second is not there
    assert page.count("This file cannot be shown here.") == 1
    # Of the tool's 40 lines 12 are shown, the rest is one step away.
    head, _summary, rest = page.partition('<details class="turn-rest">')
    assert (head.count("line\n"), rest.count("line\n")) == (6, 14)


@pytest.mark.parametrize(("same", "folded"), [(4, "Turns 1 to 4 (the same"), (2, "")])
def test_two_runs_of_a_task_stand_side_by_side_with_their_common_start_folded(same, folded):
    owner = world.project()
    data = dataset_of(owner, (), (), text="x")
    start = [{"role": "user", "text": f"common {n}"} for n in range(same)]
    for output in Output.objects.all():
        own = {"role": "assistant", "text": f"only of {output.pk}"}
        output.kind, output.text = "conversation", conversation_text([*start, own])
        output.save()
    pair = world.version("instruction-following-pair")
    _assignment, page = open_page(world.annotator(), world.live_batch(owner, data, rubric=pair))
    assert page.count(" (the same in all outputs)</summary>") == (2 if folded else 0)
    assert folded in page
    assert page.count("common 0") == page.count("only of") == 2
    for position in (1, 2):
        assert len(re.findall(rf'<li[^>]*\s+id="output-{position}-turn-', page)) == same + 1
    if folded:
        behind = page.partition(" (the same in all outputs)")[2].partition("</details>")
        assert "only of" not in behind[0]
