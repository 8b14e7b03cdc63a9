"""Tests of site settings: the documentation and the containers use the same declarations."""

import re
import subprocess
import sys

import pytest
import yaml

from annotation.environment import env_int, env_text
from annotation.environment.variables import VARIABLES
from tests.conftest import ROOT
from tools.site_variables import EXAMPLE, example

COMPOSE = (ROOT / "docker-compose.yml").read_text()


def test_the_example_is_up_to_date():
    assert EXAMPLE.read_text(encoding="utf-8") == example(), "Run `make settings`."


def test_the_containers_get_every_setting_of_the_example():
    site = yaml.safe_load(COMPOSE)["x-site"]
    assert site["env_file"] == [".env"]
    names = {name.removesuffix("_FILE") for name in site["environment"]}
    assert names <= set(VARIABLES)
    offered = set(re.findall(r"^#?([A-Z_]+)=", example(), re.MULTILINE))
    overridden = names & offered
    assert {name for name in overridden if f"${{{name}" not in COMPOSE} == set()


def test_whatever_the_compose_file_asks_for_is_declared():
    assert set(re.findall(r"\$\{([A-Z_]+)", COMPOSE)) <= set(VARIABLES)


def test_reading_an_undeclared_variable_fails():
    with pytest.raises(KeyError):
        env_text("NOT_DECLARED")


def test_a_wrong_number_is_reported_with_its_name(monkeypatch):
    monkeypatch.setenv("WEB_WORKERS", "two")
    with pytest.raises(ValueError, match="WEB_WORKERS is 'two', which is not a whole number"):
        env_int("WEB_WORKERS")


def test_a_misspelt_variable_is_reported_at_start(site_environment):
    environment = site_environment | {"EMAIL_ULR": "smtp://mail.example.org"}
    environment |= {"BACKUP_KEY_FILE": "/etc/rateroom/key", "SECRET_KEY_FILE": ""}
    result = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "EMAIL_ULR is not a setting." in result.stderr
    assert "Did you mean EMAIL_URL?" in result.stderr
    assert result.stderr.count("is not a setting") == 1
