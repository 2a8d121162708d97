import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mustMaterialize, materializedCopy, scan, materializedReading } from '../../../src/core/dataset/sources/scan';
import { Dataset } from '../../../src/core/dataset/dataset';
import { promptKey } from '../../../src/core/dataset/items/identity';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import type { ItemOrProblem } from '../../../src/core/dataset/items/parsedItem';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';

const reading = { layout: layoutNamed('preference-pairs')!, mapping: {} };

async function all(batches: AsyncGenerator<readonly ItemOrProblem[]>): Promise<ItemOrProblem[]> {
  const list: ItemOrProblem[] = [];
  for await (const batch of batches) list.push(...batch);
  return list;
}

async function materialized(
  rows: readonly unknown[],
  gather: boolean,
): Promise<{ source: string; items: ItemOrProblem[]; left: string[] }> {
  const source = temporaryFile('rows.jsonl', jsonl(rows));
  const folder = temporaryFolder();
  const copy = await materializedCopy([source], { ...reading, gather }, folder);
  expect(await materializedCopy([source], { ...reading, gather }, folder)).toBe(copy);
  return {
    source,
    items: await all(scan([copy], materializedReading)),
    left: readdirSync(folder)
      .filter((name) => !name.endsWith('.used'))
      .map((name) => name.split('.')[1] ?? ''),
  };
}

const row = (prompt: string, chosen: string, rejected: string): unknown => ({ prompt, chosen, rejected });

const tree = (id: string, replies: number): unknown => ({
  message_tree_id: id,
  prompt: {
    message_id: id,
    text: `Question ${id}`,
    role: 'prompter',
    replies: [...Array(replies).keys()].map((rank) => ({
      message_id: `${id}-${rank}`,
      text: `answer ${rank}`,
      role: 'assistant',
      rank,
    })),
  },
});

describe('several items in one record, or none', () => {
  it('are found by their number, each with the place of its record', async () => {
    const nested = tree('b', 2) as { prompt: { replies: { replies?: unknown[] }[] } };
    nested.prompt.replies[0]!.replies = [
      {
        message_id: 'b2',
        text: 'And then?',
        role: 'prompter',
        replies: [
          { message_id: 'x', text: 'this', role: 'assistant', rank: 1 },
          { message_id: 'y', text: 'that', role: 'assistant', rank: 0 },
        ],
      },
    ];
    const path = temporaryFile('trees.jsonl', jsonl([tree('a', 1), nested, tree('c', 3)]));
    const trees = { layout: layoutNamed('oasst-trees')!, mapping: {} };
    expect(mustMaterialize(trees)).toBe(true);
    const dataset = await Dataset.open(
      [await materializedCopy([path], trees, temporaryFolder())],
      materializedReading,
      {
        unpack: () => Promise.reject(new Error('not packed')),
      },
    );
    await dataset.whenComplete();
    expect(dataset.count).toBe(3);
    const places = await Promise.all(
      [0, 1, 2].map(async (ordinal) => {
        const parsed = await dataset.at(ordinal);
        return parsed && 'item' in parsed ? [parsed.file === path, parsed.line, parsed.item.responses.length] : parsed;
      }),
    );
    expect(places).toEqual([
      [true, 2, 2],
      [true, 2, 2],
      [true, 3, 3],
    ]);
    await dataset.close();
  });
});

describe('items that are written out once', () => {
  it('are the same as read from the source, with what is wrong in its place', async () => {
    const rows = [row('a', 'b', 'c'), { prompt: 'a' }, row('🙂', '', '\u2028')];
    const { source, items } = await materialized(rows, false);
    expect(items).toEqual(await all(scan([source], reading)));
    expect(items.map((parsed) => 'problem' in parsed)).toEqual([false, true, false]);
  });

  it('are gathered by prompt, wherever the rows stand, in the order in which the prompts come', async () => {
    const { items, source, left } = await materialized(
      [row('a', '1', '2'), row('b', 'x', 'y'), { prompt: 'c' }, row('a', '2', '3')],
      true,
    );
    expect(
      items.map((parsed) =>
        'item' in parsed
          ? [parsed.line, parsed.item.prompt[0]?.content, parsed.item.responses.map(({ text }) => text)]
          : [parsed.problem.line, parsed.problem.file === source],
      ),
    ).toEqual([
      [1, 'a', ['1', '2', '3']],
      [2, 'b', ['x', 'y']],
      [3, true],
    ]);
    expect(left).toEqual(['unpacked']);
    expect(await all(scan([source], { ...reading, gather: true }))).toEqual(items);
  });

  it('stay apart, with a warning, where they cannot be one', async () => {
    const source = temporaryFile('rows.jsonl', jsonl([{ prompt: 'p', responses: ['a', 'b'] }]));
    const folder = temporaryFolder();
    const contradicting = {
      ...layoutNamed('responses')!,
      read: () =>
        ['x', 'y'].map((first) => ({
          prompt: [{ role: 'user', content: 'p' }],
          responses: [
            { id: 'r1', text: first },
            { id: 'r2', text: 'z' },
          ],
          labels: [{ judgement: { ranking: { tiers: [['r1'], ['r2']] } } }],
        })),
    };
    const copy = await materializedCopy([source], { layout: contradicting, mapping: {}, gather: true }, folder);
    const items = await all(scan([copy], materializedReading));
    expect(
      items.map((parsed) =>
        'item' in parsed
          ? parsed.item.responses[0]?.text
          : [parsed.problem.severity, parsed.problem.message.slice(0, 53)],
      ),
    ).toEqual(['x', 'y', ['warning', 'Rows with the same prompt have two different rankings']]);
  });

  it('lose no row, whatever the order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2', '3'), fc.constantFrom('4', '5')),
          { maxLength: 30 },
        ),
        async (triples) => {
          const { items } = await materialized(
            triples.map(([prompt, chosen, rejected]) => row(prompt, chosen, rejected)),
            true,
          );
          const found = items.flatMap((parsed) => {
            if (!('item' in parsed)) return ['problem'];
            const { item, labels } = parsed;
            expect(item.id).toBe(promptKey(item));
            const text = (id: string): string => item.responses.find((response) => response.id === id)?.text ?? '';
            return labels.flatMap(({ judgement }) =>
              (judgement.comparisons ?? []).map(({ a, b }) => `${item.prompt[0]?.content} ${text(a)} ${text(b)}`),
            );
          });
          expect(new Set(found)).toEqual(new Set(triples.map((triple) => triple.join(' '))));
          expect(items).toHaveLength(new Set(triples.map(([prompt]) => prompt)).size);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('leave nothing half made behind when cancelled', async () => {
    const source = temporaryFile('rows.jsonl', jsonl([row('a', '1', '2')]));
    const folder = temporaryFolder();
    await expect(
      materializedCopy([source], { ...reading, gather: true }, folder, {
        signal: AbortSignal.abort(new Error('cancelled')),
      }),
    ).rejects.toThrow('cancelled');
    expect(readdirSync(folder)).toEqual([]);
  });
});
