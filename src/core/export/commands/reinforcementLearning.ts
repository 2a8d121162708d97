import {
  hydra,
  pythonString,
  python,
  readerOf,
  yamlScalar,
  sh,
  training,
  withoutSplit,
  shellWord,
  yaml,
  type TrainingCommandBuilder,
} from './trainingCommand';
import { verlPpo } from './researchAndHosted';

/**
 * Commands of trainers that reward a model's own answers (reinforcement learning), each with a reward function of one's
 * own; beside each the file of theirs that reads the options.
 */

/**
 * SkyRL (`skyrl/train/dataset/dataset.py PromptDataset`; `skyrl/train/config/config.py DataConfig`, whose validation
 * file is GSM8K's where none is named). The environment is one that is registered as "rubric"
 * (`skyrl_gym/envs/registration.py register`).
 */
export const skyrlGrpo: TrainingCommandBuilder = training((files) =>
  sh(
    `${files.heldOut ? '' : withoutSplit('SkyRL evaluates on a file of GSM8K where no validation file is named', files)}# RubricEnv is a class of yours: register(id="rubric", entry_point="rubric_env:RubricEnv") from skyrl_gym.envs\npython -m skyrl.train.entrypoints.main_base trainer.algorithm.advantage_estimator=grpo "data.train_data=['${hydra(files.train)}']" "data.val_data=['${files.heldOut ? hydra(files.heldOut.path) : 'VALIDATION_FILE'}']" environment.env_class=rubric`,
  ),
);

/**
 * OpenRLHF's PPO and its relatives (`openrlhf/cli/train_ppo_ray.py`; `openrlhf/datasets/prompts_dataset.py
 * PromptDataset`). The reward function gets the column as `labels`.
 */
export const openRlhfPpo: TrainingCommandBuilder = training(({ folder, train, heldOut }) => {
  const evaluated =
    heldOut && folder !== undefined ? ` --eval.dataset ${shellWord(folder)} --eval.split ${heldOut.split}` : '';
  return sh(
    `python -m openrlhf.cli.train_ppo_ray --data.prompt_dataset ${shellWord(folder ?? train)} --data.input_key messages --data.label_key ground_truth --data.apply_chat_template --reward.remote_url rubric_reward.py${evaluated}  # def reward_func(queries, prompts, labels, **kwargs)`,
  );
});

/**
 * slime (`slime/utils/data.py Dataset`, which reads .jsonl and .parquet; `slime/utils/arguments.py`; the function is
 * awaited for each sample, `slime/rollout/rm_hub/__init__.py async_rm`).
 */
export const slimeTrain: TrainingCommandBuilder = training(({ train, heldOut, kind }) => {
  if (kind === 'json') return undefined;
  const evaluated = heldOut ? ` --eval-prompt-data ${heldOut.split} ${shellWord(heldOut.path)} --eval-interval 20` : '';
  return sh(
    `python train.py --prompt-data ${shellWord(train)} --input-key messages --label-key ground_truth --apply-chat-template --custom-rm-path rubric_reward.reward${evaluated}  # async def reward(args, sample, **kwargs)`,
  );
});

/**
 * AReaL (`areal/dataset/__init__.py _get_custom_dataset`: a path that it does not know is read by `load_from_disk`;
 * `areal/workflow/rlvr.py RLVRWorkflow` takes `messages`, and hands the other columns to the reward function).
 */
export const arealDataset: TrainingCommandBuilder = training((files) => {
  const splits = [['train', files.train], ...(files.heldOut ? [['test', files.heldOut.path]] : [])] as const;
  const all = splits.map(([name, path]) => `"${name}": ${pythonString(path)}`).join(', ');
  return python(
    `# then: train_dataset.path=areal_data train_dataset.type=rl, and RLVRWorkflow with def reward(prompt, completion, prompt_ids, completion_ids, ground_truth, **kwargs)\nfrom datasets import load_dataset\nload_dataset("${readerOf(files)}", data_files={${all}}).save_to_disk("areal_data")`,
  );
});

/** verl, for a model that is to judge. */
export const verlJudge: TrainingCommandBuilder = verlPpo(
  'verdict_reward.py',
  '# verdict_reward.py: def compute_score(data_source, solution_str, ground_truth, extra_info): return float(solution_str.rstrip().endswith(f"[RESULT] {ground_truth}"))\n',
);

/**
 * verifiers (`verifiers/v1/taskset.py Taskset.load`, `verifiers/v1/task.py TaskData`) and prime-rl, which trains by its
 * tasksets: the module of one.
 */
