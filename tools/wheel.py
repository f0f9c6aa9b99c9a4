"""Builds the wheel and tries it in an empty environment: nothing but Python, pip and what the wheel asks for.

`tools/wheel.py` builds it in a copy of the source, so that nobody's installation is touched; `tools/wheel.py FOLDER`
leaves the wheel there. What is tried: `sandtable --version`, a server that answers, a game of every family that has
games, odds of every family that has none yet.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[1]
SOURCE = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
PATIENCE = 60  # seconds for a server to say where it is


def main() -> None:
    with TemporaryDirectory() as scratch:
        venv.create(Path(scratch, "empty"), with_pip=True)
        bin = Path(scratch, "empty", "Scripts" if os.name == "nt" else "bin")
        wheel = built(bin, Path(scratch))
        print(f"built {wheel.name}, {wheel.stat().st_size // 1000} kB")
        tried(wheel, bin, Path(scratch))
        if len(sys.argv) > 1:
            print(f"left in {shutil.copy(wheel, sys.argv[1])}")


def pip(bin: Path, *words: Path | str) -> None:
    subprocess.run([bin / "python", "-m", "pip", "--disable-pip-version-check", "-qq", *words], check=True)


def built(bin: Path, scratch: Path) -> Path:
    """Of a copy, because building compiles the kernels beside their source."""
    source = scratch / "source"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    for name in SOURCE:
        shutil.copy(ROOT / name, source / name)
    pip(bin, "wheel", "--no-deps", "--wheel-dir", scratch / "wheels", source)
    (wheel,) = (scratch / "wheels").iterdir()
    return wheel


def tried(wheel: Path, bin: Path, scratch: Path) -> None:
    """In a folder and an environment that know nothing of the source."""
    pip(bin, "install", "--no-compile", "--constraint", ROOT / "constraints.txt", wheel)
    away = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SANDTABLE"))}
    home = scratch / "home"
    home.mkdir()

    def said(*words: str) -> str:
        run = subprocess.run([bin / words[0], *words[1:]], cwd=home, env=away, capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(f"{' '.join(words)}: exit {run.returncode}\n{run.stdout}{run.stderr}")
        return run.stdout.strip()

    print(said("sandtable", "--version"))
    print(said("python", "-c", FAMILIES))
    database = f"sqlite:///{home / 'games.sqlite'}"
    serve = [str(bin / "sandtable"), "serve", "--no-browser", "--port", "0", "--database", database]
    with subprocess.Popen(serve, cwd=home, env=away, stdout=subprocess.PIPE, text=True) as server:
        try:
            print(answering(server))
        finally:
            server.terminate()


FAMILIES = """
from sandtable import odds, start
from sandtable.core.system import System, codes, find
for code in codes():
    family = find(code)
    if isinstance(family, System):
        for info in family.scenarios():
            game = start(f"{code}:{info.name}", seed="wheel", options=info.ready_made)
            assert game.ask is not None
            print(f"{code}:{info.name}: {game.scenario.sides[game.ask.side]} is asked for {game.ask.form.name}")
    else:
        print(f"{code}: {len(family.chances)} kinds of odds, no games yet")
"""


def answering(server: subprocess.Popen[str]) -> str:
    """What a server tells that has just been started: its first page, its systems, a game of each."""
    assert server.stdout is not None
    found, until = None, time.monotonic() + PATIENCE
    while found is None and time.monotonic() < until and (line := server.stdout.readline()):
        found = re.search(r"http://\S+/", line)
    if found is None:
        raise SystemExit("sandtable serve: it did not say where it is")
    address = found[0]
    page = urlopen(address).read().decode()
    assert "<title>" in page, "the first page has no title"
    begun = []
    for system in asked(f"{address}api/systems"):
        for scenario in system["scenarios"][:1]:
            seats = {side["id"]: "greedy" if nth else "person" for nth, side in enumerate(scenario["sides"])}
            asked(f"{address}api/games", {"scenario": scenario["id"], "seats": seats})
            begun.append(scenario["id"])
    assert begun, "no game could be begun"
    return f"serve answers at {address}: {len(page)} letters of first page, games of {', '.join(begun)}"


def asked(address: str, document: object = None) -> Any:
    body = None if document is None else json.dumps(document).encode()
    return json.load(urlopen(Request(address, body, {"Content-Type": "application/json"})))


if __name__ == "__main__":
    main()
