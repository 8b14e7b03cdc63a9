"""Tests that browser contexts shared by tests keep their cache but none of a test's other data."""

import pytest

from tests.conftest import DESKTOP

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
LEAVE = """() => {
    localStorage.setItem("left", "behind");
    sessionStorage.setItem("left", "behind");
    document.cookie = "left=behind";
    return new Promise((done) => {
        const opening = indexedDB.open("left");
        opening.onsuccess = () => { opening.result.close(); done(); };
    });
}"""
SEEN = """async () => [
    localStorage.length,
    sessionStorage.length,
    document.cookie,
    (await indexedDB.databases()).length,
    (await navigator.permissions.query({ name: "clipboard-read" })).state,
    history.length,
    navigator.onLine,
]"""
FRESH = [0, 0, "", 0, "prompt", 1, True]


def test_a_context_is_given_on_with_nothing_in_it(shared_contexts, live_server):
    help_page = live_server.url + "/accounts/login/"
    first = shared_contexts.take(DESKTOP)
    page = first.open_page()
    page.goto(help_page)
    page.context.clear_cookies()
    assert page.evaluate(SEEN) == FRESH
    page.evaluate(LEAVE)
    page.context.grant_permissions(["clipboard-read"])
    page.context.route("**/*", lambda route: route.abort())
    page.context.new_page()
    page.context.set_offline(True)
    shared_contexts.give_back(first)
    second = shared_contexts.take(DESKTOP)
    assert second is first
    page = second.open_page()
    page.goto(help_page)
    assert [cookie["name"] for cookie in page.context.cookies()] == ["csrftoken"]
    page.context.clear_cookies()
    assert page.evaluate(SEEN) == FRESH
    assert len(page.context.pages) == 2
    shared_contexts.give_back(second)


def test_a_context_with_a_clock_of_its_own_is_not_given_on(shared_contexts, live_server):
    first = shared_contexts.take(DESKTOP)
    page = first.open_page()
    page.goto(live_server.url + "/accounts/login/")
    page.clock.install()
    shared_contexts.give_back(first)
    second = shared_contexts.take(DESKTOP)
    assert second is not first
    shared_contexts.give_back(second)


def test_a_context_that_the_browser_does_not_empty_is_not_given_on(shared_contexts):
    first = shared_contexts.take(DESKTOP)
    first.opener.close()
    shared_contexts.give_back(first)
    second = shared_contexts.take(DESKTOP)
    assert (second is not first, first.context.pages) == (True, [])
    shared_contexts.give_back(second)


def test_two_at_a_time_are_two_persons_browsers(open_page, live_server):
    first, second = open_page(), open_page()
    first.context.add_cookies([{"name": "left", "value": "behind", "url": live_server.url}])
    assert second.context.cookies(live_server.url) == []
