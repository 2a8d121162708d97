"""
Writes options.json: the options that each trainer's own argument parser or configuration has, by the program that a printed command starts. The unit tests hold every
printed command against it, on machines without any trainer.

    python3 test/trainers/options.py SOURCES    SOURCES is a folder with a git clone of each repository (bare ones do), by the repository's name

A program whose repository is not there keeps what the table has. Names are read out of the sources; nothing of them is run.
"""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

here = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Source:
    """A repository at its newest commit."""

    folder: Path

    def read(self, path: str) -> str:
        return self.git("show", f"HEAD:{path}")

    def git(self, *words: str) -> str:
        return subprocess.run(["git", f"--git-dir={self.folder if (self.folder / 'objects').is_dir() else self.folder / '.git'}", *words], check=True, capture_output=True, text=True).stdout


# What a part of a program is read from: a file, and how names are found in it.
Part = tuple[str, Callable[[str], Iterable[str]]]


def fields(*classes: str, prefix: str = "") -> Callable[[str], list[str]]:
    """The fields of dataclasses, of pydantic's models and of typed dictionaries."""

    def read(text: str) -> list[str]:
        found = {node.name: node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)}
        return [f"{prefix}{line.target.id}" for name in classes for line in found[name].body if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)]

    return read


def flags(keep: str = "") -> Callable[[str], list[str]]:
    """The options that a file gives to argparse or click, or to a function of its own that does; those that begin with `keep`."""

    def read(text: str) -> list[str]:
        names = []
        for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            words = [word.value for word in call.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
            if called.endswith("_flag"):
                names += words[:1]
            elif called in ("add_argument", "reset_arg", "option"):
                names += [name.removeprefix("--") for word in words if word.startswith("--") for name in word.split("/")]
        return [name for name in names if re.match(keep, name)]

    return read


def keys(*sections: str, prefix: str = "") -> Callable[[str], list[str]]:
    """The keys of a YAML file with those that they stand in, `data.train_files`; of some sections where any are named."""

    def read(text: str) -> list[str]:
        names: list[str] = []
        above: list[tuple[int, str]] = []
        for line in text.splitlines():
            found = re.match(r"( *)([\w.]+):(\s|$)", line)
            if not found:
                continue
            depth = len(found[1])
            above = [each for each in above if each[0] < depth] + [(depth, found[2])]
            name = ".".join(each for _, each in above)
            if not sections or name.split(".")[0] in sections:
                names.append(prefix + name)
        return names

    return read


def parameters(function: str, prefix: str = "") -> Callable[[str], list[str]]:
    def read(text: str) -> list[str]:
        found = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef) and node.name == function)
        return [prefix + each.arg for each in [*found.args.args, *found.args.kwonlyargs] if each.arg != "self"]

    return read


def choices(option: str, owner: str, field: str) -> Callable[[str], list[str]]:
    """The values that a `Literal` allows a field, as `option=value`."""

    def read(text: str) -> list[str]:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef) and node.name == owner:
                for line in node.body:
                    if isinstance(line, ast.AnnAssign) and getattr(line.target, "id", "") == field:
                        return [f"{option}={each.value}" for each in ast.walk(line.annotation) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        raise LookupError(f"{owner}.{field}")

    return read


def registered(option: str, variable: str) -> Callable[[str], list[str]]:
    """The keys of a dictionary of what there is, as `option=key`."""

    def read(text: str) -> list[str]:
        for node in ast.walk(ast.parse(text)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
            if any(getattr(each, "id", "") == variable for each in targets) and isinstance(node.value, ast.Dict):
                return [f"{option}={key.value}" for key in node.value.keys if isinstance(key, ast.Constant)]
        raise LookupError(variable)

    return read


def members(option: str, enumeration: str) -> Callable[[str], list[str]]:
    """The values of an enumeration, as `option=value`."""

    def read(text: str) -> list[str]:
        found = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef) and node.name == enumeration)
        return [f"{option}={line.value.value}" for line in found.body if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant)]

    return read


def functions(option: str, module: str, named: str = "") -> Callable[[str], list[str]]:
    """The functions of a module, as `option=module.function`; `named` is the one that the module's name alone stands for."""

    def read(text: str) -> list[str]:
        made = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
        return [f"{option}={module}" if name == named else f"{option}={module}.{name}" for name in made]

    return read


