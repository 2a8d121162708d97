"""HALOs: `get_feedback`, which groups rows by their prompt (train/data.py)."""

from pathlib import Path

from exported import Export, text_of
from readers import Reader, without


def read(export: Export, scratch: Path):
    with without("torchaudio", "wandb", "vllm", "alpaca_eval", "openai", "google", "anthropic", instead=("train.utils",)):
        from train.data import get_feedback

    grouped = get_feedback(str(export.train), "train")
    pairs, singles = {}, {}
    for key, example in grouped.data.items():
        texts = [text_of(generation) for generation in example.generations]
        pairs[key] = [(texts[better], texts[worse]) for better, worse in example.pairs]
        singles[key] = list(zip(texts, example.desirable))
    for row in export.rows():
        if row["type"] == "pairwise_feedback":
            chosen, rejected = pairs[row["prompt_id"]].pop(0)
            first, second = text_of(row["output_A"]), text_of(row["output_B"])
            if (chosen, rejected) != ((first, second) if row["label"] == 1 else (second, first)):
                raise ValueError("a pair came the other way round")
        else:
            text, good = singles[row["prompt_id"]].pop(0)
            if text != text_of(row["output"]) or good != bool(row["label"]):
                raise ValueError("a response came with another label")
        yield {}


READERS = [Reader("HALOs", ("train", "torch"), ("halos", "halos-kto"), read)]
