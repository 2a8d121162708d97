"""
NeMo-Aligner: its datasets ask for NeMo and Megatron, which need accelerators. What its reader does to a line before it comes to tokens
(nemo_aligner/data/nlp/datasets.py, `_convert_messages`, and the types that `__getitem__` tells apart) is run from its own file.
"""

from pathlib import Path

from exported import Export, text_of
from readers import Reader, file_module, without


def read(export: Export, scratch: Path):
    nemo = ["nemo", "nemo.core", "nemo.utils", "nemo.collections"]
    nlp = "nemo.collections.nlp.data.language_modeling.megatron"
    nemo += [".".join(nlp.split(".")[:depth]) for depth in range(3, 7)] + [f"{nlp}.gpt_dataset", f"{nlp}.gpt_sft_chat_dataset", "omegaconf", "megatron", "megatron.core"]

    with without(*dict.fromkeys(nemo), instead=("nemo_aligner.utils",)):
        datasets_file = file_module("nemo_aligner", "data/nlp/datasets.py", "nemo_aligner_datasets")
    convert = datasets_file.DPOModelDataset._convert_messages

    def conversation(prompt, answer) -> str:
        return prompt + answer if isinstance(prompt, str) else "".join(text_of(turn) for turn in convert(prompt + [answer])["conversations"])

    for row in export.rows():
        if export.format == "nemo-aligner-dpo":
            chosen, rejected = (conversation(row["prompt"], row[f"{part}_response"]) for part in ("chosen", "rejected"))
            yield {"prompt": chosen, "chosen": chosen, "rejected": rejected}
        else:
            yield {"completion": conversation(row["prompt"], row["response"]), "label": {"chosen": "chosen", "rejected": "rejected"}[row["preference"]]}


READERS = [Reader("NeMo-Aligner", ("nemo_aligner",), ("nemo-aligner-dpo", "nemo-aligner-kto"), read)]
