import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelFilesOf } from '../../../src/core/dataset/grouping/modelFiles';
import { inspect } from '../../../src/core/dataset/inspect';
import { demonstrations } from '../../../src/core/dataset/layouts/edits/demonstrations';
import { preferencePair } from '../../../src/core/dataset/layouts/texts/preferencePair';
import { singleResponses } from '../../../src/core/dataset/layouts/unpaired/singleResponses';
import type { Reading } from '../../../src/core/dataset/items/parse';
import type { ParsedItem } from '../../../src/core/dataset/items/parsedItem';
import { scan } from '../../../src/core/dataset/sources/scan';
import { createStudy } from '../../../src/core/study/create';
import { Study } from '../../../src/core/study/study';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

type Files = Readonly<Record<string, readonly object[] | string>>;
const numbers = Array.from({ length: 100 }, (_, n) => n);
const says = (model: string, n: number): object => ({ prompt: `Why ${n}?`, completion: `${model} says ${n}.` });
const all = (model: string): object[] => numbers.map((n) => says(model, n));
const reading: Reading = { layout: demonstrations, mapping: {} };

/** Writes files into a new folder; their paths in order. */
function written(files: Files): string[] {
  const folder = temporaryFolder();
  return Object.entries(files).map(([name, rows]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof rows === 'string' ? rows : jsonl(rows));
    return path;
  });
}

async function itemsOf(paths: readonly string[], how: Reading = reading): Promise<ParsedItem[]> {
  const items: ParsedItem[] = [];
  for await (const batch of scan(paths, { ...how, gather: 'files' }))
    items.push(...batch.flatMap((parsed) => ('item' in parsed ? [parsed] : [])));
  return items;
}

