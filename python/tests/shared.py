"""Names that the tests share."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
NASA = "NASA-iPSC-1993-3.1-cln.swf.gz"

CommandLine = Callable[..., "subprocess.CompletedProcess[bytes]"]
