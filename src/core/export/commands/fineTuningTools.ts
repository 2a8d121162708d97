import {
  yamlFolderScalar,
  currentFolder,
  hydra,
  pythonString,
  python,
  sequenceLength,
  readerOf,
  yamlScalar,
  sh,
  training,
  trainingFolder,
  withoutSplit,
  shellWord,
  yaml,
  type TrainingCommandBuilder,
  type HeldOut,
  type SequenceLength,
  type TrainingFiles,
} from './trainingCommand';

/**
 * Commands of the widespread fine-tuning tools, after the version of each that FORMATS names; beside each the file of
 * theirs that reads the options.
 */

/**
 * TRL (`trl/scripts/{dpo,kto,reward,sft,grpo}.py`: `load_dataset(dataset_name)`, of which `dataset_test_split` is
 * evaluated on, "test" where nothing is said, and only with an `eval_strategy`; `trl/scripts/utils.py
 * ScriptArguments`). One file is read by a configuration (`DatasetMixtureConfig.datasets`, of `data_files`), and by no
 * option.
 */
export const trl = (script: 'dpo' | 'kto' | 'reward' | 'sft'): TrainingCommandBuilder => trlWith(script);

/**
 * TRL GRPO with a reward function of one's own (`trl/scripts/grpo.py GRPOScriptArguments.reward_funcs`, a dotted path),
 * which is called with the columns of the rows.
 */
export const trlGrpo: TrainingCommandBuilder = trlWith('grpo', 'rubric_reward.reward');

function trlWith(script: string, reward?: string): TrainingCommandBuilder {
  // GRPO has no length of its own: prompts and what the model answers have one each.
  const lengthOf = (files: TrainingFiles): SequenceLength | undefined =>
    reward === undefined ? trlLength(files) : undefined;
  return trainingFolder(
    (files) => {
      const length = lengthOf(files);
      return sh(
        `${length?.comment ?? ''}trl ${script} --dataset_name ${shellWord(files.folder)}${evaluatedBy(files.heldOut)}${lengthOption(length)}${script === 'sft' && hasConversations(files) ? ` --assistant_only_loss  ${ofAssistant}` : ''}${reward === undefined ? '' : ` --reward_funcs ${reward}  # def reward(completions, rubric, **kwargs)`}`,
      );
    },
    (files) => {
      const length = lengthOf(files);
      return yaml(
        [
          `# trl ${script} --config FILE, with this in the file`,
          ...(length ? [length.comment.trimEnd()] : []),
          'datasets:',
          `  - path: ${readerOf(files)}`,
          `    data_files: ${yamlScalar(files.train)}`,
          ...(length ? [`max_length: ${length.tokens}`] : []),
          ...(script === 'sft' && hasConversations(files) ? [`assistant_only_loss: true  ${ofAssistant}`] : []),
          ...(reward === undefined
            ? []
            : ['reward_funcs:', `  - ${reward}  # def reward(completions, rubric, **kwargs)`]),
        ].join('\n'),
      );
    },
  );
}

/**
 * The lengths of TRL's trainers (`trl/trainer/{dpo,kto,reward,sft}_config.py max_length`; the same in
 * `trl/experimental`): longer answers are cut off, and pairs whose prompt alone is longer (DPO) or of which one side is
 * (reward) left out.
 */
const trlLength = (files: TrainingFiles): SequenceLength | undefined => sequenceLength(files, 'TRL', 1024);
const lengthOption = (length: SequenceLength | undefined): string => (length ? ` --max_length ${length.tokens}` : '');

/**
 * TRL's SFT trains on every token of a conversation, those of users and tools too, unless it is told otherwise
 * (`trl/trainer/sft_trainer.py`, which puts its own template in the place of one without marks where it knows the
 * model).
 */
const ofAssistant = '# a chat template without {% generation %} is refused, unless TRL knows the model';
const hasConversations = ({ facts }: TrainingFiles): boolean => (facts?.conversations ?? 0) > 0;

/**
 * TRL's process reward models (`examples/scripts/prm.py`, which reads `dataset[dataset_test_split]` whether it
 * evaluates or not).
 */
export const trlPrmScript: TrainingCommandBuilder = trainingFolder((files) =>
  sh(
    `${trlLength(files)?.comment ?? ''}${files.heldOut ? '' : withoutSplit('prm.py stops without a split to evaluate on', files, 'train=0.9,test=0.1')}accelerate launch examples/scripts/prm.py --dataset_name ${shellWord(files.folder)} --dataset_train_split train${evaluatedBy(files.heldOut)} --output_dir prm${lengthOption(trlLength(files))}`,
  ),
);

/**
 * TRL's ORPO and CPO, which are experimental since 0.26 and have no command of their own: the scripts of its repository
 * (`examples/scripts/{orpo,cpo}.py`, of `trl/experimental/{orpo,cpo}`).
 */
