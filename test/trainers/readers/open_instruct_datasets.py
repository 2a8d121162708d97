"""open-instruct: `preference_tulu_tokenize_and_truncate_v1` and its filter (open_instruct/dataset_transformation.py)."""

from pathlib import Path

import tiny_model
from exported import Export
from readers import Reader, without


def read(export: Export, scratch: Path):
    from datasets import load_dataset

    with without("beaker", "beaker.exceptions", "ray", "vllm", "deepspeed", "wandb", "tensorboard", "olmo_core", "dateutil", "litellm", "backoff", "antlr4", "immutabledict", "langdetect", "nltk", "openai", "google", "google.cloud", "transformers.models.olmo3"):
        from open_instruct import dataset_transformation

    tokenizer = tiny_model.tokenizer()
    for row in load_dataset("json", data_files=str(export.train), split="train", cache_dir=str(scratch / "cache")):
        seen = dataset_transformation.preference_tulu_tokenize_and_truncate_v1(row, tokenizer, 1_000_000)
        if not dataset_transformation.preference_tulu_filter_v1(seen, tokenizer):
            continue
        chosen, rejected = (tokenizer.decode(seen[key]) for key in (dataset_transformation.CHOSEN_INPUT_IDS_KEY, dataset_transformation.REJECTED_INPUT_IDS_KEY))
        yield {"prompt": chosen, "chosen": chosen, "rejected": rejected}


READERS = [Reader("open-instruct DPO", ("open_instruct", "datasets"), ("full-conversations",), read)]
