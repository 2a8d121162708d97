import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Dataset } from '../../../../src/core/dataset/dataset';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { scan } from '../../../../src/core/dataset/sources/scan';
import { unpackedCopy } from '../../../../src/core/dataset/sources/unpackedCopy';
import type { Mapping } from '../../../../src/core/dataset/fields/fieldMapping';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

const pair = (n: number): object => ({
  prompt: `What is ${n}+${n}?`,
  chosen: `It is ${2 * n}.`,
  rejected: 'I don’t "know", {[.',
});
const numbers = [1, 2, 3];
const keyed = Object.fromEntries(numbers.map((n) => [`q${n}`, pair(n)]));
const lists = {
  prompt: numbers.map((n) => `What is ${n}+${n}?`),
  chosen: numbers.map((n) => `It is ${2 * n}.`),
  rejected: numbers.map(() => 'I don’t "know", {[.'),
};
const indexed = Object.fromEntries(
  Object.entries(lists).map(([name, list]) => [name, Object.fromEntries(list.map((text, row) => [String(row), text]))]),
);

interface Read {
  readonly layout: string;
  readonly items: readonly {
    readonly id: string;
    readonly prompt: unknown;
    readonly best: string | undefined;
    readonly line: number;
    readonly unit?: string;
  }[];
  readonly problems: readonly string[];
}

/** Reads a file by scanning it, and item by item as the desk does, which must come to the same. */
async function read(path: string, named: Mapping = {}): Promise<Read> {
  const { layout, mapping } = await detectReading([path], { mapping: named });
  const parsed = [];
  for await (const batch of scan([path], { layout, mapping })) parsed.push(...batch);
  const cache = temporaryFolder();
  const dataset = await Dataset.open(
    [path],
    { layout, mapping },
    { unpack: (file, signal, whole) => unpackedCopy(file, cache, { signal, ...(whole && { whole }) }) },
  );
  try {
    await dataset.whenComplete();
    const opened = [];
    const step = Math.ceil(dataset.count / 50);
    for (let at = 0; at < dataset.count; at += step) opened.push(await dataset.at(at));
    const seen = (list: readonly unknown[]): unknown =>
      JSON.parse(JSON.stringify(list, (key, value: unknown) => (key === 'texts' ? undefined : value)));
    expect(seen(opened)).toEqual(seen(parsed.slice(0, dataset.count).filter((_, at) => at % step === 0)));
  } finally {
    await dataset.close();
  }
  const items = parsed.flatMap((each) => ('item' in each ? [each] : []));
  return {
    layout: layout.name,
    items: items.map(({ item, line, unit }) => ({
      id: item.id,
      prompt: item.prompt[0]?.content,
      best: item.responses[0]?.text,
      line,
      ...(unit && { unit }),
    })),
    problems: parsed.flatMap((each) => ('problem' in each ? [each.problem.message] : [])),
  };
}

const prompts = numbers.map((n) => `What is ${n}+${n}?`);

