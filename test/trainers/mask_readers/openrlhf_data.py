"""OpenRLHF: `RewardDataset` with the keys and the length of the printed command, its collator, and for DPO the mask of its trainer (openrlhf/datasets, openrlhf/trainer)."""

import shlex
from types import SimpleNamespace

from mask_readers import Look, MaskReader, Sequence
from readers import file_module, without

ABSENT = ("deepspeed", "ray", "flash_attn", "torchdata", "wandb", "tensorboard", "optimum", "bitsandbytes", "vllm", "pylatexenc", "datasets.distributed")


def collated(look: Look, is_dpo: bool):
    """A batch of all rows."""
    from datasets import load_dataset

    with without(*ABSENT, instead=("openrlhf.utils",)):
        dataset_file = file_module("openrlhf", "datasets/reward_dataset.py", "openrlhf_reward_dataset")
    import torch

    def zero_pad_sequences(sequences, side="left", value=0, stack=False):
        """openrlhf/utils/utils.py, whose package asks for a cluster."""
        longest = max(one.size(-1) for one in sequences)
        padded = [torch.nn.functional.pad(one, (longest - one.size(-1), 0) if side == "left" else (0, longest - one.size(-1)), value=value) for one in sequences]
        return torch.cat(padded, dim=0)

    dataset_file.zero_pad_sequences = zero_pad_sequences
    words = shlex.split(look.command, comments=True)
    given = lambda name, other=None: words[words.index(name) + 1] if name in words else other  # noqa: E731
    keys = SimpleNamespace(prompt_key=given("--data.prompt_key"), chosen_key=given("--data.chosen_key", "chosen"), rejected_key=given("--data.rejected_key", "rejected"), apply_chat_template="--data.apply_chat_template" in words)
    rows = load_dataset(str(look.export.folder), split="train", cache_dir=str(look.scratch / "cache"))
    made = dataset_file.RewardDataset(rows, look.tokenizer, int(given("--data.max_len", 512)), SimpleNamespace(args=SimpleNamespace(data=keys)), is_dpo=is_dpo, num_processors=1)
    return made.collate_fn([made[index] for index in range(len(made))]) if len(made) else None


def dpo(look: Look):
    batch = collated(look, True)
    if batch is None:
        return
    chosen, chosen_mask, rejected, rejected_mask, prompts = batch
    for side, ids, mask in (("chosen", chosen, chosen_mask), ("rejected", rejected, rejected_mask)):
        for row, there, prompt in zip(ids.tolist(), mask.bool().tolist(), prompts):
            # `DPOTrainer._get_batch_logps`: what is attended to, but for the first tokens, as many as the prompt has.
            loss = [is_there and index >= prompt for index, is_there in enumerate(there)]
            kept = [index for index, is_there in enumerate(there) if is_there]
            yield Sequence(side, [row[index] for index in kept], [loss[index] for index in kept])


def reward(look: Look):
    chosen, chosen_mask, rejected, rejected_mask, _ = collated(look, False)
    for side, ids, mask in (("chosen", chosen, chosen_mask), ("rejected", rejected, rejected_mask)):
        for row, there in zip(ids.tolist(), mask.bool().tolist()):
            yield Sequence(side, [one for one, is_there in zip(row, there) if is_there], None)


DPO = ("openrlhf/datasets/reward_dataset.py", "openrlhf/trainer/dpo_trainer.py")

READERS = [
    MaskReader("OpenRLHF DPO", "OpenRLHF", "OpenRLHF", ("trl-dpo", "full-conversations"), ("openrlhf",), DPO, dpo),
    MaskReader("OpenRLHF reward", "OpenRLHF", "OpenRLHF", ("trl-reward", "trl-reward-text"), ("openrlhf",), DPO[:1], reward, "score"),
]
