import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { inspect } from '../../../../src/core/dataset/inspect';
import type { JsonObject } from '../../../../src/core/dataset/fields/recordFields';
import { NoLayoutError } from '../../../../src/core/dataset/items/noLayoutError';
import { fullMapping, type Content } from '../../../../src/core/dataset/layouts/layout';
import { firstObjects } from '../../../../src/core/dataset/recognition/firstObjects';
import { unreadSiblings } from '../../../../src/core/dataset/recognition/unreadSiblings';
import { RecordReader } from '../../../../src/core/dataset/records/recordReader';
import { fixture, fixtures } from '../../made/fixtures';
import { answer, ask, polarNames, promptNames, records, siblingNames } from '../../made/namingMatrix';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

interface Found {
  /** What a person is asked; absent where the records are read unasked. */
  readonly asked?: readonly string[];
  readonly items: readonly { readonly responses: readonly string[]; readonly isLabelled: boolean }[];
}

/** How a file of records is read, and what of it arrives. */
async function found(all: readonly JsonObject[]): Promise<Found> {
  const file = temporaryFile('a.jsonl', jsonl(all));
  try {
    const { layout, mapping } = await detectReading([file]);
    const contents = all.flatMap((record): readonly Content[] =>
      [layout.read(new RecordReader(record, fullMapping(layout, mapping)))].flat(),
    );
    return {
      items: contents.map(({ responses, labels = [], unread }) => ({
        responses: responses.map(({ text }) => text),
        isLabelled: labels.length > 0 || unread !== undefined,
      })),
    };
  } catch (error) {
    if (!(error instanceof NoLayoutError)) throw error;
    return { asked: error.plan?.doubts ?? [error.message], items: [] };
  }
}

