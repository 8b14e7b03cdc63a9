"""`make serve` runs the public site on one machine behind Caddy, which provides TLS. Two web
servers connect to PostgreSQL through PgBouncer, and workers connect directly."""

import os
import signal
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from local.embedded import free_port
from local.ports import port_number
from local.processes import CannotStart, Program
from local.programs import ROOT, environment, site_programs

WEB_SERVERS = 2
LOCAL = "localhost"
USUAL_PORT = 443  # the default port of HTTPS, which addresses leave out
NO_MEDIA_HOST = "http://media.invalid"  # a host name that does not exist
MISSING = "Caddy is not installed. Run `make serve`, which installs it."


@dataclass(frozen=True)
class Front:
    """The site's public host name and ports. On `localhost`, Caddy signs its own certificate."""

    host: str
    https_port: int
    http_port: int

    @classmethod
    def of_environment(cls, env: Mapping[str, str]) -> "Front":
        """Return the site's name and ports from SITE_HOST, HTTPS_PORT and HTTP_PORT. Raises
        CannotStart if a port is not a number."""
        host = env.get("SITE_HOST") or LOCAL
        usual = (8443, 8080) if host == LOCAL else (USUAL_PORT, 80)
        return cls(host, _port(env, "HTTPS_PORT", usual[0]), _port(env, "HTTP_PORT", usual[1]))

    @property
    def origin(self) -> str:
        return f"https://{self.host}" + (
            "" if self.https_port == USUAL_PORT else f":{self.https_port}"
        )


def _port(env: Mapping[str, str], name: str, usual: int) -> int:
    return port_number(name, env.get(name) or str(usual), f"{name}={usual} make serve")


def production(front: Front, env: Mapping[str, str]) -> dict[str, str]:
    """Return the additional settings for a deployment behind a proxy. ALLOWED_HOSTS,
    CSRF_TRUSTED_ORIGINS and SITE_URL are left out if `env` sets them."""
    settings = {
        "ALLOWED_HOSTS": f"{front.host},127.0.0.1",
        "CSRF_TRUSTED_ORIGINS": front.origin,
        "SITE_URL": f"{front.origin}/",
    }
    chosen = {name: value for name, value in settings.items() if name not in env}
    return {**chosen, "HTTPS": "true", "BEHIND_PROXY": "true", "DEMO": "false"}


def serve_programs(
    addresses: Mapping[str, str], *, pooled: str, var: Path, front: Front, own_broker: bool
) -> list[Program]:
    """Return the site's programs. Caddy comes last, so that it starts once the web servers are
    running. `pooled` is the address of the pooler, which the web servers use, or "" if there is no
    pooler."""
    env = production(front, os.environ)
    programs = site_programs(addresses, own_broker=own_broker)
    programs = [replace(program, env={**program.env, **env}) for program in programs]
    web, *others = programs
    ports = [free_port() for _server in range(WEB_SERVERS)]
    through_pooler = {"DATABASE_URL": pooled, "DATABASE_POOLED": "true"} if pooled else {}
    web_servers = [
        replace(
            web,
            name=f"web-{number}",
            env={**web.env, **through_pooler, "BIND": "127.0.0.1", "PORT": str(port)},
            # This lets running requests end while Caddy sends new ones to the other web server.
            ending=((signal.SIGTERM, 15),),
        )
        for number, port in enumerate(ports, 1)
    ]
    return [*others, *web_servers, front_program(front, var, ports)]


def prepare_environment(addresses: Mapping[str, str], front: Front) -> dict[str, str]:
    return {**environment(addresses), **production(front, os.environ)}


def front_program(front: Front, var: Path, ports: list[int]) -> Program:
    """Return the program that runs Caddy, which forwards requests to the web servers on these
    ports. Raises CannotStart if Caddy is not installed."""
    program = Path(sysconfig.get_path("scripts"), "caddy")
    if not program.exists():
        raise CannotStart(MISSING)
    folder = ROOT / "deploy" / "caddy"
    env = {
        **os.environ,
        "SITE_HOST": front.host,
        "HTTP_PORT": str(front.http_port),
        "HTTPS_PORT": str(front.https_port),
        "XDG_DATA_HOME": str(var),  # Caddy stores its certificates in the subfolder caddy
        # A site without a public name is available on this machine only.
        "LISTEN": "default_bind 127.0.0.1" if front.host == LOCAL else "",
        "STATIC_FOLDER": str(ROOT / "staticfiles"),
        "PAGES_FOLDER": str(folder),
        "MEDIA_HOST": urlsplit(os.environ.get("MEDIA_ORIGIN", "")).hostname or NO_MEDIA_HOST,
        "WEB_ADDRESSES": " ".join(f"127.0.0.1:{port}" for port in ports),
    }
    command = [str(program), "run", "--config", "native.caddy", "--adapter", "caddyfile"]
    return Program("caddy", command, env, folder, ending=((signal.SIGTERM, 10),))
