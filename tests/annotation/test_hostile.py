"""Tests that hostile requests to every route, by every role, never end in status 500."""

from collections import Counter
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils.regex_helper import normalize
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.requests import report_for
from annotation.wsgi import application
from hits.addresses import assignment_address
from hits.models import Answer, Draft
from judges.models import JudgeEndpoint, JudgeRun, Verdict
from people.models import Project, User
from stimuli.models import Dataset, DatasetImport
from stimuli.shown import medium_address
from surveys.models import PromptTemplate, RubricVersion
from tests import world
from tests.fuzz.mutations import in_bounded_time
from tests.judges.test_importing import JUDGE, judge, reply

pytestmark = pytest.mark.django_db

NUMBERS = [
    "0",
    "1",
    "-1",
    "007",
    "1.5",
    "1e999",
    "NaN",
    "Infinity",
    str(2**31),
    str(2**63 - 1),
    str(2**63),
    "9" * 4400,
]
WORDS = """ |true|null|{}|[]|ä|٣|²|\u202e|\ufffd|..|../..|%|%s|'|"><b>|2026-13-45|__all__|pk|-|_|add|id__in|1,2|de|xx|/|//x"""
TEXTS = st.sampled_from(
    [*NUMBERS, *WORDS.split("|"), "", "a\0b", "\0", "\r\n", "x" * 5000]
) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAMES = [
    *("q", "o", "p", "e", "all", "page", "batch", "item", "language", "bom", "late", "next"),
    *("since", "copy", "limit", "offset", "format", "term", "app_label", "model_name"),
    *("field_name", "_popup", "_to_field", "_facets", "state", "batch__id__exact"),
    *("batch__id__in", "state__exact", "id__gte", "created_at__year", "is_staff__exact"),
    *("project__id__exact", "x\x00"),
]
FIELDS = [
    *("action", "_selected_action", "select_across", "index", "reason", "text", "decision"),
    *("answer", "amount", "key", "name", "project", "confirmed", "seen", "_deadline"),
    *("consent", "username", "password", "source", "title", "naturalness", "feedback"),
    *("csrfmiddlewaretoken", "_save", "post", "annotators_per_hit", "sample_count", "systems"),
    "into-language",
]
RAW = st.sampled_from(["%ff%fe", "%00", "%2e%2e%2f", "%u0041", "%", "%ed%a0%80"])
QUERIES = (
    st.just("") | st.dictionaries(st.sampled_from(NAMES), TEXTS, max_size=2).map(urlencode) | RAW
)
PARTS = TEXTS.map(lambda text: quote(text, safe="")) | RAW

