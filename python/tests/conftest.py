"""Fixtures of the tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import subtorus
from shared import NASA, ROOT, CommandLine


@pytest.fixture(scope="session")
def command_line() -> CommandLine:
    """Runs the binary with these arguments. It is that of BINARY, or the last one that cargo has built here."""
    built = [ROOT / "target" / profile / "subtorus" for profile in ("release", "debug")]
    found = [Path(os.environ["BINARY"])] if "BINARY" in os.environ else [path for path in built if path.exists()]
    if not found:
        pytest.fail("there is no binary to compare with: cargo build")

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([found[0], *arguments], capture_output=True, timeout=300)

    version = run("--version").stdout.decode().split()[-1]
    if version != subtorus.BUILD:
        pytest.fail(f"{found[0]} is {version}, but the package is {subtorus.BUILD}: build both from one tree")
    return run


@pytest.fixture(scope="session")
def nasa() -> subtorus.Log:
    """A log of 18 239 jobs."""
    return subtorus.sample(NASA)
