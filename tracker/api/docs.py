"""The readable page of the API, made from its OpenAPI description."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tracker.api.examples import GOOD
from tracker.api.site import description
from tracker.web.pages import page

METHODS = ("get", "post")
Schema = Mapping[str, Any]  # a part of the description, as JSON


@dataclass(frozen=True, slots=True)
class FieldView:
    """A parameter of an operation, or a field of a value."""

    name: str
    kind: str  # "text", "list of Seat"
    text: str
    is_required: bool


@dataclass(frozen=True, slots=True)
class OperationView:
    """What can be asked of one address."""

    method: str
    path: str
    title: str
    text: str
    records: bool  # it needs a token that may record
    is_deprecated: bool
    parameters: tuple[FieldView, ...]
    body: str  # the name of the value that is sent; "" for none
    answer: str
    example_sent: str  # as JSON; "" for none
    example_answer: str


@dataclass(frozen=True, slots=True)
class Resource:
    """The operations of one kind."""

    title: str
    operations: tuple[OperationView, ...]


@dataclass(frozen=True, slots=True)
class ValueView:
    """A value that is sent or answered, by its fields."""

    name: str
    anchor: str
    text: str
    fields: tuple[FieldView, ...]


@csrf_exempt  # whoever sends something is told 405
@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show what the API offers."""
    context = {"resources": _resources(), "values": _values()}
    return page(request, "api/docs.html", context)


@cache  # it never changes while the server runs
def _resources() -> tuple[Resource, ...]:
    found: dict[str, list[OperationView]] = {}
    for path, methods in description()["paths"].items():
        for method in METHODS:
            if method in methods:
                view = _operation(path, method, methods[method])
                found.setdefault(methods[method]["tags"][0], []).append(view)
    return tuple(Resource(title, tuple(operations)) for title, operations in found.items())


def _operation(path: str, method: str, operation: Schema) -> OperationView:
    answers = operation["responses"]
    sent = operation.get("requestBody", {}).get("content", {})
    return OperationView(
        method=method.upper(),
        path=path,
        title=operation["summary"],
        text=operation.get("description", ""),
        records=any("RecordToken" in scheme for scheme in operation.get("security", ())),
        is_deprecated=bool(operation.get("deprecated")),
        parameters=tuple(
            FieldView(
                name=each["name"],
                kind=_kind(each["schema"]),
                text=each["schema"].get("description", ""),
                is_required=bool(each.get("required")),
            )
            for each in operation.get("parameters", ())
        ),
        body=next((_kind(content["schema"]) for content in sent.values()), ""),
        answer=next((_answer(answers[status]) for status in GOOD if status in answers), ""),
        example_sent=_example(sent),
        example_answer=_example(answers["200"].get("content", {})),
    )


def _example(contents: Schema) -> str:
    """Return the example of what is sent or answered; "" if there is none."""
    for media, content in contents.items():
        example = content.get("example", "")
        if media == "application/json" and "example" in content:
            return json.dumps(example, ensure_ascii=False, indent=2)
        return str(example)
    return ""


def _answer(answer: Schema) -> str:
    for media, content in answer.get("content", {}).items():
        return _kind(content["schema"]) if media == "application/json" else str(media)
    return ""


@cache
def _values() -> tuple[ValueView, ...]:
    schemas = description()["components"]["schemas"]
    return tuple(
        ValueView(
            name=_plain(name),
            anchor=slugify(name),
            text=schema.get("description", ""),
            fields=tuple(_fields(schema)),
        )
        for name, schema in sorted(schemas.items())
    )


def _fields(schema: Schema) -> Iterator[FieldView]:
    required = schema.get("required", ())
    for name, each in schema.get("properties", {}).items():
        yield FieldView(name, _kind(each), each.get("description", ""), name in required)


def _plain(name: str) -> str:
    """Return the name of a value without the word that says which way it goes."""
    return name.removesuffix("Out").removesuffix("In")


def _kind(schema: Schema) -> str:
    """Return the type of a value in a word or a few."""
    match schema:
        case {"$ref": ref}:
            return _plain(ref.rpartition("/")[2])
        case {"anyOf": options}:
            return " | ".join(dict.fromkeys(map(_kind, options)))
        case {"type": "array", "items": items}:
            return f"[{_kind(items)}]"
        case {"type": "object", "additionalProperties": dict(values)} if values:
            return "{" + _kind(values) + "}"
        case {"type": kind, "format": form}:
            return f"{kind} ({form})"
        case {"type": kind}:
            return str(kind)
    return "any"
