"""
Whether it matters how pairs of runs are written: the same preferences as whole runs and as the steps at which the runs part (`trl-dpo` with and without `--runs whole`),
learnt by TRL's DPO from the same small model on a CPU, and how often each calls its tool with the right argument on tasks that were not trained on.

    python3 test/trainers/whole_or_steps.py [--seeds 5] [--pairs 160] [--noise 24]

The task is made up: a user names a shelf and an item, the agent fetches the item by a call and says what the tool gave. A model is first taught to do so, with the item
next to the right one in 70 % of the calls. Then it gets pairs of a run that fetched the right item and one that did not. What the tool answers is `--noise` random words, of which no model
can know anything; in whole runs these are part of the completion.
"""

import argparse
import json
import random
import statistics
import tempfile

ITEMS = [f"item{n}" for n in range(12)]
SHELVES = [f"shelf{n}" for n in range(12)]
WORDS = [f"word{n}" for n in range(40)]
FIXED = ["fetch", "from", "call", "got", "nothing", "here", "found", "system", "user", "assistant", "tool"]
MARKS = ["<|pad|>", "<|unknown|>", "<|im_start|>", "<|im_end|>"]
TEMPLATE = (
    "{% for message in messages %}<|im_start|> {{ message['role'] }} {{ message['content'] }} <|im_end|> {% endfor %}{% if add_generation_prompt %}<|im_start|> assistant {% endif %}"
)


def tokenizer():
    """A word is a token."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: index for index, word in enumerate([*MARKS, *FIXED, *ITEMS, *SHELVES, *WORDS])}
    words = Tokenizer(models.WordLevel(vocab=vocabulary, unk_token="<|unknown|>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    words.add_special_tokens(MARKS)
    made = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<|pad|>", unk_token="<|unknown|>", eos_token="<|im_end|>")
    made.chat_template = TEMPLATE
    return made


def prompt_of(item: str, shelf: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": f"fetch {item} from {shelf}"}]


def run_of(item: str, fetched: str, drawn: random.Random, noise: int) -> list[dict[str, str]]:
    """A run that fetches an item: its call, what the tool says, and what the agent makes of that."""
    said = [drawn.choice(WORDS) for _ in range(noise)]
    told = said[0] if fetched == item and noise > 0 else "nothing"
    return [
        {"role": "assistant", "content": f"call {fetched}"},
        {"role": "tool", "content": " ".join(["found", *said])},
        {"role": "assistant", "content": f"got {told}"},
    ]


def other(item: str) -> str:
    """The item that a model takes for another: the next one."""
    return ITEMS[(ITEMS.index(item) + 1) % len(ITEMS)]


def taught(tasks: list[tuple[str, str]], seed: int, noise: int):
    """A model that knows how runs go and fetches the right item in 30 % of them; only the turns of the agent are learnt."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(seed)
    drawn = random.Random(seed)
    made = tokenizer()
    model = LlamaForCausalLM(LlamaConfig(
        vocab_size=len(made), hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=4,
        max_position_embeddings=512, pad_token_id=made.pad_token_id, eos_token_id=made.eos_token_id, bos_token_id=None,
    ))
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    for _ in range(200):
        rows, labels = [], []
        for item, shelf in drawn.choices(tasks, k=16):
            run = run_of(item, item if drawn.random() < 0.3 else other(item), drawn, noise)
            ids, learnt = [], []
            for turn in [*prompt_of(item, shelf), *run]:
                own = made.apply_chat_template([turn], tokenize=True, return_dict=False)
                ids += own
                learnt += own if turn["role"] == "assistant" else [-100] * len(own)
            rows.append(ids)
            labels.append(learnt)
        longest = max(map(len, rows))
        inputs = torch.tensor([row + [made.pad_token_id] * (longest - len(row)) for row in rows])
        wanted = torch.tensor([row + [-100] * (longest - len(row)) for row in labels])
        loss = model(input_ids=inputs, attention_mask=(inputs != made.pad_token_id).long(), labels=wanted).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model, made


def accuracy(model, made, tasks: list[tuple[str, str]]) -> tuple[float, float]:
    """How often the most likely call fetches the item that was asked for, and how likely that call is on average."""
    import torch

    model.eval()
    right, likely = [], []
    with torch.no_grad():
        for item, shelf in tasks:
            ids = made.apply_chat_template(prompt_of(item, shelf), add_generation_prompt=True, tokenize=True, return_dict=False) + made("call", add_special_tokens=False)["input_ids"]
            shares = model(input_ids=torch.tensor([ids])).logits[0, -1].softmax(-1)
            wanted = made.convert_tokens_to_ids(item)
            right.append(float(int(shares.argmax()) == wanted))
            likely.append(float(shares[wanted]))
    return statistics.mean(right), statistics.mean(likely)


def learnt(model, made, pairs: list[dict[str, object]], seed: int):
    import copy

    from datasets import Dataset
    from trl import DPOConfig, DPOTrainer

    with tempfile.TemporaryDirectory() as folder:
        arguments = DPOConfig(
            folder, seed=seed, per_device_train_batch_size=8, num_train_epochs=3, learning_rate=3e-4, beta=0.1, max_length=512, report_to=[], save_strategy="no",
            logging_strategy="no", use_cpu=True, bf16=False, disable_tqdm=True, dataset_num_proc=None,
        )
        DPOTrainer(model, ref_model=copy.deepcopy(model), args=arguments, train_dataset=Dataset.from_list(pairs), processing_class=made).train()
    return model


def compared(seed: int, count: int, noise: int) -> dict[str, tuple[float, float]]:
    import copy

    drawn = random.Random(1000 + seed)
    tasks = [(item, shelf) for item in ITEMS for shelf in SHELVES]
    drawn.shuffle(tasks)
    held_out, trained = tasks[:48], tasks[48:]
    base, made = taught(trained, seed, noise)
    whole, steps = [], []
    for item, shelf in drawn.choices(trained, k=count):
        better, worse = run_of(item, item, drawn, noise), run_of(item, other(item), drawn, noise)
        whole.append({"prompt": prompt_of(item, shelf), "chosen": better, "rejected": worse})
        steps.append({"prompt": prompt_of(item, shelf), "chosen": better[:1], "rejected": worse[:1]})
    found = {"before": accuracy(base, made, held_out)}
    for name, pairs in (("whole runs", whole), ("steps", steps)):
        found[name] = accuracy(learnt(copy.deepcopy(base), made, pairs, seed), made, held_out)
    return found


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    given.add_argument("--seeds", type=int, default=5)
    given.add_argument("--pairs", type=int, default=160)
    given.add_argument("--noise", type=int, default=24)
    options = given.parse_args()
    found = [compared(seed, options.pairs, options.noise) for seed in range(options.seeds)]
    for name in found[0]:
        for what, at in (("right", 0), ("likely", 1)):
            values = [each[name][at] for each in found]
            print(f"{name:11} {what:7} {statistics.mean(values):.3f} ({min(values):.3f} to {max(values):.3f})", flush=True)
    print(json.dumps({"seeds": options.seeds, "pairs": options.pairs, "noise": options.noise}))


if __name__ == "__main__":
    main()
