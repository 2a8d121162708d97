"""NeMo-RL: `PreferenceDataset`, its processor with the length of the printed YAML, and its collator (nemo_rl/data)."""

import yaml

from mask_readers import Look, MaskReader, Sequence
from readers import without
from readers.nemo_rl_datasets import ABSENT


def read(look: Look, length: int, has_loss: bool):
    import datasets

    datasets.config.HF_DATASETS_CACHE = str(look.scratch / "cache")
    with without(*ABSENT, "tensordict", "torchvision"):
        from nemo_rl.data.collate_fn import preference_collate_fn
        from nemo_rl.data.datasets.preference_datasets.preference_dataset import PreferenceDataset
        from nemo_rl.data.interfaces import TaskDataSpec
        from nemo_rl.data.processors import preference_preprocessor

    options = yaml.safe_load(look.command)
    length = options.get("policy", {}).get("max_total_sequence_length", length)
    rows = PreferenceDataset(options["data"]["train"]["data_path"]).dataset
    seen = [preference_preprocessor(row, TaskDataSpec(task_name="export"), look.tokenizer, length, index) for index, row in enumerate(rows)]
    batch = preference_collate_fn(seen, look.tokenizer, 1, has_loss)
    for index, ids in enumerate(batch["input_ids"].tolist()):
        if not batch["sample_mask"][index]:
            # "Ignoring example": it has no weight in the loss.
            continue
        long = int(batch["input_lengths"][index])
        yield Sequence("rejected" if index % 2 else "chosen", ids[:long], [bool(one) for one in batch["token_mask"][index].tolist()[:long]] if has_loss else None)


SOURCES = ("nemo_rl/data/processors.py", "nemo_rl/data/collate_fn.py")

READERS = [
    MaskReader("NeMo-RL DPO", "NeMo-RL", r"NeMo-RL \(dpo\)", ("nemo-rl",), ("nemo_rl",), SOURCES, lambda look: read(look, 1024, True)),
    MaskReader("NeMo-RL reward", "NeMo-RL", r"NeMo-RL \(rm\)", ("nemo-rl",), ("nemo_rl",), SOURCES, lambda look: read(look, 8192, False), "score"),
]
