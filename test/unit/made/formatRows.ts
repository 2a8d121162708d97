import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { detectLayout } from '../../../src/core/dataset/detectLayout';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import { scan } from '../../../src/core/dataset/sources/scan';
import { ballotOf, candidatesOf } from '../../../src/core/export/derive/ballots';
import type { ExportFormat, FileContext, ExportOptions } from '../../../src/core/export/format';
import type { Fields } from '../../../src/core/export/fields';
import { promptAsShown } from '../../../src/core/export/texts/promptAsShown';
import { validateExport } from '../../../src/core/export/validate';
import type { Annotation, Judgement } from '../../../src/core/model/annotation/annotation';
import { consensusOf, type ItemRule } from '../../../src/core/quality/consensus/consensus';
import { turnsOf, type Item, type Message, type Response } from '../../../src/core/model/item/item';
import { jsonl, temporaryFile, temporaryFolder } from './temporaryFolder';
import { namingNothing } from './namesNothing';
import { annotation } from './journalLines';

/** What a format makes of judged items, without a study around them. */

export const user = (content: string): Message => ({ role: 'user', content });
export const assistant = (content: string): Message => ({ role: 'assistant', content });
export const system = (content: string): Message => ({ role: 'system', content });

/** A conversation with a call of a tool and its answer, and the tool. */
export const weather = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } };
export const called: Message = {
  role: 'assistant',
  content: '',
  toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
};
export const answered: Message = { role: 'tool', content: 'snow', toolName: 'get_weather' };

/** An item with responses called a, b, c … */
export function itemOf(
  prompt: string | readonly Message[],
  responses: readonly (string | readonly Message[])[],
  more: Partial<Item> = {},
): Item {
  const made = responses.map((each, i): Response => ({
    id: String.fromCharCode(97 + i),
    ...(typeof each === 'string'
      ? { text: each }
      : { text: each.map(({ content }) => content).join('\n\n'), turns: each }),
  }));
  return {
    id: 'item-1',
    hash: 'hash-1',
    prompt: typeof prompt === 'string' ? [user(prompt)] : prompt,
    ...(typeof prompt === 'string' && { promptText: prompt }),
    responses: made,
    ...more,
  };
}

/** Judgements of an item by one annotator after the other. */
export const judgedBy = (item: Item, ...judgements: readonly Judgement[]): Annotation[] =>
  judgements.map((judgement, i) =>
    annotation(i + 1, {
      annotator: ['ana', 'ben', 'cem', 'dua'][i] ?? 'eve',
      item: item.id,
      hash: item.hash,
      shown: item.responses.map(({ id }) => id),
      judgement,
    }),
  );

/** A ranking: tiers, best first, of ids with spaces between those that are tied. */
export const ranked = (...tiers: readonly string[]): Judgement => ({
  ranking: { tiers: tiers.map((tier) => tier.split(' ')) },
});
export const compared = (
  a: string,
  b: string,
  outcome: 'a' | 'b' | 'tie' | 'both-good' | 'both-bad' | 'too-close' | 'unsure' = 'a',
): Judgement => ({ comparisons: [{ a, b, outcome }] });

export interface Exported {
  readonly rows: Fields[];
  readonly from: Fields[];
  readonly dropped: Readonly<Record<string, number>>;
  readonly notes: Readonly<Record<string, number>>;
  readonly criteria: readonly string[];
}

/** The rows of items with their judgements, as one file has them, and what is told of them. */
export function exported(
  format: ExportFormat,
  items: readonly (readonly [Item, readonly Annotation[]])[],
  options: Partial<ExportOptions> = {},
  context?: string,
  file: FileContext = {
    tools: format.shape === 'messages' && items.some(([item]) => item.tools !== undefined),
    listSize: items[0]?.[0].responses.length ?? 0,
  },
): Exported {
  const dropped: Record<string, number> = {};
  const notes: Record<string, number> = {};
  const criteria = new Set<string>();
  const count = (counts: Record<string, number>, key: string, times = 1): void => {
    if (times > 0) counts[key] = (counts[key] ?? 0) + times;
  };
  const tell = {
    drop: (reason: string, times?: number) => count(dropped, reason, times),
    note: (note: string, times?: number) => count(notes, note, times),
    good: () => undefined,
    criterion: (criterion: string) => criteria.add(criterion),
  };
  const made = items.flatMap(([item, annotations]) => {
    const seen = promptAsShown(item, context, { context: 'system', ...options }, format) ?? item;
    const consensus =
      options.aggregate &&
      consensusOf(
        options.aggregate as ItemRule,
        candidatesOf(item, annotations).map(({ id }) => id),
        annotations.map((each) => ballotOf(each, options.criterion)),
      );
    return [
      ...format.rows(
        { item: seen, source: item, context, annotations, consensus, study: namingNothing },
        { format, ...options },
        file,
        tell,
      ),
    ];
  });
  return {
    rows: made.map(({ value }) => value),
    from: made.map(({ from }) => from),
    dropped,
    notes,
    criteria: [...criteria],
  };
}