describe('files on the same prompts', () => {
  it.each<[string, Files, readonly string[]]>([
    [
      'in one order',
      { 'gpt-4o.jsonl': all('gpt-4o'), 'llama.jsonl': all('llama'), 'claude.jsonl': all('claude') },
      ['gpt-4o', 'llama', 'claude'],
    ],
    ['in any order', { 'gpt-4o.jsonl': all('gpt-4o'), 'llama.jsonl': all('llama').reverse() }, ['gpt-4o', 'llama']],
    [
      'of several kinds, a dot in the name',
      {
        'gpt-4.1.json': JSON.stringify(all('gpt')),
        'llama-3.2.csv': `prompt,completion\n${numbers.map((n) => `Why ${n}?,llama ${n}`).join('\n')}\n`,
      },
      ['gpt-4.1', 'llama-3.2'],
    ],
    [
      'in folders of their own',
      { 'gpt-4o/outputs.jsonl': all('gpt-4o'), 'llama/outputs.jsonl': all('llama') },
      ['gpt-4o', 'llama'],
    ],
  ])('are the responses of one model each: %s', async (_, files, models) => {
    const paths = written(files);
    expect(await modelFilesOf(paths, reading)).toEqual({ models, incomplete: 0 });
    const items = await itemsOf(paths);
    expect(items).toHaveLength(100);
    for (const { item, labels } of items) {
      expect(item.responses.map(({ id, model }) => [id, model])).toEqual(models.map((model) => [model, model]));
      expect(labels).toEqual([]);
    }
  });

  it('give each item the responses to its own prompt, also where two say the same', async () => {
    const items = await itemsOf(
      written({ 'a-model.jsonl': all('x'), 'b-model.jsonl': [...all('y').slice(1).reverse(), says('x', 0)] }),
    );
    expect(items.map(({ item }) => [item.prompt[0]?.content, ...item.responses.map(({ text }) => text)])).toEqual(
      numbers.map((n) => [`Why ${n}?`, `x says ${n}.`, n === 0 ? 'x says 0.' : `y says ${n}.`]),
    );
  });

  it('keep the ids that they share, and the model that a record names', async () => {
    const rows = (model: string): object[] =>
      numbers.map((n) => ({ id: `q${n}`, ...says(model, n), ...(model === 'llama' && { model: 'llama-3-8b' }) }));
    const items = await itemsOf(written({ 'gpt.jsonl': rows('gpt'), 'llama.jsonl': rows('llama') }), {
      layout: singleResponses,
      mapping: {},
    });
    expect(items.slice(0, 2).map(({ item }) => [item.id, item.responses.map(({ id, model }) => [id, model])])).toEqual(
      ['q0', 'q1'].map((id) => [
        id,
        [
          ['gpt', 'gpt'],
          ['llama', 'llama-3-8b'],
        ],
      ]),
    );
  });

  it('keep ratings of their responses', async () => {
    const rows = (model: string, rating: number): object[] => numbers.map((n) => ({ ...says(model, n), rating }));
    const [first] = await itemsOf(written({ 'gpt.jsonl': rows('gpt', 5), 'llama.jsonl': rows('llama', 2) }), {
      layout: singleResponses,
      mapping: {},
    });
    expect(
      first?.labels.map(({ judgement }) => judgement.ratings?.map(({ response, value }) => [response, value])),
    ).toEqual([
      [
        ['gpt', 5],
        ['llama', 2],
      ],
    ]);
  });

  it('pair the first response to a prompt with the first, the second with the second, under ids that differ', async () => {
    const twice = (model: string): object[] => [...all(model), { prompt: 'Why 0?', completion: `${model} says more.` }];
    const items = await itemsOf(written({ 'gpt.jsonl': twice('gpt'), 'llama.jsonl': twice('llama') }));
    expect(items).toHaveLength(101);
    expect(items.slice(0, 2).map(({ item }) => item.responses.map(({ text }) => text))).toEqual([
      ['gpt says 0.', 'llama says 0.'],
      ['gpt says more.', 'llama says more.'],
    ]);
    expect(new Set(items.map(({ item }) => item.id)).size).toBe(101);
  });

  it('may lack one prompt in fifty, which is counted', async () => {
    const paths = written({ 'gpt.jsonl': all('gpt'), 'llama.jsonl': all('llama').slice(1) });
    expect(await modelFilesOf(paths, reading)).toEqual({ models: ['gpt', 'llama'], incomplete: 1 });
    expect((await itemsOf(paths))[0]?.item.responses.map(({ id }) => id)).toEqual(['gpt']);
  });

  it.each<[string, Files, Reading?]>([
    [
      'parts of one dataset',
      { 'part-0.jsonl': all('a'), 'part-1.jsonl': numbers.map((n) => ({ prompt: `How ${n}?`, completion: 'So.' })) },
    ],
    ['files that share 95 prompts of 100', { 'a.jsonl': all('a'), 'b.jsonl': all('b').slice(5) }],
    ['one file in two kinds', { 'a.jsonl': all('a'), 'a.json': JSON.stringify(all('a')) }],
    ['one file alone', { 'gpt.jsonl': all('gpt') }],
    [
      'pairs',
      {
        'a.jsonl': numbers.map((n) => ({ prompt: `Why ${n}?`, chosen: 'a', rejected: 'b' })),
        'b.jsonl': numbers.map((n) => ({ prompt: `Why ${n}?`, chosen: 'c', rejected: 'd' })),
      },
      { layout: preferencePair, mapping: {} },
    ],
  ])('are read one after the other where they are %s', async (_, files, how = reading) => {
    expect(await modelFilesOf(written(files), how)).toBeUndefined();
  });

  it('are found when a project is made of their folder, which keeps it', async () => {
    const [path = ''] = written({ 'outputs/gpt-4o.jsonl': all('gpt-4o'), 'outputs/llama.jsonl': all('llama') });
    const folder = dirname(path);
    const projectFile = join(folder, '..', 's.tiebreak');
    expect((await createStudy({ projectFile, datasets: [folder] })).dataset).toMatchObject({
      layout: 'demonstrations',
      gather: 'files',
    });
    const study = await Study.open(projectFile);
    expect(study.reading.gather).toBe('files');
    await study.close();
    const found = await inspect([folder]);
    expect([found.items, found.responses, found.labelled]).toEqual([100, { min: 2, max: 2 }, 0]);
    expect(found.problems.map(({ message }) => message)).toEqual([
      'Each file is read as the responses of one model to the same prompts: gpt-4o, llama',
    ]);
  });

  it('are left apart where a person says so', async () => {
    const [path = ''] = written({ 'outputs/gpt-4o.jsonl': all('gpt-4o'), 'outputs/llama.jsonl': all('llama') });
    expect(
      (
        await createStudy({
          projectFile: join(dirname(path), '..', 's.tiebreak'),
          datasets: [dirname(path)],
          gather: false,
        })
      ).dataset,
    ).not.toHaveProperty('gather');
  });
});
