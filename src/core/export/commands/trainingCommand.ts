import type { FileKind } from '../../model/study/recipe';
import type { DataSplit } from '../folder/dataFiles';
import { type DataFiles } from '../folder/dataFiles';
import { bytesOfToken } from '../rows/rowFacts';
import { formatCount } from '../../model/text/formatCount';

/** What is typed or written to train with an export: a command, Python, or YAML. */
export interface TrainingCommand {
  readonly language: 'sh' | 'python' | 'yaml';
  readonly text: string;
}

/** What a trainer is told of these files; undefined where it cannot read them as they are. */
export type TrainingCommandBuilder = (files: DataFiles) => TrainingCommand | undefined;

/** A split that is not trained on, with its file. */
export interface HeldOut {
  readonly split: DataSplit;
  readonly path: string;
}

/** Files of which one is trained on, and perhaps another held out. */
export interface TrainingFiles extends DataFiles {
  readonly train: string;
  /** What is validated on while it trains. */
  readonly heldOut: HeldOut | undefined;
}

/** The files of a folder that its readers know by their splits (`load_dataset(folder)`). */
export const filesIn = (folder: string, kind: FileKind, splits: readonly DataSplit[]): DataFiles => ({
  kind,
  folder,
  ...Object.fromEntries(splits.map((split) => [split, `${folder}/${split}.${kind}`])),
});

/**
 * The folder that a command is run in, for cards, which move with their folder. `load_dataset(".")` raises ValueError,
 * as "." has no name (datasets `load.py LocalDatasetModuleFactory`, 4.8.5 to 5.0.2), so that each language asks for the
 * whole path. YAML cannot: a name stands there, and a comment says what to put in its place.
 */
export const currentFolder = '.';
const inYaml = 'EXPORT_FOLDER';
const inPython = 'os.getcwd()';

export const sh = (text: string): TrainingCommand => ({ language: 'sh', text });
export const python = (text: string): TrainingCommand => ({
  language: 'python',
  text: text.includes(inPython) ? `import os\n${text}` : text,
});
export const yaml = (text: string): TrainingCommand => ({
  language: 'yaml',
  text: text.includes(inYaml) ? `# ${inYaml}: the whole path of this folder\n${text}` : text,
});

/** A command that is run in a folder, from which rows name files. */
export function runIn(folder: string, { language, text }: TrainingCommand): TrainingCommand {
  switch (language) {
    case 'sh':
      return sh(`cd ${shellWord(folder)}\n${text}`);
    case 'python':
      return python(`import os\nos.chdir(${pythonString(folder)})\n${text}`);
    case 'yaml':
      return yaml(`# rows name files from this folder, in which the trainer is to run: ${folder}\n${text}`);
  }
}

/** For what trains by files: none where there is nothing to train on (a split into validation and test alone). */
export const training =
  (make: (files: TrainingFiles) => TrainingCommand | undefined): TrainingCommandBuilder =>
  (files) => {
    const { train } = files;
    return train === undefined ? undefined : make({ ...files, train, heldOut: heldOutOf(files) });
  };

/** For what trains by a folder with its splits, and by one file where it can. */
export const trainingFolder = (
  inFolder: (files: TrainingFiles & { readonly folder: string }) => TrainingCommand,
  oneFile?: (files: TrainingFiles) => TrainingCommand,
): TrainingCommandBuilder =>
  training((files) => (files.folder === undefined ? oneFile?.(files) : inFolder({ ...files, folder: files.folder })));

/**
 * For what trains nothing and measures a model: by the split that is kept for that, and by all there is where there are
 * none.
 */
export const evaluating =
  (make: (file: HeldOut, files: DataFiles) => TrainingCommand | undefined): TrainingCommandBuilder =>
  (files) => {
    for (const split of ['test', 'validation', 'train'] as const) {
      const path = files[split];
      if (path !== undefined) return make({ split, path }, files);
    }
    return undefined;
  };

/**
 * The validation split; the test split where there is no other, which most trainers evaluate on by themselves then.
 * Never what is trained on.
 */
function heldOutOf({ validation, test }: DataFiles): HeldOut | undefined {
  if (validation !== undefined) return { split: 'validation', path: validation };
  return test === undefined ? undefined : { split: 'test', path: test };
}

/** The splits that there are, with their files. */
export const splitsIn = (files: DataFiles): HeldOut[] =>
  (['train', 'validation', 'test'] as const).flatMap((split) => {
    const path = files[split];
    return path === undefined ? [] : [{ split, path }];
  });

/** A comment, in any of the languages, that says what a trainer misses and how an export has it. */
export const withoutSplit = (what: string, { folder }: DataFiles, split = 'train=0.9,validation=0.1'): string =>
  `# ${what}: export ${folder === undefined ? 'a folder ' : ''}with the split ${split}\n`;

/** The length that a trainer is told, and a comment that says why. */
export interface SequenceLength {
  readonly tokens: number;
  readonly comment: string;
}

/**
 * How long a sequence may be, where rows are longer than a trainer takes by itself: it cuts these off or leaves them out
 * without an error. The next power of two, as tokens are only estimated.
 * @param usual how many tokens the trainer takes where nothing is said
 */
export function sequenceLength({ facts }: DataFiles, trainer: string, usual: number): SequenceLength | undefined {
  if (!facts) return undefined;
  const fits = Math.log2(usual);
  const longer = facts.lengths.reduce((sum, rows, power) => sum + (power > fits ? rows : 0), 0);
  if (longer === 0) return undefined;
  const total = facts.lengths.reduce((sum, rows) => sum + rows, 0);
  const tokens = 2 ** (facts.lengths.length - 1);
  return {
    tokens,
    comment: `# about ${longer} of ${formatCount(total, 'row')} would be cut off or left out at the ${usual} tokens of ${trainer}; ${tokens} is an estimate (${bytesOfToken} bytes a token): count with your tokenizer\n`,
  };
}

/**
 * What HF datasets calls the reader of these files (`load_dataset("json", data_files=…)`, datasets
 * `packaged_modules/__init__.py`).
 */
export const readerOf = ({ kind }: DataFiles): 'json' | 'parquet' => (kind === 'parquet' ? 'parquet' : 'json');

/** A path as one word of a shell; in quotes where it holds more than plain characters. */
export const shellWord = (path: string): string =>
  path === currentFolder ? '"$PWD"' : isPlain(path) ? path : `"${inShell(path)}"`;

/** A path as a value of Hydra's, within a word of a shell that is in double quotes. */
export const hydra = (path: string): string => (isPlain(path) ? path : `'${inShell(path).replaceAll("'", "\\'")}'`);

/** A path as a string of Python's. */
export const pythonString = (path: string): string =>
  path === currentFolder ? inPython : `"${path.replaceAll(/[\\"]/g, '\\$&')}"`;

/** A path as text in YAML: in quotes too where it could be read as something else than text (`~`, `@x`, `- x`). */
export const yamlScalar = (path: string): string =>
  path === currentFolder
    ? inYaml
    : /^[\w./][\w./@+-]*\/[\w./@+-]*$|^\/[\w./@+-]*$/.test(path)
      ? path
      : pythonString(path);

/** A folder whose files a trainer reads by their names, and not by `load_dataset`. */
export const yamlFolderScalar = (path: string): string => (path === currentFolder ? path : yamlScalar(path));

const isPlain = (path: string): boolean => !/[^\w./@:+-]/.test(path);
const inShell = (path: string): string => path.replaceAll(/[\\"$`]/g, '\\$&');