describe('a table as pandas writes it', () => {
  const cells = numbers.map((n): unknown[] => Object.values(pair(n)));
  const columns = ['prompt', 'chosen', 'rejected'];

  it.each([
    ['in one line', JSON.stringify({ columns, index: [0, 1, 2], data: cells })],
    ['indented', JSON.stringify({ columns, index: [0, 1, 2], data: cells }, undefined, 2)],
    ['without an index', JSON.stringify({ columns, data: cells })],
    [
      'in a field, packed',
      gzipSync(JSON.stringify({ made: 'today', table: { columns, index: [0, 1, 2], data: cells } })),
    ],
  ])('with orient="split" is read row by row, %s', async (_, text) => {
    const { layout, items, problems } = await read(temporaryFile('data.json', text));
    expect([layout, problems]).toEqual(['preference-pairs', []]);
    expect(items.map(({ prompt, best, line, unit }) => [prompt, best, line, unit])).toEqual(
      numbers.map((n) => [prompts[n - 1], `It is ${2 * n}.`, n, 'row']),
    );
  });

  it('with orient="split" takes the names of its rows as ids', async () => {
    const { items } = await read(
      temporaryFile('data.json', JSON.stringify({ columns, index: ['x', 7, 2], data: cells })),
    );
    expect(items.slice(0, 2).map(({ id }) => id)).toEqual(['x', '7']);
    expect(items[2]?.id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('with orient="split" and a row that lacks cells is refused with its number', async () => {
    await expect(
      read(
        temporaryFile(
          'data.json',
          JSON.stringify({ columns, index: [0, 1, 2], data: [...cells.slice(0, 2), ['alone']] }),
        ),
      ),
    ).rejects.toThrow(
      /data\.json:row 3: The row must have one cell for each name in “columns”\. Number of cells: 1\. Number of names: 3\. Complete it, or write one record per line$/,
    );
  });

  it('with orient="split" is read where only the names of its rows are in sight', async () => {
    const many = 200_000;
    const text = JSON.stringify({
      columns,
      index: Array.from({ length: many }, (_, n) => n),
      data: Array.from({ length: many }, (_, n) => [`P${n}`, 'a', 'b']),
    });
    const { items } = await read(temporaryFile('data.json', text));
    expect([items.length, items.at(-1)?.prompt]).toEqual([many, `P${many - 1}`]);
  });

  it('with orient="table" is read from its data', async () => {
    const text = JSON.stringify({
      schema: {
        fields: [{ name: 'index', type: 'integer' }, ...columns.map((name) => ({ name, type: 'string' }))],
        primaryKey: ['index'],
        pandas_version: '1.4.0',
      },
      data: numbers.map((n, index) => ({ index, ...pair(n) })),
    });
    const { layout, items, problems } = await read(temporaryFile('data.json', text));
    expect([layout, problems, items.map(({ prompt }) => prompt)]).toEqual(['preference-pairs', [], prompts]);
  });
});

describe('a JSON object whose values are records', () => {
  it.each([
    ['in one line', JSON.stringify(keyed), [1, 1, 1]],
    ['pretty-printed', JSON.stringify(keyed, undefined, 2), [2, 7, 12]],
    ['with a byte order mark', `\ufeff${JSON.stringify(keyed)}`, [1, 1, 1]],
    ['in a field', JSON.stringify({ version: '1', data: keyed, rows: 3 }, undefined, 1), [4, 9, 14]],
    ['in a field beside another object', JSON.stringify({ meta: { by: 'us' }, data: keyed }), [1, 1, 1]],
  ])('is read as records with their keys as ids, %s', async (_, text, lines) => {
    const { layout, items, problems } = await read(temporaryFile('data.json', text));
    expect([layout, problems]).toEqual(['preference-pairs', []]);
    expect(items.map(({ id, prompt, line }) => [id, prompt, line])).toEqual(
      prompts.map((prompt, i) => [`q${i + 1}`, prompt, lines[i]]),
    );
  });

  it('keeps the ids that records have of their own, and keys with quotes and escapes', async () => {
    const file = temporaryFile('data.json', JSON.stringify({ a: { id: 'own', ...pair(1) }, 'b "1", {\\': pair(2) }));
    expect((await read(file)).items.map(({ id }) => id)).toEqual(['own', 'b "1", {\\']);
  });

  it('is not taken for the list of responses that its first record has', async () => {
    const item = (n: number): object => ({ prompt: `What is ${n}?`, responses: [{ text: 'a' }, { text: 'b' }] });
    expect(
      (await read(temporaryFile('data.json', JSON.stringify({ x: item(1), y: item(2) }, undefined, 1)))).items.map(
        ({ id }) => id,
      ),
    ).toEqual(['x', 'y']);
  });

  it('is read packed, and where it is larger than what is looked at first', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, n) => [`q${n}`, { ...pair(n), note: 'x'.repeat(800) }]),
    );
    for (const text of [JSON.stringify(many), JSON.stringify(many, undefined, 1)]) {
      const { items } = await read(temporaryFile('data.json.gz', gzipSync(text)));
      expect([items.length, items.at(-1)?.id]).toEqual([2000, 'q1999']);
    }
  });

  it('tells where it is cut off, and of a record that is none', async () => {
    const text = JSON.stringify({ ...keyed, q4: pair(4) }, undefined, 2);
    const cut = temporaryFile('data.json', text.slice(0, text.indexOf('"q4"') + 40));
    expect((await read(cut)).problems).toEqual([
      expect.stringMatching(/This is not JSON, see line 18: .*\. Correct or remove it/) as string,
      expect.stringMatching(/cut off/) as string,
    ]);
  });
});

