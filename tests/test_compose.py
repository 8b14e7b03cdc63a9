"""The containers run what `make run` runs: the same commands, the same database locale, nothing
left out."""

import re
from pathlib import Path

import pytest
import yaml

from annotation import checks
from devserver import programs
from devserver.embedded import TUNING
from devserver.postgres_folder import INITDB

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docker-compose.yml").read_text()
SERVICES = yaml.safe_load(TEXT)["services"]
SITE = ("web", "worker", "punctual", "beat", "prepare")


def test_the_services():
    assert set(SERVICES) == {*SITE, "caddy", "postgres", "valkey"}
    assert {name for name in SERVICES if "ports" in SERVICES[name]} == {"caddy"}


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("web", programs.WEB),
        ("worker", [*programs.WORKER, "--concurrency", "2"]),
        ("punctual", programs.PUNCTUAL),
        ("beat", programs.BEAT),
        ("prepare", programs.PREPARE),
    ],
)
def test_each_process_is_the_supervisors(name, command):
    assert SERVICES[name]["command"] == command
    supervised = programs.site_programs(
        {"database": "postgresql://here/db", "redis": "redis://here"}, own_broker=False
    )
    if name != "prepare":
        assert next(one for one in supervised if one.name == name).command[2:] == command


def test_the_image_serves_the_site_by_default():
    command = re.search(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert yaml.safe_load(command[1]) == programs.WEB


def test_every_volume_is_declared_and_used():
    used = {
        volume.split(":")[0]
        for service in SERVICES.values()
        for volume in service.get("volumes", [])
    }
    assert {volume for volume in used if not volume.startswith(".")} == set(
        yaml.safe_load(TEXT)["volumes"]
    )


def test_whoever_is_waited_for_as_healthy_can_become_so():
    awaited = {
        name
        for service in SERVICES.values()
        for name, needed in service.get("depends_on", {}).items()
        if needed["condition"] == "service_healthy"
    }
    assert awaited == {"postgres", "valkey", "web"}
    assert [name for name in awaited if "healthcheck" not in SERVICES[name]] == []


def test_secrets_have_no_default_and_a_message():
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "VALKEY_PASSWORD", "SITE_HOST"):
        assert re.search(rf"\$\{{{name}:\?set {name} in \.env", TEXT)
    assert re.findall(r"\$\{(\w+):-", TEXT) == [
        "SECRET_KEY_FALLBACKS",
        "JUDGE_HOSTS",
        "EMAIL_URL",
        "EMAIL_FROM",
        "POSTGRES_BUFFERS",
    ]


def test_both_databases_sort_alike():
    written = SERVICES["postgres"]["environment"]["POSTGRES_INITDB_ARGS"].split()
    assert written == [
        option for option in INITDB if not option.startswith(("--username", "--auth"))
    ]


def test_both_databases_are_tuned_alike():
    _program, *options = SERVICES["postgres"]["command"]
    given = dict(option.removeprefix("-c").split("=", 1) for option in options)
    assert given.pop("shared_buffers") == "${POSTGRES_BUFFERS:-1GB}"
    assert given == TUNING
    documented = (ROOT / "docs" / "operations.md").read_text()
    assert all(
        f"`{name}`" in documented and f"`{value}`" in documented for name, value in TUNING.items()
    )


def test_the_environment_passes_the_deployment_checks(settings, monkeypatch):
    environment = SERVICES["web"]["environment"]
    settings.ALLOWED_HOSTS = environment["ALLOWED_HOSTS"].split(",")
    settings.REDIS_URL = environment["REDIS_URL"]
    monkeypatch.setenv("SECRET_KEY", environment["SECRET_KEY"])
    assert (
        checks.hosts_beyond_this_machine() + checks.broker_address() + checks.secret_key_shared()
        == []
    )