/** Rows as the trainers of a format read them, in text. */
export const fileOf = ({ files }: ExportFormat, rows: readonly unknown[]): string =>
  files.includes('jsonl') ? jsonl(rows) : JSON.stringify(rows);

/** What `tiebreak validate` says of rows, without the place. */
export async function said(
  format: ExportFormat,
  rows: readonly unknown[],
  text = fileOf(format, rows),
): Promise<string[]> {
  const { problems } = await validateExport(
    temporaryFile(format.files.includes('jsonl') ? 'train.jsonl' : 'train.json', text),
    format.name,
  );
  return problems.map(({ severity, message }) => `${severity}: ${message}`);
}

/** Items and labels that an importer finds in rows, in whichever layout they are detected to be. */
export async function readBack(
  rows: readonly Fields[],
  array = false,
): Promise<{ layout: string; items: { item: Item; labels: readonly Label[] }[] }> {
  const path = join(temporaryFolder(), array ? 'train.json' : 'train.jsonl');
  writeFileSync(path, array ? JSON.stringify(rows) : jsonl(rows));
  const layout = await detectLayout(path);
  const items: { item: Item; labels: readonly Label[] }[] = [];
  for await (const batch of scan([path], { layout, mapping: {} })) {
    for (const parsed of batch) {
      if ('problem' in parsed) throw new Error(parsed.problem.message);
      items.push({ item: parsed.item, labels: parsed.labels });
    }
  }
  return { layout: layout.name, items };
}

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '🙂', '漢字', ' a ', 'line\nbreak\r\n\u2028', '\u0000', "it's"),
);
const filled = word.filter((text) => text.trim() !== '');

/**
 * Conversations that end with the person's turn, under a system prompt or none; and 2 to 8 different responses, of
 * which one may be empty.
 */
export const anyItem: fc.Arbitrary<Item> = fc
  .record({
    system: fc.option(filled, { nil: undefined }),
    turns: fc.array(filled, { minLength: 1, maxLength: 3 }),
    responses: fc.uniqueArray(word, { minLength: 2, maxLength: 8 }),
  })
  .map(({ system: first, turns, responses }) =>
    itemOf(
      [
        ...(first === undefined ? [] : [system(first)]),
        ...turns.flatMap((content, i) => [...(i > 0 ? [assistant('Well.')] : []), user(content)]),
      ],
      responses,
    ),
  );

/** The same with one user turn for a prompt. */
export const anyPlainItem: fc.Arbitrary<Item> = fc
  .record({ prompt: filled, responses: fc.uniqueArray(word, { minLength: 2, maxLength: 8 }) })
  .map(({ prompt, responses }) => itemOf(prompt, responses));

/** An order of an item's responses, some of them tied. */
export const anyTiers = (item: Item): fc.Arbitrary<string[][]> =>
  fc
    .tuple(...item.responses.map(() => fc.nat({ max: item.responses.length })))
    .map((places) =>
      [...new Set(places)]
        .sort((a, b) => a - b)
        .map((place) => item.responses.flatMap(({ id }, i) => (places[i] === place ? [id] : []))),
    );

/** A pair as texts: prompt, then the better, then the worse. */
export type PairTexts = readonly [prompt: string, chosen: string, rejected: string];
export const plainTurns = (turns: readonly Message[]): string =>
  JSON.stringify(turns.map(({ role, content }) => [role, content]));

