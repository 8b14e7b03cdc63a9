"""Tests that nothing sent to a browser distinguishes a gold HIT or retest from a main HIT."""

import random
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hits.models import Assignment, Enrolment
from hits.queue.claiming import claim_assignment, enrol
from stimuli.models import Output
from tests import world
from tests.hits.queue.test_cycle import statements
from tests.hits.queue.test_gold import draft_with_gold, with_gold

pytestmark = pytest.mark.django_db
# What differs from one main HIT to the next, too.
DIFFERENT_EACH_TIME = (
    (r"/assignments/[0-9a-z]+/", "/assignments/N/"),
    (r'csrfmiddlewaretoken" value="[^"]+', "token"),
    (r'data-(now|deadline)="[^"]+', "time"),
    (r'value="\d{10}"', "time"),
    (r"\b\d{1,2}:\d\d\b", "clock"),
    (r"Text \d+ about item-\d+\.", "text"),
    (r"\d+ done\b", "done"),
    (r"· \$\d\.\d\d", "pay"),
)


@pytest.mark.attack("GET")
def test_pages_headers_and_statements_are_the_same_for_every_kind(client):
    # More gold than thirty turns can draw: looking for gold in vain costs one statement more.
    batch = with_gold(gold_percent=25, retest_percent=25, retest_distance=2, items=80, gold=30)
    ann = world.annotator()
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    Enrolment.objects.update(order_seed=1)
    seen: dict[str, set] = {}
    for _turn in range(30):
        with CaptureQueriesContext(connection) as queries:
            page = client.get(path)
            posted = client.post(path, world.GOOD)
        purpose = Assignment.objects.in_work().get(annotator=ann).hit.purpose
        shown = Assignment.objects.filter(annotator=ann, state="submitted").latest("sequence")
        headers = frozenset((page.headers.keys() | posted.headers.keys()) - {"Content-Length"})
        kind = (len(statements(queries)), page.status_code, posted.status_code, headers)
        seen.setdefault(f"shows {shown.hit.purpose}", set()).add((*kind, plain(page)))
        seen.setdefault(f"claims {purpose}", set()).add(kind)
        path = posted["Location"]
    assert len(seen) == 6
    for how in ("shows", "claims"):
        kinds = [seen[f"{how} {purpose}"] for purpose in ("main", "gold", "retest")]
        assert len(set().union(*kinds)) == 1


def plain(page) -> str:
    """Return the page without the parts that differ between any two HITs."""
    text = page.content.decode()
    for pattern, instead in DIFFERENT_EACH_TIME:
        text = re.sub(pattern, instead, text)
    return text


def test_a_reply_to_a_script_is_of_the_same_kind(client):
    batch = with_gold(gold_percent=50, items=40)
    ann = world.annotator()
    client.force_login(ann)
    path, keys = world.hit_path(world.claim(ann, batch)), {}
    for _turn in range(12):
        reply = client.post(path, world.GOOD, headers={"accept": "application/json"})
        purpose = Assignment.objects.in_work().get(annotator=ann).hit.purpose
        keys.setdefault(purpose, set()).add(tuple(sorted(reply.json())))
        path = world.hit_path(Assignment.objects.in_work().get(annotator=ann))
    assert keys["main"] == keys["gold"]
    assert len(keys["main"]) == 1


def test_sizes_differ_by_the_text_alone(client):
    draft = draft_with_gold(
        gold_percent=25, retest_percent=25, retest_distance=2, items=80, gold=30
    )
    lengths = random.Random(1)
    for output in Output.objects.filter(item__dataset=draft.dataset).order_by("pk"):
        output.text = "word " * lengths.randint(20, 200)
        output.save(update_fields=["text"])
    batch, ann = world.publish(draft), world.annotator()
    client.force_login(ann)
    enrol(annotator=ann, batch=batch, consent_given=True)
    Enrolment.objects.update(order_seed=1)
    pages: dict[str, set[int]] = {}
    replies: dict[str, set[int]] = {}
    for _turn in range(60):
        claimed = claim_assignment(annotator=ann, batch=batch)
        page = client.get(world.hit_path(claimed))
        pages.setdefault(claimed.hit.purpose, set()).add(without_words(page))
        script = {"accept": "application/json"}
        reply = client.post(world.hit_path(claimed), world.GOOD, headers=script)
        following = Assignment.objects.in_work().get(annotator=ann).hit.purpose
        replies.setdefault(following, set()).add(without_words(reply))
    for sizes in (pages, replies):
        assert set(sizes) == {"main", "gold", "retest"}
        assert not told_apart(sizes)
    assert told_apart(pages | {"gold": {size + 2 * DIGITS for size in pages["main"]}})


DIGITS = 2  # bytes: counts and pay have one digit more from some turn on


def without_words(response) -> int:
    """Return the size of the response in bytes, without the rated text."""
    return len(response.content.replace(b"word ", b""))


def told_apart(sizes: dict[str, set[int]]) -> bool:
    """Return whether any check's size differs by more than DIGITS from the size of every main
    HIT."""
    main = sizes["main"]
    others = sizes["gold"] | sizes["retest"]
    return any(min(abs(size - one) for one in main) > DIGITS for size in others)
