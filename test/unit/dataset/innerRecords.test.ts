import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../src/core/dataset/detectReading';
import { recordsAt } from '../../../src/core/dataset/readers/json/innerRecords';
import { inspect } from '../../../src/core/dataset/inspect';
import { singleResponses } from '../../../src/core/dataset/layouts/unpaired/singleResponses';
import { materializedCopy } from '../../../src/core/dataset/sources/scan';
import type { Item } from '../../../src/core/model/item/item';
import { innerPaths } from '../../../src/core/dataset/recognition/innerPaths';
import { recordValue, type RawRecord } from '../../../src/core/dataset/records/rawRecord';
import { RecordFile } from '../../../src/core/dataset/records/recordFile';
import { streamRecords } from '../../../src/core/dataset/records/recordStream';
import { unpackedCopy } from '../../../src/core/dataset/sources/unpackedCopy';
import { createStudy } from '../../../src/core/study/create';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';

const numbers = Array.from({ length: 12 }, (_, n) => n);
const pair = (n: number): object => ({
  question: `Why is number ${n} odd or even?`,
  response_a: `It is ${n}, says the first.`,
  response_b: `The second counts to ${n}.`,
});
const answer = (n: number, by: string): object => ({
  question: `Why is number ${n} odd or even?`,
  response: `${by} says that it is ${n}.`,
});

async function streamed(path: string, records: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const batch of streamRecords(path, { mapping: { records } }))
    all.push(...batch.map((raw: RawRecord) => recordValue(raw)));
  return all;
}

describe('records inside others', () => {
  it.each<[string, string, unknown]>([
    [
      'a list in each record of an array',
      '*.rows',
      numbers.map((n) => ({ topic: `topic ${n}`, rows: [pair(2 * n), pair(2 * n + 1)] })),
    ],
    [
      'a list two keys deep',
      'attacks.*.samples',
      {
        judge: 'none',
        attacks: Object.fromEntries(
          numbers.map((n) => [`attack${n}`, { count: 2, samples: [pair(2 * n), pair(2 * n + 1)] }]),
        ),
      },
    ],
    [
      'objects by id two deep',
      'tasks.*.*',
      {
        version: 2,
        tasks: Object.fromEntries(numbers.map((n) => [`task${n}`, { q1: pair(2 * n), q2: pair(2 * n + 1) }])),
      },
    ],
  ])('are found, told, and read with what stands around them: %s', async (_, records, value) => {
    const path = temporaryFile('data.json', JSON.stringify(value));
    const reading = await detectReading([path]);
    expect([reading.layout.name, reading.mapping.records]).toEqual(['paired-responses', records]);
    const found = await inspect([path]);
    expect(found.items).toBe(24);
    expect(
      found.problems.map(({ severity, message }) => [
        severity,
        message.includes(`The records were read at “${records}”`),
      ]),
    ).toEqual([['warning', true]]);
  });

  it('are found in JSONL, where a line that is broken is told by its number', async () => {
    const path = temporaryFile(
      'data.jsonl',
      `${jsonl(numbers.map((n) => ({ topic: `topic ${n}`, rows: [pair(2 * n), pair(2 * n + 1)] })))}{"topic": "torn", "rows": [{"quest`,
    );
    expect((await detectReading([path])).mapping.records).toBe('*.rows');
    const { items, problems } = await inspect([path]);
    expect(items).toBe(24);
    expect(problems.find(({ severity }) => severity === 'error')).toMatchObject({ line: 13 });
  });

  it('have the fields around them, and those of the same name as parent_ and their key', () => {
    expect(recordsAt({ by: { a: { id: 1, topic: 't', rows: [{ id: 2 }, 'x'] } } }, 'by.*.rows')).toEqual([
      { key: 'a', parent_id: 1, topic: 't', id: 2 },
      'x',
    ]);
    expect(recordsAt({ small: [{ q: 1 }], large: [{ q: 2 }] }, 'small,large')).toEqual([
      { key: 'small', q: 1 },
      { key: 'large', q: 2 },
    ]);
    expect(recordsAt({ a: 1 }, 'b.*')).toEqual([]);
  });

  it('are asked about where they are not certain, with the place in the command', async () => {
    const path = temporaryFile(
      'data.json',
      JSON.stringify(
        numbers.map((n) => ({
          topic: `topic ${n}`,
          rows: [{ ...pair(n), remark: `Somebody wrote some lines about number ${n} that nobody has a place for.` }],
        })),
      ),
    );
    await expect(inspect([path])).rejects.toThrow(/nothing uses “remark”.*\n.*--map 'records=\*\.rows'/);
  });

  it('are not looked for where the records around them can be read, and messages are none', async () => {
    expect(
      innerPaths(
        numbers.map((n) => ({
          id: n,
          turns: [
            { role: 'user', content: 'Hi' },
            { role: 'assistant', content: 'Ho' },
          ],
        })),
      ),
    ).toEqual([]);
    const path = temporaryFile(
      'data.json',
      JSON.stringify(numbers.map((n) => ({ ...pair(n), reviews: [answer(n, 'A judge')] }))),
    );
    expect((await detectReading([path])).mapping.records).toBeUndefined();
  });

  it('are refused where there are none at the place that was named', async () => {
    const path = temporaryFile('data.json', JSON.stringify({ a: [pair(1)] }));
    await expect(inspect([path], { mapping: { records: 'b.*.rows' } })).rejects.toThrow(
      /There are no records at “b\.\*\.rows”\. Choose the place of the records with --map records=PATH/,
    );
  });

  it('are told to be cut off, and not to be somewhere else, where the file is torn', async () => {
    const path = temporaryFile(
      'data.json',
      JSON.stringify({ small: numbers.map(pair), large: numbers.map(pair) }, undefined, 1).slice(0, 900),
    );
    await expect(inspect([path], { mapping: { records: 'small,large' } })).rejects.toThrow(
      /data\.json:1: This is not JSON: the file is cut off or damaged/,
    );
  });

  it('can be read by their number, also from a packed copy', async () => {
    const path = temporaryFile(
      'data.json',
      JSON.stringify(numbers.map((n) => ({ topic: n, rows: [pair(2 * n), pair(2 * n + 1)] }))),
    );
    const folder = temporaryFolder();
    const file = await RecordFile.open(path, {
      mapping: { records: '*.rows' },
      unpack: (packed, signal, whole) => unpackedCopy(packed, folder, { signal, ...(whole && { whole }) }),
    });
    await file.whenComplete();
    expect(file.count).toBe(24);
    const raw = await file.record(23);
    expect(raw && recordValue(raw)).toMatchObject({ topic: 11, question: 'Why is number 23 odd or even?' });
    await file.close();
  });
});

