import type { Item } from '../../model/item/item';
import { fileProblem } from '../../model/problems/problem';
import { LayoutError } from '../fields/recordFields';
import { wordsIn } from '../fields/fieldWords';
import { groupedByPrompt } from './groupByPrompt';
import { contentHash, isWithoutPrompt, promptKey } from '../items/identity';
import { rankingLabel } from '../layouts/labels/numericJudgements';
import { joinedSkipped } from '../layouts/labels/skippedValues';
import { withIds, type Content, type Fault, type RecordJoin, type JoinedRecord } from '../layouts/layout';
import { modelNames } from './modelNames';
import type { ItemGrouping } from './itemGrouping';
import { pairing } from './runPairs';
import type { Reading } from '../items/parse';
import type { ItemOrProblem, ParsedItem } from '../items/parsedItem';
import { placeOf } from '../records/rawRecord';
import { numberOf } from '../records/recordReader';

/** What is to be put together when a dataset of these files is read so, in this order. */
export function groupingsOf(reading: Reading, paths: readonly string[] = []): readonly ItemGrouping[] {
  const {
    layout: { joins },
    gather,
    pairs,
  } = reading;
  const gathering = gather === 'files' ? oneOfEachFile(modelNames(paths)) : gather ? byPrompt(reading) : undefined;
  const drawing = pairs && pairing(pairs);
  if (joins && drawing && !gathering) return [inTurn(joining(joins), drawing)];
  return [joins && joining(joins), gathering, drawing].filter((each) => each !== undefined);
}

/** Two groupings as one, of which the second leaves each item by itself. */
const inTurn = (first: ItemGrouping, second: ItemGrouping): ItemGrouping => ({
  ...first,
  combine: (rows) => second.combine(first.combine(rows)),
  end: () => [...(first.end?.() ?? []), ...(second.end?.() ?? [])],
});

/** Rows after the groupings, in the order in which groups began. */
export function grouped(rows: readonly ItemOrProblem[], groupings: readonly ItemGrouping[]): readonly ItemOrProblem[] {
  return groupings.reduce((before, { key, combine, end }) => {
    const groups = new Map<string, ItemOrProblem[]>();
    for (const [index, row] of before.entries()) {
      const name = 'item' in row ? key(row) : undefined;
      const mark = name === undefined ? `row ${index}` : `key ${name}`;
      groups.set(mark, [...(groups.get(mark) ?? []), row]);
    }
    return [...[...groups.values()].flatMap(combine), ...(end?.() ?? [])];
  }, rows);
}

/**
 * What rows of one item have in common: their prompt, and where a mapping names a field (`gather=question_id`) what
 * stands there too; undefined for rows that have nothing there, which stay apart.
 */
export function rowKey({ item, group }: ParsedItem, { mapping }: Reading): string | undefined {
  if (mapping.gather === undefined) return keyOfPrompt(item);
  return group === undefined ? undefined : JSON.stringify([group, keyOfPrompt(item)]);
}

/** The same prompt once more may have other line ends or spaces, as files of several models do. */
const keyOfPrompt = (item: Item): string =>
  promptKey({
    ...item,
    prompt: item.prompt.map((turn) => ({ ...turn, content: turn.content.replaceAll(/\s+/g, ' ').trim() })),
  });

/** One item of rows with the same prompt; the rows and what keeps them apart where they cannot be one. */
const byPrompt = (reading: Reading): ItemGrouping => ({
  key: (row) => rowKey(row, reading),
  combine(rows) {
    const [first] = rows;
    if (!first || 'problem' in first) return rows;
    try {
      const items = rows.flatMap((row) => ('item' in row ? [row] : []));
      if (rowKey(first, reading) === undefined) return rows;
      const together = gatheredRows(items.map(contentOf));
      const content = first.group === undefined ? together : { ...together, id: idOfGroup(first.group, first.item) };
      const ranked = rankedBy(items, content);
      const unread = ranked ? undefined : items.flatMap((row) => row.unread ?? [])[0];
      const skipped = joinedSkipped(items.map((row) => row.skipped));
      return [{ ...itemOf(ranked ?? content, first), ...(unread && { unread }), ...(skipped && { skipped }) }];
    } catch (error) {
      if (!(error instanceof LayoutError) || !error.problem) throw error;
      return [...rows, { problem: fileProblem('warning', { file: first.file, ...placeOf(first) }, error.problem) }];
    }
  },
});

/** Of an item that its rows' number brought together: that number, and where they have a prompt as well, both. */
const idOfGroup = (group: string, item: Item): string =>
  isWithoutPrompt(item) ? group : `${group}-${promptKey(item)}`;

/**
 * Rows as one item. The same text rated in several rows, by nobody who is named, is of several models or samples, and
 * stays apart.
 */
