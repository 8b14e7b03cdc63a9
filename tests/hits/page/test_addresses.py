"""Tests of assignment ids in URLs: a permutation hides their order and the kind of HIT."""

import json
import re
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.urls.converters import IntConverter
from hypothesis import given
from hypothesis import strategies as st

from hits.addresses import LONGEST_ID, assignment_address, assignment_id
from people.converters import BigIntConverter
from people.keys import derived_keys
from tests import world

IDS = st.integers(1, 2**LONGEST_ID - 1)
SCRIPT = {"headers": {"Accept": "application/json"}}


@given(IDS)
def test_an_address_leads_back_to_its_id(pk):
    address = assignment_address(pk)
    assert re.fullmatch("[a-z2-7]{13}", address)
    assert assignment_id(address) == pk


def test_addresses_tell_no_order():
    addresses = [assignment_address(pk) for pk in range(1, 2001)]
    assert len(set(addresses)) == 2000
    ascending = sum(first < second for first, second in pairwise(addresses))
    assert 900 < ascending < 1100
    # Nor do neighbours look alike: about one in 32 shares its first character.
    alike = sum(first[0] == second[0] for first, second in pairwise(addresses))
    assert alike < 120


@pytest.mark.attack("GET")
@pytest.mark.django_db
def test_no_neighbour_of_ones_own_address_opens_a_hit(client):
    batch = world.live_batch(world.project())
    claimed = world.claim(world.annotator(), batch)
    world.claim(world.second_annotator(), batch)
    client.force_login(claimed.annotator)
    address = assignment_address(claimed.pk)
    assert client.get(reverse("assignment", args=[claimed.pk])).status_code == 200
    near = [address[:-1] + letter for letter in "abcdefghijklmnopqrstuvwxyz234567"]
    near += [str(claimed.pk + step) for step in (-1, 0, 1)]
    opened = {client.get(f"/assignments/{other}/").status_code for other in {*near} - {address}}
    assert opened == {404}


@pytest.mark.parametrize("pk", [0, -1, 2**LONGEST_ID, 2**63, 2**64])
def test_what_is_no_id_has_no_address(pk):
    with pytest.raises(ValueError, match=str(pk)):
        assignment_address(pk)
    with pytest.raises(NoReverseMatch):
        reverse("assignment", args=[pk])


@given(st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=13, max_size=13))
def test_a_made_up_address_is_refused_or_the_only_one_of_its_id(address):
    try:
        pk = assignment_id(address)
    except ValueError:
        return
    assert assignment_address(pk) == address


def test_each_assignment_has_one_address():
    """The last character encodes an unused bit, so other characters must not be accepted for it."""
    address = assignment_address(7)
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    known = [letter for letter in letters if _opens(address[:-1] + letter)]
    assert known == [address[-1]]


def _opens(address: str) -> bool:
    try:
        return assignment_id(address) == 7
    except ValueError:
        return False


def test_a_former_secret_key_still_opens_addresses(settings):
    before = assignment_address(7)
    former, settings.SECRET_KEY = settings.SECRET_KEY, "a new key of this test " * 3
    with pytest.raises(ValueError, match=before):
        assignment_id(before)
    settings.SECRET_KEY_FALLBACKS = ["another key of this test", former]
    assert assignment_id(before) == 7
    assert assignment_address(7) != before


def test_keys_differ_by_purpose_and_are_not_the_secret(settings):
    settings.SECRET_KEY_FALLBACKS = ["another key of this test"]
    keys = [*derived_keys("one"), *derived_keys("another"), settings.SECRET_KEY.encode()]
    assert len(set(keys)) == 5


def routes(patterns, before=""):
    for pattern in patterns:
        route = f"{before}{pattern.pattern}"
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern.pattern.converters


def test_every_number_in_a_route_is_one_that_the_database_can_hold():
    numbers = {
        route: converter
        for route, converters in routes(get_resolver().url_patterns)
        for converter in converters.values()
        if isinstance(converter, IntConverter)
    }
    assert len(numbers) > 20
    assert [
        route for route, converter in numbers.items() if not isinstance(converter, BigIntConverter)
    ] == []


@pytest.mark.django_db
@pytest.mark.parametrize("pk", ["1", str(2**63 - 1), str(2**63), "9" * 30, "9" * 5000])
def test_plain_and_unbounded_numbers_open_nothing(client, pk):
    client.force_login(world.annotator())
    for tail in ("", "draft/", "prefetch/", "extend/", "appeal/"):
        assert client.post(f"/assignments/{pk}/{tail}").status_code == 404
    for tail in ("", "done/", "break/", "preview/"):
        assert client.get(f"/batches/{pk}/{tail}").status_code == 404


@pytest.mark.django_db
def test_no_page_of_an_annotators_holds_the_id_of_an_assignment():
    batch, ann = _batch_of_high_ids(), world.annotator()
    client = Client()
    client.force_login(ann)
    start = client.post(f"/batches/{batch.pk}/start/")
    seen = [start["Location"]]
    path = start["Location"]
    seen.append(client.get(path).content.decode())
    seen.append(client.post(f"{path}prefetch/").content.decode())
    body = json.dumps({"revision": 0, "data": {"feedback": "Half"}})
    seen.append(
        client.post(f"{path}draft/", body, content_type="application/json").content.decode()
    )
    seen.append(client.get(f"{path}draft/").content.decode())
    seen.append(client.get(f"/batches/{batch.pk}/break/").content.decode())
    seen.append(client.get("/").content.decode())
    seen.append(client.post(path, world.GOOD, **SCRIPT).content.decode())
    seen.append(client.get("/work/").content.decode())
    seen.append(client.get(f"/batches/{batch.pk}/").content.decode())
    claimed = batch.assignments.filter(annotator=ann)
    assert [one.pk // 1000 for one in claimed] == [HIGH // 1000] * claimed.count()
    assert claimed.count() > 1
    assert path in seen[0]
    assert [text for text in seen if str(HIGH // 1000) in text] == []


HIGH = 7_654_321_000


def _batch_of_high_ids():
    """Return a live batch whose assignment ids are too high to appear in a page by chance."""
    with connection.cursor() as cursor:
        cursor.execute("select setval(pg_get_serial_sequence('hits_assignment', 'id'), %s)", [HIGH])
    return world.live_batch(world.project())
