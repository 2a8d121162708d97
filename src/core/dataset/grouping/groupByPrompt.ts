import { problem } from '../../model/problems/problem';
import { listNames, type Judgement } from '../../model/annotation/judgement';
import type { Response } from '../../model/item/item';
import { LayoutError, type JsonObject } from '../fields/recordFields';
import { promptKey } from '../items/identity';
import { withoutUndefined, withIds, type Content, type Label } from '../layouts/layout';

/**
 * Rows about the same prompt as one item: HelpSteer2's two responses, SHP's pairs of comments, the good and the bad
 * rows of KTO. Responses with the same text become one, unless two models wrote it and nothing was judged; labels are kept as they were made,
 * under the new responses' ids.
 */

/**
 * One item of rows that share a `promptKey`, in their order. Its id is made of the prompt, so that it stays when rows
 * are added (the hash tells that they were). What differs from row to row in the metadata is kept as a list with one
 * entry a row.
 * @param keepsEqual whether responses of several rows stay apart where their texts are the same: those of several
 *   models
 * @throws `LayoutError` where an annotator calls the same text acceptable in one row and not in another, or ranks in
 *   two rows.
 */
export function groupedByPrompt(
  rows: readonly Content[],
  { keepsEqual = false }: { readonly keepsEqual?: boolean } = {},
): Content {
  const [first] = rows;
  if (!first) throw new RangeError('no row to gather');
  if (rows.length === 1) return { ...first, id: promptKey(first) };
  const responses: Response[] = [];
  // What was judged of a text holds for it whoever wrote it; where nothing was, two models are two responses.
  const isLabelled = rows.some(({ labels = [] }) => labels.length > 0);
  const isSame = (a: Response, b: Response): boolean =>
    !keepsEqual && sameText(a, b) && (isLabelled || !haveTwoModels(a, b));
  const renamed = rows.map((row) => mergeResponses(responses, row.responses, isSame));
  const ids = namesFor(responses);
  const all = <T>(list: (row: Content) => readonly T[] | undefined): readonly T[] =>
    distinct(rows.flatMap((row) => list(row) ?? []));
  const labels = mergedLabels(
    rows.flatMap((row, index) =>
      (row.labels ?? []).map((label) =>
        withIds(
          { ...label, shown: label.shown ?? row.responses.map((response) => response.id) },
          (id) => ids[renamed[index]?.get(id) ?? 0] ?? id,
        ),
      ),
    ),
  );
  const [evidence, references, criteria, notes] = [
    all(({ evidence }) => evidence),
    all(({ references }) => references),
    all(({ criteria }) => criteria),
    all(({ notes }) => (notes === undefined ? [] : [notes])),
  ];
  const { prompt, promptText, tools, context, language } = first;
  return {
    id: promptKey(first),
    prompt,
    ...(promptText !== undefined && { promptText }),
    ...(tools && { tools }),
    ...(context !== undefined && { context }),
    ...(language !== undefined && { language }),
    responses: responses.map((response, index) => ({ ...response, id: ids[index] ?? response.id })),
    ...(evidence.length > 0 && { evidence }),
    ...(references.length > 0 && { references }),
    ...(criteria.length > 0 && { criteria }),
    ...(notes.length > 0 && { notes: notes.join('\n\n') }),
    ...(labels.length > 0 && { labels }),
    ...withMetadata(rows.map(({ metadata }) => metadata)),
  };
}

/**
 * Adds a row's responses to those that are there; tells where each of them stands now. Two of one row are never made
 * one.
 */
function mergeResponses(
  into: Response[],
  row: readonly Response[],
  isSame: (a: Response, b: Response) => boolean,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const taken = new Set<number>();
  for (const response of row) {
    let place = into.findIndex((other, index) => !taken.has(index) && isSame(other, response));
    const there = into[place];
    if (there) into[place] = { ...response, ...there, ...withMetadata([there.metadata, response.metadata]) };
    else place = into.push(response) - 1;
    taken.add(place);
    places.set(response.id, place);
  }
  return places;
}

const sameText = (a: Response, b: Response): boolean =>
  a.text === b.text && JSON.stringify(a.turns) === JSON.stringify(b.turns);

const haveTwoModels = (a: Response, b: Response): boolean =>
  a.model !== undefined && b.model !== undefined && a.model !== b.model;

/** The responses' own ids where all differ and tell more than a place in a pair; else r1, r2, … */
function namesFor(responses: readonly Response[]): readonly string[] {
  const own = responses.map(({ id }) => id);
  const speaking =
    new Set(own).size === own.length &&
    !own.some((id) => /^(chosen|rejected|response|completion|[abr]?\d*)([-_]?\d+)?$/i.test(id));
  return speaking ? own : responses.map((_, index) => `r${index + 1}`);
}

/** The labels of one annotator as one. */
function mergedLabels(labels: readonly Label[]): readonly Label[] {
  const byAnnotator = new Map<string, Label>();
  for (const label of labels) {
    const key = JSON.stringify([label.annotator, label.judge]);
    const other = byAnnotator.get(key);
    byAnnotator.set(
      key,
      other
        ? {
            ...other,
            shown: distinct([...(other.shown ?? []), ...(label.shown ?? [])]),
            judgement: mergedJudgement(other.judgement, label.judgement),
          }
        : label,
    );
  }
  return [...byAnnotator.values()];
}

function mergedJudgement(a: Judgement, b: Judgement): Judgement {
  if (a.ranking && b.ranking && JSON.stringify(a.ranking) !== JSON.stringify(b.ranking))
    throw new LayoutError(problem('dataset.rankingsDiffer', {}));
  if ((a.ranking ?? b.ranking) && (a.comparisons ?? b.comparisons))
    throw new LayoutError(problem('dataset.rankingAndComparisons', {}));
  for (const [id, value] of Object.entries(b.acceptable ?? {})) {
    if ((a.acceptable?.[id] ?? value) !== value) throw new LayoutError(problem('dataset.goodAndBad', {}));
  }
  const both = <T>(first: readonly T[] | undefined, second: readonly T[] | undefined): T[] | undefined =>
    (first ?? second) ? [...distinct([...(first ?? []), ...(second ?? [])])] : undefined;
  const texts = both(
    a.rationale === undefined ? undefined : [a.rationale],
    b.rationale === undefined ? undefined : [b.rationale],
  );
  return withoutUndefined({
    ...a,
    ...b,
    ...Object.fromEntries(listNames.map((name) => [name, both<unknown>(a[name], b[name])])),
    acceptable: (a.acceptable ?? b.acceptable) ? { ...a.acceptable, ...b.acceptable } : undefined,
    rationale: texts?.join('\n\n'),
  });
}

/**
 * Fields that are equal in all rows as they are; the others as a list with one entry a row, null where a row has none.
 */
function withMetadata(rows: readonly (JsonObject | undefined)[]): { metadata?: JsonObject } {
  const keys = new Set(rows.flatMap((row) => Object.keys(row ?? {})));
  if (keys.size === 0) return {};
  const values = [...keys].map((key): [string, unknown] => {
    const each = rows.map((row) => (row && Object.hasOwn(row, key) ? row[key] : null));
    return [key, distinct(each).length === 1 ? each[0] : each];
  });
  return { metadata: Object.fromEntries(values) };
}

/** Without repetitions, by content; the first of each stays. */
function distinct<T>(list: readonly T[]): readonly T[] {
  const seen = new Map<string, T>();
  for (const value of list) {
    const key = JSON.stringify(value);
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}
