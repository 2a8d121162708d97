import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import { formatNamed } from '../../../../src/core/export/ownFormats/studyFormats';
import { previewExport, writeExport } from '../../../../src/core/export/write';
import { critiquesIn } from '../../../../src/core/desk/othersCritiques/critique';
import { newId } from '../../../../src/core/journal/newId';
import type { Annotation } from '../../../../src/core/model/annotation/annotation';
import type { Recipe } from '../../../../src/core/model/study/recipe';
import { createStudy } from '../../../../src/core/study/create';
import type { Study } from '../../../../src/core/study/study';
import { useWorkerScript } from '../../../../src/core/workerScript';
import { bundled } from '../../made/bundle';
import { jsonl, temporaryFolder } from '../../made/temporaryFolder';
import { criterion, library, rubric } from '../../made/rubrics';
import { itemsOf, judge, opened } from '../../made/study';
import { parquetOf } from '../../made/tables';

const folder = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
let script = '';
beforeAll(async () => {
  script = await bundled(folder, { path: 'src/worker.ts' });
  return () => rmSync(folder, { recursive: true });
});
afterEach(() => useWorkerScript(undefined));

/** So many that a file of them is read in several stretches. */
const many = 300;
const text = (n: number): string => `${'Words, “quoted” and naïve. '.repeat(70)}${n} 🙂`;
const plain = [...Array(many).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}?`,
  domain: n % 3 ? 'a' : 'b',
  responses: ['x', 'y', 'z'].map((name) => `${name} ${text(n)}`),
}));
/** Far apart: records that repeat an item or its id, and texts that no loader takes. */
const odd = plain.map((record, n) =>
  n === 280
    ? plain[3]
    : n === 281
      ? { ...record, id: 'q4' }
      : n === 140
        ? { ...record, responses: ['\ud83d', 'b', 'c'] }
        : n === 180
          ? { ...record, responses: ['same', 'same', 'other'] }
          : record,
);
const broken = jsonl(odd)
  .split('\n')
  .map((line, n) => (n === 50 || n === 270 ? line.slice(0, 20) : line))
  .join('\n');

/** A line of some 5 MB. */
const long = (id: string): object => ({
  id,
  prompt: `${id} ${'word '.repeat(1 << 20)}`,
  domain: 'b',
  responses: ['x', 'y', 'z'],
});

/**
 * A study over these files, each of whose items two people ranked, one of them now and then with a tie or not at all.
 */
async function studyOver(
  files: Readonly<Record<string, string | Buffer>>,
  options: { readonly gather?: boolean } = {},
): Promise<Study> {
  const path = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  const projectFile = join(path, 'study.tiebreak');
  await createStudy({
    projectFile,
    datasets: Object.keys(files).map((name) => join(path, name)) as [string, ...string[]],
    ...options,
  });
  const study = await opened(projectFile);
  const { items } = await itemsOf(study);
  for (const annotator of ['ana', 'ben']) {
    let id = newId(undefined);
    const lines = items.flatMap((item, n): Annotation[] => {
      if (annotator === 'ben' && n % 5 === 0) return [];
      id = newId(id);
      const shown = item.responses.map((response) => response.id);
      const order = n % 2 === (annotator === 'ana' ? 0 : 1) || n % 7 ? shown : shown.toReversed();
      const tiers =
        n % 11 === 0 ? [order.slice(0, 2), ...order.slice(2).map((each) => [each])] : order.map((each) => [each]);
      const judgement = n % 97 === 0 ? { skip: { reason: 'unclear' } } : { ranking: { tiers } };
      const hash = n % 89 === 0 ? 'of-other-texts' : item.hash;
      return [
        {
          v: 1,
          type: 'annotation',
          id,
          item: item.id,
          hash,
          annotator,
          time: '2026-11-21T08:00:00.000Z',
          duration: 4000,
          origin: { kind: 'human' },
          round: 1,
          question: { version: 1 },
          rubrics: [],
          shown,
          seed: 1,
          judgement,
        },
      ];
    });
    await study.append(lines);
  }
  return study;
}

/** All that an export leaves, and tells. */
async function made(study: Study, { format: name, ...options }: Recipe): Promise<object> {
  const out = join(temporaryFolder(), 'out');
  const format = formatNamed(name, study.project)!;
  try {
    const { tally } = await writeExport(study, { ...options, format }, out);
    const preview = await previewExport(study, { ...options, format }, 5);
    return {
      files: Object.fromEntries(readdirSync(out).map((file) => [file, readFileSync(join(out, file), 'latin1')])),
      tally,
      preview,
    };
  } catch (error) {
    return { error };
  }
}

const recipes: readonly Recipe[] = [
  { format: 'trl-dpo-text' },
  { format: 'trl-dpo', file: 'json', weight: 'list', margin: 'rank-gap', softLabel: true },
  { format: 'trl-dpo', file: 'parquet', pairs: 'best-worst' },
  { format: 'trl-reward', split: { train: 0.5, validation: 0.25, test: 0.25 }, seed: 3, pseudonyms: 'salt' },
  { format: 'trl-dpo-text', aggregate: 'borda', minAnnotators: 2, where: { domain: ['b'] } },
  { format: 'trl-dpo-text', annotators: ['ben'], stale: 'keep', pairs: 'neighbours' },
  { format: 'annotators' },
  { format: 'trl-dpo-text', criterion: 'taste' },
  { format: 'nectar' },
];

describe('rows that are made on threads', () => {
  it.each<[string, readonly Recipe[], () => Promise<Study>]>([
    [
      'a file with records that repeat, break off and hold half a character',
      recipes,
      () => studyOver({ 'data.jsonl': broken }),
    ],
    [
      'several files, one of them packed and one a table',
      recipes.slice(0, 3),
      () =>
        studyOver({
          'a.jsonl': jsonl(plain.slice(0, 180)),
          'b.jsonl.gz': gzipSync(jsonl(plain.slice(180, 280))),
          'c.parquet': parquetOf(plain.slice(280)),
        }),
    ],
    [
      'lines that are too long for a thread',
      recipes.slice(0, 2),
      () =>
        studyOver({
          'data.jsonl': jsonl([...plain.slice(0, 150), long('one'), long('two'), ...plain.slice(150), long('one')]),
        }),
    ],
    [
      'rows that are put together',
      recipes.slice(0, 2),
      () =>
        studyOver(
          {
            'data.jsonl': jsonl(
              plain.flatMap(({ prompt, responses: [a, b, c] }) => [
                { prompt, chosen: a, rejected: b },
                { prompt, chosen: b, rejected: c },
              ]),
            ),
          },
          { gather: true },
        ),
    ],
    [
      "formats of the study's own",
      [{ format: 'own-pairs', weight: 'list', softLabel: true }, { format: 'own-lists' }, { format: 'own-best' }],
      async () => {
        const study = await studyOver({ 'data.jsonl': jsonl(plain) });
        const ofAll = { question: 'prompt.text', who: 'annotator', where: 'field.domain' };
        const pair = {
          good: 'chosen.text',
          bad: 'rejected.messages',
          gap: 'margin',
          part: 'weight',
          soft: 'soft-label',
        };
        Object.assign(study.project, {
          formats: {
            'own-pairs': { of: 'pairs', columns: { ...ofAll, ...pair } },
            'own-lists': { of: 'ranked', columns: { ...ofAll, all: 'responses.texts', scores: 'scores' } },
            'own-best': { of: 'best', columns: { ...ofAll, best: 'response.messages', at: 'time' } },
          },
        });
        return study;
      },
    ],
  ])('are those that are made without, of %s', async (_, chosen, study) => {
    const over = await study();
    for (const recipe of chosen) {
      useWorkerScript(undefined);
      const expected = await made(over, recipe);
      expect('files' in expected, recipe.format).toBe(recipe.criterion === undefined);
      useWorkerScript(script, 0, 3);
      expect(await made(over, recipe), recipe.format).toEqual(expected);
    }
    await over.close();
  });

  it('are left to whoever holds the replay where they rest on more than what was judged of their item by those who are asked for', async () => {
    const study = await studyOver({ 'data.jsonl': jsonl(plain) });
    await study.changeRubrics(() => library(rubric('general', [[criterion('clear')]])));
    const [item] = (await itemsOf(study)).items;
    const written = await judge(
      study,
      0,
      {
        critiques: [
          { response: 'r1', text: 'Thin' },
          { response: 'r1', text: 'Short' },
        ],
      },
      { annotator: 'ben' },
    );
    const critiques = critiquesIn(written, item!).map(({ hash }, at) => ({
      annotation: written.id,
      hash,
      accepted: at === 0,
    }));
    await judge(study, 0, { metaCritiques: [{ response: 'r1', seed: 1, critiques }] });
    for (const recipe of [
      { format: 'grpo', items: 'all' },
      { format: 'critique-preferences', annotators: ['ana'] },
    ] satisfies Recipe[]) {
      useWorkerScript(undefined);
      const expected = await made(study, recipe);
      expect('files' in expected, recipe.format).toBe(true);
      useWorkerScript(script, 0, 3);
      expect(await made(study, recipe), recipe.format).toEqual(expected);
    }
    await study.close();
  });

  it('start anew where an item far behind the first asks for another form', async () => {
    const talk = {
      id: 'talk',
      prompt: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'Go on' },
      ],
      responses: ['yes', 'no', 'well'],
    };
    const study = await studyOver({ 'data.jsonl': jsonl([...plain, talk]) });
    const expected = await made(study, { format: 'trl-dpo-text' });
    useWorkerScript(script, 0, 3);
    expect(await made(study, { format: 'trl-dpo-text' })).toEqual(expected);
    expect((expected as { files: Record<string, string> }).files['train.jsonl']).toContain('Hello');
    await study.close();
  });

  it('end with the error of a thread, and leave nothing', async () => {
    const study = await studyOver({ 'data.jsonl': jsonl(plain) });
    const thread = await bundled(temporaryFolder(), {
      source: `import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => { throw new Error('out of memory'); });`,
    });
    useWorkerScript(thread, 0, 3);
    const out = join(temporaryFolder(), 'out');
    await expect(writeExport(study, { format: exportFormatNamed('trl-dpo')! }, out)).rejects.toThrow('out of memory');
    expect(existsSync(out)).toBe(false);
    await study.close();
  });

  it('end where the export is aborted', async () => {
    const study = await studyOver({ 'data.jsonl': jsonl(plain) });
    useWorkerScript(script, 0, 3);
    const abort = new AbortController();
    const out = join(temporaryFolder(), 'out');
    await expect(
      writeExport(study, { format: exportFormatNamed('trl-dpo')! }, out, abort.signal, () =>
        abort.abort(new Error('stopped')),
      ),
    ).rejects.toThrow('stopped');
    expect(existsSync(out)).toBe(false);
    await study.close();
  });
});