export const trlExample = (script: 'orpo' | 'cpo'): TrainingCommandBuilder =>
  trainingFolder((files) =>
    sh(
      `${trlLength(files)?.comment ?? ''}accelerate launch examples/scripts/${script}.py --dataset_name ${shellWord(files.folder)}${evaluatedBy(files.heldOut)} --output_dir ${script}${lengthOption(trlLength(files))}`,
    ),
  );

const evaluatedBy = (heldOut: HeldOut | undefined): string =>
  heldOut ? ` --dataset_test_split ${heldOut.split} --eval_strategy epoch` : '';

/** TRL's TPO, which has no script of its own (`trl/experimental/tpo/tpo_trainer.py TPOTrainer`). */
export const trlTpoScript: TrainingCommandBuilder = trainingFolder(
  (files) => {
    const { folder, heldOut } = files;
    return python(
      `${tpoHead(files)}, train_dataset=load_dataset(${pythonString(folder)}, split="train")${heldOut ? `, eval_dataset=load_dataset(${pythonString(folder)}, split="${heldOut.split}")` : ''}).train()`,
    );
  },
  (files) =>
    python(
      `${tpoHead(files)}, train_dataset=load_dataset("${readerOf(files)}", data_files=${pythonString(files.train)}, split="train")).train()`,
    ),
);

function tpoHead(files: TrainingFiles): string {
  const length = trlLength(files);
  return `${length?.comment ?? ''}from datasets import load_dataset\nfrom trl.experimental.tpo import TPOConfig, TPOTrainer\n\nTPOTrainer("MODEL", args=TPOConfig("tpo"${length ? `, max_length=${length.tokens}` : ''})`;
}

/**
 * TRL's self-distillation (`examples/scripts/{sdft,sdpo}.py`). SDFT's takes rows as they are; SDPO's rewards answers to
 * GSM8K, so that one's own reward goes to the trainer itself (`trl/experimental/sdpo/sdpo_trainer.py SDPOTrainer`).
 */
export const trlSelfDistillation = (kind: 'sdft' | 'sdpo'): TrainingCommandBuilder =>
  kind === 'sdft'
    ? trainingFolder(({ folder, heldOut }) =>
        sh(
          `accelerate launch examples/scripts/sdft.py --dataset_name ${shellWord(folder)}${evaluatedBy(heldOut)} --output_dir sdft`,
        ),
      )
    : trainingFolder(
        ({ folder, heldOut }) => {
          const read = (split: string): string => `load_dataset(${pythonString(folder)}, split="${split}")`;
          return python(sdpoOn(`${read('train')}${heldOut ? `, eval_dataset=${read(heldOut.split)}` : ''}`));
        },
        (files) =>
          python(sdpoOn(`load_dataset("${readerOf(files)}", data_files=${pythonString(files.train)}, split="train")`)),
      );

/** @param dataset what is trained on, and further arguments behind it */
const sdpoOn = (dataset: string): string =>
  [
    'from datasets import load_dataset',
    'from trl.experimental.sdpo import SDPOConfig, SDPOTrainer',
    '',
    '# def reward(completions, **kwargs): a list of numbers',
    `SDPOTrainer("MODEL", reward_funcs=reward, args=SDPOConfig("sdpo", include_environment_feedback=True), train_dataset=${dataset}).train()`,
  ].join('\n');

/**
 * Datasets as a script of one's own hands them to a trainer of TRL's, as with Unsloth (`train_dataset`, `eval_dataset`;
 * trl `trainer/dpo_trainer.py`).
 */
export const trainAndEval: TrainingCommandBuilder = trainingFolder(
  ({ folder, heldOut }) =>
    python(
      [
        `train_dataset = load_dataset(${pythonString(folder)}, split="train")`,
        ...(heldOut ? [`eval_dataset = load_dataset(${pythonString(folder)}, split="${heldOut.split}")`] : []),
      ].join('\n'),
    ),
  (files) =>
    python(
      `train_dataset = load_dataset("${readerOf(files)}", data_files=${pythonString(files.train)}, split="train")`,
    ),
);

/**
 * OpenRLHF (`openrlhf/cli/train_{dpo,rm}.py`: `--data.dataset` with `--data.dataset_split`, "train"; `--eval.dataset`
 * with `--eval.split`, "test" where nothing is said). Folders and files are read by `openrlhf/datasets/utils.py
 * blending_datasets`.
 */
export const openRlhf = (script: 'dpo' | 'rm', options: string): TrainingCommandBuilder =>
  training((files) => {
    const { folder, train, heldOut } = files;
    // `openrlhf/datasets/reward_dataset.py`: a prompt that is as long leaves its row out, and answers are cut off.
    const length = sequenceLength(files, 'OpenRLHF', 512);
    return sh(
      `${length?.comment ?? ''}python -m openrlhf.cli.train_${script} --data.dataset ${shellWord(folder ?? train)} ${options}${heldOut && folder !== undefined ? ` --eval.dataset ${shellWord(folder)} --eval.split ${heldOut.split}` : ''}${length ? ` --data.max_len ${length.tokens}` : ''}`,
    );
  });

