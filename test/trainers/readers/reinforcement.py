"""Trainers that reward a model's own answers: what each reads of prompts with rubrics, by the file of its own that reads it."""

import json
from pathlib import Path
from types import SimpleNamespace

import tiny_model
from exported import Export, text_of
from readers import Empty, Reader, bare_package, file_module, tool_calls, without

LONG = 1_000_000

# What NeMo Gym's servers and commands import and none of its classes of rows needs.
ABSENT_OF_GYM = (
    "ray", "hydra", "omegaconf", "mlflow", "wandb", "gprof2dot", "pydot", "psutil", "devtools", "yappi", "orjson", "starlette.middleware.sessions", "itsdangerous",
    "gradio", "datasets", "transformers", "sqlparse", "rich", "aiohttp",
)


def seen(prompt, truth) -> dict[str, str]:
    """A rubric reached the reward function whole where its JSON text is the file's."""
    return {"prompt": prompt if isinstance(prompt, str) else text_of(prompt), "truth": truth}


def skyrl(export: Export, scratch: Path):
    """SkyRL `PromptDataset` (skyrl/train/dataset/dataset.py), and what its environments ask of a row."""
    with without("loguru"):
        module = file_module("skyrl", "train/dataset/dataset.py", "skyrl_prompt_dataset")
    made = module.PromptDataset(str(export.train), tiny_model.tokenizer(), LONG, num_workers=1)
    for index in range(len(made)):
        messages, env_class, extras, _uid = made[index]
        assert env_class is None and "ground_truth" in extras["reward_spec"]
        yield seen(messages, extras["reward_spec"]["ground_truth"])


def slime(export: Export, scratch: Path):
    """slime `Dataset` (slime/utils/data.py) with `--input-key messages --label-key ground_truth --apply-chat-template`."""
    with without("ray", "sglang", "megatron", "httpx", instead=("slime.observability", "slime.ray")):
        from slime.utils.data import Dataset
    made = Dataset(str(export.train), tiny_model.tokenizer(), None, None, prompt_key="messages", label_key="ground_truth", apply_chat_template=True)
    for index in range(len(made)):
        yield seen(made[index].prompt, made[index].label)


def openrlhf(export: Export, scratch: Path):
    """OpenRLHF `PromptDataset` (openrlhf/datasets/prompts_dataset.py) with `--data.input_key messages --data.label_key ground_truth --data.apply_chat_template`."""
    from datasets import load_dataset

    with without("deepspeed", "ray", "flash_attn", instead=("openrlhf.utils",)):
        module = file_module("openrlhf", "datasets/prompts_dataset.py", "openrlhf_prompts_dataset")
    keys = SimpleNamespace(input_key="messages", label_key="ground_truth", apply_chat_template=True, image_key="images")
    strategy = SimpleNamespace(args=SimpleNamespace(data=keys), is_rank_0=lambda: False)
    rows = load_dataset("json", data_files=str(export.train), split="train", cache_dir=str(scratch / "cache"))
    made = module.PromptDataset(rows, tiny_model.tokenizer(), strategy)
    for index in range(len(made)):
        _source, prompt, label, _images = made[index]
        yield seen(prompt, label)


def areal(export: Export, scratch: Path):
    """AReaL: `_get_custom_dataset` of what the export's command saved (areal/dataset/__init__.py), and the tokens that RLVRWorkflow makes of `messages` (areal/workflow/rlvr.py)."""
    from datasets import load_dataset

    load_dataset("json", data_files={"train": str(export.train)}, cache_dir=str(scratch / "cache")).save_to_disk(str(scratch / "areal_data"))
    with without("areal.api", "areal.utils", "areal.infra", instead=("areal.api", "areal.utils", "areal.infra")):
        rows = file_module("areal", "dataset/__init__.py", "areal_dataset")._get_custom_dataset(str(scratch / "areal_data"), type="rl", split="train")
    tokenizer = tiny_model.tokenizer()
    for row in rows:
        tokens = tokenizer.apply_chat_template(row["messages"], tokenize=True, add_generation_prompt=True, return_dict=False)
        # `**task_data` stands behind four positional arguments of the reward function: their names may not be columns.
        assert not {"prompt", "completions", "prompt_ids", "completion_ids"} & set(row)
        yield seen(tokenizer.decode(tokens), row["ground_truth"])