describe('a field that looks like a sibling of one that is read', () => {
  it('is read or asked about, by every name that responses have', async () => {
    const lost: string[] = [];
    let read = 0;
    for (const prompt of promptNames.slice(0, 3))
      for (const [a, b, c] of siblingNames)
        for (const [isFirst, [x, y, z]] of [
          [false, [a, b, c]],
          [true, [c, a, b]],
        ] as const) {
          const { asked, items } = await found(
            records((n) => ({ [prompt]: ask(n), [x]: answer(n, x), [y]: answer(n, y), [z]: answer(n, z) })),
          );
          if (asked === undefined && items.some(({ responses }) => responses.length !== 3))
            lost.push(`${prompt}: ${isFirst ? c : a}, … ${z}`);
          if (asked === undefined) read++;
        }
    expect(lost).toEqual([]);
    expect(read).toBeGreaterThan(20);
  });

  it('is read or asked about where a second family stands beside the first', async () => {
    const families = siblingNames.filter(([a]) => a !== 'A').slice(0, 6);
    const lost: string[] = [];
    for (const [a, b] of [...families, ...polarNames.slice(6, 8)])
      for (const [c, d] of families) {
        if (a === c) continue;
        // Letters and case apart, "Response A" is "response_a" once more.
        const { asked, items } = await found(
          records((n) => ({
            prompt: ask(n),
            [a]: answer(n, a),
            [b]: answer(n, b),
            [c]: answer(n, c),
            [d]: answer(n, d),
          })),
        );
        if (asked === undefined && items.some(({ responses }) => responses.length !== 4))
          lost.push(`${a}, ${b}, ${c}, ${d}`);
      }
    expect(lost).toEqual([]);
  });

  it('is read or asked about where its values name the responses, whatever it is called', async () => {
    const lost: string[] = [];
    for (const [a, b] of siblingNames.slice(0, 8))
      for (const name of ['human_pref', 'Sieger', 'which one', 'annotation', 'Q3'])
        for (const said of [
          (n: number) => ['A', 'B', 'tie'][n % 3],
          (n: number) => [a, b][n % 2],
          (n: number) => ['Response A', 'Response B'][n % 2],
        ]) {
          const { asked, items } = await found(
            records((n) => ({ prompt: ask(n), [a]: answer(n, a), [b]: answer(n, b), [name]: said(n) })),
          );
          if (asked === undefined && items.some(({ isLabelled }) => !isLabelled))
            lost.push(`${a}, ${b}, ${name} with ${said(0)}`);
        }
    expect(lost).toEqual([]);
  });

  it.each<[string, (n: number) => JsonObject, readonly string[]]>([
    [
      'best answers beside wrong ones, each numbered',
      (n) => ({
        Question: ask(n),
        ...Object.fromEntries([1, 2, 3, 4].map((at) => [`Best Answer${at}`, answer(n, `best ${at}`)])),
        ...Object.fromEntries([1, 2, 3, 4].map((at) => [`Wrong_Answer${at}`, answer(n, `wrong ${at}`)])),
      }),
      ['Best Answer4', 'Wrong_Answer4'],
    ],
    [
      'two labels in words of their own',
      (n) => ({
        prompt: ask(n),
        response_a: answer(n, 'a'),
        response_b: answer(n, 'b'),
        human_pref: ['A', 'B', 'tie'][n % 3],
        Sieger: ['A', 'tie', 'B'][n % 3],
      }),
      ['Sieger'],
    ],
    [
      'a label by a person beside that of a model',
      (n) => ({
        prompt: ask(n),
        response_a: answer(n, 'a'),
        response_b: answer(n, 'b'),
        human_preference: ['A', 'B'][n % 2],
        gpt4_preference: ['B', 'A'][n % 2],
      }),
      ['gpt4_preference'],
    ],
  ])('is named to the person who is asked: %s', async (_, make, fields) => {
    const { asked = [] } = await found(records(make));
    for (const name of fields) expect(asked.join('\n')).toContain(name);
  });

  it.each<[string, JsonObject]>([
    ['what an answer should have been', { reference: 'A reference that is long enough to be a text of its own.' }],
    ['a part of a response', { response_a_title: 'A title that is as long as a title can be' }],
    ['what is about a response', { response_a_model: 'gpt-4', response_a_length: 12, response_b_length: 11 }],
    ['a group by its letter', { split: 'A', category: 'B' }],
    ['a number that was worked out', { score_a: 1, score_b: 2, score_diff: 1 }],
  ])('is none that is %s', async (_, more) => {
    const { asked } = await found(
      records((n) => ({
        prompt: ask(n),
        response_a: answer(n, 'a'),
        response_b: answer(n, 'b'),
        winner: ['A', 'B'][n % 2],
        ...more,
      })),
    );
    expect(asked).toBeUndefined();
  });

  it('is found in no fixture, and in each that has responses in fields of their own once there is one more', async () => {
    const missed: string[] = [];
    let tried = 0;
    for (const name of fixtures()) {
      const file = fixture(name);
      const all = await firstObjects(file, {});
      const reading = await detectReading([file]).catch((error: unknown) => {
        missed.push(`${name} is no longer read: ${String(error)}`);
      });
      if (!reading) continue;
      const { layout, mapping } = reading;
      const { read } = unreadSiblings(all, layout, mapping);
      if (layout.labelsOnly || !/jsonl$/.test(name)) continue;
      for (const path of read.filter((each) => !each.includes('.'))) {
        const more = all.map((record, n) => ({ ...record, [`${path} 9`]: answer(n, 'one more') }));
        const after = await found(more);
        tried++;
        const isRead = after.items.some(({ responses: texts }) => texts.includes(answer(0, 'one more')));
        if (after.asked === undefined && !isRead) missed.push(`${name}: ${path} 9`);
      }
    }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(30);
  });

  it('comes with a command that reads it', async () => {
    const file = temporaryFile(
      'a.jsonl',
      jsonl(
        records((n) => ({
          prompt: ask(n),
          response_a: answer(n, 'a'),
          response_b: answer(n, 'b'),
          'which one': ['A', 'B', 'tie'][n % 3],
        })),
      ),
    );
    const error = await detectReading([file]).catch((reason: unknown) => reason);
    if (!(error instanceof NoLayoutError) || !error.plan) throw new Error('nobody was asked');
    const { layout, mapping } = error.plan;
    const { labelled } = await inspect([file], { layout: layout.name, mapping });
    expect(labelled).toBe(20);
    expect(readFileSync(file, 'utf8')).toContain('which one');
  });
});
