import { problem, UsageError, wordsOf } from '../../model/problems/problem';
import type { UnknownField } from '../../model/problems/recognition';
import { layouts } from '../layouts';
import { valuesOf, type Layout } from '../layouts/layout';
import { wordList } from './fieldWords';
import { allJudgedByPeople, noPromptPath, mappingSettings, type Mapping } from './fieldMapping';
import type { Reading } from '../items/parse';
import { maybeRecordValue } from '../records/rawRecord';
import { streamRecords } from '../records/recordStream';

/** Fields of the general layouts, which most datasets have. */
const usualFields = wordList(
  'prompt responses chosen rejected first second completion messages label values judges rating annotator model context references id records gather',
);

/** The text of what is wrong with a mapping for one layout, or for all where none is given; undefined where nothing is. */
export function unknownFieldMessage(mapping: Mapping, layout?: Layout): string | undefined {
  const unknown = unknownIn(mapping, layout);
  return unknown && wordsOf(problem('recognition.noSuchField', unknown));
}

/** The field of a mapping that one layout does not have, or none of them where none is given. */
export function unknownIn(mapping: Mapping, layout?: Layout): UnknownField | undefined {
  // Where the records stand in a JSON object and what rows are of one item, and who judged, is no layout's business.
  const fields = [
    ...new Set([
      ...(layout ? [layout] : layouts).flatMap((each) => [
        ...Object.keys(each.fields),
        ...(each.hasCodes ? ['values'] : []),
      ]),
      'judges',
      'records',
      'gather',
    ]),
  ];
  const unknown = Object.keys(mapping).find((name) => !fields.includes(name));
  if (unknown === undefined) return undefined;
  return { field: unknown, ...(layout && { layout: layout.name }), fields, usual: usualFields };
}

/** Names of fields that hold what was asked, and of those that hold responses. */
const [asked, said] = [
  ['prompt', 'context'],
  ['responses', 'first', 'second', 'chosen', 'rejected', 'completion'],
];

/** Throws `UsageError` where the setting `judges` says anything but that people judged. */
export function assertJudgesKnown({ judges }: Mapping): void {
  if (judges !== undefined && judges !== allJudgedByPeople)
    throw new UsageError(problem('recognition.judgesArePeople', { value: judges }));
}

/** Throws `UsageError` where the mapping takes one field for the prompt and for a response. */
function assertUsedOnce(mapping: Mapping): void {
  for (const prompt of asked) {
    const paths = mapping[prompt]?.split(',').map((path) => path.trim()) ?? [];
    const response = said.find((name) =>
      mapping[name]?.split(',').some((path) => path.trim() !== '' && paths.includes(path.trim())),
    );
    if (response !== undefined)
      throw new UsageError(
        problem('recognition.promptIsResponse', {
          prompt,
          promptPath: mapping[prompt] ?? '',
          response,
          responsePath: mapping[response] ?? '',
        }),
      );
  }
}

/**
 * Throws `UsageError` where a path of the mapping leads to nothing in every record of the files, or one field is to be
 * prompt and response. Reads no further than it must.
 */
export async function assertPathsExist(paths: readonly string[], { layout, mapping }: Reading): Promise<void> {
  assertUsedOnce(mapping);
  assertJudgesKnown(mapping);
  /** For each mapped field the paths at which nothing was found yet; undefined before the first record. */
  const open = new Map<string, ReadonlySet<string> | undefined>(
    Object.keys(mapping)
      .filter((name) => (name === 'gather' || !mappingSettings.includes(name)) && mapping[name] !== noPromptPath)
      .map((name) => [name, undefined]),
  );
  let first: string[] | undefined;
  for (const path of paths) {
    if (open.size === 0) return;
    for await (const batch of streamRecords(path, { mapping })) {
      for (const raw of batch) {
        const record = maybeRecordValue(raw);
        if (!record) continue;
        first ??= Object.keys(record);
        for (const [name, missing] of open) {
          const values = valuesOf(record, layout, mapping, name);
          const left = new Set(
            values
              .filter(({ path: at, value }) => value === undefined && (missing?.has(at) ?? true))
              .map(({ path: at }) => at),
          );
          if (left.size === 0) open.delete(name);
          else open.set(name, left);
        }
      }
      if (open.size === 0) return;
    }
  }
  const [wrong] = open;
  if (!wrong || !first) return;
  const [name, missing] = wrong;
  throw new UsageError(
    problem('recognition.pathLeadsNowhere', {
      name,
      mapped: mapping[name] ?? '',
      path: [...(missing ?? [])][0] ?? '',
      file: paths[0] ?? '',
      fields: first,
    }),
  );
}