/**
 * axolotl (`src/axolotl/utils/data/{rl,shared}.py`: `datasets` and `test_datasets`, each with its `split`; a file is
 * read by its `ds_type`, as the split "train").
 * @param entry how a row is read, a line each
 */
export const axolotl = (entry: readonly string[], head: readonly string[] = []): TrainingCommandBuilder =>
  training((files) => {
    // `utils/data/rl.py`, `utils/data/utils.py`: a longer row is left out (`excess_length_strategy`).
    const length = sequenceLength(files, 'axolotl', 512);
    return yaml(
      (length?.comment ?? '') +
        [
          ...head,
          ...(length ? [`sequence_len: ${length.tokens}`] : []),
          ...datasetEntry('datasets', files, { split: 'train', path: files.train }, entry),
          ...(files.heldOut ? datasetEntry('test_datasets', files, files.heldOut, entry) : []),
        ].join('\n'),
    );
  });

const datasetEntry = (
  field: string,
  files: TrainingFiles,
  { split, path }: HeldOut,
  entry: readonly string[],
): string[] => {
  const where =
    files.folder === undefined || files.folder === currentFolder
      ? [`path: ${yamlScalar(path)}`, `ds_type: ${readerOf(files)}`, 'split: train']
      : [`path: ${yamlScalar(files.folder)}`, `split: ${split}`];
  return [`${field}:`, ...[...where, ...entry].map((line, n) => `${n === 0 ? '  - ' : '    '}${line}`)];
};

/**
 * LLaMA-Factory (`src/llamafactory/hparams/data_args.py`: `dataset` and `eval_dataset` by their names in
 * `dataset_info.json`, which an export has beside its files). It reads no file without that.
 */
export const llamaFactoryYaml = (head: readonly string[]): TrainingCommandBuilder =>
  trainingFolder((files) => {
    const { folder, heldOut } = files;
    // `data/processor/processor_utils.py infer_seqlen`: prompt and answers are cut off.
    const length = sequenceLength(files, 'LLaMA-Factory', 2048);
    return yaml(
      (length?.comment ?? '') +
        [
          ...head,
          `dataset_dir: ${yamlFolderScalar(folder)}`,
          'dataset: preferences',
          ...(heldOut ? [`eval_dataset: preferences_${heldOut.split}`, 'eval_strategy: epoch'] : []),
          ...(length ? [`cutoff_len: ${length.tokens}`] : []),
        ].join('\n'),
    );
  });

/**
 * LLaMA-Factory's new trainers (`src/llamafactory/v1/core/data_engine.py`: `train_dataset` is the name of a .yaml, an
 * entry for each dataset; `plugins/data_plugins/converter.py pair_converter`, which knows no calls of tools).
 */
export const llamaFactoryPairs: TrainingCommandBuilder = training(({ train }) =>
  yaml(
    `# a file preferences.yaml, which train_dataset names\npreferences:\n  path: ${yamlScalar(train)}\n  source: local\n  converter: pair`,
  ),
);

/**
 * ms-swift (`swift/arguments/base_args/data_args.py`: `dataset`, `val_dataset`; `split_dataset_ratio`, which parts the
 * training file, is 0 where nothing is said).
 */
export const msSwiftWith = (command: string): TrainingCommandBuilder =>
  training(({ train, heldOut, facts }) =>
    // RLHF trains on the last round alone, where nothing is said (`swift/arguments/rlhf_args.py _set_loss_scale`).
    sh(
      `${command}${command.startsWith('swift rlhf') && (facts?.wholeRuns ?? 0) > 0 ? ' --loss_scale default' : ''} --dataset ${shellWord(train)}${heldOut ? ` --val_dataset ${shellWord(heldOut.path)}` : ''}`,
    ),
  );

/**
 * ms-swift's GRPO (`swift/rewards/orm.py`: a reward function is a class of a plugin that is named in `orms`, and is
 * called with the columns of the rows).
 */
export const msSwiftGrpo: TrainingCommandBuilder = training(({ train, heldOut }) =>
  sh(
    `swift rlhf --rlhf_type grpo --external_plugins rubric_reward.py --reward_funcs rubric --dataset ${shellWord(train)}${heldOut ? ` --val_dataset ${shellWord(heldOut.path)}` : ''}  # class Rubric(ORM): def __call__(self, completions, solution, **kwargs); orms["rubric"] = Rubric`,
  ),
);