const gatheredRows = (rows: readonly Content[]): Content =>
  groupedByPrompt(rows, {
    keepsEqual:
      rows.length > 1 &&
      rows.every(
        ({ responses, labels = [] }) =>
          responses.length === 1 &&
          labels.some(({ judgement }) => judgement.ratings) &&
          labels.every(({ annotator, judge }) => annotator === undefined && judge === undefined),
      ),
  });

/**
 * The item with the order of its responses, where each row says the rank of its own: a number under a name for ranks,
 * the least of which is the best.
 */
function rankedBy(rows: readonly ParsedItem[], content: Content): Content | undefined {
  const { responses } = content;
  const ranks = rows.map(({ unread }) =>
    unread && wordsIn(unread.path).includes('rank') ? numberOf(unread.value) : undefined,
  );
  if (
    rows.length < 2 ||
    responses.length !== rows.length ||
    rows.some((row) => row.unread?.path !== rows[0]?.unread?.path)
  )
    return undefined;
  const [label] = rankingLabel(responses.map(({ id }, at) => ({ id, rank: ranks[at] })));
  return label && ranks.every((rank) => rank !== undefined)
    ? { ...content, labels: [...(content.labels ?? []), label] }
    : undefined;
}

/**
 * One item of the rows that several files have for a prompt: the first of each file, then the second of each, … Of what
 * such rows say that is no model's judgement, only that somebody wrote the answer is left out.
 */
function oneOfEachFile(models: ReadonlyMap<string, string> | undefined): ItemGrouping {
  return {
    key: ({ item }) => promptKey(item),
    combine(rows) {
      const items = rows.flatMap((row) => ('item' in row ? [row] : []));
      if (items.length === 0) return rows;
      const files = [...new Set(items.map(({ file }) => file))];
      const byFile = files.map((name) => items.filter(({ file }) => file === name));
      const rounds = Array.from({ length: Math.max(...byFile.map((each) => each.length)) }, (_, round) =>
        byFile.flatMap((each) => each[round] ?? []),
      );
      return rounds.flatMap((round, number): ParsedItem[] => {
        const [first] = round;
        if (!first) return [];
        const content = groupedByPrompt(
          round.map((row) => ofModel(row, models?.get(row.file))),
          { keepsEqual: true },
        );
        const own = round.every(({ item }) => item.id === first.item.id && item.id !== item.hash);
        return [
          itemOf(
            { ...content, id: own ? first.item.id : `${content.id ?? ''}${number === 0 ? '' : `-${number + 1}`}` },
            first,
          ),
        ];
      });
    },
  };
}

/** A row's content with its response under the name of the model. */
function ofModel(row: ParsedItem, model: string | undefined): Content {
  const content = contentOf(row);
  const named = (id: string): string => model ?? id;
  return {
    ...content,
    responses: content.responses.map((response) => ({
      ...response,
      id: named(response.id),
      ...(model !== undefined && { model: response.model ?? model }),
    })),
    labels: (content.labels ?? []).flatMap((label) =>
      Object.keys(label.judgement).every((kind) => kind === 'demonstrations') ? [] : [withIds(label, named)],
    ),
  };
}

/** The items of records that are parts of them. */
function joining({ key, join, sum }: RecordJoin): ItemGrouping {
  const waiting: Fault[] = [];
  const told = (faults: readonly Fault[]): readonly ItemOrProblem[] =>
    faults.map(({ part, reason, isNoItem }) => ({
      problem: isNoItem
        ? fileProblem('warning', part.file, reason)
        : fileProblem('error', { file: part.file, ...placeOf(part) }, reason),
    }));
  return {
    key: ({ item }) => key(item),
    combine(rows) {
      const parts = rows.flatMap((row): JoinedRecord[] => ('item' in row ? [row] : []));
      const [first] = parts;
      if (!first) return rows;
      const { items, faults } = join(parts);
      if (sum) waiting.push(...faults.filter(({ isNoItem }) => isNoItem));
      return [
        ...items.map((content) => itemOf(content, content.place ?? first)),
        ...told(sum ? faults.filter(({ isNoItem }) => !isNoItem) : faults),
      ];
    },
    end: () => (sum ? told(sum(waiting.splice(0))) : []),
  };
}

function itemOf(
  { id, labels = [], place: _, unread: __, ...content }: Content,
  place: Omit<ParsedItem, 'item' | 'labels'>,
): ParsedItem {
  const hash = contentHash(content);
  return { item: { ...content, id: id ?? hash, hash }, labels, file: place.file, ...placeOf(place) };
}

function contentOf({ item: { id, hash: _, ...content }, labels }: ParsedItem): Content {
  return { ...content, id, labels };
}
