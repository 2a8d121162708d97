"""NeMo-RL: `PreferenceDataset` and `BinaryPreferenceDataset`, then the processor that puts each pair through a chat template (nemo_rl/data)."""

from pathlib import Path

import tiny_model
from exported import Export
from readers import Reader, without

ABSENT = ("ray", "absl", "soundfile", "decord", "math_verify", "nvtx", "tiktoken", "blobfile", "transformer_engine", "megatron", "hydra", "vllm", "nltk", "torchdata", "torchdata.stateful_dataloader", "zmq", "wandb", "mlflow", "swanlab", "pillow", "matplotlib", "tensorboard")


def read(kind: str):
    def pairs(export: Export, scratch: Path):
        import datasets

        datasets.config.HF_DATASETS_CACHE = str(scratch / "cache")
        with without(*ABSENT):
            from nemo_rl.data.datasets.preference_datasets.binary_preference_dataset import BinaryPreferenceDataset
            from nemo_rl.data.datasets.preference_datasets.preference_dataset import PreferenceDataset
            from nemo_rl.data.interfaces import TaskDataSpec
            from nemo_rl.data.processors import preference_preprocessor

            made = {"ranked": PreferenceDataset, "binary": BinaryPreferenceDataset}[kind](str(export.train))
        for index, row in enumerate(made.dataset):
            seen = preference_preprocessor(row, TaskDataSpec(task_name="export"), tiny_model.tokenizer(), 1_000_000, index)
            whole = {part: "".join(message["content"] for message in seen[f"message_log_{part}"]) for part in ("chosen", "rejected")}
            # A transcript as one user turn would be wrapped into the template a second time.
            if "\n\nHuman:" in whole["chosen"] and len(row["context"]) == 1:
                raise ValueError(f"row {index + 1}: a transcript became one user turn")
            yield {**whole, "prompt": whole["chosen"]}

    return pairs


READERS = [
    Reader("NeMo-RL ranked", ("nemo_rl", "datasets"), ("nemo-rl",), read("ranked")),
    Reader("NeMo-RL binary", ("nemo_rl", "datasets"), ("trl-dpo-text",), read("binary")),
]
