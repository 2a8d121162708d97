import { basename, dirname } from 'node:path';
import {
  hydra,
  python,
  pythonString,
  yamlScalar,
  sh,
  training,
  trainingFolder,
  withoutSplit,
  shellWord,
  yaml,
  type TrainingCommandBuilder,
} from './trainingCommand';

/**
 * Commands of trainers that were written for a paper, and of hosted ones; beside each the file of theirs that reads the
 * options.
 */

/**
 * verl with a reward function of one's own (`verl/trainer/main_ppo.py create_rl_dataset` reads `data.train_files` and
 * `data.val_files`; without the second it stops, since its configuration names a file of its makers).
 * `verl/trainer/ppo/reward.py` reads `reward.custom_reward_function` from 0.7.1 on. The same without `reward.` is still
 * accepted by the configuration, and since 0.9 nothing reads it: the rows are rewarded by verl's own functions then.
 * @param file where the function `compute_score` stands
 */
export const verlPpo = (file: string, note = ''): TrainingCommandBuilder =>
  training((files) =>
    sh(
      `${files.heldOut ? '' : withoutSplit('verl stops without a validation file', files)}${note}python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo "data.train_files=${hydra(files.train)}" "data.val_files=${files.heldOut ? hydra(files.heldOut.path) : 'VALIDATION_FILE'}" reward.custom_reward_function.path=${file} reward.custom_reward_function.name=compute_score`,
    ),
  );

/**
 * Trinity-RFT (`trinity/common/config.py ExplorerInput`: `taskset`, `eval_tasksets`;
 * `trinity/buffer/reader/file_reader.py` reads each by `load_dataset(path, split=…)`, a folder).
 */
export const trinity: TrainingCommandBuilder = trainingFolder(({ folder, heldOut }) => {
  const taskset = (split: string): string[] => [
    'storage_type: file',
    `path: ${yamlScalar(folder)}`,
    `split: ${split}`,
    'format:',
    '  prompt_key: question',
    '  response_key: reference_answer',
    'default_workflow_type: rubric_judge_workflow',
  ];
  const evaluated = heldOut
    ? [
        '    eval_tasksets:',
        ...[`name: ${heldOut.split}`, ...taskset(heldOut.split)].map(
          (line, n) => `${n === 0 ? '      - ' : '        '}${line}`,
        ),
      ]
    : [];
  return yaml(
    [
      'buffer:',
      '  explorer_input:',
      '    taskset:',
      ...taskset('train').map((line) => `      ${line}`),
      ...evaluated,
    ].join('\n'),
  );
});

/** RRHF (`train.py DataArguments.data_path`); it evaluates on nothing. */
export const rrhfTrain: TrainingCommandBuilder = training(({ train }) =>
  sh(`python train.py --data_path ${shellWord(train)}`),
);

/**
 * PRO (`train/utils/process_manager.py` trains on every file that lies in `train_file_path`, so that the training file
 * needs a folder without any other; validation is a file by its folder and name, a row a line).
 */
export const proTrain: TrainingCommandBuilder = training(({ train, heldOut, kind }) => {
  const validated =
    heldOut && kind === 'jsonl'
      ? ` --do_validation --validation_file_path ${shellWord(dirname(heldOut.path))} --validation_file_name ${shellWord(basename(heldOut.path))}`
      : '';
  return sh(
    `# it trains on every file of a folder\nmkdir -p pro_train && cp ${shellWord(train)} pro_train/\naccelerate launch main.py --task hh --do_train --train_file_path pro_train --training_stage_num K${validated}`,
  );
});

/** ArmoRM's first stage (`armo-rm/stage-1_prepare.py`, which reads the split "train"); it evaluates on nothing. */
export const armoRmPrepare: TrainingCommandBuilder = trainingFolder(({ folder }) =>
  sh(`python armo-rm/stage-1_prepare.py --dataset_path ${shellWord(folder)}`),
);

/**
 * Oumi (`src/oumi/core/configs/params/data_params.py DatasetParams`, `src/oumi/datasets/grpo/rlvr_rubric.py`; it has no
 * reward function for rubrics of its own, `src/oumi/builders/rewards.py` takes registered ones).
 */
export const oumiGrpo: TrainingCommandBuilder = training(({ train, heldOut }) => {
  const split = (name: string, path: string): readonly string[] => [
    `  ${name}:`,
    '    datasets:',
    '      - dataset_name: oumi-rlvr-rubric',
    `        dataset_path: ${yamlScalar(path)}`,
  ];
  return yaml(
    [
      '# oumi train -c FILE, with this in the file',
      'data:',
      ...split('train', train),
      ...(heldOut ? split('validation', heldOut.path) : []),
      'training:',
      '  trainer_type: TRL_GRPO',
      '  reward_functions:',
      '    - rubric_reward  # registered by you: def rubric_reward(completions, rubrics, **kwargs)',
    ].join('\n'),
  );
});

/**
 * FG-RLHF (`tasks/qa_feedback/reward_modeling/create_rel_fact_rm_files.py` reads `train_feedback.json` and
 * `dev_feedback.json`).
 */
export const fgRlhfFiles: TrainingCommandBuilder = training((files) => {
  const copies = [
    `cp ${shellWord(files.train)} tasks/qa_feedback/data/train_feedback.json`,
    ...(files.heldOut ? [`cp ${shellWord(files.heldOut.path)} tasks/qa_feedback/data/dev_feedback.json`] : []),
  ];
  const note = files.heldOut
    ? ''
    : withoutSplit('It reads dev_feedback.json too, which may be the one that comes with it', files);
  return sh(
    `${note}${copies.join('\n')}\npython tasks/qa_feedback/reward_modeling/create_rel_fact_rm_files.py --data_dir tasks/qa_feedback/data --error_category NF-ERR --feedback_level subsentence`,
  );
});

/**
 * FastChat's ratings of models (`fastchat/serve/monitor/elo_analysis.py --clean-battle-file`); nothing is evaluated.
 */
export const eloAnalysis: TrainingCommandBuilder = training(({ train }) =>
  sh(`python3 -m fastchat.serve.monitor.elo_analysis --clean-battle-file ${shellWord(train)}`),
);

/**
 * OpenAI (`openai/resources/files.py`, `openai/resources/fine_tuning/jobs/jobs.py`). Its command line is gone since
 * version 3.
 */
export const openAi: TrainingCommandBuilder = training(({ train, heldOut }) => {
  const upload = (path: string): string =>
    `client.files.create(file=open(${pythonString(path)}, "rb"), purpose="fine-tune").id`;
  return python(
    [
      'from openai import OpenAI',
      '',
      'client = OpenAI()',
      'client.fine_tuning.jobs.create(',
      '    model="MODEL",',
      '    method={"type": "dpo"},',
      `    training_file=${upload(train)},`,
      ...(heldOut ? [`    validation_file=${upload(heldOut.path)},`] : []),
      ')',
    ].join('\n'),
  );
});

/**
 * Together (together-python `src/together/cli/api/finetune.py`: `--validation-file` is read with `--n-evals` alone).
 */
export const together: TrainingCommandBuilder = training(({ train, heldOut }) =>
  sh(
    [
      `together files upload ${shellWord(train)}`,
      ...(heldOut ? [`together files upload ${shellWord(heldOut.path)}`] : []),
      `together fine-tuning create --training-method dpo --training-file FILE_ID${heldOut ? ' --validation-file VALIDATION_FILE_ID --n-evals 5' : ''} --model MODEL`,
    ].join('\n'),
  ),
);