def ms_swift(export: Export, scratch: Path):
    """ms-swift's `load_dataset`, whose columns without a meaning of their own are what reward functions get (swift/dataset, swift/rlhf_trainers)."""
    from readers.ms_swift import loaded

    rows = loaded(export, scratch, strict=True, remove_unused_columns=False)
    for row in rows:
        yield seen(row["messages"], row["solution"])


def verifiers(export: Export, scratch: Path):
    """verifiers `TaskData` with a field of criteria, as the export's command makes it (verifiers/v1/task.py, judges/rubric.py)."""
    import importlib
    import sys

    from pydantic import BaseModel

    # Settings of its commands and of its models, which no row needs: models of pydantic where their packages are not there.
    sys.modules.setdefault("pydantic_config", SimpleNamespace(BaseConfig=BaseModel))
    for package in ("verifiers.v1", "verifiers.v1.judges", "verifiers.v1.clients"):
        bare_package(package)
    with without("mcp", "math_verify", "renderers", "anthropic", "tenacity", "msgpack", "numpy", "prime_sandboxes", instead=("verifiers.v1.trace", "verifiers.v1.clients.base", "verifiers.v1.dialects")):
        renderers = importlib.import_module("renderers")
        if isinstance(renderers.RendererConfig, Empty):
            renderers.RendererConfig = renderers.AutoRendererConfig = BaseModel
        sys.modules["verifiers.v1.clients"].BaseClientConfig = importlib.import_module("verifiers.v1.configs.client").BaseClientConfig
        task = importlib.import_module("verifiers.v1.task")
        rubric = importlib.import_module("verifiers.v1.judges.rubric")

    # By a name of its own: up to Python 3.13 "rubric" is the field's within the class.
    Criterion = rubric.Criterion

    class RubricData(task.TaskData):
        rubric: list[Criterion]
        answer: str

    for index, row in enumerate(export.rows()):
        data = RubricData(idx=index, **row)
        weights = [criterion.weight * (1 if criterion.choices == ["no", "yes"] else -1) for criterion in data.rubric]
        worst = rubric.score_verdicts([rubric.CriterionVerdict(name=one.name, reason="", verdict=one.choices[0]) for one in data.rubric], data.rubric, "")
        assert set(worst.values()) == {0.0} and len(weights) == len(row["rubric"])
        yield seen(data.prompt_text, json.dumps([[one.name, one.text, one.weight] for one in data.rubric]))


def nemo_gym(export: Export, scratch: Path):
    """NeMo Gym: the request that its server is sent (nemo_gym/base_resources_server.py and the server's own class), with a reward by judges that always say what is good."""
    with without(*ABSENT_OF_GYM):
        from nemo_gym.openai_utils import NeMoGymResponseCreateParamsNonStreaming

        if export.format == "nemo-gym-genrm":
            from resources_servers.genrm_compare.app import GenRMCompareVerifyRequest as Request
        else:
            from resources_servers.multichallenge import app

            Request = app.MultiChallengeRunRequest
    for row in export.rows():
        params = NeMoGymResponseCreateParamsNonStreaming.model_validate(row["responses_create_params"])
        if export.format == "nemo-gym-genrm":
            request = Request.model_construct(**row)
            truth = request.principle
        else:
            request = Request.model_validate(row)
            evaluations = [
                app.RubricEvaluation(question=one["question"], pass_criteria=one["pass_criteria"], judge_prompt="", judge_response="", verdict=one["pass_criteria"], score=1.0, weight=one["weight"])
                for one in request.rubric
            ]
            server = SimpleNamespace(config=SimpleNamespace(aggregation_mode=app.AggregationMode.WEIGHTED))
            assert app.MultiChallengeServer._aggregate_scores(server, evaluations) == 1.0
            truth = json.dumps([[one.question, one.weight] for one in evaluations])
        yield seen([message.model_dump() for message in params.input], truth)


