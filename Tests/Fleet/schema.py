"""Checks payloads against docs/courier.schema.json, with the part of JSON Schema that it uses."""

import json
import re

from parts import REPOSITORY


def check(kind, value):
    """Raises AssertionError unless the payload matches the schema."""
    schema = json.loads((REPOSITORY / "docs" / "courier.schema.json").read_text())
    errors = list(breaches(schema["$defs"][kind], value, kind))
    if errors:
        raise AssertionError("\n".join(errors))


TYPES = {
    "string": lambda v: isinstance(v, str), "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool), "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None, "array": lambda v: isinstance(v, list), "object": lambda v: isinstance(v, dict),
}


def breaches(schema, value, where):
    unknown = set(schema) - {"type", "description", "enum", "pattern", "minimum", "maximum", "items", "properties", "required"}
    if unknown:
        raise AssertionError(f"{where}: unsupported keywords {unknown}")
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(TYPES[name](value) for name in types):
        yield f"{where}: {value!r} is not of type {types}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{where}: {value!r} does not match {schema['pattern']}"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            yield f"{where}: {value} is out of range"
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from breaches(schema.get("items", {}), item, f"{where}[{index}]")
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where}: {name} is missing"
        for name, item in value.items():
            if name not in schema.get("properties", {}):
                yield f"{where}: {name} is not documented"
            else:
                yield from breaches(schema["properties"][name], item, f"{where}.{name}")
