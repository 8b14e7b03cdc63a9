"""Tests of the rubric editor: the page next to the YAML, mistakes shown at their line, and changes
between versions."""

import re

import pytest
from playwright.sync_api import expect

from surveys.models import RubricVersion
from surveys.plugins.registry import parts
from surveys.versions.storing import load_library
from tests import world
from tests.browser.test_accessibility import problems
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def owner():
    load_library()
    return world.project()


def editor(page, live_server, log_in, owner, name="image-paragraph"):
    log_in(page, world.researcher(owner))
    page.goto(live_server.url + "/admin/rubrics/write/")
    if name:
        page.get_by_text("Copy rubric").click()
        page.get_by_role("link", name=name, exact=True).click()


PASTE = """(content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    content.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}));
}"""


def type_over(page, old, new):
    """Replace part of the source by pasting into the editor or filling the plain field."""
    field = page.locator("textarea[name=source]")
    text = field.input_value()
    assert old in text
    if field.is_visible():
        field.fill(text.replace(old, new, 1))
        return
    content = page.locator(".cm-content")
    content.press("ControlOrMeta+a")
    content.evaluate(PASTE, text.replace(old, new, 1))


@pytest.mark.parametrize("device", [pytest.param(DESKTOP, marks=pytest.mark.long), PHONE])
def test_the_page_follows_the_yaml_and_mistakes_stand_at_their_line(
    open_page, live_server, log_in, shoot, owner, device
):
    page = open_page(device)
    editor(page, live_server, log_in, owner)
    shown = page.frame_locator("iframe")
    expect(shown.get_by_text("Naturalness of description").first).to_be_visible()
    type_over(
        page,
        "title: Naturalness of description\n    criteria",
        "title: How natural is it?\n    criteria",
    )
    expect(shown.get_by_text("How natural is it?")).to_be_visible()
    type_over(page, "kind: text", "kind: txt")
    problem = page.locator(".problems [data-line]")
    expect(problem).to_contain_text("sections.5")
    expect(problem).to_be_in_viewport()
    line = int(problem.get_attribute("data-line"))
    source = page.locator("textarea[name=source]").input_value()
    assert source.split("\n")[line - 1].strip() == "kind: txt"
    expect(shown.get_by_text("How natural is it?")).to_be_visible()  # the last good state
    shoot(page, "rubric-editor-mistake")
    problem.get_by_role("button").click()
    expect(page.locator(".cm-activeLine")).to_have_text("    kind: txt")
    expect(page.locator(".cm-lintRange-error")).to_have_text("kind: txt")
    expect(page.locator(".cm-lint-marker-error")).to_be_in_viewport()
    type_over(page, "kind: txt", "kind: text")
    expect(page.locator(".problems [data-line]")).to_have_count(0)
    shoot(page, "rubric-editor")
    type_over(page, "name: image-paragraph", "name: mine")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile(r"/rubrics/\d+/$"))
    assert str(RubricVersion.objects.get(rubric__project=owner)) == "mine v1"


def test_a_first_rubric_works_is_completed_and_leads_to_a_batch(
    open_page, live_server, log_in, owner, shoot
):
    page = open_page(DESKTOP)
    world.dataset(owner)
    editor(page, live_server, log_in, owner, name="")
    shown = page.frame_locator("iframe")
    expect(shown.get_by_text("How correct is it?")).to_be_visible()
    content = page.locator(".cm-content")
    content.press("ControlOrMeta+End")
    page.keyboard.insert_text("exa")
    page.keyboard.press("Control+Space")
    expect(page.locator(".cm-tooltip-autocomplete li")).to_have_text(["examples"])
    shoot(page, "rubric-completion")
    assert problems(page) == []
    for _letter in "exa":
        page.keyboard.press("Backspace")
    type_over(page, "kind: scale", "kind: ")
    content.get_by_text("kind: ", exact=True).first.click()
    page.keyboard.press("End")
    page.keyboard.press("Control+Space")
    expect(page.locator(".cm-tooltip-autocomplete li")).to_have_text(sorted(parts().kinds))
    page.locator(".cm-tooltip-autocomplete li", has_text="scale").click()
    expect(page.locator(".problems [data-line]")).to_have_count(0)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="New batch").click()
    version = RubricVersion.objects.get(rubric__project=owner)
    assert page.url.endswith(f"/batches/new/?rubric={version.pk}")


def test_without_scripts_a_button_shows_the_page_or_the_mistakes(
    open_page, live_server, log_in, owner
):
    page = open_page(DESKTOP, java_script_enabled=False)
    editor(page, live_server, log_in, owner)
    page.get_by_role("button", name="Preview").click()
    shown = page.frame_locator("iframe")
    expect(shown.get_by_text("Naturalness of description").first).to_be_visible()
    type_over(page, "kind: text", "kind: txt")
    page.get_by_role("button", name="Preview").click()
    expect(shown.get_by_text("sections.5")).to_be_visible()
