"""
Runs the commands that the cards of exports print, as they are printed, with the trainers themselves: TRL to the end of its first step of training with a random model
of a few kilobytes; the others up to the options that their own parser or configuration takes, as they need a machine with accelerators for more.

    python3 test/trainers/commands.py                     exports the studies of test/golden in every format and runs what their cards say
    python3 test/trainers/commands.py --exports FOLDER    takes what stands there already, as FOLDER/<study>/<format>/
    python3 test/trainers/commands.py --sources FOLDER    trainers that are read from their sources, by the repository's name (trl, OpenRLHF, open-instruct, verl)
    python3 test/trainers/commands.py --only "trl dpo"    commands that begin so

Exits with 1 where a command was refused. One whose program is not there is named in the table and fails nothing.
"""

import argparse
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

import tiny_model  # noqa: E402
from exported import Export  # noqa: E402
from run import write_exports  # noqa: E402

# The longest that one command may take, in seconds.
LIMIT = 600

# What a card says is to be written before: a module with a reward of this name.
REWARDS = {
    "rubric_reward.py": "def reward(completions, rubric, **kwargs):\n    return [float(index % 2) for index in range(len(completions))]\n",
}


class NotThere(Exception):
    """A program or its sources are not on this machine."""


@dataclass(frozen=True)
class Machine:
    """Where trainers are found, and a folder for what they write."""

    sources: Path | None
    scratch: Path

    def repository(self, name: str) -> Path:
        if self.sources is None or not (self.sources / name).is_dir():
            raise NotThere(f"sources of {name}")
        return self.sources / name

    def model(self, kind: str) -> str:
        labels = {"causal": 1, "sequence": 1, "token": 2}[kind]
        folder = self.scratch / "models" / kind
        return str(folder) if folder.is_dir() else tiny_model.save(folder, kind, labels)


def needs(*modules: str) -> None:
    for name in modules:
        if importlib.util.find_spec(name) is None:
            raise NotThere(name)


def step(words: list[str], machine: Machine, kind: str) -> list[str]:
    """The command of a TRL script with a model, on a CPU, for one step."""
    needs("trl", "transformers", "torch", "datasets")
    more = ["--model_name_or_path", machine.model(kind), "--use_cpu", "--bf16", "False", "--max_steps", "1", "--per_device_train_batch_size", "2", "--gradient_checkpointing", "False", "--report_to", "none", "--save_strategy", "no"]
    if "--output_dir" in words:
        at = words.index("--output_dir")
        words = [*words[:at], *words[at + 2:]]
    return [*words, *more, "--output_dir", str(machine.scratch / "out")]


def trl(words: list[str], machine: Machine) -> list[str]:
    kind = "sequence" if words[1] == "reward" else "causal"
    # What `trl` itself starts, on one process.
    more = ["--num_generations", "2", "--max_completion_length", "4"] if words[1] == "grpo" else []
    return [sys.executable, "-m", "trl.cli.main" if importlib.util.find_spec("trl.cli.main") else "trl.cli", *step([*words[1:], *more], machine, kind)]


def trl_example(words: list[str], machine: Machine) -> list[str]:
    script = next(word for word in words if word.endswith(".py"))
    path = machine.repository("trl") / script
    return [sys.executable, str(path), *step(words[words.index(script) + 1:], machine, "token" if path.name == "prm.py" else "causal")]


def openrlhf(words: list[str], machine: Machine) -> list[str]:
    at = words.index("-m") + 1
    return parse_only(machine.repository("OpenRLHF"), words[at], words[at + 1:])


def open_instruct(words: list[str], machine: Machine) -> list[str]:
    # grpo_fast.py has options of vLLM's own classes.
    if words[1].endswith("grpo_fast.py"):
        needs("vllm")
    return parse_only(machine.repository("open-instruct"), words[1], [*words[2:], "--model_name_or_path", "MODEL"])


def verl(words: list[str], machine: Machine) -> list[str]:
    needs("omegaconf")
    config = machine.repository("verl") / "verl/trainer/config/_generated_ppo_trainer.yaml"
    return [sys.executable, str(here / "parse_only.py"), "--hydra", str(config), *words[words.index("verl.trainer.main_ppo") + 1:]]


def parse_only(root: Path, program: str, options: list[str]) -> list[str]:
    return [sys.executable, str(here / "parse_only.py"), str(root), program, *options]


@dataclass(frozen=True)
class Program:
    begins: str
    """How a command of it begins, as a regular expression."""
    until: str
    """How far it is run."""
    started: Callable[[list[str], Machine], list[str]]
    """What is run instead of the words of the command."""


