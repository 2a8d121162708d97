"""TRL: `load_dataset` as `trl dpo` calls it, the trainer's own preparation of rows, and one step of training on a CPU."""

import math
import sys
from pathlib import Path

import tiny_model
from exported import Export
from readers import Reader

PAIRS = ("trl-dpo", "trl-dpo-text", "full-conversations", "principle-pairs", "rule-pairs", "refinement-pairs")
# The prompt of a whole run may be no more than what a system says, after which DPO has nothing to answer.
REWARD = (*PAIRS, "trl-reward", "trl-reward-text")
KTO = ("trl-kto", "trl-kto-text")


def loaded(export: Export, scratch: Path):
    from datasets import load_dataset

    return load_dataset(str(export.folder), cache_dir=str(scratch / "cache"))["train"]


def arguments(config, scratch: Path, **more):
    """One step on one CPU, and nothing cut off."""
    return config(
        output_dir=str(scratch / "out"), max_steps=1, per_device_train_batch_size=2, use_cpu=True, bf16=False, report_to=[], save_strategy="no",
        disable_tqdm=True, gradient_checkpointing=False, logging_steps=1, **more,
    )


# Of a longer row a CPU would need tens of gigabytes.
MOST_TOKENS = 4096


def trained(trainer):
    """Takes one step, of rows that are not too long for it, and gives all prepared rows back as texts."""
    rows = trainer.train_dataset
    short = rows.filter(lambda row: all(len(value) <= MOST_TOKENS for name, value in row.items() if name.endswith("_ids") and value is not None))
    if len(short) == 0:
        print(f"all {len(rows)} rows are longer than {MOST_TOKENS} tokens: no step is taken", file=sys.stderr)
        return rows
    trainer.train_dataset = short
    result = trainer.train()
    if not math.isfinite(result.training_loss):
        raise ValueError("the loss of the first step is not a number")
    return rows


def texts(rows, columns: dict[str, str]):
    """The tokens of each prepared row as text. `columns` names the part that a column of tokens is."""
    made = tiny_model.tokenizer()
    for row in rows:
        yield {part: made.decode(row[column]) for part, column in columns.items() if row.get(column) is not None}


