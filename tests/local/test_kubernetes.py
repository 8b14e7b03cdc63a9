"""The manifests are valid, run the supervisor's commands, and name what the containers name."""

from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from local import programs
from local.embedded import TUNING

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
OBJECTS = {
    f"{manifest['kind']} {manifest['metadata']['name']}": manifest
    for path in sorted((ROOT / "deploy" / "kubernetes").glob("*.yaml"))
    for manifest in yaml.safe_load_all(path.read_text())
}


def pod(name):
    described = OBJECTS[name]["spec"]
    return described.get("jobTemplate", {"spec": described})["spec"]["template"]["spec"]


def container(name):
    (described,) = pod(name)["containers"]
    return described


@pytest.mark.parametrize("name", OBJECTS)
def test_each_is_valid(name):
    kubernetes_validate.validate(OBJECTS[name], "1.37", strict=True)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("Deployment web", programs.WEB),
        ("Deployment worker", [*programs.WORKER, "--concurrency", "2"]),
        ("Deployment punctual", programs.PUNCTUAL),
        ("Deployment beat", programs.BEAT),
        ("Job prepare", ["python", "manage.py", "migrate", "--no-input"]),
        ("CronJob backup", ["python", "manage.py", "backup", "/backups", "--keep", "14"]),
    ],
)
def test_each_process_is_the_supervisors(name, command):
    assert container(name)["command"] == command


@pytest.mark.parametrize(
    "name",
    [name for name in OBJECTS if name.startswith(("CronJob", "Deployment", "Job", "StatefulSet"))],
)
def test_each_container_is_guarded(name):
    described = container(name)
    guard = described["securityContext"]
    assert guard["readOnlyRootFilesystem"] is True
    assert guard["allowPrivilegeEscalation"] is False
    assert guard["capabilities"] == {"drop": ["ALL"]}
    assert pod(name)["securityContext"]["runAsNonRoot"] is True
    assert set(described["resources"]["limits"]) == {"cpu", "memory"}


def test_there_is_one_beat():
    beat = OBJECTS["Deployment beat"]["spec"]
    assert (beat["replicas"], beat["strategy"]) == (1, {"type": "Recreate"})


def test_the_environment_is_that_of_the_containers():
    settings = OBJECTS["ConfigMap rateroom"]["data"]
    environment = COMPOSE["web"]["environment"]
    optional = {"SECRET_KEY_FALLBACKS", "JUDGE_HOSTS", "WEBHOOK_HOSTS", "EMAIL_URL", "EMAIL_FROM"}
    optional |= {"RATEROOM_MEDIA", "MEDIA_ORIGIN"}
    assert set(settings) == set(environment) - optional
    same = ("DATABASE_URL", "REDIS_URL", "HTTPS", "BEHIND_PROXY", "MEDIA_ROOT")
    assert [settings[name] for name in same] == [environment[name] for name in same]


def test_the_database_is_tuned_and_sorts_as_in_the_containers():
    described = container("StatefulSet postgres")
    given = dict(option.removeprefix("-c").split("=", 1) for option in described["args"])
    assert given.pop("shared_buffers") == "1GB"
    assert given == TUNING
    variables = {variable["name"]: variable["value"] for variable in described["env"]}
    written = COMPOSE["postgres"]["environment"]["POSTGRES_INITDB_ARGS"]
    assert variables["POSTGRES_INITDB_ARGS"] == written