REVISIONS = [
    "0",
    "1e999",
    "-1e999",
    "NaN",
    "Infinity",
    "9" * 400,
    "9" * 5000,
    '"0"',
    "null",
    "1.5",
    "[]",
    "true",
]
DRAFTS = [f'{{"revision": {revision}, "data": {{}}}}' for revision in REVISIONS]
DRAFTS += [
    '{"revision": 0, "data": {"a": {"b": 1}}}',
    '{"revision": 0, "data": []}',
    '{"data": {}}',
    '{"revision": 0}',
]
DRAFTS += [
    '{"revision": 0, "data": {"\\u0000": "\\ud800"}, "writer": "\\u0000", "number": 1, "complete": 0, "aside": null}',
    '{"revision": 0, "data": {}, "writer": [], "number": 1e999, "complete": {}, "aside": 7}',
]
JSON = [
    *DRAFTS,
    "",
    "[]",
    "null",
    "1",
    '"',
    "{",
    "[" * 100_000,
    '{"a":' * 50_000,
    '"\\ud800"',
    "\ufeff{}",
]
DISPOSITIONS = [
    'form-data; name="text"',
    'form-data; name="table"; filename="a\0.csv"',
    "form-data",
    'form-data; name="\xff"',
]
DISPOSITIONS += [
    'form-data; name="archive"; filename=""',
    "form-data; name*=utf-99''a",
    'attachment; name="action"',
    "",
]
URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
TYPES = [
    URLENCODED,
    MULTIPART,
    "application/json",
    "text/xml",
    "",
    "x",
    ";;=;",
    f"{URLENCODED}; charset=utf-99",
]
TYPES += [
    f"{MULTIPART}; boundary={boundary}"
    for boundary in ("B", "", '"', "B; charset=utf-16", "x" * 300)
]
TYPES += ["application/json; charset=utf-16", f"{URLENCODED}; charset=utf-16"]
ODD_HEADERS = {
    "HTTP_RANGE": [
        *("bytes=0-0", "bytes=-5", "bytes=5-", "bytes=9-1", "bytes=-", "bytes=a-b"),
        *("items=0-1", "bytes=0-1,3", "="),
    ],
    "HTTP_IF_NONE_MATCH": ['"', "*", 'W/"x"', "", "é"],
    "HTTP_IF_MODIFIED_SINCE": [
        "x",
        "1 Jan 99999999999999999999 00:00:00",
        "Sat, 31 Feb 2022 99:99:99 GMT",
    ],
    "HTTP_ACCEPT": [
        *("application/json", "*", "text/html;q=x", ";", "a/b/c"),
        "application/json; indent=99999999999",
    ],
    "HTTP_ACCEPT_LANGUAGE": ["x" * 600, "de;q=9e99", "*", ",,;", "\xff"],
    "HTTP_REFERER": ["http://[", "\xff"],
    "HTTP_X_CSRFTOKEN": ["\xff", "x" * 64],
    "HTTP_AUTHORIZATION": ["Basic \xff", "Token "],
    "HTTP_COOKIE": [
        *(
            "=",
            ";;",
            "messages=x",
            "csrftoken=\xff",
            "django_language=x\0",
            f"sessionid={'x' * 5000}",
        ),
        'sessionid="\\000aaaaaaaa"',
    ],
}
HEADERS = st.just({}) | st.sampled_from(
    [{name: value} for name, values in ODD_HEADERS.items() for value in values]
)


@dataclass(frozen=True)
class Body:
    """A request body and its declared content type."""

    data: bytes = b""
    content_type: str = URLENCODED


def multipart(disposition: str, value: str) -> Body:
    encoding = "Content-Transfer-Encoding: base64\r\n" if len(value) % 2 else ""
    part = f"--B\r\nContent-Disposition: {disposition}\r\n{encoding}\r\n{value}\r\n--B--\r\n"
    return Body(part.encode(errors="replace"), f"{MULTIPART}; boundary=B")


FORMS = st.dictionaries(st.sampled_from(FIELDS + NAMES), TEXTS, max_size=4).map(
    lambda form: Body(urlencode(form).encode())
)
BODIES = (
    FORMS
    | st.sampled_from(JSON).map(lambda text: Body(text.encode(), "application/json"))
    | st.builds(multipart, st.sampled_from(DISPOSITIONS), TEXTS)
    | st.builds(
        lambda text, kind: Body(text.encode(), kind), st.sampled_from(JSON), st.sampled_from(TYPES)
    )
    | st.builds(Body, st.binary(max_size=30), st.sampled_from(TYPES))
)


@dataclass(frozen=True)
class Route:
    """A path of the site with `%(name)s` for each of its `names`."""

    path: str
    names: tuple[str, ...]

    @property
    def roles(self) -> list[str]:
        """The users who send requests to this route, mostly users that it allows."""
        insiders = (
            ["root", "rita", "rita"] if self.path.startswith("/admin/") else ["ann", "ann", "rita"]
        )
        return [*insiders, *insiders, *ROLES]


def routes(patterns=None, before: str = "/", names: tuple[str, ...] = ()) -> list[Route]:
    """Return every route of the URL resolver, including those of the admin and the API."""
    found = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        for path, own in normalize(pattern.pattern.regex.pattern):
            whole = before + path, (*names, *own)
            found += (
                routes(pattern.url_patterns, *whole)
                if hasattr(pattern, "url_patterns")
                else [Route(*whole)]
            )
    return found


