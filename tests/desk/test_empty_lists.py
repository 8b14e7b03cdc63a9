"""Tests that every empty list says so and names a next step."""

import re

import pytest

from tests import world
from tests.access.routes import rows
from tests.access.study import ROLES
from tests.pages import signed_in

pytestmark = pytest.mark.django_db
READERS = {"owner": world.owner, "viewer": world.viewer}
NOTE = re.compile(r'<p class="empty(?:-note)?[^"]*">(.*?)</p>', re.DOTALL)
FORM_ON_THE_PAGE = re.compile(r"one below|addresses above")
NO_STEP = {"/admin/"}  # the first page, which leads on in other ways


def addresses(role: str) -> list[str]:
    """Return the URLs of researchers' pages that `role` can read and that need no id except the
    project's."""
    place = ROLES.index(role)
    read = [
        row.address
        for row in rows()
        if (row.method, row.outcomes[place]) == ("GET", "200") and row.address.startswith("/admin/")
    ]
    return [
        one
        for one in dict.fromkeys(read)
        if "{" not in one.replace("{project}", "") and "?" not in one and one not in NO_STEP
    ]


@pytest.mark.parametrize("role", READERS)
def test_an_empty_list_names_a_step_that_the_person_may_take(role):
    project = world.project(name="Moths", money="0")
    client = signed_in(READERS[role](project))
    number, silent, closed = 0, [], []
    for address in addresses(role):
        page = client.get(address.replace("{project}", str(project.pk)))
        if not page["Content-Type"].startswith("text/html"):
            continue
        for note in NOTE.findall(page.content.decode()):
            number += 1
            steps = re.findall(r'href="([^"]+)"', note)
            if not steps and not FORM_ON_THE_PAGE.search(note):
                silent.append((address, note.strip()))
            closed += [(address, one) for one in steps if client.get(one).status_code >= 400]
    assert number > 10
    assert closed == []
    # A viewer waits for those who may take the step.
    assert role == "viewer" or silent == []
