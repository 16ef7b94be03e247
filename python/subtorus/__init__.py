"""Processor allocation and job scheduling on meshes and tori, simulated at full speed.

The names and the numbers are those of the command line and of links: a keyword is a flag with underscores
(``size_scale=8`` is ``--size-scale 8``). Times in tables are whole microseconds, metrics are in seconds.

>>> import subtorus
>>> run = subtorus.simulate(subtorus.lublin(jobs=50), machine="torus:4x4x4", allocation="nep", scheduling="easy")
>>> run.metrics["jobs"]
50
"""

from subtorus._engine import BUILD
from subtorus.errors import InputError, InputWarning, PolicyError
from subtorus.figures import figure, figures
from subtorus.log import Log, Model, lublin, read_log, sample, samples, stochastic, tpu_v4
from subtorus.own import Box, Job, Machine, Request, Scheduler, Strategy
from subtorus.placements import Placements, search_placements
from subtorus.run import Run, simulate, why
from subtorus.settings import parameters, policies, strategies
from subtorus.sweep import Sweep, sweep

__version__ = BUILD

__all__ = [
    "BUILD",
    "Box",
    "InputError",
    "InputWarning",
    "Job",
    "Log",
    "Machine",
    "Model",
    "Placements",
    "PolicyError",
    "Request",
    "Run",
    "Scheduler",
    "Strategy",
    "Sweep",
    "figure",
    "figures",
    "lublin",
    "parameters",
    "policies",
    "read_log",
    "sample",
    "samples",
    "search_placements",
    "simulate",
    "stochastic",
    "strategies",
    "sweep",
    "tpu_v4",
    "why",
]
