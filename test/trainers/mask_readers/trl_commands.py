"""
TRL: the printed commands themselves, with their own parsers and scripts (trl/scripts, examples/scripts), up to the first batch of `get_train_dataloader()`. Nothing is trained.
"""

import re
import shlex
import sys
from pathlib import Path

from mask_readers import Look, MaskReader, Sequence, rows_of


class Batch(Exception):
    """Ends a command where it would begin to train."""

    def __init__(self, trainer) -> None:
        super().__init__("the first batch")
        self.trainer = trainer


def stopped(trainer, *_, **__):
    raise Batch(trainer)


def words_of(look: Look, kind: str) -> list[str]:
    """The options of a command, with a model and what a CPU needs. None of them is about data."""
    words = [str(look.export.folder.resolve()) if word == "$PWD" else word for word in shlex.split(look.command, comments=True)]
    at = next(index for index, word in enumerate(words) if word.startswith("--"))
    words = words[at:]
    if "--output_dir" in words:
        out = words.index("--output_dir")
        words = [*words[:out], *words[out + 2:]]
    more = ["--use_cpu", "--bf16", "False", "--per_device_train_batch_size", "4", "--report_to", "none", "--save_strategy", "no", "--gradient_checkpointing", "False", "--remove_unused_columns", "False"]
    if kind in ("orpo", "cpo", "prm"):
        more = more[:-2]
    model = look.model / {"reward": "sequence", "prm": "token"}.get(kind, "vision" if look.shape == "image" else "causal")
    return [*words, "--model_name_or_path", str(model), "--output_dir", str(look.scratch / "out"), *more]


def batch_of(look: Look, kind: str):
    """The batch on which a printed command would take its first step, and its trainer."""
    import os

    import transformers

    os.environ["HF_DATASETS_CACHE"] = str(look.scratch / "cache")
    transformers.Trainer.train = stopped
    os.chdir(look.export.folder)
    try:
        if kind in ("dpo", "sft", "kto", "reward"):
            import importlib

            script = importlib.import_module(f"trl.scripts.{kind}")
            parsed = script.make_parser().parse_args_and_config(words_of(look, kind), fail_with_unknown_args=False)
            script.main(*parsed[:4])
        elif kind == "tpo":
            code = look.command.replace('"MODEL"', f"'{look.model / 'causal'}'").replace('TPOConfig("tpo"', 'TPOConfig("tpo", use_cpu=True, bf16=False, report_to="none"')
            exec(compile(code, "card", "exec"), {})  # noqa: S102
        else:
            import runpy

            words = words_of(look, kind)
            if kind == "prm":
                # It stops without a split to evaluate on, as the card says.
                folder = look.scratch / "split"
                folder.mkdir()
                for split in ("train", "test"):
                    (folder / f"{split}.jsonl").write_bytes(look.export.train.read_bytes())
                words[words.index("--dataset_name") + 1] = str(folder)
            sys.argv = [f"{kind}.py", *words]
            # It is in the sources alone: the package has no scripts.
            runpy.run_path(str(sources() / f"examples/scripts/{kind}.py"), run_name="__main__")
    except Batch as found:
        if len(found.trainer.train_dataset) == 0:
            return None, found.trainer
        return next(iter(found.trainer.get_train_dataloader())), found.trainer
    raise RuntimeError("the script ended before it trained")


def sources() -> Path:
    import os

    return Path(os.environ["TRAINER_SOURCES"]) / "trl"


def halves(look: Look, kind: str):
    """DPO and reward: the first half of a batch is chosen, the second rejected."""
    batch, _ = batch_of(look, kind)
    if batch is None:
        return
    rows = rows_of(batch, "input_ids", "completion_mask" if "completion_mask" in batch else None, "attention_mask")
    for index, (ids, loss) in enumerate(rows):
        yield Sequence("chosen" if index < len(rows) // 2 else "rejected", ids, loss)


def dpo(look: Look):
    return halves(look, "dpo")


def reward(look: Look):
    return halves(look, "reward")


def labelled(kind: str):
    """ORPO and CPO: columns of labels for each answer."""

    def read(look: Look):
        batch, _ = batch_of(look, kind)
        if batch is None:
            return
        for side in ("chosen", "rejected"):
            for ids, loss in rows_of(batch, f"{side}_input_ids", f"{side}_labels", f"{side}_attention_mask"):
                yield Sequence(side, ids, loss)

    return read


def tpo(look: Look):
    batch, _ = batch_of(look, "tpo")
    if batch is None:
        return
    rows = rows_of(batch, "input_ids", "completion_mask", "attention_mask")
    third = len(rows) // 3
    for index, (ids, loss) in enumerate(rows[: 2 * third]):
        yield Sequence("chosen" if index < third else "rejected", ids, loss)


def kto(look: Look):
    batch, _ = batch_of(look, "kto")
    if batch is None:
        return
    for (ids, loss), good in zip(rows_of(batch, "input_ids", "completion_mask", "attention_mask"), batch["label"]):
        yield Sequence("chosen" if good else "rejected", ids, loss)


def sft(look: Look):
    batch, trainer = batch_of(look, "sft")
    if batch is None:
        return
    attention = "attention_mask"
    if attention not in batch:
        batch[attention] = batch["input_ids"] != trainer.processing_class.pad_token_id
    for ids, loss in rows_of(batch, "input_ids", "labels", attention):
        yield Sequence("completion", ids, loss)


def prm(look: Look):
    batch, _ = batch_of(look, "prm")
    if batch is None:
        return
    for ids, loss in rows_of(batch, "input_ids", "labels", "attention_mask"):
        yield Sequence("completion", ids, loss)


PAIRS = ("trl-dpo", "trl-dpo-text", "full-conversations")

READERS = [
    MaskReader("TRL DPO", "TRL", r"TRL 0\.12 and later|TRL \(every version; DPO", PAIRS, ("trl",), ("trl/trainer/dpo_trainer.py",), dpo),
    MaskReader("TRL ORPO", "TRL", "TRL ORPO", PAIRS[:2], ("trl",), ("trl/experimental/orpo/orpo_trainer.py",), labelled("orpo")),
    MaskReader("TRL CPO", "TRL", "TRL CPO", PAIRS[:2], ("trl",), ("trl/experimental/cpo/cpo_trainer.py",), labelled("cpo")),
    MaskReader("TRL TPO", "TRL", "TRL TPO", ("trl-tpo",), ("trl",), ("trl/experimental/tpo/tpo_trainer.py",), tpo),
    MaskReader("TRL reward", "TRL", "TRL RewardTrainer", ("trl-reward", "trl-reward-text"), ("trl",), ("trl/trainer/reward_trainer.py",), reward, "score"),
    MaskReader("TRL KTO", "TRL", r"TRL \(KTO", ("trl-kto", "trl-kto-text"), ("trl",), ("trl/trainer/kto_trainer.py",), kto),
    MaskReader("TRL SFT", "TRL", r"TRL \(SFT", ("best-of-n", "sft-text"), ("trl",), ("trl/trainer/sft_trainer.py",), sft),
    MaskReader("TRL PRM", "TRL", "TRL PRM", ("trl-prm",), ("trl",), ("trl/experimental/prm/prm_trainer.py",), prm, "steps"),
]
