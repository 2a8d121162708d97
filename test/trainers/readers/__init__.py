"""The readers: one file per trainer. Each says which formats it reads and gives back, row by row, the texts that reached the trainer."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exported import Export

# What reached the trainer of one row, by part ("prompt", "chosen", "rejected", "completion", "label" …). A part that a reader does not keep apart is left out.
Seen = dict[str, str]


@dataclass(frozen=True)
class Reader:
    name: str
    needs: tuple[str, ...]
    """Modules that have to be importable; without them the reader is reported as not there."""
    formats: tuple[str, ...]
    read: Callable[[Export, Path], Iterable[Seen]]
    """Reads the export with the trainer's own code; the folder is for files of its own. Raises what the trainer raises."""
    cannot: Callable[[dict[str, Any]], str | None] = lambda row: None
    """
    Why this trainer cannot read a row, by a rule of its own that the format's other trainers do not share, and nothing for the others. Such rows are taken out before
    it reads and counted by this word: what is left has to come whole. The exporter says the same beside the rows (`validate`, the card).
    """
    media: str = "never"
    """Whether it reads exports whose rows name images, audio or video: "never" where the trainer is set up for text here, "too", or "only"."""


MODULES = (
    "hf_datasets", "trl_steps", "openrlhf", "axolotl_strategies", "llama_factory", "ms_swift", "nemo_rl_datasets", "nemo_aligner",
    "torchtune_datasets", "verl_datasets", "open_instruct_datasets", "reward_bench", "halos_data", "together_check", "reinforcement", "trl_vision",
)


def tool_calls(row: dict[str, Any]) -> str | None:
    """For trainers whose conversations have no calls of tools."""
    messages = [message for part in ("prompt", "chosen", "rejected", "messages") for message in (row.get(part) or []) if isinstance(message, dict)]
    return "calls of tools" if any(message.get("tool_calls") or message["role"] == "tool" for message in messages) else None


def early_parting(row: dict[str, Any]) -> str | None:
    """For readers that take all but the last message of "chosen" for the prompt of both answers."""
    if "prompt" in row:
        return None
    return "conversations that part before the last turn" if row["chosen"][:-1] != row["rejected"][:-1] else None


def all_readers() -> list[Reader]:
    return [reader for name in MODULES for reader in importlib.import_module(f"readers.{name}").READERS]


class Empty(type):
    """A class of nothing: it can be derived from, called with anything and asked for any name, and holds no value that a reader would take for data."""

    def __new__(cls, name: str, bases: tuple[type, ...] = (), members: dict[str, Any] | None = None):
        own = {"__init__": lambda self, *values, **named: None, "__call__": lambda self, *values, **named: self, "__getattr__": lambda self, name: getattr(type(self), name), "__getitem__": lambda self, _: self}
        return super().__new__(cls, name, bases, {**own, **(members or {})})

    def __init__(cls, name: str, bases: tuple[type, ...] = (), members: dict[str, Any] | None = None) -> None:
        super().__init__(name, bases, members or {})

    def __getattr__(cls, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        return Empty(name)

    def __getitem__(cls, _):
        return cls

    def __sub__(cls, _):
        return cls

    def __lt__(cls, _):
        return False


class EmptyModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds a module in which every name is there and does nothing, for the given packages and whatever is below them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if any(name == one or name.startswith(f"{one}.") for one in self.names):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = lambda name: getattr(Empty(spec.name), name)
        module.__version__ = "0"
        module.__path__ = []
        return module

    def exec_module(self, module) -> None:
        pass


@contextmanager
def without(*names: str, instead: tuple[str, ...] = ()):
    """
    Empty modules in the place of packages that a trainer's file imports and its reader never calls (a cluster's scheduler, a metric), where they are not there.
    `instead` are modules of the trainer's own that are there and start what is not (its models, its cluster). What the reader does call stays the trainer's own.
    """
    finder = EmptyModules((*instead, *(name for name in names if importlib.util.find_spec(name.split(".")[0]) is None)))
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def bare_package(name: str) -> None:
    """A package whose files can be imported one by one, without its start-up, which imports all of them."""
    parent, _, last = name.rpartition(".")
    root = Path(importlib.import_module(parent).__path__[0]) / last
    module = types.ModuleType(name)
    module.__path__ = [str(root)]
    sys.modules[name] = module


def file_module(package: str, path: str, name: str) -> types.ModuleType:
    """One file of a package by itself, where the package's own start-up asks for a machine with accelerators."""
    root = importlib.util.find_spec(package)
    if root is None or not root.submodule_search_locations:
        raise ModuleNotFoundError(package)
    spec = importlib.util.spec_from_file_location(name, Path(root.submodule_search_locations[0]) / path)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"{package}/{path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