describe('lists with the same fields side by side', () => {
  const sides = {
    seed: 7,
    small: numbers.map((n) => answer(n, 'The small one')),
    large: numbers.map((n) => answer(n, 'The large one')),
  };

  it('are of one model each where they answer the same prompts, and one item a prompt', async () => {
    const path = temporaryFile('data.json', JSON.stringify(sides));
    expect((await detectReading([path])).mapping).toMatchObject({ records: 'small,large', model: 'key' });
    const { items, responses } = await inspect([path]);
    expect([items, responses.max]).toEqual([12, 2]);
    const study = await createStudy({ projectFile: `${path}.tiebreak`, datasets: [path] });
    expect(study.dataset).toMatchObject({ gather: true, mapping: { records: 'small,large', model: 'key' } });
    expect(await streamed(path, 'small,large')).toHaveLength(24);
    // What is told of the file is no item among those that the desk counts.
    const copy = await materializedCopy(
      [path],
      { layout: singleResponses, mapping: study.dataset.mapping, gather: true },
      temporaryFolder(),
    );
    const written = (await readFile(copy, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { item?: Item });
    expect(written.map(({ item }) => item?.responses.map(({ model }) => model))).toEqual(
      numbers.map(() => ['small', 'large']),
    );
  });

  it('are asked about where they do not', async () => {
    const path = temporaryFile(
      'data.json',
      JSON.stringify({ ...sides, large: numbers.map((n) => answer(n + 100, 'The large one')) }),
    );
    await expect(detectReading([path])).rejects.toThrow(
      /several arrays contain records with the same fields: “small”, “large”/,
    );
  });
});
