"""A PostgreSQL of one's own: made in a temporary folder, heard through a socket in it alone, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"  # for tests: nothing in it has to last


def program(name: str) -> str | None:
    """Where PostgreSQL keeps it: in the path, or where Debian and others put the server's programs."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name), reverse=True)
    return shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")]))


MISSING = "" if program("initdb") and program("pg_ctl") else "PostgreSQL is not installed (initdb, pg_ctl)"


class Cluster:
    """A running server; `fresh` makes a database in it."""

    def __init__(self, folder: Path, restart: Callable[[], None]) -> None:
        self.folder, self.restart, self.numbers = folder, restart, count(1)

    def fresh(self) -> str:
        name = f"games{next(self.numbers)}"
        createdb = program("createdb")
        assert createdb is not None
        subprocess.run([createdb, "-h", str(self.folder), "-U", "sandtable", name], check=True)
        return f"postgresql://sandtable@/{name}?host={self.folder}"


@contextmanager
def cluster(options: str = FAST) -> Iterator[Cluster]:
    """As root it is run by another user: the server refuses to be root's."""
    folder = Path(tempfile.mkdtemp(prefix="sandtable-postgres-"))
    user = "postgres" if os.geteuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
    data = folder / "data"

    def call(name: str, *arguments: str) -> None:
        found = program(name)
        assert found is not None
        done = subprocess.run(
            [found, "-D", str(data), *arguments], user=user, group=pwd.getpwnam(user).pw_gid if user else None,
            extra_groups=[] if user else None, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env={**os.environ, "LC_ALL": "C", "HOME": str(folder)},
        )  # fmt: skip
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"

    try:
        call("initdb", "-U", "sandtable", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        listen = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        running = ("-w", "-l", str(folder / "log"), "-o", f"{listen} {options}")
        call("pg_ctl", *running, "start")
        try:
            yield Cluster(folder, lambda: call("pg_ctl", *running, "-m", "fast", "restart"))
        finally:
            call("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