def classes(module: str) -> Callable[[str], list[str]]:
    """What can be imported of a module, by its `__all__` or else by what it imports and defines itself, as `import=module.name`."""

    def read(text: str) -> list[str]:
        tree = ast.parse(text)
        names = []
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                names += [each.asname or each.name for each in node.names]
            elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                names.append(node.name)
            elif isinstance(node, ast.Assign) and any(getattr(each, "id", "") == "_import_structure" for each in node.targets):
                names += [each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        return sorted({f"import={module}.{name}" for name in names if not name.startswith("_")})

    return read


def only(pattern: str, read: Callable[[str], Iterable[str]]) -> Callable[[str], list[str]]:
    """Of what is found only what the pattern begins: of hundreds of options those on data and rewards."""
    return lambda text: [name for name in read(text) if re.match(pattern, name)]


def where(evidence: str, *names: str) -> Callable[[str], list[str]]:
    """Names that a program has as long as its file holds some text: the base class that brings them, or the parser that takes them."""

    def read(text: str) -> list[str]:
        if evidence not in text:
            raise LookupError(evidence)
        return list(names)

    return read


def present(text: str) -> list[str]:
    """Nothing of a file but that it is there."""
    return []


def these(*names: str) -> Callable[[str], list[str]]:
    """Names that a file uses as they stand, where no parser or configuration lists them. Each must be found in it."""

    def read(text: str) -> list[str]:
        if missing := [name for name in names if name.split("=")[-1].split(".")[-1] not in text]:
            raise LookupError(", ".join(missing))
        return list(names)

    return read


@dataclass(frozen=True)
class Program:
    name: str
    """How a printed command starts it; for YAML and Python what it is for."""
    repository: str
    parts: tuple[Part, ...]
    version: tuple[str, str] | None = None
    """The file with its version, and how it stands there."""


TRL = ("VERSION", r"(\S+)")
SCRIPT = ("trl/scripts/utils.py", fields("ScriptArguments"))
MIXTURE: tuple[Part, ...] = (("trl/scripts/utils.py", fields("DatasetMixtureConfig")), ("trl/scripts/utils.py", fields("DatasetConfig", prefix="datasets.")))
# TRL's own configurations are transformers' with more fields: these two are transformers' (`training_args.py`).
TRAINING: Part = ("trl/trainer/base_config.py", where("(TrainingArguments)", "output_dir", "eval_strategy"))


def trl(script: str, *more: Part) -> Program:
    return Program(f"trl {script}", "trl", (SCRIPT, *MIXTURE, TRAINING, (f"trl/scripts/{script}.py", present), *more), TRL)


def learning(path: str, owner: str) -> Part:
    """How long a sequence may be, and what of it is learnt from."""
    return (path, only("max_length$|assistant_only_loss", fields(owner)))


def example(script: str) -> Program:
    return Program(f"examples/scripts/{script}.py", "trl", (SCRIPT, TRAINING, (f"examples/scripts/{script}.py", present), learning(f"trl/experimental/{script}/{script}_config.py", f"{script.upper()}Config")), TRL)


AXOLOTL = "src/axolotl/utils/schemas"
SWIFT: tuple[Part, ...] = (
    ("swift/arguments/base_args/data_args.py", fields("DataArguments")),
    ("swift/arguments/base_args/base_args.py", only("external_plugins", fields("BaseArguments"))),
    ("swift/arguments/base_args/model_args.py", only("task_type|num_labels|problem_type", fields("ModelArguments"))),
    ("swift/arguments/base_args/model_args.py", choices("task_type", "ModelArguments", "task_type")),
    ("swift/arguments/base_args/model_args.py", choices("problem_type", "ModelArguments", "problem_type")),
    ("swift/loss/mapping.py", registered("loss_type", "loss_map")),
)
SWIFT_VERSION = ("swift/version.py", r"__version__ = '(.+)'")

PROGRAMS = (
    *(trl(script, learning(f"trl/trainer/{script}_config.py", f"{'Reward' if script == 'reward' else script.upper()}Config")) for script in ("dpo", "kto", "reward", "sft")),
    trl("grpo", ("trl/scripts/grpo.py", fields("GRPOScriptArguments"))),
    *(example(script) for script in ("orpo", "cpo", "prm", "sdft")),
    Program("trl (Python)", "trl", (("trl/experimental/tpo/__init__.py", classes("trl.experimental.tpo")), ("trl/experimental/orpo/__init__.py", classes("trl.experimental.orpo")), ("trl/experimental/cpo/__init__.py", classes("trl.experimental.cpo")), ("trl/experimental/sdpo/__init__.py", classes("trl.experimental.sdpo"))), TRL),
    *(Program(f"openrlhf.cli.train_{script}", "OpenRLHF", ((f"openrlhf/cli/train_{script}.py", flags(r"(data|eval|reward)\.|model\.margin")),), ("version.txt", r"(\S+)")) for script in ("dpo", "rm", "ppo_ray")),
    Program(
        "axolotl (YAML)", "axolotl",
        (
            (f"{AXOLOTL}/config.py", only(r"(rl|reward_model|process_reward_model|datasets|test_datasets|sequence_len)$", fields("AxolotlInputConfig"))),
            (f"{AXOLOTL}/datasets.py", fields("SFTDataset", "DPODataset", "StepwiseSupervisedDataset", "KTODataset", prefix="datasets.")),
            (f"{AXOLOTL}/datasets.py", fields("UserDefinedKTOType", prefix="datasets.type.")),
            (f"{AXOLOTL}/enums.py", members("rl", "RLType")),
            ("src/axolotl/prompt_strategies/dpo/chat_template.py", functions("datasets.type", "chat_template")),
            ("src/axolotl/prompt_strategies/bradley_terry/chat_template.py", functions("datasets.type", "bradley_terry.chat_template", "load")),
            ("src/axolotl/prompt_strategies/stepwise_supervised.py", functions("datasets.type", "stepwise_supervised", "load")),
            ("src/axolotl/prompt_strategies/chat_template.py", where("load = StrategyLoader()", "datasets.type=chat_template")),
        ),
        ("VERSION", r"(\S+)"),
    ),
    Program(
        "LLaMA-Factory (YAML)", "LLaMA-Factory",
        (
            ("src/llamafactory/hparams/data_args.py", fields("DataArguments")),
            ("src/llamafactory/hparams/finetuning_args.py", these("stage", "pref_loss")),
            ("src/llamafactory/hparams/finetuning_args.py", choices("stage", "FinetuningArguments", "stage")),
            ("src/llamafactory/hparams/finetuning_args.py", choices("pref_loss", "RLHFArguments", "pref_loss")),
            ("src/llamafactory/hparams/training_args.py", where("Seq2SeqTrainingArguments", "eval_strategy")),
        ),
        ("src/llamafactory/extras/env.py", r'VERSION = "(.+)"'),
    ),
    Program(
        "LLaMA-Factory v1 (YAML)", "LLaMA-Factory",
        (
            ("src/llamafactory/v1/utils/types.py", fields("DatasetInfo", prefix="preferences.")),
            ("src/llamafactory/v1/plugins/data_plugins/converter.py", lambda text: ["preferences", *(f"preferences.converter={name}" for name in re.findall(r'DataConverterPlugin\("(\w+)"\)', text))]),
            ("src/llamafactory/v1/utils/types.py", choices("preferences.source", "DatasetInfo", "source")),
        ),
        ("src/llamafactory/extras/env.py", r'VERSION = "(.+)"'),
    ),
    Program("swift sft", "ms-swift", (*SWIFT, ("swift/trainers/arguments.py", where("    loss_type: Optional[str]", "loss_type"))), SWIFT_VERSION),
    Program("swift rlhf", "ms-swift", (*SWIFT, ("swift/arguments/rlhf_args.py", only("rlhf_type|reward|loss_scale", fields("RLHFArguments", "GRPOArguments", "RewardModelArguments"))), ("swift/arguments/rlhf_args.py", choices("rlhf_type", "RLHFArguments", "rlhf_type")), ("swift/rlhf_trainers/args_mixin.py", only("reward", fields("GRPOArgumentsMixin")))), SWIFT_VERSION),
    Program("torchtune (YAML)", "torchtune", (
        ("torchtune/datasets/_chat.py", parameters("chat_dataset", "dataset.")), ("torchtune/datasets/_preference.py", parameters("preference_dataset", "dataset.")),
        ("torchtune/datasets/__init__.py", lambda text: ["dataset", "dataset._component_", *(f"dataset._component_=torchtune.datasets.{name}" for name in re.findall(r'"(\w+_dataset)"', text))]),
        ("recipes/full_finetune_distributed.py", these("run_val_every_n_steps", "dataset_val")),
        # What is left goes to `load_dataset`.
        ("torchtune/datasets/_sft.py", where("load_dataset_kwargs", "dataset.data_files")),
    )),
    Program("open_instruct/finetune.py", "open-instruct", (("open_instruct/finetune.py", only("dataset", fields("FlatArguments"))),)),
    Program("open_instruct/dpo.py", "open-instruct", (("open_instruct/dpo_utils.py", where("    DatasetConfig,")), ("open_instruct/olmo_core_utils.py", fields("DatasetConfig")), ("open_instruct/dpo.py", present))),
    Program("open_instruct/grpo_fast.py", "open-instruct", (("open_instruct/data_loader.py", only("dataset", fields("StreamingDataLoaderConfig"))), ("open_instruct/grpo_fast.py", where("data_loader_lib.StreamingDataLoaderConfig")))),
    Program("NeMo-RL (YAML)", "RL", (
        ("nemo_rl/data/__init__.py", fields("DataConfig", prefix="data.")), *(("nemo_rl/data/__init__.py", fields("PreferenceDatasetConfig", prefix=f"data.{part}.")) for part in ("train", "validation", "default")),
        ("nemo_rl/data/datasets/preference_datasets/__init__.py", registered("data.default.dataset_name", "DATASET_REGISTRY")), ("nemo_rl/data/__init__.py", lambda text: ["data"]),
        ("examples/configs/dpo.yaml", only(r"policy$|policy\.max_total", keys("policy"))),
    ), ("nemo_rl/package_info.py", r"(?s)MAJOR = (\d+).MINOR = (\d+).PATCH = (\d+)")),
    *(Program(f"examples/nlp/gpt/{script}", "NeMo-Aligner", ((f"examples/nlp/gpt/conf/{conf}", only(r"model\.(data|reward_model_type|regression)", keys("model"))), (f"examples/nlp/gpt/{script}", present)), ("nemo_aligner/package_info.py", r"(?s)MAJOR = (\d+).MINOR = (\d+).PATCH = (\d+)")) for script, conf in (("train_gpt_dpo.py", "gpt_dpo.yaml"), ("train_gpt_kto.py", "gpt_kto.yaml"), ("train_reward_model.py", "training_rm.yaml"))),
    Program("launch.py", "HALOs", (("config/config.yaml", keys("train_datasets", "test_datasets", "loss")), ("config/config.yaml", these("loss")), *((f"config/loss/{loss}.yaml", (lambda name: lambda text: [f"loss={name}"])(loss)) for loss in ("dpo", "grpo", "kto")))),
    Program("verl.trainer.main_ppo", "verl", (
        ("verl/trainer/config/ppo_trainer.yaml", only(r"algorithm\.adv", keys("algorithm"))),
        ("verl/trainer/config/data/legacy_data.yaml", only(r"data\.\w+_files", keys(prefix="data."))),
        # Not those of legacy_reward_impl.yaml: the configuration takes them, and nothing reads them.
        ("verl/trainer/config/reward/reward.yaml", only(r"reward\.(custom|reward_manager)", keys(prefix="reward."))),
        ("verl/trainer/ppo/reward.py", these("reward.custom_reward_function")),
    ), ("verl/version/version", r"(\S+)")),
    Program("skyrl.train.entrypoints.main_base", "SkyRL", (("skyrl/train/config/config.py", fields("DataConfig", prefix="data.")), ("skyrl/train/config/config.py", fields("EnvironmentConfig", prefix="environment.")), ("skyrl/train/config/config.py", only(r"trainer\.algorithm\.adv", fields("AlgorithmConfig", prefix="trainer.algorithm."))), ("skyrl/train/entrypoints/main_base.py", present))),
    Program("slime train.py", "slime", (("slime/utils/arguments.py", flags("prompt|input|label|apply|custom|eval|rm-")),)),
    Program("gym", "Gym", (("nemo_gym/cli/main.py", flags("resources-server$|model|no-serve$|agent$|inputs?$|output$|rollouts$")), ("nemo_gym/cli/main.py", where('"model-type"', "model-type")))),
    Program("rewardbench", "reward-bench", (("rewardbench/rewardbench.py", fields("Args")),)),
    Program("scripts/run_v2.py", "reward-bench", (("scripts/run_v2.py", flags()),)),
    Program("scripts/dpo.py", "alignment-handbook", (("src/alignment/configs.py", fields("ScriptArguments")), ("scripts/dpo.py", where("TrlParser((ScriptArguments, DPOConfig, ModelConfig))", "dataset_name", "dataset_test_split", "eval_strategy", "max_length")))),
    Program("together", "together-python", (("src/together/cli/api/finetune.py", flags("train|valid|n-|model$|file")),)),
    Program("fastchat.serve.monitor.elo_analysis", "FastChat", (("fastchat/serve/monitor/elo_analysis.py", flags()),)),
    Program("RRHF train.py", "RRHF", (("train.py", fields("DataArguments")),)),
    Program("PRO main.py", "DAMO-ConvAI", (("PRO/train/utils/config.py", flags()), ("PRO/train/main.py", present))),
    Program("armo-rm/stage-1_prepare.py", "RLHF-Reward-Modeling", (("armo-rm/stage-1_prepare.py", flags()),)),
    Program("simple-evals.simple_evals", "simple-evals", (("simple_evals.py", flags()), ("healthbench_eval.py", these("INPUT_PATH")))),
    Program("tasks/qa_feedback/reward_modeling/create_rel_fact_rm_files.py", "FineGrainedRLHF", (("tasks/qa_feedback/reward_modeling/create_rel_fact_rm_files.py", flags()),)),
    Program("ordinal-preference-optimization (YAML)", "ordinal-preference-optimization", (("build/lib/alignment/configs.py", only("dataset", fields("DataArguments"))), ("scripts/run_list.py", these("list_size")))),
    Program("codes/leaderboard/pairwise_eval.py", "auto-j", (("codes/leaderboard/pairwise_eval.py", flags()), ("codes/leaderboard/pairwise_eval.py", these("testdata_pairwise")))),
    Program("openai (Python)", "openai-python", (("src/openai/resources/files.py", parameters("create", "client.files.create.")), ("src/openai/resources/fine_tuning/jobs/jobs.py", parameters("create", "client.fine_tuning.jobs.create.")), ("src/openai/__init__.py", these("import=openai.OpenAI"))), ("src/openai/_version.py", r'__version__ = "([^"]+)"')),
    Program("tinker_cookbook.recipes.rubric.train", "tinker-cookbook", (("tinker_cookbook/recipes/rubric/train.py", only("train_jsonl|test_jsonl", fields("CLIConfig"))),)),
    Program("tinker (Python)", "tinker-cookbook", (("tinker_cookbook/preference/preference_datasets.py", only(r"import=\S+\.(Chat|Comparison)", classes("tinker_cookbook.preference.preference_datasets"))),)),
    Program("Oumi (YAML)", "oumi", (
        ("src/oumi/core/configs/params/data_params.py", only(r"data\.\w+$", fields("DataParams", prefix="data."))),
        *(("src/oumi/core/configs/params/data_params.py", fields("DatasetSplitParams", prefix=f"data.{part}.")) for part in ("train", "validation")),
        *(("src/oumi/core/configs/params/data_params.py", fields("DatasetParams", prefix=f"data.{part}.datasets.")) for part in ("train", "validation")),
        ("src/oumi/core/configs/params/training_params.py", only(r"training\.(trainer_type|reward_functions)", fields("TrainingParams", prefix="training."))),
        ("src/oumi/core/configs/training_config.py", these("data", "training")),
        ("src/oumi/datasets/grpo/rlvr_rubric.py", these("data.train.datasets.dataset_name=oumi-rlvr-rubric")),
    )),
    Program("verifiers (Python)", "verifiers", (("verifiers/v1/__init__.py", lambda text: [name.removeprefix("import=") for name in only(r"import=vf\.(Task|Trace|reward)", classes("vf"))(text)]), ("verifiers/v1/judges/__init__.py", classes("verifiers.v1.judges")))),
)


def entry(program: Program, source: Source) -> dict[str, object]:
    names: list[str] = []
    for path, read in program.parts:
        names += read(source.read(path))
    version = ""
    if program.version is not None:
        found = re.search(program.version[1], source.read(program.version[0]))
        if found is None:
            raise LookupError(f"no version in {program.version[0]}")
        version = ".".join(found.groups()) + " "
    commit = source.git("log", "-1", "--format=%h %cs").strip()
    return {"program": program.name, "repository": program.repository, "version": f"{version}{commit}", "sources": sorted({path for path, _ in program.parts}), "options": sorted(set(names))}


def main(folder: Path) -> None:
    table = here / "options.json"
    known = {each["program"]: each for each in json.loads(table.read_text(encoding="utf-8"))} if table.exists() else {}
    entries = []
    for program in PROGRAMS:
        if (folder / program.repository).exists():
            try:
                entries.append(entry(program, Source(folder / program.repository)))
            except (LookupError, StopIteration, subprocess.CalledProcessError) as error:
                sys.exit(f"{program.name}: {getattr(error, 'stderr', '') or error}")
        elif program.name in known:
            entries.append(known[program.name])
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in entries)
    table.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