def nemo_gym_rollouts(export: Export, scratch: Path):
    """NeMo Gym: a rollout by its own classes (nemo_gym/openai_utils.py, base_resources_server.py BaseVerifyResponse), and the reward of each task by `RewardProfiler` (nemo_gym/reward_profile.py), of rows that are inputs, too."""
    with without(*ABSENT_OF_GYM):
        from nemo_gym.openai_utils import NeMoGymResponse, NeMoGymResponseCreateParamsNonStreaming
        from nemo_gym.reward_profile import RewardProfiler
    rows = export.rows()
    profiled, _agents = RewardProfiler().profile_from_data(rows, rows)
    rewards = {(one["_ng_task_index"], each["_ng_rollout_index"]): each["reward"] for one in profiled for each in one["rollout_infos"]}
    for one in profiled:
        if one["num_rollouts"] < 2 or one["mean/reward"] in (one["min/reward"], one["max/reward"]):
            raise ValueError("a group has nothing to compare")
    for row in rows:
        params = NeMoGymResponseCreateParamsNonStreaming.model_validate(row["responses_create_params"])
        response = NeMoGymResponse.model_validate(row["response"])
        if rewards[row["_ng_task_index"], row["_ng_rollout_index"]] != row["reward"]:
            raise ValueError("a response came with another reward")
        if len(response.output) != len(row["response"]["output"]) or len(params.tools) != len(row["responses_create_params"]["tools"]):
            raise ValueError("items were lost")
        told = [item.model_dump() for item in params.input]
        said = [item.model_dump() for item in response.output]
        yield {"prompt": items_text(told), "completion": items_text(said)}


def items_text(items) -> str:
    """The words of items of the Responses API, calls and their answers among them."""
    return "".join(text_of(one["content"]) if one["type"] == "message" else one.get("output") or one["arguments"] for one in items)


def nemo_rl(export: Export, scratch: Path):
    """NeMo-RL `NemoGymDataset` and what its environment asks of a row (nemo_rl/data/datasets/response_datasets/nemogym_dataset.py, environments/nemo_gym.py)."""
    from readers.nemo_rl_datasets import ABSENT

    with without(*ABSENT):
        from nemo_rl.data.datasets.response_datasets.nemogym_dataset import NemoGymDataset
    for line in NemoGymDataset(str(export.train)).dataset:
        row = json.loads(line["extra_env_info"])
        assert row["agent_ref"]["name"]
        yield {"prompt": text_of(row["responses_create_params"]["input"])}


def verl(export: Export, scratch: Path):
    """verl `RLHFDataset` (verl/utils/dataset/rl_dataset.py), on Parquet."""
    from omegaconf import OmegaConf

    with without("ray", "tensordict", instead=("verl.utils", "verl.protocol", "verl.models")):
        file_module("verl", "utils/fs.py", "verl.utils.fs")
        module = file_module("verl", "utils/dataset/rl_dataset.py", "verl_rl_dataset")
    config = OmegaConf.create({"cache_dir": str(scratch / "cache"), "max_prompt_length": LONG, "filter_overlong_prompts": False, "return_raw_chat": True})
    made = module.RLHFDataset(data_files=[str(export.train)], tokenizer=tiny_model.tokenizer(), config=config)
    for index in range(len(made)):
        row = made[index]
        assert row["data_source"]
        yield seen(list(row["raw_prompt"]), row["reward_model"]["ground_truth"])


READERS = [
    Reader("SkyRL", ("skyrl", "datasets"), ("skyrl",), skyrl),
    Reader("slime", ("slime", "torch"), ("open-instruct-rubric",), slime, tool_calls),
    Reader("OpenRLHF PPO", ("openrlhf", "datasets"), ("open-instruct-rubric",), openrlhf, tool_calls),
    Reader("AReaL", ("areal", "datasets"), ("open-instruct-rubric",), areal, tool_calls),
    Reader("ms-swift GRPO", ("swift", "datasets"), ("ms-swift-grpo",), ms_swift),
    Reader("verifiers", ("verifiers", "pydantic"), ("verifiers",), verifiers),
    Reader("NeMo Gym", ("nemo_gym", "pydantic"), ("nemo-gym", "nemo-gym-genrm"), nemo_gym),
    Reader("NeMo Gym rollouts", ("nemo_gym", "pydantic", "pandas"), ("nemo-gym-rollouts",), nemo_gym_rollouts),
    Reader("NeMo-RL with NeMo Gym", ("nemo_rl", "datasets"), ("nemo-gym", "nemo-gym-genrm"), nemo_rl),
    Reader("verl PPO", ("verl", "omegaconf"), ("verl", "verl-generative-rm"), verl),
]
