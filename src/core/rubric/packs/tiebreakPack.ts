import { isObject } from '../../dataset/fields/recordFields';
import { criterionFields } from '../../model/rubric/criterion';
import { problem } from '../../model/problems/problem';
import { packFields } from './pack';
import type { PackFormat, SkippedFields } from './packFormat';

/**
 * A rubric in our own words: `{id?, title?, description?, scope?, criteria: [{text, weight?, …}]}`, in which everything
 * stands that a rubric can hold.
 */
const own: Pick<PackFormat, 'matches' | 'read' | 'leavesOut' | 'write'> = {
  matches: ({ criteria }) => Array.isArray(criteria),
  read(records, _options, skipped) {
    for (const record of records) countUnknown(record, skipped);
    return [...records];
  },
  leavesOut: () => undefined,
  write: (pack) => [pack],
};

export const jsonPack: PackFormat = {
  ...own,
  name: 'json',
  title: 'a rubric with everything it can hold, as JSON',
  origin: 'Tiebreak',
  syntax: 'json',
};
export const yamlPack: PackFormat = {
  ...own,
  name: 'yaml',
  title: 'the same as YAML, to be written by hand',
  origin: 'Tiebreak',
  syntax: 'yaml',
};
/** A judge's prompt takes it as it is (C7, Plug-and-Play Judge). */
export const oneLinePack: PackFormat = {
  ...own,
  name: 'one-line',
  title: 'the same on one line, with its examples: for a prompt, or one a line',
  origin: 'Tiebreak',
  syntax: 'lines',
};

const known: ReadonlySet<string> = new Set<string>([...packFields, 'criteria']);
const knownOfCriterion: ReadonlySet<string> = new Set<string>(['id', ...criterionFields]);

/** Fields that mean nothing here are kept, and told: one may be misspelt. */
function countUnknown(record: Readonly<Record<string, unknown>>, skipped: SkippedFields): void {
  for (const field of Object.keys(record))
    if (!known.has(field)) skipped.count(problem('pack.meaninglessRubricField', { field }));
  for (const criterion of record.criteria as readonly unknown[]) {
    if (!isObject(criterion)) continue;
    for (const field of Object.keys(criterion))
      if (!knownOfCriterion.has(field)) skipped.count(problem('pack.meaninglessCriterionField', { field }));
  }
}
