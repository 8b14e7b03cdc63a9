"""The data folder of the embedded PostgreSQL, and the system account that owns it. The account is
needed because PostgreSQL refuses to run as root."""

import contextlib
import hashlib
import os
import pwd
import re
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psutil

from local.processes import CannotStart, say

ACCOUNT = "rateroom"
LONGEST_SOCKET = 100  # bytes; the limit is 107 on Linux, and lower on some other systems
# These characters separate or end values in the settings of the server and the pooler: a comma
# separates folders, quotes and semicolons end a value.
SPECIAL = re.compile(r"""[,"';#]""")
RECOVERS = re.compile(r"^Database cluster state: +in (crash|archive) recovery$", re.MULTILINE)
INITDB = [
    *("--username=postgres", "--auth-local=trust", "--auth-host=reject", "--encoding=UTF8"),
    # Use the same sort order and case rules on every machine, whatever its language.
    *("--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
]


@dataclass(frozen=True)
class PostgresFolders:
    """PostgreSQL's data folder and programs. `account` is the account that owns the data folder and
    runs the server, or None if this is the current account."""

    data: Path
    binaries: Path
    account: pwd.struct_passwd | None
    socket_folder: Path

    @classmethod
    def choose(cls, data: Path, binaries: Path) -> "PostgresFolders":
        """Return the folders for the data in `data` and the programs in `binaries`. If the current
        user is root, choose another account and give it access to both folders. For any other user,
        raise CannotStart if the data folder does not belong to them."""
        account = _account(data) if os.geteuid() == 0 else None
        if account:
            _open_the_way(binaries, data, account)
        elif data.exists() and data.stat().st_uid != os.geteuid():
            raise CannotStart(
                f"{data} belongs to another user, probably because Rateroom once ran as root.\n"
                "Start it as root again, or change the owner: "
                f"sudo chown -R {os.geteuid()} {data.parent}"
            )
        return cls(data, binaries, account, socket_folder(data, account))

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={in_address(self.socket_folder)}"

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs, wait until it ends, and return its output in English.
        Raises CannotStart if it fails."""
        done = subprocess.run(
            [str(self.binaries / program), *arguments],
            cwd="/",
            user=self.account and self.account.pw_uid,
            group=self.account and self.account.pw_gid,
            extra_groups=[] if self.account else None,
            env={**os.environ, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CannotStart(f"{program} failed in {self.data}:\n{done.stderr.strip()}")
        return done.stdout

    def recovers(self) -> bool:
        """Return whether the server's control file says that the server is recovering from its log.
        Clients cannot find this out, because they get the same reply during every start."""
        return RECOVERS.search(self.run("pg_controldata", str(self.data))) is not None

    def drop_stale_pid(self) -> None:
        """Remove the pid file and sockets of a server that was killed, even if another program has
        its process ID now. Do nothing if the server is running.

        While processes of the killed server still use its memory, the pid file prevents a second
        server. These processes are therefore killed first. A process that is executing a statement
        can outlive its server.
        """
        path = self.data / "postmaster.pid"
        if postmaster(self.data) is not None:
            return
        if path.exists():
            end_orphans(self.data)
            path.unlink()
        for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
            (self.socket_folder / name).unlink(missing_ok=True)


def postmaster(data: Path) -> psutil.Process | None:
    """Return the PostgreSQL server process that uses this data folder, or None if no server is
    running."""
    try:
        process = psutil.Process(int((data / "postmaster.pid").read_text().split()[0]))
        ours = "postgres" in process.name() and str(data) in process.cmdline()
    except (FileNotFoundError, IndexError, ValueError, psutil.NoSuchProcess):
        return None
    return process if ours else None


def end_orphans(data: Path) -> None:
    """Kill the remaining processes of a server that has ended. They are found by their working
    directory, which is the data folder. The next start recovers as after a crash."""
    orphans = [process for process in psutil.process_iter() if _works_in(process, data)]
    for process in orphans:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(orphans, timeout=10)


def _works_in(process: psutil.Process, data: Path) -> bool:
    try:
        return process.name() == "postgres" and Path(process.cwd()) == data
    except (psutil.NoSuchProcess, psutil.AccessDenied, OSError):
        return False


def initialise(folders: PostgresFolders, *, durable: bool) -> None:
    """Create the data folder if it does not exist. It gets its name only when it is complete, so
    that a killed first run leaves no incomplete data folder. Raises CannotStart if the folder
    contains other files."""
    if (folders.data / "PG_VERSION").exists():
        _own(folders.data, folders.account)
        return
    if folders.data.exists() and any(folders.data.iterdir()):
        raise CannotStart(
            f"{folders.data} contains files but no database. Move them, then start again."
        )
    draft = folders.data.with_name(folders.data.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700, parents=True)
    _own(draft, folders.account)
    folders.run("initdb", "-D", str(draft), *INITDB, *([] if durable else ["--no-sync"]))
    draft.replace(folders.data)


def _account(data: Path) -> pwd.struct_passwd:
    """Return the account that owns the data. If root owns it or it does not exist, return our
    system account, which is created if necessary. Call this only as root."""
    try:
        if data.exists() and (owner := data.stat().st_uid):
            return pwd.getpwuid(owner)
        return pwd.getpwnam(ACCOUNT)
    except KeyError:
        return _make_account()


def _make_account() -> pwd.struct_passwd:
    useradd = shutil.which("useradd")
    command = [
        useradd or "",
        "--system",
        "--no-create-home",
        "--shell",
        "/usr/sbin/nologin",
        ACCOUNT,
    ]
    if useradd is None or subprocess.run(command, check=False).returncode:
        raise CannotStart(
            f"PostgreSQL cannot run as root, and the account '{ACCOUNT}' for it could not be "
            "created.\n"
            "Start Rateroom as an ordinary user, or set DATABASE_URL to your own server."
        )
    return pwd.getpwnam(ACCOUNT)


def _own(folder: Path, account: pwd.struct_passwd | None) -> None:
    """Give the account ownership of a folder that root has copied or restored. Do nothing if
    `account` is None."""
    if account is None or folder.stat().st_uid == account.pw_uid:
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, account.pw_uid, account.pw_gid, follow_symlinks=False)


def _open_the_way(binaries: Path, data: Path, account: pwd.struct_passwd) -> None:
    """Let the account enter the parent folders and read the server's programs, but nothing else."""
    data.parent.mkdir(parents=True, exist_ok=True)
    package = binaries.parent.parent
    for folder in {*data.parents, *package.parents}:
        _let_pass(folder, account)
    if not package.stat().st_mode & stat.S_IROTH:  # the package was installed with a strict umask
        for tree in (package, package.with_name(package.name + ".libs")):
            for path in (tree, *tree.rglob("*")) if tree.exists() else ():
                _make_readable(path)


def _let_pass(folder: Path, account: pwd.struct_passwd) -> None:
    status = folder.stat()
    if not status.st_mode & stat.S_IXOTH and status.st_uid != account.pw_uid:
        say(
            f"Letting the account '{account.pw_name}', which runs PostgreSQL, pass through "
            f"{folder} (chmod o+x)."
        )
        folder.chmod(status.st_mode | stat.S_IXOTH)


def folder_of_account(folder: Path) -> pwd.struct_passwd | None:
    """Create a private folder for a program that, like PostgreSQL, does not run as root. Return the
    account that owns the folder and must run the program, or None for the current account."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    account = _account(folder) if os.geteuid() == 0 else None
    if account:
        for above in folder.parents:
            _let_pass(above, account)
        _own(folder, account)
    return account


def _make_readable(path: Path) -> None:
    mode = path.stat().st_mode
    passable = stat.S_IXOTH if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0
    path.chmod(mode | stat.S_IROTH | passable)


def in_address(folder: Path) -> str:
    """Return the folder as it is quoted in a database address. Without quoting, libpq would read a
    `+` in it as a space."""
    return quote(str(folder), safe="")


def socket_folder(data: Path, account: pwd.struct_passwd | None) -> Path:
    """Return the folder for the server's socket. This is the data folder, unless the socket's path
    would be too long or have a special character. In that case, it is a short private folder.
    Raises CannotStart if that folder belongs to another user."""
    path = os.fsencode(data / ".s.PGSQL.5432")
    if len(path) <= LONGEST_SOCKET and not SPECIAL.search(str(data)):
        return data
    uid = account.pw_uid if account else os.geteuid()
    name = hashlib.sha256(os.fsencode(data)).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"rateroom-{uid}-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid not in {uid, os.geteuid()}:
        raise CannotStart(
            f"The folder of the database's socket, {folder}, belongs to another user. Delete it "
            "and start again."
        )
    _own(folder, account)
    return folder
