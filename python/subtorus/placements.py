"""The search for the placements that a site should permit on a torus."""

from __future__ import annotations

from subtorus import _engine
from subtorus.run import Jobs, jobs_of
from subtorus.settings import Value, settings
from subtorus.sweep import progress_bar
from subtorus.tables import ResultFrame, table


class Placements(ResultFrame):
    """The best lists of placements, a row for each: the table of `subtorus search-placements`.

    Whatever is selected from it is an ordinary frame.
    """

    _native: _engine.Placements

    @classmethod
    def _of(cls, native: _engine.Placements) -> Placements:
        found = cls(table(native.csv))
        found._native = native
        return found

    def csv(self) -> str:
        """The table as `subtorus search-placements` prints it, byte for byte."""
        return self._native.csv

    def topology(self) -> str:
        """The lists as `topology.yaml`, as `--out` writes them. The first is the default."""
        return self._native.topology


def search_placements(
    log: Jobs = None,
    *,
    machine: str,
    scheduling: str,
    sizes: int = 8,
    shapes: int = 3,
    turn: bool = True,
    runs: int = 200,
    restarts: int = 0,
    limit: int = 1,
    quiet: bool = False,
    **parameters: Value,
) -> Placements:
    """Searches which placements of Slurm's topology/torus3d a site should permit, by runs on all cores.

    `machine` is a torus such as ``"torus:16x16x16"``. A list is better if it refuses less work, then if it uses the machine
    better, then if jobs wait less. `sizes` of jobs, those with most work first, get placements, each of at most `shapes`
    boxes that may `turn`; `restarts` further searches begin at lists drawn at random; `runs` is the most runs.
    `parameters` are the flags of `subtorus search-placements` with underscores; ``topology=Path("topology.yaml")``, one
    torus with the sides of the machine, gives the nodes their names. The progress is shown with `tqdm` if that is installed
    and `quiet` is false. Ctrl-C ends it.

    Raises InputError for wrong input.
    """
    native, keywords = jobs_of(log, dict(parameters))
    given = settings({**keywords, "machine": machine, "scheduling": scheduling})
    bar = None if quiet else progress_bar()
    try:
        found = _engine.search_placements(native, given, (sizes, shapes, runs, restarts), turn, limit, bar)
    finally:
        if bar is not None:
            bar.close()
    return Placements._of(found)
