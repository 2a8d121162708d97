import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { problem, UserError } from '../../model/problems/problem';
import { shellQuote } from '../../model/text/shellQuote';
import type { Mapping } from '../fields/fieldMapping';
import { NoLayoutError } from '../items/noLayoutError';
import { fullMapping } from '../layouts/layout';
import { kindOf, questionIdOf, questionsAndAnswers } from '../layouts/lists/questionsAndAnswers';
import { RecordReader } from '../records/recordReader';
import type { DetectedReading } from './commonPlan';
import { firstObjects } from './firstObjects';

/** Answers in files of their own, which name what was asked by an id: MT-bench, MultiChallenge. */

/** So many files beside the answers are looked at. */
const maxLooked = 20;

/** Files that may hold questions, by their names. */
const questionFile = /(question|prompt|benchmark|quer(y|ies)).*\.jsonl?(\.(gz|zst))?$/i;

/** What a file holds, with the ids of the questions in its first records. */
interface QuestionFile {
  readonly kind: 'questions' | 'answers';
  readonly ids: readonly string[];
}

/** Whether a file holds questions or answers by themselves; undefined for others, and for those that cannot be read. */
async function questionFileAt(path: string, mapping: Mapping, mayBeEmpty = true): Promise<QuestionFile | undefined> {
  try {
    const fields = fullMapping(questionsAndAnswers, mapping);
    const records = (await firstObjects(path, mapping)).map((record) => new RecordReader(record, fields));
    const kind = kindOf(records);
    return kind && { kind, ids: records.flatMap((record) => questionIdOf(record) ?? []) };
  } catch (error) {
    if (error instanceof UserError && (mayBeEmpty || error.problem?.code !== 'recognition.isEmpty')) return undefined;
    throw error;
  }
}

/**
 * The reading of several files of which some hold questions and the others their answers; undefined for others. Throws
 * `UserError` where one beside these is empty.
 */
export async function questionsBesideAnswers(
  paths: readonly string[],
  mapping: Mapping,
): Promise<DetectedReading | undefined> {
  if (paths.length < 2) return undefined;
  const kinds = new Set<QuestionFile['kind']>();
  for (const path of paths) {
    // Of questions or answers, an empty file is missing some.
    const found = await questionFileAt(path, mapping, kinds.size === 0);
    if (!found) return undefined;
    kinds.add(found.kind);
  }
  return kinds.size === 2 ? { layout: questionsAndAnswers, mapping, isPlanned: false } : undefined;
}

/**
 * The error for files of answers alone, with the file beside them, or in the folder above, that holds their questions;
 * undefined where there is none.
 */
export async function questionsElsewhere(
  paths: readonly string[],
  mapping: Mapping,
): Promise<NoLayoutError | undefined> {
  const [path] = paths;
  if (path === undefined) return undefined;
  const answered = new Set<string>();
  for (const each of paths) {
    const answers = await questionFileAt(each, mapping);
    if (answers?.kind !== 'answers') return undefined;
    for (const id of answers.ids) answered.add(id);
  }
  for (const found of await candidates(path)) {
    const questions = paths.includes(found) ? undefined : await questionFileAt(found, mapping);
    if (questions?.kind !== 'questions' || !questions.ids.some((id) => answered.has(id))) continue;
    const command = `tiebreak items ${[...paths, found].map((each) => shellQuote(each)).join(' ')}`;
    return new NoLayoutError([], problem('recognition.questionsElsewhere', { file: basename(found), command }, path));
  }
  return undefined;
}

/** Files beside this one and in the folder above that are named as if they held questions. */
async function candidates(path: string): Promise<readonly string[]> {
  const folders = [dirname(path), dirname(dirname(path))];
  const found: string[] = [];
  for (const folder of new Set(folders)) {
    const names = await readdir(folder).catch((): string[] => []);
    found.push(...names.filter((name) => questionFile.test(name)).map((name) => join(folder, name)));
  }
  return found.slice(0, maxLooked);
}
