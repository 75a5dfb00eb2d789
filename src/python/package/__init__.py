"""Plays rigged, animated models: poses as NumPy arrays, checks of rigs, pictures without a window.

    import sinew
    model = sinew.load("hero.fbx")
    positions = model.clips["Walk"].pose(0.5).positions
    picture = sinew.render(model, (640, 360), clip="Walk", time=0.5)
    errors = [finding for finding in model.check() if finding.severity == "error"]
"""

import collections.abc
import os
import pathlib

from . import _sinew
from ._sinew import Clip, Clips, Figure, Finding, Instance, Model, Pose, __version__, load, render

__all__ = [
    "Clip", "Clips", "DeviceError", "Error", "Figure", "Finding", "InputError", "Instance", "Model", "NotAvailableError", "OutputError",
    "Pose", "UsageError", "load", "render",
]


class Error(Exception):
    """What the user can fix. str() is the line that the program prints, and exit_code is the program's."""

    exit_code = 1


class UsageError(Error, ValueError):
    """A value that an option does not take, or options that exclude each other."""

    exit_code = 2


class InputError(Error):
    """A file that cannot be used."""

    exit_code = 3


class NotAvailableError(Error):
    """What the system lacks: a Vulkan driver, a process for the importer, memory."""

    exit_code = 4


class OutputError(Error):
    """A file that cannot be written."""

    exit_code = 5


class DeviceError(Error):
    """The Vulkan device was lost, or there was a message with validate=True."""

    exit_code = 6


_BY_EXIT_CODE = {kind.exit_code: kind for kind in (Error, UsageError, InputError, NotAvailableError, OutputError, DeviceError)}

collections.abc.Mapping.register(Clips)
_sinew._start(str(pathlib.Path(__file__).resolve().parent / "_importer"))
os.register_at_fork(after_in_child=_sinew._forget_importers)
