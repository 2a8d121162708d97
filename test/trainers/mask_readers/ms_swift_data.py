"""
ms-swift: its own `load_dataset`, its template "qwen2_5" (ChatML with tools) with the loss scale of the printed command or the one that its arguments take where nothing is said,
and its collator (swift/template/base.py, swift/arguments/rlhf_args.py).
"""

import os
import shlex

from mask_readers import Look, MaskReader, Sequence, rows_of
from readers import without
from readers.ms_swift import ABSENT, loaded

MORE = (*ABSENT, "torchvision", "decord", "av", "qwen_vl_utils", "dacite", "binpacking", "rouge", "nltk", "cpm_kernels", "tiktoken", "gradio", "fastapi", "uvicorn", "openai", "sortedcontainers", "zstandard", "simplejson", "einops", "transformers_stream_generator", "charset_normalizer", "jieba", "sacrebleu", "tensorboard", "yapf", "oss2", "pandas_profiling")


def read(look: Look):
    words = shlex.split(look.command.splitlines()[-1], comments=True)
    given = lambda name, other=None: words[words.index(name) + 1] if name in words else other  # noqa: E731
    kind = given("--rlhf_type", "dpo")
    rows = loaded(look.export, look.scratch, strict=False)
    os.chdir(look.export.folder)
    with without(*MORE):
        from swift.model import get_processor
        from swift.template import get_template

        processor = get_processor(str(look.model / "causal"), model_type="qwen2")
        template = get_template(processor, template_type="qwen2_5", max_length=None, loss_scale=given("--loss_scale", "last_round"))
    template.set_mode("kto" if kind == "kto" else "rlhf")
    encoded = []
    for index in range(len(rows)):
        row = {name: value for name, value in rows[index].items() if value is not None}
        encoded.append(template.encode(row, return_length=True))
    if not encoded:
        return
    batch = template.data_collator(encoded)
    if kind == "kto":
        batch = {"label": batch["label"], **{name: batch[f"completion_{name}"] for name in ("input_ids", "labels", "attention_mask") if f"completion_{name}" in batch}}
    if "attention_mask" not in batch:
        batch["attention_mask"] = batch["input_ids"] != processor.pad_token_id
    found = rows_of(batch, "input_ids", "labels", "attention_mask")
    for index, (ids, loss) in enumerate(found):
        chosen = bool(batch["label"][index]) if kind == "kto" else index < len(found) // 2
        yield Sequence("chosen" if chosen else "rejected", ids, loss)


SOURCES = ("swift/template/base.py", "swift/loss_scale/base.py", "swift/arguments/rlhf_args.py")

READERS = [
    MaskReader("ms-swift DPO", "ms-swift", "ms-swift", ("ms-swift", "ms-swift-conversations"), ("swift",), SOURCES, read),
    MaskReader("ms-swift KTO", "ms-swift", "ms-swift", ("ms-swift-kto",), ("swift",), SOURCES, read),
]
