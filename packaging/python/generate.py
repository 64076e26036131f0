#!/usr/bin/env python3
"""Writes the types of the module's lines from the schema that the harness publishes.

    harness print lines-schema | packaging/python/generate.py > packaging/python/harness/lines.py

It knows the words of JSON Schema that this schema uses, and fails at any other.
"""

import json
import keyword
import re
import sys
import textwrap

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
BACKSLASH = "\\"
READ = {"$ref", "type", "const", "enum", "oneOf", "anyOf", "items", "properties", "required"}
SILENT = {"description", "format", "minimum", "default", "additionalProperties", "title"}
SILENT |= {"$schema", "$defs"}

HEAD = '''"""What each line of `--report jsonl=-` holds. Written by generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    # Type checkers bring it; in `typing` it is since Python 3.11.
    from typing_extensions import NotRequired
'''


def camel(word: str) -> str:
    return "".join(part.capitalize() for part in re.split(r"\W+", word))


def comment(schema: dict) -> str:
    """The description's first paragraph, without the links of Rust's documentation."""
    words = schema.get("description", "").split("\n\n")[0]
    return " ".join(re.sub(r"\[(`[^`]*`)\]", r"\1", words).split())


class Writer:
    def __init__(self) -> None:
        self.classes: list[str] = []

    def expression(self, schema: dict, name: str) -> str:
        """A schema as a type. What has fields becomes a class of that name."""
        unknown = schema.keys() - SILENT - READ
        if unknown:
            sys.exit(f"generate.py does not know {sorted(unknown)} in {name}")
        if "$ref" in schema:
            return f'"{schema["$ref"].removeprefix("#/$defs/")}"'
        for word in ("oneOf", "anyOf"):
            if word in schema:
                return self.union(schema[word], name)
        if "const" in schema or "enum" in schema:
            values = schema.get("enum", [schema.get("const")])
            return f"Literal[{', '.join(map(json.dumps, values))}]"
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return optional([self.of_kind(kind, schema, name) for kind in kinds])

    def of_kind(self, kind: str, schema: dict, name: str) -> str:
        if kind == "array":
            return f"List[{self.expression(schema['items'], name)}]"
        if kind == "object":
            self.write_class(schema, name)
            return f'"{name}"'
        return PLAIN[kind]

    def union(self, variants: list[dict], name: str) -> str:
        """Words become one `Literal`; a class is named by the word that tells its variant."""
        words, types = [], []
        for variant in variants:
            if "const" in variant or "enum" in variant:
                words += variant.get("enum", [variant.get("const")])
                continue
            fields = variant.get("properties", {})
            tags = [field["const"] for field in fields.values() if "const" in field] + list(fields)
            tag = tags[0] if tags else ""
            types.append(self.expression(variant, name + camel(tag)))
        if words:
            types.insert(0, f"Literal[{', '.join(map(json.dumps, words))}]")
        return optional(types)

    def write_class(self, schema: dict, name: str) -> None:
        fields = {}
        for field, of in schema["properties"].items():
            kind = self.expression(of, name + camel(field))
            # No annotation is evaluated, so only the words of a `Literal` stay in quotes.
            kind = re.sub(r'"([A-Z]\w*)"', r"\1", kind)
            fields[field] = kind if field in schema.get("required", []) else f"NotRequired[{kind}]"
        if any(map(keyword.iskeyword, fields)):
            # No class can have such a field, but this form can.
            pairs = [f'    "{field}": {kind!r},' for field, kind in fields.items()]
            lines = [f'{name} = TypedDict("{name}", {{', *pairs, "})"]
        else:
            lines = [f"class {name}(TypedDict):", *describe(schema, "    ")]
            lines += [fold(f"    {field}: {kind}") for field, kind in fields.items()]
        self.classes.append("\n".join(lines))


def optional(types: list[str]) -> str:
    some = [one for one in types if one != "None"]
    joined = f"Union[{', '.join(some)}]" if len(some) > 1 else "".join(some)
    return f"Optional[{joined}]" if some and len(some) < len(types) else joined or "None"


def fold(line: str) -> str:
    """A long list, as a formatter writes it."""
    if len(line) <= 100 or "[" not in line:
        return line
    head, rest = line.split("[", 1)
    body, tail = rest.rsplit("]", 1)
    wrapped = textwrap.wrap(body, 96, break_on_hyphens=False)
    return "\n".join([f"{head}[", *[f"    {one}" for one in wrapped], f"]{tail}"])


def describe(schema: dict, indent: str) -> list[str]:
    text = comment(schema)
    if not text:
        return []
    lines = textwrap.wrap(f'{"r" * (BACKSLASH in text)}"""{text}"""', 100 - len(indent))
    return [indent + line for line in lines]


def main() -> None:
    schema = json.load(sys.stdin)
    writer, aliases = Writer(), []
    for name, of in [*schema["$defs"].items(), ("Line", schema)]:
        written = writer.expression(of, name)
        if written != f'"{name}"':
            text = [f"# {line}" for line in textwrap.wrap(comment(of), 98)]
            aliases.append("\n".join([*text, fold(f"{name} = {written}")]))
    print(HEAD, *aliases, sep="\n")
    for one in writer.classes:
        print(f"\n\n{one}")


main()