/**
 * torchtune (`torchtune/datasets/_{chat,preference}.py`). Its recipes of fine-tuning validate
 * (`recipes/full_finetune_distributed.py`: `dataset_val`, `run_val_every_n_steps`), those of DPO do not.
 */
export const torchtune = (
  component: 'chat_dataset' | 'preference_dataset',
  options: readonly string[] = [],
): TrainingCommandBuilder =>
  training((files) => {
    const entry = (path: string): string[] =>
      [
        `_component_: torchtune.datasets.${component}`,
        `source: ${readerOf(files)}`,
        `data_files: ${yamlScalar(path)}`,
        ...options,
      ].map((line) => `  ${line}`);
    const validation =
      component === 'chat_dataset' && files.heldOut
        ? ['run_val_every_n_steps: 100', 'dataset_val:', ...entry(files.heldOut.path), '  split: train']
        : [];
    return yaml(['dataset:', ...entry(files.train), ...validation].join('\n'));
  });

/**
 * open-instruct (`open_instruct/dataset_transformation.py DatasetConfig`, which reads .jsonl and .parquet, each as the
 * split "train"). Its scripts for SFT and DPO evaluate on nothing, and each has a name of its own for the same list
 * (`finetune.py FlatArguments.dataset_mixer_list`, `dpo_utils.py DatasetConfig.mixer_list`).
 */
export const openInstruct = (script: 'finetune' | 'dpo'): TrainingCommandBuilder =>
  training(({ kind, train }) =>
    kind === 'json'
      ? undefined
      : sh(
          `python open_instruct/${script}.py --${script === 'dpo' ? 'mixer_list' : 'dataset_mixer_list'} ${shellWord(train)} 1.0`,
        ),
  );

/**
 * open-instruct's GRPO (`open_instruct/data_loader.py StreamingDataLoaderConfig.dataset_mixer_eval_list`, which is empty
 * where nothing is said).
 */
export const openInstructGrpo: TrainingCommandBuilder = training(({ kind, train, heldOut }) => {
  if (kind === 'json') return undefined;
  const evaluated = heldOut
    ? ` --dataset_mixer_eval_list ${shellWord(heldOut.path)} 1.0 --dataset_mixer_eval_list_splits train`
    : '';
  return sh(
    `python open_instruct/grpo_fast.py --dataset_mixer_list ${shellWord(train)} 1.0 --dataset_mixer_list_splits train${evaluated}`,
  );
});

/**
 * alignment-handbook (`scripts/dpo.py`; `src/alignment/data.py get_dataset` reads `dataset_name` with its splits; the
 * rest is TRL's).
 */
export const alignmentHandbook: TrainingCommandBuilder = trainingFolder((files) =>
  sh(
    `${trlLength(files)?.comment ?? ''}accelerate launch scripts/dpo.py --dataset_name ${shellWord(files.folder)}${evaluatedBy(files.heldOut)}${lengthOption(trlLength(files))}`,
  ),
);

/**
 * Prometheus 2's recipe, whose fork of the handbook reads nothing but what `save_to_disk` wrote, a folder for each
 * split (prometheus-eval `train/src/alignment/data.py mix_datasets`: `load_from_disk(os.path.join(ds, split))`).
 */
export const prometheusRecipe: TrainingCommandBuilder = trainingFolder((files) =>
  python(
    `${trainAndTest(files)}# then in a configuration of train/recipes/prometheus-v2.0: dataset_mixer: {prometheus_data: 1.0}\nfrom datasets import load_dataset\nfor split in ["train"${files.test === undefined ? '' : ', "test"'}]:\n    load_dataset(${pythonString(files.folder)}, split=split).save_to_disk(f"prometheus_data/{split}")`,
  ),
);

/** ordinal-preference-optimization, which is made from the handbook (`scripts/run_list.py` reads both splits). */
export const ordinalPreferences: TrainingCommandBuilder = trainingFolder((files) =>
  yaml(
    `${trainAndTest(files)}dataset_mixer:\n  ${yamlScalar(files.folder)}: 1.0\ndataset_splits: [train, test]\nlist_size: 8`,
  ),
);

const trainAndTest = (files: TrainingFiles): string =>
  files.test === undefined
    ? withoutSplit('It stops without a split that is called test', files, 'train=0.9,test=0.1')
    : '';

/**
 * HALOs (`launch.py`: `train_datasets` and `test_datasets`, of which both are read; `train/dataloader.py get_feedback`
 * reads a file).
 */
export const halosWith = (loss: string): TrainingCommandBuilder =>
  training((files) =>
    sh(
      `${files.heldOut ? '' : withoutSplit('HALOs stops without a file to evaluate on', files, 'train=0.9,test=0.1')}accelerate launch launch.py loss=${loss} "train_datasets=[${hydra(files.train)}]" "test_datasets=[${files.heldOut ? hydra(files.heldOut.path) : 'TEST_FILE'}]"`,
    ),
  );
