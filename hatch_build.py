"""Compiles the modules of core that have a .pxd beside them while the package is built; without Cython or a C compiler
they stay plain Python."""

import os
import shutil
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CORE = Path("src/sandtable/core")
LOOPS = {"bits", "kernels"}  # arithmetic, worth a compiler's trouble; the rest mostly calls Python


class CompileModules(BuildHookInterface[Any]):
    """Puts the extensions beside their source, where editable installs find them and wheels pick them up.

    Nothing that goes wrong in here fails the build: the modules run uncompiled too, only slower. All are compiled or
    none, because they know each other's C types.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        forget(root)
        try:
            if os.environ.get("SANDTABLE_PLAIN"):
                raise RuntimeError("SANDTABLE_PLAIN is set")
            extensions = compile_modules(root)
        except (Exception, SystemExit) as reason:  # setuptools leaves by SystemExit
            said = " ".join(str(reason).split()) or type(reason).__name__
            self.app.display_warning(f"sandtable: core stays plain Python: {said}")
            return
        self.app.display_info(f"sandtable: compiled: {', '.join(extension.name for extension in extensions)}")
        build_data["artifacts"] += [f"/{extension.relative_to(root).as_posix()}" for extension in extensions]
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def clean(self, versions: list[str]) -> None:
        forget(Path(self.root))


def forget(root: Path) -> None:
    """Remove this Python's extensions: one made from older source would be imported before its .py."""
    for source in (root / CORE).glob("*.py"):
        for suffix in EXTENSION_SUFFIXES:
            source.with_suffix(suffix).unlink(missing_ok=True)


def source_of(types: Path) -> Path:
    """The module itself; or its compiled twin, where it has one that is written for C alone."""
    twin = types.with_suffix(".pyx")
    return twin if twin.exists() else types.with_suffix(".py")


def flags(module: str) -> list[str]:
    """No debugging, which is four fifths of the size."""
    return [] if os.name == "nt" else ["-g0", "-O2" if module in LOOPS else "-O1"]


def compile_modules(root: Path) -> list[Path]:
    """Compile in a temporary directory, so that no C is left in the source tree; where the extensions went."""
    from Cython.Build import cythonize  # in here, because either may be missing
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    sources = {f"sandtable.core.{types.stem}": source_of(types) for types in sorted((root / CORE).glob("*.pxd"))}
    with TemporaryDirectory() as scratch:
        extensions = cythonize(  # type: ignore[no-untyped-call]  # Cython has no types
            [Extension(name, [str(path)], extra_compile_args=flags(path.stem)) for name, path in sources.items()],
            build_dir=scratch,
            include_path=[str(root / "src")],
            force=True,
            quiet=True,
        )
        command = build_ext(Distribution({"ext_modules": extensions}))
        command.build_lib = command.build_temp = scratch
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
        built = {path: Path(command.get_ext_fullpath(name)) for name, path in sources.items()}
        return [Path(shutil.copy(made, path.with_name(made.name))) for path, made in built.items()]
