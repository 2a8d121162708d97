import {
  evaluating,
  pythonString,
  python,
  readerOf,
  sh,
  splitsIn,
  shellWord,
  type TrainingCommandBuilder,
} from './trainingCommand';
import { type DataFiles } from '../folder/dataFiles';

/** Commands of what trains nothing: readers of files, and measures of models. */

/** The data files by their reader, whatever lies beside them. @param behind a comment */
export const loadedFiles =
  (behind?: string): TrainingCommandBuilder =>
  (files) => {
    const splits = splitsIn(files);
    const [only] = splits;
    if (!only) return undefined;
    const named =
      splits.length === 1 && only.split === 'train'
        ? pythonString(only.path)
        : `{${splits.map(({ split, path }) => `"${split}": ${pythonString(path)}`).join(', ')}}`;
    return python(
      `load_dataset("${readerOf(files)}", data_files=${named})${behind === undefined ? '' : `  # ${behind}`}`,
    );
  };

/** The folder with all its splits, or one file. */
export const loadedFolder =
  (behind: string): TrainingCommandBuilder =>
  (files) =>
    files.folder === undefined
      ? loadedFiles(behind)(files)
      : python(`load_dataset(${pythonString(files.folder)})  # ${behind}`);

/** Prompts under their contexts, for trainers that know no column for them. */
export const withContexts: TrainingCommandBuilder = (files) => {
  const loaded =
    files.folder === undefined ? loadedFiles()(files)?.text : `load_dataset(${pythonString(files.folder)})`;
  if (loaded === undefined) return undefined;
  const { train, validation, test } = files;
  const held = validation === undefined ? test && 'test' : 'validation';
  return python(
    [
      `dataset = ${loaded}.map(lambda row: {"prompt": [{"role": "system", "content": row["context"]}] + row["prompt"]})`,
      ...(train === undefined ? [] : ['train_dataset = dataset["train"]']),
      ...(held === undefined ? [] : [`eval_dataset = dataset["${held}"]`]),
    ].join('\n'),
  );
};

/**
 * A table for each split (pandas `io/json/_json.py read_json`: a row a line with `lines`, or one array; `io/parquet.py
 * read_parquet`).
 */
export const pandas: TrainingCommandBuilder = (files) => {
  const splits = splitsIn(files);
  const lines = splits.map(({ split, path }) => `${splits.length === 1 ? '' : `${split} = `}${tableOf(path, files)}`);
  return lines.length === 0 ? undefined : python(lines.join('\n'));
};

const tableOf = (path: string, { kind }: DataFiles): string =>
  kind === 'parquet'
    ? `pandas.read_parquet(${pythonString(path)})`
    : `pandas.read_json(${pythonString(path)}${kind === 'jsonl' ? ', lines=True' : ''})`;

/**
 * reward-bench (`rewardbench/rewardbench.py Args`; `rewardbench/utils.py load_and_process_dataset` reads JSON by
 * `--load_json`, else `load_dataset(dataset, split)`).
 */
export const rewardBench: TrainingCommandBuilder = evaluating(({ split, path }, { kind, folder }) => {
  if (kind !== 'parquet') return sh(`rewardbench --model MODEL --dataset ${shellWord(path)} --load_json`);
  return folder === undefined
    ? undefined
    : sh(`rewardbench --model MODEL --dataset ${shellWord(folder)} --split ${split}`);
});

/**
 * RewardBench 2 (`scripts/run_v2.py`; `rewardbench/utils.py load_bon_dataset_v2` reads a file by ".jsonl" in its name,
 * and of anything else the split "test").
 */
export const rewardBenchV2: TrainingCommandBuilder = evaluating(({ path }, { kind, folder, test }) => {
  if (kind === 'jsonl') return sh(`python scripts/run_v2.py --dataset ${shellWord(path)} --model MODEL`);
  return folder === undefined || test === undefined
    ? undefined
    : sh(`python scripts/run_v2.py --dataset ${shellWord(folder)} --model MODEL`);
});

/** HealthBench (simple-evals `healthbench_eval.py INPUT_PATH`, which no option sets). */
export const simpleEvals: TrainingCommandBuilder = evaluating(({ path }) =>
  sh(
    `# in healthbench_eval.py: INPUT_PATH = ${pythonString(path)}\npython -m simple-evals.simple_evals --eval=healthbench --model=gpt-4.1`,
  ),
);

/** Auto-J (`codes/leaderboard/pairwise_eval.py` reads this file, a row a line). */
export const autoJPairs: TrainingCommandBuilder = evaluating(({ path }, { kind }) =>
  kind === 'jsonl'
    ? sh(`cp ${shellWord(path)} data/test/testdata_pairwise.jsonl\npython codes/leaderboard/pairwise_eval.py`)
    : undefined,
);