describe('a JSON object of columns', () => {
  it.each([
    ['lists', lists],
    ['what pandas writes', indexed],
    ['lists in a field', { dummy: lists }],
    ['lists in a field beside others', { source: 'x', data: indexed }],
  ])('is read as rows: %s', async (_, value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, undefined, 2)]) {
      const { layout, items, problems } = await read(temporaryFile('data.json', text));
      expect([layout, problems]).toEqual(['preference-pairs', []]);
      expect(items.map(({ prompt, line, unit }) => [prompt, line, unit])).toEqual(
        prompts.map((prompt, i) => [prompt, i + 1, 'row']),
      );
    }
  });

  it('takes the index of pandas for ids where it is none that counts from 0', async () => {
    const shuffled = Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [
        name,
        Object.fromEntries(list.map((text, row) => [String(row * 7 + 3), text])),
      ]),
    );
    expect((await read(temporaryFile('data.json', JSON.stringify(shuffled)))).items.map(({ id }) => id)).toEqual([
      '3',
      '10',
      '17',
    ]);
  });

  it('holds lists of messages and is read where it is larger than what is looked at first', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => n);
    const answer = (content: string): unknown => rows.map(() => [{ role: 'assistant', content }]);
    const many = {
      prompt: rows.map((n) => `Question ${n} ${'x'.repeat(1500)}`),
      chosen: answer('a'),
      rejected: answer('b'),
    };
    for (const text of [JSON.stringify(many), JSON.stringify(many, undefined, 1)])
      expect((await read(temporaryFile('data.json', text))).items).toHaveLength(1000);
  });

  it('is read beside settings and figures of the whole, which are told', async () => {
    const asked = numbers.map((n) => `What is ${n}+${n}?`);
    const { layout, items, problems } = await read(
      temporaryFile(
        'data.json',
        JSON.stringify({
          model: 'x',
          prompts: asked,
          responses: numbers.map((n) => `The sum of both is ${2 * n}.`),
          reward_scores: [1, 2, 3],
          quality: { mean: 2 },
          notes: ['a'],
        }),
      ),
    );
    expect([layout, items.map(({ prompt }) => prompt)]).toEqual(['single-responses', asked]);
    expect(problems).toEqual([
      expect.stringMatching(
        /The records were made of the lists “prompts”, “responses”, “reward_scores”, which have the same length\. What belongs to no record was left out: “model”, “quality”, “notes”/,
      ),
    ]);
  });

  it('is refused where columns differ in length, with what they have', async () => {
    await expect(
      read(temporaryFile('data.json', JSON.stringify({ ...indexed, rejected: { 0: 'a', 1: 'b' } }))),
    ).rejects.toThrow(
      /All columns of a table must have the same length, but “prompt” and “rejected” have different ones: 3 and 2/,
    );
  });
});

describe('a JSON object that holds something else', () => {
  it.each([
    ['one record', { prompt: 'What is 2+2?', chosen: '4', rejected: '5' }, 1],
    [
      'one record of messages',
      {
        prompt: [{ role: 'user', content: 'Hi' }],
        chosen: [{ role: 'assistant', content: 'a' }],
        rejected: [{ role: 'assistant', content: 'b' }],
      },
      1,
    ],
    [
      'records in a list behind another list of objects',
      { schema: { fields: [{ name: 'prompt', type: 'string' }] }, data: [pair(1), pair(2)] },
      2,
    ],
    ['records in a list', { instances: [pair(1), pair(2)] }, 2],
  ])('is read as before: %s', async (_, value, count) => {
    for (const indent of [undefined, 2])
      expect((await read(temporaryFile('data.json', JSON.stringify(value, undefined, indent)))).items).toHaveLength(
        count,
      );
  });

  it.each([
    ['small', { name: 'study', settings: { colour: 'red' }, tags: ['a'] }],
    ['with lists of different length', { words: ['a', 'b'], weights: [1] }],
    [
      'larger than what is looked at first',
      { name: 'study', text: ['x'.repeat(2 << 20)], settings: { colour: 'red' } },
    ],
  ])('is told what it is, and never that it is no JSON: %s', async (_, value) => {
    for (const indent of [undefined, 2]) {
      const message = await read(temporaryFile('data.json', JSON.stringify(value, undefined, indent))).then(
        () => 'was read',
        (error: unknown) => String(error),
      );
      expect(message).toMatch(new RegExp(`is one JSON object with the fields ${Object.keys(value).join(', ')}`));
      expect(message).not.toMatch(/not JSON|mend/);
    }
  });
});
