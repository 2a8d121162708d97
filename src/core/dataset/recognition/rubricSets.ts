import { problem, UserError } from '../../model/problems/problem';
import { shellQuote } from '../../model/text/shellQuote';
import { readPackFile } from '../../rubric/packs/files';
import type { Mapping } from '../fields/fieldMapping';
import { criterionWords, surestCriterionWords, weightWords, wordsIn } from '../fields/fieldWords';
import { field, isObject, type JsonObject } from '../fields/recordFields';
import { NoLayoutError } from '../items/noLayoutError';
import type { DetectedReading } from './commonPlan';
import { isProse } from './fieldChecks';
import { isResponseName } from '../fields/fieldNames';
import { firstObjectsOf } from './firstObjects';
import { generalLayouts } from './plan';
import { profileOf } from './profile';
import { responseFields } from './userFieldRoles';

/**
 * Sets of rubrics: what an answer is asked to have, each with how much it counts (HealthBench, PaperBench,
 * DeepResearch Bench, FrontierScience). No text of them is an answer.
 */

/** So deep rubrics lie in records. */
const maxDepth = 4;

/** FrontierScience writes the criteria of a task into one text, each line with its points. */
const pointsAndItem = /^\W*points?\s*:\s*[\d.]+\s*[,;|-]\s*item\s*:/im;

/** The paths of the rubrics in records, if half of them or more have one there. */
export function rubricFields(records: readonly JsonObject[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const record of records)
    for (const path of new Set(rubricsIn(record, '', maxDepth))) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 2 >= records.length).map(([path]) => path);
}

function rubricsIn(value: unknown, path: string, depth: number): string[] {
  if (typeof value === 'string') return pointsAndItem.test(value) ? [path] : [];
  if (Array.isArray(value)) return value.length > 0 && value.every(isCriterion) ? [path] : [];
  if (!isObject(value) || depth === 0) return [];
  // Each record a criterion, perhaps of a tree.
  if (path === '' && isCriterion(value))
    return Object.keys(value).filter((key) => wordsIn(key).some((word) => surestCriterionWords.has(word)));
  return Object.entries(value).flatMap(([key, each]) =>
    rubricsIn(each, path === '' ? key : `${path}.${key}`, depth - 1),
  );
}

/** Whether an entry is a text with what it counts, under names that say so. */
function isCriterion(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const named = Object.entries(entry).map(([key, value]) => [wordsIn(key), value] as const);
  return (
    named.some(([words, value]) => typeof value === 'string' && words.some((word) => criterionWords.has(word))) &&
    named.some(([words, value]) => typeof value === 'number' && words.some((word) => weightWords.has(word)))
  );
}

/** The error for files that hold rubrics and nothing that is named as an answer; undefined for others. */
export async function rubricsInstead(
  paths: readonly string[],
  mapping: Mapping,
  { plan }: NoLayoutError,
): Promise<NoLayoutError | undefined> {
  for (const { path, records } of await firstObjectsOf(paths, mapping)) {
    const fields = rubricFields(records);
    if (fields.length === 0) continue;
    const within = plan?.mapping.records?.replaceAll('*.', '');
    const isInside = within !== undefined && fields.some((each) => within.startsWith(each));
    const hasAnswer =
      !isInside &&
      profileOf(records).some(
        (each) => isResponseName(each.path) && isProse(each) && !fields.some((rubric) => each.path.startsWith(rubric)),
      );
    if (!hasAnswer) return isRubric(path, fields);
  }
  return undefined;
}

/** Throws `NoLayoutError` where a reading that nobody asked for takes a rubric for a response. */
export async function assertNoRubric(paths: readonly string[], reading: DetectedReading): Promise<void> {
  if (!generalLayouts.includes(reading.layout)) return;
  for (const { path, records } of await firstObjectsOf(paths, reading.mapping)) {
    const texts = responseFields(records, reading).filter(
      (each) =>
        records.filter((record) => pointsAndItem.test(String(field(record, each)))).length * 2 >= records.length,
    );
    if (texts.length > 0) throw await isRubric(path, texts);
  }
}

/** With the command that adds the rubrics to a study, where they can be read so. */
async function isRubric(path: string, fields: readonly string[]): Promise<NoLayoutError> {
  const isRead = await readPackFile(path, { negative: 'fault' }).then(
    ({ packs }) => packs.length > 0,
    (error: unknown) => {
      if (error instanceof UserError) return false;
      throw error;
    },
  );
  const command = isRead ? `tiebreak rubrics STUDY.tiebreak --import ${shellQuote(path)}` : null;
  return new NoLayoutError([], problem('recognition.isRubric', { fields, command }, path));
}
