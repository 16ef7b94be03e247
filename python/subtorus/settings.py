"""Keyword arguments as the text of parameters."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Union

import pandas

from subtorus import _engine
from subtorus.errors import InputError

Scalar = Union[str, int, float]
"""A value of a parameter: its text, or a number."""

Value = Union[Scalar, Iterable[Scalar], "os.PathLike[str]", None]
"""A value, several of them, the file of a long one such as `topology`, or None for the default."""


def settings(keywords: Mapping[str, Value]) -> list[tuple[str, str]]:
    """The keywords that are not None, with the texts of their values."""
    return [(name, text(name, value)) for name, value in keywords.items() if value is not None]


def text(name: str, value: Value) -> str:
    """A value as text: several become a list with commas.

    Raises InputError for a truth value or another object.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return Path(value).read_text(encoding="utf-8")
    if isinstance(value, bool) or value is None:
        raise InputError(name, f"{value} is no value", "text or a number")
    if hasattr(value, "item") and not isinstance(value, Iterable):
        return text(name, value.item())
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        # Parameters are exact decimals, without exponents.
        return str(int(value)) if value.is_integer() else format(value, ".15f").rstrip("0")
    if isinstance(value, Iterable):
        return ",".join(text(name, part) for part in value)
    raise InputError(name, f"a {type(value).__name__} is no value", "text or a number")


def parameters() -> pandas.DataFrame:
    """Every parameter: keyword, meaning, form of its values, and whether `simulate` takes it."""
    return pandas.DataFrame(_engine.parameters(), columns=["keyword", "help", "expected", "of_one_run"])


def strategies() -> pandas.DataFrame:
    """Every allocation strategy: `name`, `family`, what it does, its `source`, and `examples` of names with arguments."""
    return pandas.DataFrame(_engine.strategies(), columns=["name", "family", "summary", "source", "examples"])


def policies() -> pandas.DataFrame:
    """The parts of a policy, `order/head`: `kind`, `name` and `meaning`."""
    return pandas.DataFrame(_engine.policies(), columns=["kind", "name", "meaning"])