export const verifiersTaskset: TrainingCommandBuilder = training(({ train, kind }) =>
  kind === 'parquet'
    ? undefined
    : python(
        [
          'import json',
          'import verifiers.v1 as vf',
          'from verifiers.v1.judges import Criterion',
          '',
          'class RubricData(vf.TaskData):',
          '    rubric: list[Criterion]',
          '    answer: str',
          '',
          'class RubricTask(vf.Task[RubricData]):',
          '    @vf.reward',
          '    async def meets_rubric(self, trace: vf.Trace) -> float:',
          '        ...  # ask a judge for each of self.data.rubric about trace.last_reply',
          '',
          'class RubricTaskset(vf.Taskset[RubricTask, vf.TasksetConfig]):',
          '    def load(self):',
          `        with open(${pythonString(train)}, encoding="utf-8") as rows:`,
          `            return [RubricTask(RubricData(idx=i, **row), self.config.task) for i, row in enumerate(${kind === 'json' ? 'json.load(rows)' : 'map(json.loads, rows)'})]`,
        ].join('\n'),
      ),
);

/**
 * The same with the answer of an expert for each task, by which prime-rl's `opsd` distils a model from itself
 * (`configs/debug/algo/self_distill.toml`, `[orchestrator.algo] type = "opsd"`).
 */
export const primeRlTaskset: TrainingCommandBuilder = training(({ train, kind }) =>
  python(
    [
      '# in the configuration: [orchestrator.algo] with type = "opsd" and demo_key = "demonstration"',
      'import json',
      'import verifiers.v1 as vf',
      '',
      'class ExpertData(vf.TaskData):',
      '    demonstration: str',
      '',
      'class ExpertTaskset(vf.Taskset[vf.Task[ExpertData], vf.TasksetConfig]):',
      '    def load(self):',
      `        with open(${pythonString(train)}, encoding="utf-8") as rows:`,
      `            return [vf.Task(ExpertData(idx=i, **row), self.config.task) for i, row in enumerate(${kind === 'json' ? 'json.load(rows)' : 'map(json.loads, rows)'})]`,
    ].join('\n'),
  ),
);

/**
 * Tinker's preference models (tinker-cookbook `tinker_cookbook/preference/preference_datasets.py`; as
 * `tinker_cookbook/recipes/preference/rlhf/rlhf_pipeline.py` builds them of a dataset).
 */
export const tinkerComparisons: TrainingCommandBuilder = training(({ train, heldOut }) =>
  python(
    [
      'from tinker_cookbook.preference.preference_datasets import ChatDatasetBuilderFromComparisons, ComparisonBuilderFromJsonl',
      '',
      `comparisons = ComparisonBuilderFromJsonl(train_path=${pythonString(train)}${heldOut ? `, test_path=${pythonString(heldOut.path)}` : ''})`,
      'dataset_builder = ChatDatasetBuilderFromComparisons(common_config=common_config, comparison_builder=comparisons)',
    ].join('\n'),
  ),
);

/** Tinker's rewards by rubrics (tinker-cookbook `tinker_cookbook/recipes/rubric/train.py CLIConfig`). */
export const tinkerRubrics: TrainingCommandBuilder = training((files) => {
  const { train, heldOut } = files;
  const note = heldOut ? '' : withoutSplit('it evaluates on another file as well', files);
  return sh(
    `${note}python -m tinker_cookbook.recipes.rubric.train train_jsonl_path=${shellWord(train)}${heldOut ? ` test_jsonl_path=${shellWord(heldOut.path)}` : ''}`,
  );
});

/**
 * NeMo Gym (`gym eval run` reads the rows by the agent that each names), and NeMo-RL's GRPO with it
 * (`nemo_rl/data/datasets/response_datasets/nemogym_dataset.py`).
 */
export const nemoGymRuns = (server: string, agent: string, setting: string): TrainingCommandBuilder =>
  training(({ train }) =>
    sh(
      `gym env start --resources-server ${server} --model-type vllm_model  # with ${setting}\ngym eval run --no-serve --agent ${agent} --input ${shellWord(train)} --output rollouts.jsonl`,
    ),
  );

/**
 * The same for NeMo-RL (`examples/nemo_gym/run_grpo_nemo_gym.py`; the configurations beside it have
 * `data.train.data_path`).
 */
export const nemoRlGym: TrainingCommandBuilder = training(({ train, heldOut }) =>
  yaml(
    [
      'data:',
      '  train:',
      `    data_path: ${yamlScalar(train)}`,
      ...(heldOut ? ['  validation:', `    data_path: ${yamlScalar(heldOut.path)}`] : []),
    ].join('\n'),
  ),
);

/**
 * What NeMo Gym tells of rollouts: the mean, spread and range of the rewards of each task (`nemo_gym/cli/eval.py
 * reward_profile`). Rollouts hold what it asks of the inputs too.
 */
export const nemoGymProfile: TrainingCommandBuilder = training(({ train }) =>
  sh(`ROLLOUTS=${shellWord(train)}\ngym eval profile --inputs "$ROLLOUTS" --rollouts "$ROLLOUTS"`),
);
