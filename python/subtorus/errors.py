"""The exceptions and warnings of this package."""

from __future__ import annotations


class InputError(ValueError):
    """Wrong input: where it is, what was found there, what was expected, and what to do.

    The parts are those of the messages of the page and of the command line. A part that does not help is empty.
    """

    def __init__(self, where: str, found: str, expected: str = "", remedy: str = "") -> None:
        """Makes the error from its parts."""
        self.where = where
        self.found = found
        self.expected = expected
        self.remedy = remedy
        message = f"{where}: {found}" if where else found
        if expected:
            message += f" (expected {expected})"
        if remedy:
            message += f"; {remedy}"
        super().__init__(message)

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, str, str]]:
        """Pickles the parts."""
        return type(self), (self.where, self.found, self.expected, self.remedy)


class PolicyError(InputError):
    """A strategy or policy in Python broke a rule, or raised an exception, which is then the cause of this one.

    ``job`` is the number of the job in the log, or None if the error is about no single job.
    """

    def __init__(self, where: str, found: str, expected: str = "", remedy: str = "", job: int | None = None) -> None:
        """Makes the error from its parts."""
        super().__init__(where, found, expected, remedy)
        self.job = job


class InputWarning(UserWarning):
    """Input that can be used, but gives other results than it may seem."""