ROLES = ["root", "rita", "ann", "ben", "vera", "otto", "stranger"]
METHODS = ["GET", "POST", "GET", "POST", "GET", "POST", "HEAD", "PUT", "OPTIONS"]
ROUTES = routes()
# The model whose rows are below a path; a longer path comes before its beginning.
ROWS = {
    "/admin/accounts/": User,
    "/admin/datasets/imports/": DatasetImport,
    "/admin/datasets/": Dataset,
    "/admin/judges/endpoints/": JudgeEndpoint,
    "/admin/judges/replies/": Verdict,
    "/admin/judges/": JudgeRun,
    "/admin/projects/": Project,
    "/admin/prompts/": PromptTemplate,
    "/admin/rubrics/": RubricVersion,
}


@dataclass
class Site:
    """A user for each role, and existing values for route parameters and for ids in admin paths."""

    users: dict[str, object]
    known: dict[str, list[str]]
    rows: dict[str, str]

    def client(self, role: str) -> Client:
        client = Client()
        if role != "stranger":
            client.force_login(self.users[role])
        return client

    def send(self, role: str, method: str, path: str, body: Body = Body(), **meta):
        return self.client(role).generic(method, path, body.data, body.content_type, **meta)

    def values(self, route: Route, name: str) -> list[str]:
        row = next((pk for path, pk in self.rows.items() if route.path.startswith(path)), None)
        if row is not None and name in {"pk", "object_id"}:
            return [row]
        return self.known.get(
            "assignment" if route.path.startswith("/assignments/") else name, ["1"]
        )


@pytest.fixture
def site(module_site, db):
    return module_site


@pytest.fixture(scope="module")
def module_site(module_rows):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3), annotators_per_hit=2)
    draft = world.draft_batch(owner)
    done, claimed = world.rate(world.annotator(), batch), world.claim(world.annotator(), batch)
    judge(batch, [reply(value) for value in JUDGE])
    people = {
        "ann": world.annotator(),
        "ben": world.second_annotator(),
        "vera": world.viewer(owner),
    }
    people |= {"rita": world.researcher(owner), "otto": world.outsider()}
    people["root"] = world.person("root", is_staff=True, is_superuser=True)
    owner.memberships.filter(user=people["rita"]).update(role="owner")
    report = report_for(batch)
    mac = medium_address("ab" * 32, "image/png", viewer=people["ann"].pk).split("/")[2]
    known = {
        "pk": [str(batch.pk), str(draft.pk)],
        "assignment": [assignment_address(claimed.pk), assignment_address(done.pk)],
        "report_id": [str(report.pk)],
        "criterion": ["naturalness"],
        "name": ["figures.csv", "systems.md", "bundle.zip"],
        "form": ["svg", "pdf"],
        "kind": ["long", "wide", "dictionary"],
        "provider": ["openai"],
        "app_label": ["hits", "people"],
        "mac": [mac],
        "sha256": ["ab" * 32],
        "extension": ["png"],
    }
    first = {
        path: model.objects.order_by("pk").values_list("pk", flat=True).first()
        for path, model in ROWS.items()
    }
    return Site(people, known, {path: str(pk or 1) for path, pk in first.items()})


