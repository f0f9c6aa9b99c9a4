"""The REST part on one page, out of its OpenAPI description: no script, and nothing from another host."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
code,pre{font:14px/1.4 ui-monospace,monospace;background:#f1eee4;border-radius:4px;padding:.1em .3em}
article{border-top:1px solid #d8d2c0;padding:.5rem 0}dt{font-weight:600}dd{margin:0 0 .3rem 1.5rem}h3{margin:.3rem 0}"""


def page(described: Mapping[str, Any]) -> str:
    about, tags = described["info"], described.get("tags", ())
    body = [f"<h1>{_text(about['title'])} {_text(about['version'])}</h1><p>{_text(about['description'])}</p>",
            '<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>']  # fmt: skip
    for tag in tags:
        body.append(f"<h2>{_text(tag['name'])}</h2><p>{_text(tag['description'])}</p>")
        body += _operations(described["paths"], tag["name"])
    body.append("<h2>shapes</h2>")
    body += [_shape(name, shape) for name, shape in described.get("components", {}).get("schemas", {}).items()]
    head = f'<meta charset="utf-8"><title>{_text(about["title"])}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(body)}</body></html>'


def _operations(paths: Mapping[str, Any], tag: str) -> Iterator[str]:
    for path, methods in paths.items():
        for method, found in methods.items():
            if tag in found.get("tags", ()):
                yield (
                    f"<article><h3>{_text(found['summary'])}</h3><p><code>{method.upper()} {_text(path)}</code></p>"
                    f"<p>{_text(found.get('description', ''))}</p><dl>{''.join(_parts(found))}</dl></article>"
                )


def _parts(found: Mapping[str, Any]) -> Iterator[str]:
    for each in found.get("parameters", ()):
        yield _line(f"{each['name']} ({each['in']})", _kind(each["schema"]))
    for kind, content in found.get("requestBody", {}).get("content", {}).items():
        yield _line("takes", f"{kind}: {_kind(content['schema'])}")
    for status, answer in found["responses"].items():
        shapes = [_kind(content["schema"]) for content in answer.get("content", {}).values() if "schema" in content]
        yield _line(status, f"{answer['description']} {', '.join(shapes)}")


def _shape(name: str, shape: Mapping[str, Any]) -> str:
    fields = "".join(
        _line(field, f"{_kind(each)}. {each.get('description', '')}")
        for field, each in shape.get("properties", {}).items()
    )
    about = _text(shape.get("description", ""))
    return f'<article id="{_text(name)}"><h3>{_text(name)}</h3><p>{about}</p><dl>{fields}</dl></article>'


def _kind(schema: Mapping[str, Any]) -> str:
    """A word or two for a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    if isinstance(inner := schema.get("additionalProperties"), dict):
        return f"{_kind(inner)} by name"
    return str(schema.get("const", schema.get("type", "anything")))


def _line(term: str, text: str) -> str:
    return f"<dt><code>{_text(term)}</code></dt><dd>{_text(text)}</dd>"


def _text(text: object) -> str:
    return escape(str(text))
