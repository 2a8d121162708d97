"""
LLaMA-Factory: the printed YAML's options, its own `get_dataset` (loader, converter, template, processor) and its collators (src/llamafactory/data). The template is "qwen", which is
ChatML with tools, and "llava" where there are images: the YAML leaves it to the model.
"""

import os

import yaml

from mask_readers import Look, MaskReader, Sequence, rows_of
from readers import without

ABSENT = ("omegaconf", "av", "torchaudio", "librosa", "torchdata", "pydub", "modelscope", "tyro", "fire", "gradio")
STAGES = {"dpo": "rm", "rm": "rm", "kto": "kto"}


def batch_of(look: Look):
    """The batch that its collator makes of the export, and the stage that the YAML names."""
    with without(*ABSENT):
        from llamafactory.data import KTODataCollatorWithPadding, PairwiseDataCollatorWithPadding, get_dataset, get_template_and_fix_tokenizer
        from llamafactory.hparams.data_args import DataArguments
        from llamafactory.hparams.model_args import ModelArguments
    from transformers import AutoProcessor, AutoTokenizer, Seq2SeqTrainingArguments

    os.environ["HF_DATASETS_CACHE"] = str(look.scratch / "cache")
    os.chdir(look.export.folder)
    options = yaml.safe_load(look.command)
    own = {name: value for name, value in options.items() if name in DataArguments.__dataclass_fields__}
    folder = look.model / ("vision" if look.shape == "image" else "causal")
    tokenizer = AutoTokenizer.from_pretrained(folder)
    processor = AutoProcessor.from_pretrained(folder) if look.shape == "image" else None
    data = DataArguments(**{**own, "template": "llava" if processor else "qwen"})
    model = ModelArguments(model_name_or_path=str(folder))
    if processor:
        # As llamafactory/model/patcher.py patch_processor does, which is imported with its models.
        processor.tokenizer = tokenizer
        for name in ("image_max_pixels", "image_min_pixels", "image_do_pan_and_scan", "crop_to_patches", "video_max_pixels", "video_min_pixels", "video_fps", "video_maxlen", "use_audio_in_video", "audio_sampling_rate"):
            setattr(processor, name, getattr(model, name))
    training = Seq2SeqTrainingArguments(output_dir=str(look.scratch / "out"), use_cpu=True, report_to="none")
    template = get_template_and_fix_tokenizer(tokenizer, data)
    stage = STAGES[options["stage"]]
    rows = get_dataset(template, model, data, training, stage=stage, tokenizer=tokenizer, processor=processor)["train_dataset"]
    collator = (PairwiseDataCollatorWithPadding if stage == "rm" else KTODataCollatorWithPadding)(template=template, tokenizer=tokenizer, processor=processor, pad_to_multiple_of=8, label_pad_token_id=-100)
    return collator([rows[index] for index in range(len(rows))]), stage


def read(look: Look):
    try:
        batch, stage = batch_of(look)
    except RuntimeError as error:
        # What it says where it has left out every row.
        if "Cannot find valid samples" in str(error):
            return
        raise
    rows = rows_of(batch, "input_ids", "labels", "attention_mask")
    for index, (ids, loss) in enumerate(rows):
        chosen = index < len(rows) // 2 if stage == "rm" else bool(batch["kto_tags"][index])
        yield Sequence("chosen" if chosen else "rejected", ids, loss)


SOURCES = ("src/llamafactory/data/processor/pairwise.py", "src/llamafactory/data/collator.py")

READERS = [
    MaskReader("LLaMA-Factory DPO", "LLaMA-Factory", "LLaMA-Factory", ("llama-factory",), ("llamafactory",), SOURCES, read),
    MaskReader("LLaMA-Factory KTO", "LLaMA-Factory", "LLaMA-Factory", ("llama-factory-kto",), ("llamafactory",), ("src/llamafactory/data/processor/feedback.py", "src/llamafactory/data/collator.py"), read),
]
