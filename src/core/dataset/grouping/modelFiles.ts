import type { Item } from '../../model/item/item';
import { fileProblem, type FileProblem, problem } from '../../model/problems/problem';
import { totalFileSize } from '../sources/fileVersion';
import { promptKey } from '../items/identity';
import { modelNames } from './modelNames';
import { parseRecord, type Reading } from '../items/parse';
import { readHead } from '../records/recordStream';
import { scan } from '../sources/scan';

/**
 * A folder with one file for each model, all on the same prompts: `outputs/gpt-4o.jsonl`, `outputs/llama.jsonl`. An
 * item has one response of each file, by the model that the file is named after (`Reading.gather: 'files'`). That is
 * taken to be so only where it is certain: every record has one response, nearly all prompts are in all files, and the
 * responses differ (copies of one file are no models).
 */

/** The share of records whose prompt all files must have. */
const nearlyAll = 0.98;
/** The share of prompts to which the files must not all say the same. */
const maxDiffer = 0.5;
const maxFiles = 100;
/** All records are looked at, so that larger datasets are left as they are. */
const maxBytes = 256 << 20;
/**
 * Of the second file and those behind it so many records tell whether they are parts of a dataset with other prompts.
 */
const looked = 200;

/** What is known of files that hold the responses of one model each. */
export interface ModelFiles {
  /** The names of the models, in the order of the files. */
  readonly models: readonly string[];
  /** Prompts that not every file has. */
  readonly incomplete: number;
}

/**
 * Whether each of the files holds one model's responses to the same prompts; undefined where that is not certain. Reads
 * all of them where the first records leave it open. Throws what reading them throws.
 */
export async function modelFilesOf(
  paths: readonly string[],
  reading: Reading,
  signal?: AbortSignal,
): Promise<ModelFiles | undefined> {
  const names = modelNames(paths);
  const { expands, joins, labelsOnly } = reading.layout;
  if (paths.length < 2 || paths.length > maxFiles || !names || expands || joins || labelsOnly) return undefined;
  for (const path of paths) if (!(await areSingle(path, reading))) return undefined;
  if ((await totalFileSize(paths)) > maxBytes) return undefined;
  const prompts = new Map<string, { files: number; last: string; readonly text: string; differs: boolean }>();
  let records = 0;
  for (const [at, path] of paths.entries()) {
    let [read, again] = [0, 0];
    for await (const batch of scan([path], { ...reading, gather: false }, { signal })) {
      for (const parsed of batch) {
        if (!('item' in parsed)) continue;
        const [response, ...others] = parsed.item.responses;
        if (!response || others.length > 0) return undefined;
        read++;
        const key = promptKey(parsed.item);
        const known = prompts.get(key);
        if (!known) prompts.set(key, { files: 1, last: path, text: response.text, differs: false });
        else if (known.last !== path) {
          again++;
          known.files++;
          known.last = path;
          known.differs ||= known.text !== response.text;
        }
      }
      if (at > 0 && read >= looked && again < read * nearlyAll) return undefined;
    }
    records += read;
  }
  const shared = [...prompts.values()].filter(({ files }) => files === paths.length);
  const areShared = shared.length * paths.length >= records * nearlyAll;
  const areOthers = shared.filter(({ differs }) => differs).length >= shared.length * maxDiffer;
  return shared.length > 0 && areShared && areOthers
    ? { models: [...names.values()], incomplete: prompts.size - shared.length }
    : undefined;
}

async function areSingle(path: string, reading: Reading): Promise<boolean> {
  const { records } = await readHead(path, undefined, { mapping: reading.mapping });
  const items = records
    .flatMap((raw) => parseRecord(raw, path, reading))
    .flatMap((parsed): Item[] => ('item' in parsed ? [parsed.item] : []));
  return items.length > 0 && items.every(({ responses }) => responses.length === 1);
}

/** What a person is told of files that were taken so. */
export function modelFilesWarning({ models, incomplete }: ModelFiles, file: string): FileProblem {
  return fileProblem(
    'warning',
    { file },
    problem('dataset.filesOfModels', { models: models.slice(0, 5), count: models.length, incomplete }),
  );
}
