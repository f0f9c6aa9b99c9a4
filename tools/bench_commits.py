"""Two commits measured beside each other: `tools/bench_commits.py v0.2.0 [HEAD] [--only gew use:france-1940]`.

Both are built as their wheels are, and measured in turn by this checkout's `sandtable.bench`, compiled and plain, so
that what the machine does meanwhile falls on both alike. `--keep FILE` keeps the figures of the older one, as a
release's baseline in docs/bench; `--load` lets a server of each bear its own tools/load.py as well, with the words
given.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable.bench.kept import changes, keep
from sandtable.bench.rounds import Run, Way, chosen, measured
from sandtable.cli.figures import show_changes
from sandtable.cli.show import console

ROOT = Path(__file__).parents[1]
BESIDE = "in turn"
PLAIN = {"SANDTABLE_PLAIN": "1"}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("older")
    words.add_argument("newer", nargs="?", default="HEAD")
    words.add_argument("--only", nargs="*", default=[], help="engine, a system or a scenario; all if none is named")
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--keep", type=Path, metavar="FILE")
    words.add_argument("--load", metavar="WORDS", help="what tools/load.py is told: '--games 100 --seconds 30'")
    said = words.parse_args()
    with TemporaryDirectory() as scratch:
        trees = {name: built(name, Path(scratch, when)) for name, when in ((said.older, "then"), (said.newer, "now"))}
        if said.load is not None:
            for name, tree in trees.items():
                print(f"a server of {name}:", flush=True)
                subprocess.run([sys.executable, tree / "tools/load.py", *shlex.split(said.load)], check=True)
        ways = {
            f"{when} {how}": Way(sys.executable, {"PYTHONPATH": str(tree / "src"), **environment})
            for how, environment in (("compiled", {}), ("plain", PLAIN))
            for when, tree in zip(("then", "now"), trees.values(), strict=True)
        }
        run = measured(chosen(said.only), ways, said.rounds, lambda what: print(what, file=sys.stderr))
        then, now = of(run, "then", release(trees[said.older])), of(run, "now", release(trees[said.newer]))
        if said.keep:
            keep(then, said.keep)
        show_changes(console(), then, now, list(changes(then, now)))


def built(commit: str, tree: Path) -> Path:
    """A commit with its kernels compiled, and the bench of this checkout in it."""
    tree.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x"], cwd=tree, input=archive.stdout, check=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", tree / "wheels", tree], check=True)
    (wheel,) = (tree / "wheels").iterdir()
    with zipfile.ZipFile(wheel) as held:
        held.extractall(tree / "src", [name for name in held.namelist() if name.startswith("sandtable/")])
    bench = tree / "src/sandtable/bench"
    bench.with_suffix(".py").unlink(missing_ok=True)
    shutil.rmtree(bench, ignore_errors=True)
    shutil.copytree(ROOT / "src/sandtable/bench", bench)
    return tree


def release(tree: Path) -> str:
    said = (tree / "src/sandtable/__init__.py").read_text(encoding="utf-8")
    return next(line.split('"')[1] for line in said.splitlines() if line.startswith("__version__"))


def of(run: Run, when: str, release: str) -> Run:
    """The part of a run that is about one of the commits."""
    ways = {way.partition(" ")[2]: found for way, found in run.ways.items() if way.startswith(when)}
    return replace(run, release=release, ways=ways, beside=BESIDE)


if __name__ == "__main__":
    main()
