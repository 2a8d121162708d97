"""HALOs: `get_feedback`, which groups rows by their prompt (train/data.py), and the loader of its GRPO (train/dataloader.py)."""

from collections import defaultdict
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


def grpo(export: Export, scratch: Path):
    """`GroupUnpairedPreferenceDataLoader`, of one process: the outputs of a prompt one behind the other, each with the score that `GRPOTrainer` takes the mean of."""
    import random

    with without("torchaudio", "wandb", "vllm", "alpaca_eval", "openai", "google", "anthropic", instead=("train.utils",)):
        from train.data import get_feedback
        from train.dataloader import GroupUnpairedPreferenceDataLoader

    # Its constructor downloads and tokenizes; what is asked of it here is which outputs it puts together.
    loader = GroupUnpairedPreferenceDataLoader.__new__(GroupUnpairedPreferenceDataLoader)
    loader.full_data = get_feedback(str(export.train), "train").data
    loader.max_prompt_count, loader.kwargs, loader.rng = None, {}, random.Random(1)
    loader.process_index, loader.num_processes, loader.microbatch_size = 0, 1, 1
    groups, order = defaultdict(list), []
    for example, output, _status, score in loader.get_process_data():
        if order[-1:] != [example.prompt_id]:
            order.append(example.prompt_id)
        groups[text_of(example.prompt)].append((text_of(example.prompt), text_of(output), score))
    if len(order) != len(set(order)):
        raise ValueError("the outputs of a prompt came apart")
    for row in export.rows():
        prompt, output, score = groups[text_of(row["prompt"])].pop(0)
        if score != row["reward"]:
            raise ValueError("a response came with another reward")
        yield {"prompt": prompt, "completion": output}


READERS = [
    Reader("HALOs", ("train", "torch"), ("halos", "halos-kto"), read),
    Reader("HALOs GRPO", ("train", "torch"), ("halos-grpo",), grpo),
]
