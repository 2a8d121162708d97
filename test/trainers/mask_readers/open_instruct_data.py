"""open-instruct: the transforms and filters that its scripts take where nothing is said (open_instruct/dataset_transformation.py), with their length, which is none."""

from mask_readers import Look, MaskReader, Sequence
from readers import without

ABSENT = ("beaker", "beaker.exceptions", "ray", "vllm", "deepspeed", "wandb", "tensorboard", "olmo_core", "dateutil", "litellm", "backoff", "antlr4", "immutabledict", "langdetect", "nltk", "openai", "google", "google.cloud", "transformers.models.olmo3")


def rows_of(look: Look):
    from datasets import load_dataset

    with without(*ABSENT):
        from open_instruct import dataset_transformation

    return load_dataset("json", data_files=str(look.export.train), split="train", cache_dir=str(look.scratch / "cache")), dataset_transformation


def learnt(labels) -> list[bool]:
    return [int(label) != -100 for label in labels]


def flat(values) -> list[int]:
    listed = values.tolist() if hasattr(values, "tolist") else list(values)
    return listed[0] if listed and isinstance(listed[0], list) else listed


def dpo(look: Look):
    rows, own = rows_of(look)
    for row in rows:
        # `dpo_utils.py DatasetConfig.max_seq_length` is nothing.
        seen = own.preference_tulu_tokenize_and_truncate_v1(row, look.tokenizer, None)
        if not own.preference_tulu_filter_v1(seen, look.tokenizer):
            continue
        for side in ("chosen", "rejected"):
            yield Sequence(side, flat(seen[f"{side}_input_ids"]), learnt(flat(seen[f"{side}_labels"])))


def sft(look: Look):
    rows, own = rows_of(look)
    for row in rows:
        # `finetune.py FlatArguments.max_seq_length` is nothing.
        seen = own.sft_tulu_tokenize_and_truncate_v1(row, look.tokenizer, None)
        if own.sft_tulu_filter_v1(seen, look.tokenizer):
            yield Sequence("completion", flat(seen["input_ids"]), learnt(flat(seen["labels"])))


SOURCES = ("open_instruct/dataset_transformation.py",)

READERS = [
    MaskReader("open-instruct DPO", "open-instruct", "open-instruct", ("full-conversations",), ("open_instruct",), SOURCES, dpo),
    MaskReader("open-instruct SFT", "open-instruct", "open-instruct", ("best-of-n",), ("open_instruct",), SOURCES, sft),
]
