"""
axolotl: the printed YAML, its own loaders of datasets and strategies (src/axolotl/utils/data, src/axolotl/prompt_strategies), then the collator of the TRL that is installed, on
which its trainers for preferences rest (src/axolotl/core/trainers).
"""

import os

import yaml

from mask_readers import Look, MaskReader, Sequence, rows_of
from readers import without

ABSENT = ("optimum", "bitsandbytes", "fire", "art", "gradio", "s3fs", "gcsfs", "adlfs", "lm_eval", "mistral_common", "xformers", "deepspeed", "colorama", "torchao", "schedulefree", "nvidia", "zstandard", "posthog", "evaluate", "numba", "kernels", "liger_kernel", "fla", "ray", "huggingface_hub.errors")


def settings(look: Look):
    """The YAML with what axolotl's schema has where nothing is said (src/axolotl/utils/schemas/config.py), and a model."""
    _addict()
    with without(*ABSENT):
        from axolotl.utils.dict import DictDefault
        from axolotl.utils.schemas.enums import RLType

    os.environ["HF_DATASETS_CACHE"] = str(look.scratch / "cache")
    os.chdir(look.export.folder)
    own = yaml.safe_load(look.command)
    if "rl" in own:
        own["rl"] = RLType(own["rl"])
    folder = str(look.model / "causal")
    return DictDefault({
        "sequence_len": 512, "chat_template": "tokenizer_default", "base_model": folder, "tokenizer_config": folder, "tokenizer_use_fast": True, "train_on_inputs": False, "seed": 1,
        "dataset_prepared_path": str(look.scratch / "prepared"), "dataset_num_proc": 1, "is_preprocess": False, "remove_unused_columns": None, **own,
    })


def _addict() -> None:
    """addict's class, of which axolotl's settings are made, where the package is not there: a dictionary whose entries are attributes."""
    import importlib.util
    import sys
    import types

    if importlib.util.find_spec("addict") is not None or "addict" in sys.modules:
        return

    class Dict(dict):
        def __init__(self, *given, **named):
            super().__init__()
            for name, value in dict(*given, **named).items():
                self[name] = self._hook(value)

        @classmethod
        def _hook(cls, value):
            if isinstance(value, dict) and not isinstance(value, Dict):
                return cls(value)
            return type(value)(cls._hook(one) for one in value) if isinstance(value, (list, tuple)) else value

        def __getattr__(self, name):
            return self.__getitem__(name)

        def __setattr__(self, name, value):
            self[name] = value

        def __missing__(self, name):
            return None

        def __deepcopy__(self, memo):
            import copy

            return type(self)({name: copy.deepcopy(value, memo) for name, value in self.items()})

    module = types.ModuleType("addict")
    module.Dict = Dict
    sys.modules["addict"] = module


def preferences(look: Look):
    """Rows of preferences as axolotl hands them to the trainer."""
    cfg = settings(look)
    with without(*ABSENT):
        from axolotl.utils.data import rl

    rl.load_tokenizer = lambda _: look.tokenizer
    return cfg, rl._load_split(cfg, "train")


def arguments(look: Look, config, cfg):
    return config(output_dir=str(look.scratch / "out"), use_cpu=True, bf16=False, report_to="none", per_device_train_batch_size=4, gradient_checkpointing=False, max_length=cfg.sequence_len)


def first_batch(trainer):
    return next(iter(trainer.get_train_dataloader())) if len(trainer.train_dataset) else None


def dpo(look: Look):
    from trl import DPOConfig, DPOTrainer

    cfg, rows = preferences(look)
    if len(rows) == 0:
        return
    batch = first_batch(DPOTrainer(str(look.model / "causal"), args=arguments(look, DPOConfig, cfg), train_dataset=rows, processing_class=look.tokenizer))
    found = rows_of(batch, "input_ids", "completion_mask", "attention_mask") if batch else []
    for index, (ids, loss) in enumerate(found):
        yield Sequence("chosen" if index < len(found) // 2 else "rejected", ids, loss)


def kto(look: Look):
    from trl import KTOConfig, KTOTrainer

    cfg, rows = preferences(look)
    if len(rows) == 0:
        return
    batch = first_batch(KTOTrainer(str(look.model / "causal"), args=arguments(look, KTOConfig, cfg), train_dataset=rows, processing_class=look.tokenizer))
    if batch is None:
        return
    for (ids, loss), good in zip(rows_of(batch, "input_ids", "completion_mask", "attention_mask"), batch["label"]):
        yield Sequence("chosen" if good else "rejected", ids, loss)


def prepared(look: Look):
    cfg = settings(look)
    with without(*ABSENT):
        from axolotl.utils.data import sft as data

    return data._load_raw_datasets(cfg, cfg.datasets, look.tokenizer, "train")[0]


def labelled(look: Look):
    """SFT and steps: labels stand in the prepared rows."""
    for row in prepared(look):
        yield Sequence("completion", list(row["input_ids"]), [label != -100 for label in row["labels"]])


def reward(look: Look):
    for row in prepared(look):
        for side in ("chosen", "rejected"):
            name = next(name for name in (f"{side}_ids", f"{side}_input_ids", f"input_ids_{side}") if name in row)
            yield Sequence(side, list(row[name]), None)


DPO_SOURCES = ("src/axolotl/prompt_strategies/dpo/chat_template.py", "src/axolotl/utils/data/rl.py")

READERS = [
    MaskReader("axolotl DPO", "axolotl", r"axolotl \(chat_template\.", ("trl-dpo", "full-conversations"), ("axolotl", "trl"), DPO_SOURCES, dpo),
    MaskReader("axolotl KTO", "axolotl", "axolotl", ("trl-kto-text",), ("axolotl", "trl"), ("src/axolotl/prompt_strategies/kto/user_defined.py", "src/axolotl/utils/data/rl.py"), kto),
    MaskReader("axolotl SFT", "axolotl", "axolotl", ("best-of-n",), ("axolotl",), ("src/axolotl/prompt_strategies/chat_template.py",), labelled),
    MaskReader("axolotl reward", "axolotl", "axolotl", ("axolotl-reward",), ("axolotl",), ("src/axolotl/prompt_strategies/bradley_terry/chat_template.py",), reward, "score"),
    MaskReader("axolotl steps", "axolotl", "axolotl", ("trl-prm",), ("axolotl",), ("src/axolotl/prompt_strategies/stepwise_supervised.py",), labelled, "steps"),
]