def columns_of(rows, wanted: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """The trainers name their columns of tokens in several ways."""
    return {part: next(name for name in names if name in rows.column_names) for part, names in wanted.items() if any(name in rows.column_names for name in names)}


PAIR_COLUMNS = {"prompt": ("prompt_ids", "prompt_input_ids"), "chosen": ("chosen_ids", "chosen_input_ids"), "rejected": ("rejected_ids", "rejected_input_ids")}


def dpo(export: Export, scratch: Path):
    from trl import DPOConfig, DPOTrainer

    trainer = DPOTrainer(tiny_model.save(scratch / "model"), args=arguments(DPOConfig, scratch, max_length=None), train_dataset=loaded(export, scratch), processing_class=tiny_model.tokenizer())
    rows = trained(trainer)
    return texts(rows, columns_of(rows, PAIR_COLUMNS))


def experimental(kind: str):
    def read(export: Export, scratch: Path):
        import importlib

        module = importlib.import_module(f"trl.experimental.{kind.lower()}")
        from transformers import AutoModelForCausalLM

        model = AutoModelForCausalLM.from_pretrained(tiny_model.save(scratch / "model"))
        config = arguments(getattr(module, f"{kind}Config"), scratch, max_length=50_000)
        trainer = getattr(module, f"{kind}Trainer")(model, args=config, train_dataset=loaded(export, scratch), processing_class=tiny_model.tokenizer())
        rows = trained(trainer)
        return texts(rows, columns_of(rows, PAIR_COLUMNS))

    return read


def tpo(export: Export, scratch: Path):
    from transformers import AutoModelForCausalLM
    from trl.experimental.tpo import TPOConfig, TPOTrainer

    model = AutoModelForCausalLM.from_pretrained(tiny_model.save(scratch / "model"))
    trainer = TPOTrainer(model, args=arguments(TPOConfig, scratch, max_length=None), train_dataset=loaded(export, scratch), processing_class=tiny_model.tokenizer())
    return texts(trained(trainer), {part: f"{part}_ids" for part in ("prompt", "chosen", "rejected", "reference")})


def reward(export: Export, scratch: Path):
    from trl import RewardConfig, RewardTrainer

    trainer = RewardTrainer(tiny_model.save(scratch / "model", "sequence"), args=arguments(RewardConfig, scratch, max_length=None), train_dataset=loaded(export, scratch), processing_class=tiny_model.tokenizer())
    rows = trained(trainer)
    columns = columns_of(rows, {"chosen": ("chosen_ids", "chosen_input_ids"), "rejected": ("rejected_ids", "rejected_input_ids")})
    margins = [str(row["margin"]) for row in rows] if "margin" in rows.column_names else []
    return [{**seen, **({"margin": margins[index]} if margins else {})} for index, seen in enumerate(texts(rows, columns))]


def kto(export: Export, scratch: Path):
    from trl import KTOConfig, KTOTrainer

    trainer = KTOTrainer(tiny_model.save(scratch / "model"), args=arguments(KTOConfig, scratch, max_length=None), train_dataset=loaded(export, scratch), processing_class=tiny_model.tokenizer())
    rows = trained(trainer)
    columns = columns_of(rows, {"prompt": ("prompt_ids", "prompt_input_ids"), "completion": ("completion_ids", "completion_input_ids")})
    return [{**seen, "label": str(bool(row["label"]))} for seen, row in zip(texts(rows, columns), rows)]


def prm(export: Export, scratch: Path):
    from transformers import AutoModelForTokenClassification
    from trl.experimental.prm import PRMConfig, PRMTrainer

    model = AutoModelForTokenClassification.from_pretrained(tiny_model.save(scratch / "model", "token", labels=2))
    trainer = PRMTrainer(model, args=arguments(PRMConfig, scratch, max_length=None), train_dataset=loaded(export, scratch), processing_class=tiny_model.tokenizer())
    rows = trained(trainer)
    made = tiny_model.tokenizer()
    return [{"steps": made.decode(row["input_ids"]), "labels": str([bool(label) for label in row["labels"] if label != -100])} for row in rows]


def sft(export: Export, scratch: Path):
    from trl import SFTConfig, SFTTrainer

    trainer = SFTTrainer(tiny_model.save(scratch / "model"), args=arguments(SFTConfig, scratch, max_length=None), train_dataset=loaded(export, scratch), processing_class=tiny_model.tokenizer())
    rows = trained(trainer)
    return texts(rows, {"completion": "input_ids"})


def grpo(export: Export, scratch: Path):
    """The reward function of a GRPO step is given what the row holds beside its prompt."""
    from trl import GRPOConfig, GRPOTrainer

    given: list[str] = []

    def reward_of_columns(prompts, completions, **columns):
        given.extend(sorted(key for key, value in columns.items() if isinstance(value, list)))
        return [float(index % 2) for index in range(len(prompts))]

    config = arguments(GRPOConfig, scratch, num_generations=2, max_completion_length=4)
    data = loaded(export, scratch)
    trainer = GRPOTrainer(tiny_model.save(scratch / "model"), reward_funcs=reward_of_columns, args=config, train_dataset=data, processing_class=tiny_model.tokenizer())
    trained(trainer)
    lost = set(data.column_names) - {"prompt"} - set(given)
    if lost:
        raise ValueError(f"the reward function was not given {', '.join(sorted(lost))}")
    return [{"prompt": str(row["prompt"])} for row in trainer.train_dataset]


READERS = [
    Reader("TRL DPO", ("trl", "torch"), PAIRS, dpo),
    Reader("TRL ORPO", ("trl", "torch"), PAIRS, experimental("ORPO")),
    Reader("TRL CPO", ("trl", "torch"), PAIRS, experimental("CPO")),
    Reader("TRL TPO", ("trl", "torch"), ("trl-tpo",), tpo),
    Reader("TRL reward", ("trl", "torch"), REWARD, reward),
    Reader("TRL KTO", ("trl", "torch"), KTO, kto),
    Reader("TRL PRM", ("trl", "torch"), ("trl-prm",), prm),
    Reader("TRL SFT", ("trl", "torch"), ("demonstrations", "best-of-n", "sft-text", "judge-pairwise", "judge-absolute", "critique-sft", "generative-rm", "run-verifier"), sft),
    Reader("TRL GRPO", ("trl", "torch"), ("grpo",), grpo),
]
