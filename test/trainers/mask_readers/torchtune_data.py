"""torchtune: the printed YAML's component with its own transform, and its tokenizer of a model with ChatML (torchtune/datasets, torchtune/models/qwen2_5)."""

import yaml

from mask_readers import Look, MaskReader, Sequence
from readers import without

ABSENT = ("torchao", "torchao.quantization", "torchao.dtypes", "torchao.dtypes.nf4tensor", "blobfile", "tiktoken", "kagglehub", "torchvision", "torchdata", "omegaconf")


def dataset_of(look: Look):
    """The dataset of the YAML, with torchtune's tokenizer of Qwen 2.5, which encodes with our letters."""
    with without(*ABSENT):
        from torchtune.datasets import _chat, _preference
        from torchtune.models.qwen2_5._tokenizer import Qwen2_5Tokenizer

    class Words(Qwen2_5Tokenizer):
        def __init__(self, words) -> None:
            self.words = words
            self.im_start_id, self.im_end_id = words.convert_tokens_to_ids("<|im_start|>"), words.convert_tokens_to_ids("<|im_end|>")
            self.eos_id = self.pad_id = words.convert_tokens_to_ids("<|endoftext|>")
            self.tool_call_start_id = self.tool_call_end_id = self.im_start_id
            self.prompt_template, self.max_seq_len, self.truncation_type = None, None, "right"

        def encode(self, text: str, add_bos: bool = True, add_eos: bool = True) -> list[int]:
            return self.words.encode(text, add_special_tokens=False)

    options = dict(yaml.safe_load(look.command)["dataset"])
    component = options.pop("_component_").rsplit(".", 1)[-1]
    options["split"] = options.get("split", "train")
    build = {"chat_dataset": _chat.chat_dataset, "preference_dataset": _preference.preference_dataset}[component]
    return build(Words(look.tokenizer), cache_dir=str(look.scratch / "cache"), **options)


def dpo(look: Look):
    rows = dataset_of(look)
    for index in range(len(rows)):
        row = rows[index]
        for side in ("chosen", "rejected"):
            yield Sequence(side, list(row[f"{side}_input_ids"]), [label != -100 for label in row[f"{side}_labels"]])


def sft(look: Look):
    rows = dataset_of(look)
    for index in range(len(rows)):
        row = rows[index]
        # Labels are those of the next token.
        labels = [-100, *list(row["labels"])[:-1]]
        yield Sequence("completion", list(row["tokens"]), [label != -100 for label in labels])


READERS = [
    MaskReader("torchtune DPO", "torchtune", "torchtune", ("full-conversations",), ("torchtune",), ("torchtune/data/_messages.py", "torchtune/datasets/_preference.py"), dpo),
    MaskReader("torchtune SFT", "torchtune", "torchtune", ("best-of-n",), ("torchtune",), ("torchtune/data/_messages.py", "torchtune/datasets/_sft.py"), sft),
]
