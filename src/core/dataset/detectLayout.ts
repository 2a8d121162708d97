import { basename } from 'node:path';
import { problem, UsageError } from '../model/problems/problem';
import type { UnknownField } from '../model/problems/recognition';
import type { Mapping } from './fields/fieldMapping';
import { wordsIn } from './fields/fieldWords';
import { unknownIn } from './fields/mappingChecks';
import type { JsonObject } from './fields/recordFields';
import { NoLayoutError } from './items/noLayoutError';
import { layoutNamed, layouts } from './layouts';
import type { Layout } from './layouts/layout';
import { matchingLayouts } from './matchingLayouts';
import { firstObjects, isHeadless, isOneObject } from './recognition/firstObjects';
import { profileOf, type FieldProfile } from './recognition/profile';
import { readHead } from './records/recordStream';

export interface DetectOptions {
  readonly layout?: string | undefined;
  readonly mapping?: Mapping | undefined;
}

/**
 * Finds the layout that all files have, or checks the one that was named. Files without a record are passed over,
 * unless all are. Throws `UserError` where none fits or they differ: a project reads all its files as one.
 */
export async function detectCommonLayout(paths: readonly string[], options: DetectOptions = {}): Promise<Layout> {
  let known: { layout: Layout; path: string } | undefined;
  for (const path of options.layout === undefined ? paths : []) {
    if (paths.length > 1 && (await readHead(path, 1, { mapping: options.mapping })).records.length === 0) continue;
    const layout = await detectLayout(path, options);
    if (known && known.layout !== layout)
      throw new NoLayoutError(
        [known, { layout, path }],
        problem(
          'recognition.differentLayouts',
          { layout: layout.name, other: known.path, otherLayout: known.layout.name },
          path,
        ),
      );
    known ??= { layout, path };
  }
  return known?.layout ?? detectLayout(paths[0] ?? '', options);
}

/**
 * Finds the layout of a file by looking at its first records, or checks the one that was named. Throws `UserError`
 * where none fits, and `UsageError` for a layout that there is not and for a mapping of fields that it has not.
 */
export async function detectLayout(path: string, options: DetectOptions = {}): Promise<Layout> {
  const mapping = options.mapping ?? {};
  // Before looking: a field that is misspelt may be why no layout fits.
  refuse(unknownIn(mapping));
  const layout = await found(path, options.layout, mapping);
  refuse(unknownIn(mapping, layout));
  return layout;
}

async function found(path: string, name: string | undefined, mapping: Mapping): Promise<Layout> {
  if (name !== undefined) {
    const named = layoutNamed(name);
    if (!named)
      throw new UsageError(
        problem('recognition.noSuchLayout', { layout: name, layouts: layouts.map((each) => each.name) }),
      );
    return named;
  }
  const objects = await firstObjects(path, mapping);
  const [best] = matchingLayouts(objects, mapping);
  const fields = Object.keys(objects[0]);
  if (!best && (await isOneObject(path, mapping)))
    throw new NoLayoutError([], problem('recognition.isOneObject', { fields }, path));
  if (!best && isHeadless(fields))
    throw new NoLayoutError(
      [],
      problem(
        'recognition.noHeader',
        {
          cells: fields.map((cell) => (cell.length > 30 ? `${cell.slice(0, 30)}…` : cell)),
          names: namesFor(await columnsOf(path, objects[0])),
        },
        path,
      ),
      undefined,
      'header',
    );
  if (!best && !profileOf(objects).some(mayHoldResponses))
    throw new NoLayoutError([], problem('recognition.noTexts', { fields }, path), undefined, 'texts');
  if (!best) throw new NoLayoutError([], problem('recognition.noLayout', { file: basename(path), fields }, path));
  return best;
}

/** What stands in the first line of a table, in its order: of an object's keys numbers come first. */
async function columnsOf(path: string, row: JsonObject): Promise<readonly string[]> {
  const { framing } = await readHead(path, 1);
  return typeof framing === 'object' && framing.kind === 'csv' ? framing.columns : Object.keys(row);
}

/** Names for columns that have none, by what the first row holds: the first text is taken for the prompt. */
function namesFor(row: readonly string[]): readonly string[] {
  const isNumber = (cell: string): boolean => /^[+-]?\d+([.,]\d+)?$/.test(cell.trim());
  const responses = row.filter((cell) => !isNumber(cell)).length - 1;
  let texts = 0;
  let numbers = 0;
  return row.map((cell) => {
    if (isNumber(cell)) return `${responses > 1 ? 'label' : 'rating'}${numbers++ > 0 ? `_${numbers}` : ''}`;
    if (texts++ === 0) return 'prompt';
    return responses === 1 ? 'response' : `response_${String.fromCharCode(95 + texts)}`;
  });
}

/** A text under "model" that is no longer, on average, is a name. */
const maxNameLength = 60;

/** Whether somebody may have meant a field for responses: every kind of texts but codes and names of models. */
const mayHoldResponses = ({ path, kind, isCode, length }: FieldProfile): boolean =>
  (kind === 'text' && !isCode && (length > maxNameLength || !wordsIn(path).includes('model'))) ||
  kind === 'messages' ||
  kind === 'texts' ||
  kind === 'objects';

function refuse(unknown: UnknownField | undefined): void {
  if (unknown) throw new UsageError(problem('recognition.noSuchField', unknown));
}
