"""The readers of masks: one file per trainer. Each runs the trainer's own code up to the batch that it would train on, and gives back the tokens with whether they carry loss."""

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from exported import Export


@dataclass(frozen=True)
class Sequence:
    """Tokens that are trained on together."""

    side: str
    """Which answer of the row it is of: "chosen", "rejected" or "completion"."""
    ids: list[int]
    loss: list[bool] | None
    """Whether each token is learnt; nothing where the whole is scored by one number, as reward models do."""


@dataclass(frozen=True)
class Look:
    """An export of one row, or of the few of one item, as one trainer's printed command reads it."""

    export: Export
    shape: str
    command: str
    """What is printed for this trainer; empty where nothing is."""
    model: Path
    """Folders of models with the tokenizer, by the kind that `tiny_model.save` takes."""
    scratch: Path

    @cached_property
    def tokenizer(self):
        from transformers import AutoTokenizer

        return AutoTokenizer.from_pretrained(self.model / "causal")


@dataclass(frozen=True)
class MaskReader:
    name: str
    product: str
    """The trainer as formats call it (src/core/export/trainers.ts)."""
    trainers: str
    """Which of the trainers of a format it stands for, as a regular expression of their names."""
    formats: tuple[str, ...]
    needs: tuple[str, ...]
    """Modules that have to be importable."""
    sources: tuple[str, ...]
    """Files of the trainer that decide what is learnt, from the root of its repository."""
    read: Callable[[Look], Iterable[Sequence]]
    """Raises what the trainer raises; gives nothing where the trainer leaves the row out."""
    kind: str = "tokens"
    """"tokens" where tokens have a loss each, "score" where the whole has one number, "steps" where the end of each step is labelled."""


# Trainers in the order in which they are told.
MODULES = ("trl_commands", "axolotl_data", "llama_factory_data", "openrlhf_data", "ms_swift_data", "nemo_rl_data", "open_instruct_data", "torchtune_data")


def all_mask_readers() -> list[MaskReader]:
    return [reader for name in MODULES for reader in importlib.import_module(f"mask_readers.{name}").READERS]


IGNORED = -100


def rows_of(batch: Any, ids: str, loss: str | None, attention: str) -> list[tuple[list[int], list[bool] | None]]:
    """The rows of a batch without what pads them. `loss` is a column of labels, of which -100 is not learnt, or a mask."""
    found = []
    for index, row in enumerate(batch[ids].tolist()):
        there = [bool(one) for one in batch[attention][index].tolist()]
        kept = lambda values: [value for value, is_there in zip(values, there) if is_there]  # noqa: E731
        learnt = None
        if loss is not None:
            values = batch[loss][index].tolist()
            learnt = kept([bool(value) if "mask" in loss else value != IGNORED for value in values])
        found.append((kept(row), learnt))
    return found