PROGRAMS = (
    Program(r"trl \w+", "first step", trl),
    Program(r"accelerate launch examples/scripts/(orpo|cpo|prm)\.py", "first step", trl_example),
    Program(r"python -m openrlhf\.", "options", openrlhf),
    Program(r"python open_instruct/", "options", open_instruct),
    Program(r"python3? -m verl\.trainer\.main_ppo", "options", verl),
)


def commands_of(export: Export) -> list[str]:
    """The lines of a card's shell texts that start a program, but for those of which the card says that they need another split."""
    card = (export.folder / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", card, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks if not re.search(r"^# .*stops without a split", block, re.MULTILINE) for line in block.splitlines()]
    return [re.sub(r"  # .*$", "", line) for line in lines if line.strip() and not line.startswith("#")]


def run(command: str, program: Program, export: Export, machine: Machine) -> str:
    """An empty text where the command was taken; else why not."""
    words = [str(export.folder.resolve()) if word == "$PWD" else word for word in shlex.split(command)]
    done = subprocess.run(
        program.started(words, machine), cwd=export.folder, capture_output=True, text=True, check=False, timeout=LIMIT,
        env={
            **os.environ, "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": "", "TOKENIZERS_PARALLELISM": "false", "OMP_NUM_THREADS": "1",
            "HF_DATASETS_CACHE": str(machine.scratch / "cache" / export.study / export.format), "TRL_EXPERIMENTAL_SILENCE": "1",
            "PYTHONPATH": os.pathsep.join([str(machine.scratch / "rewards"), os.environ.get("PYTHONPATH", "")]),
        },
    )
    if done.returncode == 0 and (program.until != "first step" or "train_loss" in done.stdout + done.stderr):
        return ""
    lines = [line for line in (done.stderr + done.stdout).strip().splitlines() if line.strip()]
    return next((line for line in reversed(lines) if re.search(r"error|Error|not in struct", line)), lines[-1] if lines else f"ended with {done.returncode}")[:300]


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs the commands that cards print.")
    parser.add_argument("--exports", type=Path, help="exports that stand already, as FOLDER/<study>/<format>/")
    parser.add_argument("--sources", type=Path, help="folders with the trainers' sources, by the repository's name")
    parser.add_argument("--only", default="", help="commands that begin so")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.exports.resolve() if options.exports else Path(scratch) / "exports"
        if options.exports is None:
            write_exports(folder, [])
        machine = Machine(options.sources and options.sources.resolve(), Path(scratch))
        (machine.scratch / "rewards").mkdir()
        for name, text in REWARDS.items():
            (machine.scratch / "rewards" / name).write_text(text, encoding="utf-8")
        return report(folder, machine, options.only)


def report(folder: Path, machine: Machine, only: str) -> int:
    """A line for each command, with what it was run on; what was refused is spelt out."""
    results: dict[str, list[tuple[Export, str]]] = defaultdict(list)
    until: dict[str, str] = {}
    others: Counter[str] = Counter()
    for path in sorted(folder.glob("*/*/README.md")):
        export = Export(path.parent.parent.name, path.parent.name, path.parent)
        for command in commands_of(export):
            if not command.startswith(only):
                continue
            program = next((each for each in PROGRAMS if re.match(each.begins, command)), None)
            if program is None:
                others[command] += 1
                continue
            # Media need a model that sees them; `readers/trl_vision.py` has one.
            if program.until == "first step" and export.has_media:
                continue
            try:
                told = run(command, program, export, machine)
            except NotThere as absent:
                until[command] = f"not there ({absent})"
                continue
            except subprocess.TimeoutExpired:
                told = f"took longer than {LIMIT} s"
            until[command] = program.until
            results[command].append((export, told))
    for command in sorted(until):
        runs = results[command]
        refused = [(export, told) for export, told in runs if told]
        state = until[command] if not runs else f"{len(runs) - len(refused)} of {len(runs)} to the {until[command]}" if until[command] == "first step" else f"{len(runs) - len(refused)} of {len(runs)}: options taken"
        print(f"{state:<32}{command}")
        for export, told in refused:
            print(f"    {export.study}/{export.format}: {told}")
    print(f"\n{len(others)} commands of other programs were not run (options.json holds their options)")
    refusals = sum(told != "" for runs in results.values() for _, told in runs)
    print(f"{refusals} refused")
    return 1 if refusals > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
