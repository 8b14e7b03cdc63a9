"""PgBouncer, the connection pooler between the web servers and PostgreSQL. Many threads share a few
connections, one transaction at a time."""

import contextlib
import os
import shutil
import signal
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from local.embedded import Service
from local.postgres_folder import folder_of_account, in_address, socket_folder
from local.processes import CannotStart, Child, Program

PORT = 6432  # only part of the socket's name, because PgBouncer does not listen on the network
MISSING = (
    "PgBouncer is not installed. Install it (apt-get install pgbouncer), or start without it: "
    "POOLER=no make serve"
)
SETTINGS = {
    "pool_mode": "transaction",
    "listen_addr": "",
    "listen_port": str(PORT),
    "unix_socket_mode": "0700",
    # Anyone who can open the private socket can connect. The same is true for the embedded
    # PostgreSQL.
    "auth_type": "any",
    "max_client_conn": "500",
    "default_pool_size": "20",
    "query_wait_timeout": "10",
    # Seconds before connecting again, after a database outage or a change of database.
    "server_login_retry": "1",
    "ignore_startup_parameters": "extra_float_digits, options",
    "server_tls_sslmode": "prefer",
    "log_connections": "0",
    "log_disconnections": "0",
    "logfile": "",
}


def start_pgbouncer(folder: Path, database_url: str) -> Service:
    """Start PgBouncer with its settings in `folder`, in front of the database at `database_url`.

    Raises CannotStart if the program is not installed. The message says how to install it.
    """
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        raise CannotStart(MISSING)
    account = folder_of_account(folder)
    sockets = socket_folder(folder, account)
    _write(folder / "pgbouncer.ini", database_url, sockets)
    if account:
        os.chown(folder / "pgbouncer.ini", account.pw_uid, account.pw_gid)
    server = Program(
        name="pooler",
        command=[program, "--quiet", str(folder / "pgbouncer.ini")],
        env=os.environ,
        folder=Path("/"),
        # Let open transactions end first.
        ending=((signal.SIGINT, 10), (signal.SIGTERM, 5)),
        user=account and account.pw_uid,
        group=account and account.pw_gid,
        before=lambda: (sockets / f".s.PGSQL.{PORT}").unlink(missing_ok=True),
    )
    url = _url(database_url, sockets)
    return Service(Child(server), url, lambda: _answers(url))


def follow(folder: Path, database_url: str, pooler: psutil.Process) -> str:
    """Make the running pooler use the database at `database_url`. The pooler's settings are in
    `folder`. Return the database's host. Raises CannotStart if no host in the address accepts
    writes."""
    path = folder / "pgbouncer.ini"
    owner = path.stat()
    host = _write(path, database_url, socket_folder(folder, folder_of_account(folder)))
    os.chown(path, owner.st_uid, owner.st_gid)
    pooler.send_signal(signal.SIGHUP)  # reload the settings and drop the old server connections
    return host


def _write(path: Path, database_url: str, sockets: Path) -> str:
    """Write the pooler's settings. Only their owner can read them, because they contain the
    database's password.

    Return the database host in the settings. The pooler cannot choose between several hosts. If the
    address names several, use the host that accepts writes now.
    """
    parameters = _parameters(database_url)
    where = " ".join(
        f"{name}={_quoted(value)}" for name, value in parameters.items() if name in KNOWN
    )
    settings = {**SETTINGS, "unix_socket_dir": str(sockets)}
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(f"[databases]\n{parameters['dbname']} = {where}\n\n[pgbouncer]\n")
        file.writelines(f"{name} = {value}\n" for name, value in settings.items())
    return parameters.get("host", "")


def _parameters(database_url: str) -> dict[str, str]:
    target = conninfo_to_dict(database_url)
    parameters = {name: str(value) for name, value in target.items() if value is not None}
    if "," not in parameters.get("host", ""):
        return parameters
    try:
        with psycopg.connect(
            make_conninfo(database_url, target_session_attrs="read-write"), connect_timeout=5
        ) as connection:
            return {**parameters, "host": connection.info.host, "port": str(connection.info.port)}
    except psycopg.OperationalError as error:
        raise CannotStart(f"No database of {parameters['host']} accepts writes: {error}") from error


KNOWN = frozenset({"host", "port", "dbname", "user", "password"})


def _quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _url(database_url: str, sockets: Path) -> str:
    target: Mapping[str, object] = conninfo_to_dict(database_url)
    user, name = quote(str(target.get("user", ""))), quote(str(target["dbname"]))
    return f"postgresql://{user}@/{name}?host={in_address(sockets)}&port={PORT}"


def _answers(url: str) -> bool:
    with (
        contextlib.suppress(psycopg.OperationalError),
        psycopg.connect(url, autocommit=True, connect_timeout=5) as connection,
    ):
        connection.execute("select 1")
        return True
    return False