/** All strict pairs of tiers. */
export function pairsIn(item: Item, tiers: readonly (readonly string[])[]): PairTexts[] {
  const byId = new Map(item.responses.map((response) => [response.id, response]));
  const said = (id: string): string => plainTurns(turnsOf(byId.get(id) ?? { id, text: '' }));
  return tiers.flatMap((tier, depth) =>
    tier.flatMap((chosen) =>
      tiers
        .slice(depth + 1)
        .flatMap((below) =>
          below.map((rejected): PairTexts => [plainTurns(item.prompt), said(chosen), said(rejected)]),
        ),
    ),
  );
}

/** The pairs that imported labels say. */
export function pairsOfLabels(
  items: readonly { readonly item: Item; readonly labels: readonly Label[] }[],
): PairTexts[] {
  return items.flatMap(({ item, labels }) =>
    labels.flatMap(({ judgement: { ranking, comparisons = [] } }) => [
      ...(ranking ? pairsIn(item, ranking.tiers) : []),
      ...comparisons.flatMap(({ a, b, outcome }) =>
        outcome === 'a' ? pairsIn(item, [[a], [b]]) : outcome === 'b' ? pairsIn(item, [[b], [a]]) : [],
      ),
    ]),
  );
}

/** Whether every pair that a format can hold comes back from its rows, in the layout that they are detected to be. */
export async function everyPairComesBack(
  format: ExportFormat,
  layout: string,
  {
    items = anyItem,
    holds = () => true,
    array = false,
  }: {
    readonly items?: fc.Arbitrary<Item>;
    readonly holds?: (pair: PairTexts) => boolean;
    readonly array?: boolean;
  } = {},
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      items.chain((item) => anyTiers(item).map((tiers) => ({ item, tiers }))),
      async ({ item, tiers }) => {
        const { rows } = exported(format, [[item, judgedBy(item, { ranking: { tiers } })]]);
        const pairs = pairsIn(item, tiers).filter(holds);
        expect(rows.length).toBe(pairs.length);
        expect(
          (await said(format, rows)).filter(
            (each) => !each.startsWith('warning') && !each.includes('trainers stop at an empty file'),
          ),
        ).toEqual([]);
        if (rows.length === 0) return;
        const back = await readBack(rows, array);
        expect([back.layout, pairsOfLabels(back.items)]).toEqual([layout, pairs]);
      },
    ),
    { numRuns: 40 },
  );
}

/** Which responses of an item are good, of some of them. */
const anyLabels = (item: Item): fc.Arbitrary<Record<string, boolean>> =>
  fc
    .tuple(...item.responses.map(() => fc.option(fc.boolean(), { nil: undefined })))
    .map((good) =>
      Object.fromEntries(item.responses.flatMap(({ id }, i) => (good[i] === undefined ? [] : [[id, good[i]]]))),
    );

/** Whether every label that a format can hold comes back from its rows. */
export async function everyLabelComesBack(
  format: ExportFormat,
  layout: string,
  {
    items = anyItem,
    holds = () => true,
    array = false,
  }: {
    readonly items?: fc.Arbitrary<Item>;
    readonly holds?: (response: Response, good: boolean) => boolean;
    readonly array?: boolean;
  } = {},
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      items.chain((item) => anyLabels(item).map((acceptable) => ({ item, acceptable }))),
      async ({ item, acceptable }) => {
        const { rows } = exported(format, [[item, judgedBy(item, { acceptable })]]);
        const labels = item.responses.flatMap((response) => {
          const good = acceptable[response.id];
          return good === undefined || !holds(response, good)
            ? []
            : [[plainTurns(item.prompt), plainTurns(turnsOf(response)), good]];
        });
        expect(rows.length).toBe(labels.length);
        expect(
          (await said(format, rows)).filter(
            (each) => !each.startsWith('warning') && !each.includes('trainers stop at an empty file'),
          ),
        ).toEqual([]);
        if (rows.length === 0) return;
        const back = await readBack(rows, array);
        expect([
          back.layout,
          back.items.flatMap((each) =>
            each.labels.flatMap(({ judgement }) =>
              Object.values(judgement.acceptable ?? {}).map((good) => [
                plainTurns(each.item.prompt),
                plainTurns(turnsOf(each.item.responses[0] ?? { id: '', text: '' })),
                good,
              ]),
            ),
          ),
        ]).toEqual([layout, labels]);
      },
    ),
    { numRuns: 40 },
  );
}
