"""Tables of text as frames."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pandas

_VERSION = tuple(int(part) for part in pandas.__version__.split(".")[:2])

# Numbers read back to the same bits. Since 3.1 that is what pandas does by itself.
_EXACT: dict[str, Any] = {} if _VERSION >= (3, 1) else {"float_precision": "round_trip"}


def table(text: str) -> pandas.DataFrame:
    """A table with remarks in front of it."""
    rows = [line for line in text.splitlines(keepends=True) if not line.startswith("#")]
    frame: pandas.DataFrame = pandas.read_csv(io.StringIO("".join(rows)), **_EXACT)
    return frame


def schedule(text: str) -> pandas.DataFrame:
    """The table of a schedule: blocks are text, and empty on `flat`."""
    names: dict[str, Any] = {"blocks": str, "build": str}
    frame: pandas.DataFrame = pandas.read_csv(io.StringIO(text), dtype=names, keep_default_na=False, **_EXACT)
    for name in ("latency", "blocking", "hops", "contended"):
        if name in frame:
            frame[name] = pandas.to_numeric(frame[name])
    return frame


class ResultFrame(pandas.DataFrame):
    """A frame that has the engine's results with it. Whatever is selected from it is an ordinary frame."""

    _metadata = ["_native"]

    @property
    def _constructor(self) -> Callable[..., pandas.DataFrame]:
        return pandas.DataFrame
