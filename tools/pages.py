"""Makes the documentation site whole (a hook of MkDocs): files of the project that do not lie in docs/ are pages of it
too, and links to them lead there. A file that is no page, such as an example, is shown as a page of its source.

Links are written as the repository has them, `../ARCHITECTURE.md`, so that they hold wherever it is read.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md", "ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md", "CHANGELOG.md": "changelog.md",
}  # fmt: skip
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
FETCHED = re.compile(r"""<(?:script|img|iframe|link rel="(?:stylesheet|preconnect)")[^>]*(?:src|href)="https?:""")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text(encoding="utf-8")))
    for source in sorted({path for file in files.documentation_pages() for path in outside(file)}):
        files.append(File.generated(config, shown_at(source), content=listing(source)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links out of docs/, and those of files that lie beside it, as the site has them."""
    own = page.file.src_uri
    if own.startswith("source/"):
        return markdown
    return LINK.sub(lambda link: relinked(link[0], own), markdown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Nothing on a page is fetched from another host."""
    if found := FETCHED.search(output):
        raise PluginError(f"{page.file.src_uri} fetches from another host: {found[0]}")
    return output


def place(page: str) -> str:
    """Where the text of a page lies in the repository."""
    return next((name for name, known in PAGES.items() if known == page), f"docs/{page}")


def target(link: str, page: str) -> str:
    """The file of the repository that a link on a page names."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(place(page)), link))


def outside(file: File) -> set[str]:
    """The files that a page links to and that are neither pages nor lie in docs/."""
    found = {target(link, file.src_uri) for link in LINK.findall(file.content_string)}
    return {path for path in found if path not in PAGES and not path.startswith("docs/") and (ROOT / path).is_file()}


def relinked(link: str, page: str) -> str:
    path = target(link, page)
    if path.startswith("docs/"):
        there = path.removeprefix("docs/")
    elif path in PAGES:
        there = PAGES[path]
    elif (ROOT / path).is_file():
        there = shown_at(path)
    else:
        return link  # a strict build tells of it
    return posixpath.relpath(there, posixpath.dirname(page) or ".")


def shown_at(source: str) -> str:
    return f"source/{source}.md"


def listing(source: str) -> str:
    text = (ROOT / source).read_text(encoding="utf-8").rstrip("\n")
    return f"# {source}\n\n~~~~{Path(source).suffix[1:] or 'text'}\n{text}\n~~~~\n"