def ask_at_random(site, number: int) -> Counter:
    """Send `number` random requests. Return the number of responses by status."""
    statuses = Counter()

    @settings(
        max_examples=number,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    @given(data=st.data())
    def ask(data):
        route = data.draw(st.sampled_from(ROUTES), "route")
        role = data.draw(st.sampled_from(route.roles), "role")
        method = data.draw(st.sampled_from(METHODS), "method")
        parts = {}
        for name in route.names:
            known = st.sampled_from(site.values(route, name))
            parts[name] = data.draw(st.one_of(known, known.map(str), PARTS), name)
        body = data.draw(BODIES, "body") if method in {"POST", "PUT"} else Body()
        meta = {"QUERY_STRING": data.draw(QUERIES, "query"), **data.draw(HEADERS, "header")}
        with in_bounded_time():
            response = site.send(role, method, route.path % parts, body, **meta)
        assert response.status_code < 500
        statuses[response.status_code] += 1

    ask()
    return statuses


@pytest.mark.attack("POST")
def test_no_request_ends_in_a_500(site):
    assert ask_at_random(site, 250)[200] > 0


@pytest.mark.long
def test_no_request_of_many_ends_in_a_500(site, record_property):
    statuses = ask_at_random(site, 6000)
    record_property("figures", f"{statuses.total()} requests, by status {dict(statuses)}")


@pytest.mark.parametrize("odd", [str(2**63), "%ff%2f"])
def test_no_route_breaks_on_an_odd_id(site, odd):
    clients = {role: site.client(role) for role in ("root", "ann")}
    for route in ROUTES:
        role = "root" if route.path.startswith("/admin/") else "ann"
        path = route.path % dict.fromkeys(route.names, odd)
        assert not route.names or clients[role].get(path).status_code < 500
    still_in = {role: client.get("/your-sessions/") for role, client in clients.items()}
    assert {role: page.status_code for role, page in still_in.items()} == {"root": 200, "ann": 200}


@pytest.mark.parametrize("body", DRAFTS[1:])
def test_a_draft_with_what_no_page_counts_is_no_draft(site, body):
    path = f"/assignments/{site.known['assignment'][0]}/draft/"
    whole = body == DRAFTS[-2]
    response = site.send("ann", "POST", path, Body(body.encode(), "application/json"))
    assert (response.status_code, Draft.objects.count()) == ((200, 1) if whole else (404, 0))


@pytest.mark.parametrize(
    ("role", "path", "query", "cookie"),
    [
        ("rita", "/admin/batches/", "title=a%00b", ""),
        ("stranger", "/", "", 'sessionid="\\000aaaaaaaa"'),
    ],
)
def test_a_nul_in_an_address_or_a_cookie_is_a_bad_request(site, role, path, query, cookie):
    meta = {"HTTP_COOKIE": cookie} if cookie else {}
    response = site.send(role, "GET", path, QUERY_STRING=query, **meta)
    assert (
        response.status_code,
        "We could not read this request" in response.content.decode(),
    ) == (
        400,
        True,
    )


def test_a_nul_that_was_pasted_into_a_form_is_left_out(site):
    path = f"/assignments/{site.known['assignment'][0]}/"
    form = urlencode(world.GOOD | {"feedback": "a\0b", "x\0": "1"}).encode()
    assert site.send("ann", "POST", path, Body(form)).status_code == 303
    assert set(Answer.objects.filter(key="feedback").values_list("text", flat=True)) == {"ab"}


def test_numbers_without_end_are_no_numbers(site):
    path = f"/assignments/{site.known['assignment'][0]}/"
    form = urlencode({"action": f"break {'9' * 5000}", "syntax": "1"}).encode()
    assert site.send("ann", "POST", path, Body(form))["Location"].endswith("/break/")
    assert site.send("ann", "GET", "/work/", QUERY_STRING=f"batch={'9' * 5000}").status_code == 200
    assert (
        site.send(
            "rita",
            "GET",
            f"/batches/{site.known['pk'][0]}/preview/",
            QUERY_STRING=f"item={'9' * 5000}",
        ).status_code
        == 404
    )


@pytest.mark.parametrize("charset", ["hex", "utf-16", "utf-99"])
def test_a_request_is_read_as_utf_8_whatever_it_claims(charset):
    environ = Client()._base_environ(
        CONTENT_TYPE=f"text/html; charset={charset}",
        QUERY_STRING="a=%ff",
        PATH_INFO="/accounts/login/",
    )
    began = []
    b"".join(application(environ, lambda status, headers: began.append(status)))
    assert began == ["200 OK"]
