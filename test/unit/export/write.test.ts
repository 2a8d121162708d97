import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import type { ExportFormat, ExportOptions } from '../../../src/core/export/format';
import { validateExport } from '../../../src/core/export/validate';
import { manifestName, previewExport, provenanceName, writeExport } from '../../../src/core/export/write';
import { importLabels } from '../../../src/core/import/importLabels';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import type { Study } from '../../../src/core/study/study';
import { retraction } from '../made/journalLines';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { pairwise, rowOfPair } from '../made/pairwise';
import { itemsOf, judge, studyOf } from '../made/study';

const format = (name: string): ExportFormat => exportFormatNamed(name)!;
const trlDpo = format('trl-dpo');
const text = format('trl-dpo-text');
const ranked = (...tiers: string[][]): Judgement => ({ ranking: { tiers } });
const question = (n: number): object => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  responses: [`first ${n}`, `second ${n}`, `third ${n}`],
});
const questions = (count: number): object[] => [...Array(count).keys()].map(question);
const rowsIn = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

describe('an export', () => {
  it('writes the pairs in the order of the dataset, with its manifest and where each row came from', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(3));
    const second = await judge(study, 1, ranked(['r2'], ['r1', 'r3']));
    const first = await judge(study, 0, ranked(['r1']), { annotator: 'ben' });
    const out = join(folder, 'out');
    const { tally, files, manifest } = await writeExport(study, { format: text }, out);
    expect(files).toEqual([join(out, 'train.jsonl')]);
    expect(readdirSync(out).sort()).toEqual([manifestName, provenanceName, 'README.md', 'train.jsonl'].sort());
    expect(rowsIn(files[0]!)).toEqual([
      { prompt: 'Question 0', chosen: 'first 0', rejected: 'second 0' },
      { prompt: 'Question 0', chosen: 'first 0', rejected: 'third 0' },
      { prompt: 'Question 1', chosen: 'second 1', rejected: 'first 1' },
      { prompt: 'Question 1', chosen: 'second 1', rejected: 'third 1' },
    ]);
    expect(rowsIn(join(out, provenanceName))).toEqual([
      {
        split: 'train',
        row: 1,
        item: 'q0',
        annotations: [first.id],
        annotators: ['ben'],
        chosen: 'r1',
        rejected: 'r2',
      },
      {
        split: 'train',
        row: 2,
        item: 'q0',
        annotations: [first.id],
        annotators: ['ben'],
        chosen: 'r1',
        rejected: 'r3',
      },
      {
        split: 'train',
        row: 3,
        item: 'q1',
        annotations: [second.id],
        annotators: ['ana'],
        chosen: 'r2',
        rejected: 'r1',
      },
      {
        split: 'train',
        row: 4,
        item: 'q1',
        annotations: [second.id],
        annotators: ['ana'],
        chosen: 'r2',
        rejected: 'r3',
      },
    ]);
    expect(tally).toMatchObject({
      annotations: 2,
      rows: { train: 4, test: 0 },
      dropped: { tie: 1, 'both-unranked': 1 },
    });
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      format: 'trl-dpo-text',
      dataset: {
        sources: [{ path: 'data.jsonl', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
        layout: 'responses',
      },
      annotators: ['ana', 'ben'],
      annotations: 2,
      rows: { train: 4 },
      dropped: { tie: { count: 1 }, 'both-unranked': { count: 1 } },
    });
    await study.close();
  });

  it.each(Object.keys(pairwise))(
    'as %s is the same bytes each time, wherever the study lies, and every row has the same keys and types',
    async (name) => {
      const contents = [];
      for (const folder of [temporaryFolder(), temporaryFolder()]) {
        const study = await studyOf(folder, questions(30));
        for (let n = 0; n < 30; n += 3)
          await judge(study, n, ranked(['r3'], ['r1', 'r2']), {
            id: `01KAAA0000000000000000${String(n).padStart(4, '0')}`,
            annotator: n % 2 ? 'ana' : 'ben',
          });
        const options = { format: format(name), split: { train: 0.6, test: 0.4 }, seed: 4 };
        await writeExport(study, options, join(folder, 'once'));
        await writeExport(study, options, join(folder, 'twice'));
        await writeExport(study, options, join(folder, 'twice'));
        expect(contentOf(join(folder, 'twice'))).toEqual(contentOf(join(folder, 'once')));
        contents.push(contentOf(join(folder, 'once')));
        for (const file of ['train.jsonl', 'test.jsonl'])
          expect((await validateExport(join(folder, 'once', file), name)).problems).toEqual([]);
        const shapes = ['train.jsonl', 'test.jsonl']
          .flatMap((file) => rowsIn(join(folder, 'once', file)))
          .map((row) =>
            JSON.stringify(
              Object.entries(row).map(([key, value]) => [key, Array.isArray(value) ? 'list' : typeof value]),
            ),
          );
        expect(new Set(shapes).size).toBe(1);
        await study.close();
      }
      expect(contents[0]).toEqual(contents[1]);
    },
  );

  it('holds the pairs of any rankings, in every format, and a trainer finds nothing wrong with it', async () => {
    const anyItem = fc.record({
      texts: fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 5 }),
      prompt: fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    });
    const anyRanked = fc.array(
      anyItem.chain(({ texts, prompt }) =>
        fc.record({
          prompt: fc.constant(prompt),
          texts: fc.constant(texts),
          places: fc.array(fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }), {
            minLength: texts.length,
            maxLength: texts.length,
          }),
        }),
      ),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(anyRanked, fc.constantFrom(...Object.values(pairwise)), async (items, chosenFormat) => {
        const folder = temporaryFolder();
        const study = await studyOf(
          folder,
          items.map(({ prompt, texts }, i) => ({ id: `q${i}`, prompt, responses: texts })),
        );
        const expected: unknown[] = [];
        for (const [i, { prompt, texts, places }] of items.entries()) {
          const tiers = [1, 2, 3]
            .map((place) => texts.flatMap((_, k) => (places[k] === place ? [`r${k + 1}`] : [])))
            .filter((tier) => tier.length > 0);
          if (tiers.length === 0) continue;
          await judge(study, i, ranked(...tiers));
          const level = (k: number): number => places[k] ?? Infinity;
          texts.forEach((chosen, c) =>
            texts.forEach(
              (rejected, r) =>
                level(c) < level(r) &&
                expected.push(
                  rowOfPair(chosenFormat, {
                    item: {
                      id: '',
                      hash: '',
                      prompt: [{ role: 'user', content: prompt }],
                      promptText: prompt,
                      responses: [],
                    },
                    chosen: { id: '', text: chosen },
                    rejected: { id: '', text: rejected },
                    annotations: [],
                  }),
                ),
            ),
          );
        }
        const out = join(folder, 'out.jsonl');
        const exported = writeExport(study, { format: chosenFormat }, out);
        if (expected.length === 0) await expect(exported).rejects.toThrow(/there is nothing to export/i);
        else {
          await exported;
          const sorted = (rows: unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
          expect(sorted(rowsIn(out))).toEqual(sorted(expected));
          expect((await validateExport(out, chosenFormat.name)).problems).toEqual([]);
        }
        await study.close();
      }),
      { numRuns: 30 },
    );
  });

  it('counts what it leaves out by reason', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [
      ...questions(5),
      { id: 'empty', prompt: '', responses: ['a', 'b'] },
      { id: 'cut', prompt: 'Hi', responses: ['cut \ud83d', 'whole 🙂', 'plain'] },
    ]);
    await judge(study, 0, ranked(['r1'], ['r2'], ['r3']));
    await judge(study, 1, { skip: { reason: 'unclear' } });
    await judge(study, 2, { rationale: 'hm', critiques: [{ response: 'r1', text: 'no' }] });
    await judge(study, 3, ranked(['r1'], ['r2']), { hash: 'of before the source changed' });
    await judge(study, 4, ranked(['r1'], ['r2']), { item: 'no longer there' });
    await judge(study, 5, ranked(['r1'], ['r2']));
    await judge(study, 6, ranked(['r1'], ['r2'], ['r3']));
    const preview = await previewExport(study, { format: trlDpo }, 2);
    expect(preview.rows).toHaveLength(2);
    expect(preview.tally).toMatchObject({
      annotations: 7,
      rows: { train: 4, test: 0 },
      dropped: { skipped: 1, 'no-preference': 1, stale: 1, 'no-item': 1, 'empty-prompt': 1, 'lone-surrogate': 2 },
    });
    const { tally, files } = await writeExport(study, { format: trlDpo }, join(folder, 'out'));
    expect(tally).toEqual(preview.tally);
    expect(readFileSync(files[0]!, 'utf8')).not.toContain('\\ud83d');
    await study.close();
  });

  it('takes only what is in force, and only from the annotators named', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(2));
    await judge(study, 0, ranked(['r1'], ['r2', 'r3']));
    const later = await judge(study, 0, ranked(['r3'], ['r1', 'r2']));
    await judge(study, 0, ranked(['r2'], ['r1', 'r3']), { annotator: 'ben' });
    const chosen = async (annotators?: string[]): Promise<unknown[]> =>
      (await previewExport(study, { format: text, annotators }, 9)).rows.map(
        ({ json }) => (JSON.parse(json) as { chosen: string }).chosen,
      );
    expect(await chosen(['ana'])).toEqual(['third 0', 'third 0']);
    expect(await chosen()).toEqual(['third 0', 'third 0', 'second 0', 'second 0']);
    await study.append([retraction(5000, later)]);
    expect(await chosen(['ana'])).toEqual(['first 0', 'first 0']);
    await study.close();
  });

  it('notes what some trainers stop at', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [
      {
        prompt: [
          { role: 'user', content: 'a' },
          { role: 'user', content: 'b' },
        ],
        responses: ['', 'y'],
      },
      {
        prompt: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'b' },
        ],
        responses: [
          'x',
          {
            messages: [
              { role: 'assistant', content: 'y' },
              { role: 'user', content: 'z' },
            ],
          },
        ],
      },
    ]);
    await judge(study, 0, ranked(['r1'], ['r2']));
    await judge(study, 1, ranked(['r1'], ['r2']));
    expect((await previewExport(study, { format: trlDpo }, 0)).tally.notes).toEqual({
      'roles-not-alternating': 2,
      'empty-completion': 1,
      'ends-with-assistant': 1,
      'ends-without-assistant': 1,
      'parts-before-last-turn': 1,
      'observations-in-completion': 1,
    });
    expect((await previewExport(study, { format: text }, 0)).tally.notes).toEqual({
      'transcript-form': 2,
      'empty-completion': 1,
      'ends-with-assistant': 1,
      'observations-in-completion': 1,
    });
    await study.close();
  });

  it('writes each question version that the judgements were made under into its manifest', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(1));
    await judge(study, 0, ranked(['r1']));
    const { manifest } = await writeExport(study, { format: text }, join(folder, 'out'));
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ questions: [{ version: 1 }] });
    await study.close();
  });
});

describe('a split', () => {
  it('keeps every prompt in one file, draws by seed and shares out about as asked', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(
      folder,
      questions(200).map((record, n) =>
        n % 4 === 3 ? { ...question(n - 1), id: `again ${n}`, responses: ['other', 'answers'] } : record,
      ),
    );
    const { items } = await itemsOf(study);
    const base = await judge(study, 0, ranked(['r1'], ['r2']));
    await study.append(
      items.slice(1).map((item, n) => ({
        ...base,
        id: `01KAAB0000000000000000${String(n).padStart(4, '0')}`,
        item: item.id,
        hash: item.hash,
        shown: item.responses.map(({ id }) => id),
        judgement: ranked(['r1'], ['r2']),
      })),
    );
    const splits = async (seed: number): Promise<[Set<unknown>, Set<unknown>]> => {
      await writeExport(study, { format: text, split: { train: 0.75, test: 0.25 }, seed }, join(folder, `out-${seed}`));
      return [
        rowsIn(join(folder, `out-${seed}`, 'train.jsonl')),
        rowsIn(join(folder, `out-${seed}`, 'test.jsonl')),
      ].map((rows) => new Set(rows.map(({ prompt }) => prompt))) as [Set<unknown>, Set<unknown>];
    };
    const [train, test] = await splits(1);
    expect([...train].filter((prompt) => test.has(prompt))).toEqual([]);
    expect(train.size + test.size).toBe(150);
    expect(Math.abs(test.size / 150 - 0.25)).toBeLessThan(0.12);
    expect(await splits(1)).toEqual([train, test]);
    expect(await splits(2)).not.toEqual([train, test]);
    await study.close();
  });

  it('that leaves a file without a row is refused', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(1));
    await judge(study, 0, ranked(['r1']));
    await expect(
      writeExport(study, { format: text, split: { train: 0.5, test: 0.5 } }, join(folder, 'out')),
    ).rejects.toThrow(
      /The split “(train|test)” has no row \(total number of rows: 2\).*Change the split sizes or the seed, or export without a split/,
    );
    await expect(
      writeExport(study, { format: text, split: { train: 0.5, test: 0.5 } }, join(folder, 'out.jsonl')),
    ).rejects.toThrow('a split writes more than one file. Choose a folder instead of a file.');
    await study.close();
  });

  it('leaves no test file of an earlier export when there is none now', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(20));
    for (let n = 0; n < 20; n++) await judge(study, n, ranked(['r1']));
    const out = join(folder, 'out');
    await writeExport(study, { format: text, split: { train: 0.5, test: 0.5 } }, out);
    expect(existsSync(join(out, 'test.jsonl'))).toBe(true);
    await writeExport(study, { format: text }, out);
    expect(readdirSync(out).sort()).toEqual([manifestName, provenanceName, 'README.md', 'train.jsonl'].sort());
    await study.close();
  });
});

describe('an export is refused', () => {
  it('when nothing was judged, or nothing gives a pair, with the reasons', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(2));
    await expect(writeExport(study, { format: text }, join(folder, 'out'))).rejects.toThrow(
      'There is nothing to export: no item has been judged yet. Judge some items, or import labels.',
    );
    await judge(study, 0, ranked(['r1', 'r2', 'r3']));
    await judge(study, 1, { skip: { reason: 'unclear' } });
    await expect(writeExport(study, { format: text }, join(folder, 'out'))).rejects.toThrow(
      'there is nothing to export: of 2 annotations none gives a row (3 × tied: trainers for pairs cannot use ties; 1 × the item was skipped)',
    );
    expect(existsSync(join(folder, 'out'))).toBe(false);
    await study.close();
  });

  it('without telling values of metadata, which may name models, to whoever judges blind', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(
      folder,
      questions(2).map((question) => ({ ...question, by: 'model-9' })),
    );
    await judge(study, 0, ranked(['r1'], ['r2', 'r3']));
    const saidTo = async (isBlind: boolean): Promise<string> =>
      writeExport(study, { format: text, where: { by: ['model-8'] } }, join(folder, 'out'), undefined, undefined, {
        isBlind,
      }).then(() => 'written', String);
    expect(await saidTo(false)).toContain('"model-8" was not found; existing values of "by": "model-9" (1)');
    expect(await saidTo(true)).toMatch(
      /there is nothing to export: of 1 annotation none gives a row \(1 × the metadata of the item do not have the selected values \(--where\)\)$/,
    );
    await study.close();
  });

  it.each(['other.jsonl', 'train.jsonl', 'manifest.json', 'data.parquet', 'old.csv', 'kto.jsonl.gz'])(
    'into a folder that holds %s, which is not ours',
    async (name) => {
      const folder = temporaryFolder();
      const study = await studyOf(folder, questions(1));
      await judge(study, 0, ranked(['r1']));
      const out = join(folder, 'out');
      mkdirSync(out);
      writeFileSync(join(out, name), 'mine');
      await expect(writeExport(study, { format: text }, out)).rejects.toThrow(
        `contains ${name}, which trainers would read together with the export. Choose an empty folder`,
      );
      expect(contentOf(out)).toEqual({ [name]: 'mine' });
      await study.close();
    },
  );

  it('onto a file that is no .jsonl', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(1));
    await judge(study, 0, ranked(['r1']));
    writeFileSync(join(folder, 'out'), 'mine');
    await expect(writeExport(study, { format: text }, join(folder, 'out'))).rejects.toThrow(
      'out: is a file. Choose a folder.',
    );
    await study.close();
  });

  it('onto a source of the study or one of its journals, whatever the path is written like', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(1));
    await judge(study, 0, ranked(['r1']));
    symlinkSync(folder, join(folder, 'link'));
    const before = contentOf(join(folder, 'data.tiebreak.d', 'annotations'));
    for (const out of [
      'data.jsonl',
      'link/data.jsonl',
      'data.tiebreak.d/annotations/ana.jsonl',
      'data.tiebreak.d/annotations/new.jsonl',
      'data.tiebreak.d/annotations',
    ]) {
      await expect(writeExport(study, { format: text }, join(folder, out)), out).rejects.toThrow(/Choose another/);
    }
    expect(readFileSync(join(folder, 'data.jsonl'), 'utf8')).toBe(jsonl(questions(1)));
    expect(contentOf(join(folder, 'data.tiebreak.d', 'annotations'))).toEqual(before);
    await study.close();
  });

  it('when a column would hold nothing but dates', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [
      { prompt: 'When?', responses: ['2024-01-31', '2024-02-01T10:00:00Z'] },
      { prompt: 'And then?', responses: ['2025-01-31', 'never'] },
    ]);
    await judge(study, 0, ranked(['r1'], ['r2']));
    await judge(study, 1, ranked(['r1'], ['r2']));
    await expect(writeExport(study, { format: text }, join(folder, 'out'))).rejects.toThrow(
      'In train, all texts in the column “chosen” are dates, so HF datasets would read them as timestamps',
    );
    await judge(study, 1, ranked(['r2'], ['r1']));
    await expect(writeExport(study, { format: text }, join(folder, 'out'))).rejects.toThrow(
      'In train, all texts in the column “rejected” are dates',
    );
    await expect(
      writeExport(study, { format: format('full-conversations') }, join(folder, 'full')),
    ).resolves.toMatchObject({ tally: { rows: { train: 2 } } });
    await study.close();
  });
});

describe('an export that does not end well', () => {
  it.each<[string, (study: Study, out: string) => Promise<unknown>]>([
    [
      'is aborted',
      (study, out) => writeExport(study, { format: trlDpo }, out, AbortSignal.abort(new Error('stopped'))),
    ],
    [
      'is aborted while rows are written',
      (study, out) => {
        const abort = new AbortController();
        const stopping: ExportFormat = {
          ...trlDpo,
          rows: (...given) => {
            abort.abort(new Error('stopped'));
            return trlDpo.rows(...given);
          },
        };
        return writeExport(study, { format: stopping }, out, abort.signal);
      },
    ],
    [
      'fails',
      (study, out) =>
        writeExport(
          study,
          {
            format: {
              ...trlDpo,
              rows: () => {
                throw new Error('stopped');
              },
            },
          },
          out,
        ),
    ],
  ])('because it %s leaves the earlier files as they were and no partial ones', async (_, run) => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(2));
    await judge(study, 0, ranked(['r1']));
    await writeExport(study, { format: text }, join(folder, 'out'));
    const before = contentOf(join(folder, 'out'));
    await judge(study, 1, ranked(['r2']));
    await expect(run(study, join(folder, 'out'))).rejects.toThrow('stopped');
    expect(contentOf(join(folder, 'out'))).toEqual(before);
    await study.close();
  });
});

describe('an export to one file', () => {
  it('stands where it was asked for, with its manifest in dot-files beside it', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, questions(1));
    await judge(study, 0, ranked(['r1']));
    const { files, manifest } = await writeExport(study, { format: text }, join(folder, 'new', 'prefs.jsonl'));
    expect([files, manifest]).toEqual([
      [join(folder, 'new', 'prefs.jsonl')],
      join(folder, 'new', `.prefs${manifestName}`),
    ]);
    expect(readdirSync(join(folder, 'new')).sort()).toEqual(
      [`.prefs${manifestName}`, `.prefs${provenanceName}`, 'prefs.jsonl'].sort(),
    );
    expect(rowsIn(files[0]!)).toHaveLength(2);
    await study.close();
  });
});

describe('an exported file', () => {
  const pairs = [
    { prompt: 'One turn', chosen: 'a', rejected: 'b' },
    { prompt: 'é🙂\u2028', chosen: '', rejected: ' b\n' },
    {
      prompt: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'More' },
      ],
      chosen: [{ role: 'assistant', content: 'a' }],
      rejected: [{ role: 'assistant', content: 'b' }],
    },
    {
      prompt: [{ role: 'user', content: 'Go on' }],
      chosen: [
        { role: 'assistant', content: 'x' },
        { role: 'user', content: 'y' },
        { role: 'assistant', content: 'z' },
      ],
      rejected: [{ role: 'assistant', content: 'w' }],
    },
  ];
  const transcripts = [1, 2].map((n) => ({
    chosen: `\n\nHuman: q${n}\n\nAssistant: a`,
    rejected: `\n\nHuman: q${n}\n\nAssistant: b\n\nHuman: c\n\nAssistant:`,
  }));
  const lists = questions(4);

  const exportOf = async (folder: string, records: readonly unknown[], name: string): Promise<string> => {
    const study = await studyOf(folder, records);
    const { written } = await importLabels(study, { annotator: 'source' });
    if (written === 0) for (const [n] of records.entries()) await judge(study, n, ranked(['r3'], ['r1', 'r2']));
    await writeExport(study, { format: format(name) }, join(folder, 'out'));
    await study.close();
    return readFileSync(join(folder, 'out', 'train.jsonl'), 'utf8');
  };

  it.each(
    Object.keys(pairwise).flatMap((name) =>
      [
        ['pairs', pairs],
        ['transcripts', transcripts],
        ['rankings', lists],
      ].map(([what, records]) => [name, what, records] as [string, string, unknown[]]),
    ),
  )('as %s, made of %s, gives the same pairs when it is imported and exported again', async (name, _, records) => {
    const first = await exportOf(temporaryFolder(), records, name);
    const again = await exportOf(
      temporaryFolder(),
      first
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      name,
    );
    expect(again).toBe(first);
  });
});

describe('items that share an id and differ in content', () => {
  const twins = [
    { id: 'q', prompt: 'One', chosen: 'a', rejected: 'b' },
    { id: 'q', prompt: 'Two', chosen: 'c', rejected: 'd' },
    { id: 'p', prompt: 'Three', chosen: 'e', rejected: 'f' },
  ];

  it('are exported each by its own judgement, and told', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, twins);
    for (const ordinal of [0, 1]) await judge(study, ordinal, { ranking: { tiers: [['rejected'], ['chosen']] } });
    const { rows, tally } = await previewExport(study, { format: text }, 9);
    expect(rows.map(({ json }) => JSON.parse(json) as unknown)).toEqual([
      { prompt: 'One', chosen: 'b', rejected: 'a' },
      { prompt: 'Two', chosen: 'd', rejected: 'c' },
    ]);
    expect([tally.annotations, tally.dropped]).toEqual([2, {}]);
    expect(tally.problems).toMatchObject([
      {
        severity: 'warning',
        line: 2,
        message: expect.stringMatching(/^Same ID as in line 1, but other content/) as string,
      },
    ]);
    const { manifest } = await writeExport(study, { format: text }, join(folder, 'out'));
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      annotations: 2,
      rows: { train: 2 },
      unreadable: 0,
    });
    await study.close();
  });

  it('count as one that changed where only one of them was judged', async () => {
    const study = await studyOf(temporaryFolder(), twins);
    await judge(study, 0, { ranking: { tiers: [['rejected'], ['chosen']] } });
    const { tally } = await previewExport(study, { format: text }, 9);
    expect([tally.annotations, tally.rows.train, tally.dropped]).toEqual([1, 1, { stale: 1 }]);
    await study.close();
  });
});

it('an export of a dataset that changes meanwhile is not written', async () => {
  const folder = temporaryFolder();
  const study = await studyOf(folder, [{ id: 'q', prompt: 'One', chosen: 'a', rejected: 'b' }]);
  await judge(study, 0, { ranking: { tiers: [['rejected'], ['chosen']] } });
  const changing: typeof text = {
    ...text,
    rows: (...given) => {
      writeFileSync(join(folder, 'data.jsonl'), '{"id":"q","prompt":"One","chosen":"a","rejected":"other"}\n');
      return text.rows(...given);
    },
  };
  await expect(writeExport(study, { format: changing }, join(folder, 'out'))).rejects.toMatchObject({
    name: 'DatasetChanged',
  });
  expect(existsSync(join(folder, 'out'))).toBe(false);
  await study.close();
});

describe('a preference by one criterion', () => {
  const row = {
    prompt: 'Q',
    response_0: 'a',
    response_1: 'b',
    is_response_0_safe: true,
    is_response_1_safe: false,
    better_response_id: 1,
    safer_response_id: 0,
  };
  const records = [row, { ...row, prompt: 'R', better_response_id: 0 }];
  const labelled = async (): Promise<Study> => {
    const study = await studyOf(temporaryFolder(), records);
    await importLabels(study, { annotator: 'source' });
    return study;
  };

  it('is not the preference: it is dropped, and the reason names the criteria and the option', async () => {
    const study = await labelled();
    const { tally } = await previewExport(study, { format: text }, 9);
    expect([tally.rows.train, tally.dropped, [...tally.criteria]]).toEqual([
      0,
      { 'one-criterion': 4 },
      ['better', 'safer'],
    ]);
    await expect(writeExport(study, { format: text }, join(temporaryFolder(), 'out'))).rejects.toThrow(
      '4 × preferred for one criterion only, not overall: choose "better" or "safer" to export it (--criterion NAME in the terminal)',
    );
    await study.close();
  });

  it('becomes pairs where it is chosen, and the rest is dropped; the manifest says so', async () => {
    const study = await labelled();
    const rowsBy = async (criterion: string): Promise<unknown> =>
      (await previewExport(study, { format: text, criterion }, 9)).rows.map(({ json }) => JSON.parse(json) as unknown);
    expect(await rowsBy('better')).toEqual([
      { prompt: 'Q', chosen: 'b', rejected: 'a' },
      { prompt: 'R', chosen: 'a', rejected: 'b' },
    ]);
    expect(await rowsBy('safer')).toEqual([
      { prompt: 'Q', chosen: 'a', rejected: 'b' },
      { prompt: 'R', chosen: 'a', rejected: 'b' },
    ]);
    const { tally, manifest } = await writeExport(
      study,
      { format: text, criterion: 'safer' },
      join(temporaryFolder(), 'out'),
    );
    expect(tally.dropped).toEqual({ 'other-criterion': 2 });
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      options: { criterion: 'safer' },
      dropped: {
        'other-criterion': { count: 2, reason: 'not preferred for the selected criterion (--criterion)' },
      },
    });
    await study.close();
  });

  it('leaves out what is preferred as a whole', async () => {
    const study = await labelled();
    await judge(study, 0, ranked(['response_0'], ['response_1']));
    const { rows, tally } = await previewExport(study, { format: text, criterion: 'better' }, 9);
    expect([rows.length, tally.dropped]).toEqual([2, { 'other-criterion': 3 }]);
    await study.close();
  });

  it('is refused where nobody preferred by it, and nothing is written', async () => {
    const study = await labelled();
    const out = join(temporaryFolder(), 'out');
    await expect(writeExport(study, { format: text, criterion: 'nicer' }, out)).rejects.toMatchObject({
      name: 'UsageError',
      message: 'There are no preferences by the criterion “nicer”. Criteria with preferences: better, safer',
    });
    expect(existsSync(out)).toBe(false);
    await study.close();
  });
});

describe('what a format does not carry', () => {
  const image = {
    role: 'user',
    content: [
      { type: 'image', image: 'cat.png' },
      { type: 'text', text: 'What?' },
    ],
  };
  const calling = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } }],
  };
  const records = [
    { prompt: [{ role: 'user', content: 'Hi' }], chosen: 'a', rejected: 'b' },
    { prompt: [image], chosen: 'a', rejected: 'b' },
    { prompt: [{ role: 'user', content: 'Call' }], chosen: [calling], rejected: 'b', tools: [{ name: 'f' }] },
    { prompt: [{ role: 'user', content: 'Do not call' }], chosen: 'a', rejected: 'b', tools: [{ name: 'f' }] },
  ];
  const exported = async (
    name: string,
    options: Partial<ExportOptions> = {},
  ): Promise<{ rows: Record<string, unknown>[]; dropped: object; notes: object }> => {
    const study = await studyOf(temporaryFolder(), records);
    await importLabels(study, { annotator: 'source' });
    const { files, tally } = await writeExport(
      study,
      { format: format(name), ...options },
      join(temporaryFolder(), 'out'),
    );
    await study.close();
    expect((await validateExport(files[0]!, name)).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    return { rows: rowsIn(files[0]!), dropped: tally.dropped, notes: tally.notes };
  };

  it('is dropped and counted: an item with an image gives no row, unless rows are asked for without it', async () => {
    const { rows, dropped } = await exported('full-conversations');
    expect([rows.length, dropped]).toEqual([3, { media: 1 }]);
    const without = await exported('full-conversations', { media: 'none' });
    expect([without.rows.length, without.dropped, without.notes]).toEqual([
      4,
      {},
      { 'media-left-out': 1, 'tool-calls': 1, 'tools-passed-over': 2 },
    ]);
    expect(JSON.stringify(without.rows)).not.toContain('cat.png');
  });

  it.each(['trl-dpo', 'full-conversations'])(
    'calls of tools are there in %s, and every row says which tools there are',
    async (name) => {
      const { rows, dropped, notes } = await exported(name, { media: 'none' });
      expect([dropped, notes]).toEqual([{}, { 'media-left-out': 1, 'tool-calls': 1, 'tools-passed-over': 2 }]);
      expect(rows.map(({ tools }) => tools)).toEqual([null, null, '[{"name":"f"}]', '[{"name":"f"}]']);
      expect((rows[2]!.chosen as unknown[]).at(-1)).toEqual({
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: { a: 1 } } }],
      });
    },
  );

  it('the list of tools is in the system message where it is asked for, or where there is no column for it', async () => {
    for (const [name, options] of [
      ['full-conversations', { tools: 'system' }],
      ['nemo-rl', {}],
    ] as const) {
      const { rows, notes } = await exported(name, { media: 'none', ...options });
      expect(notes).toMatchObject({ 'tools-in-system': 2 });
      expect(rows.map((row) => [JSON.stringify(row).includes('# Tools'), 'tools' in row])).toEqual([
        [false, false],
        [false, false],
        [true, false],
        [true, false],
      ]);
    }
  });

  it('is noted in plain text, or dropped where it is what was preferred', async () => {
    const { rows, dropped, notes } = await exported('trl-dpo-text', { media: 'none' });
    expect([rows.length, dropped, notes]).toEqual([
      3,
      { 'tool-calls': 1 },
      { 'media-left-out': 1, 'tools-left-out': 1 },
    ]);
    expect(rows[0]).toEqual({ prompt: 'Hi', chosen: 'a', rejected: 'b' });
  });
});

describe('records that repeat an item', () => {
  const info = { id: 't', post: 'P', title: 'T', subreddit: 's' };
  const comparison = (worker: string, choice: 0 | 1): object => ({
    info,
    summaries: [
      { text: 'a', policy: 'p' },
      { text: 'b', policy: 'q' },
    ],
    choice,
    worker,
    batch: 'x',
    split: 'train',
    extra: {},
  });
  const rows = async (records: readonly object[]): Promise<number> => {
    const study = await studyOf(temporaryFolder(), records);
    await importLabels(study, { annotator: 'source' });
    const { tally } = await previewExport(study, { format: trlDpo }, 0);
    await study.close();
    return tally.rows.train;
  };
  it.each<[string, readonly object[], number]>([
    ['one for each of three people', [comparison('w1', 0), comparison('w2', 1), comparison('w3', 0)], 3],
    ['the same one twice', [comparison('w1', 0), comparison('w1', 0)], 2],
    ['two people, and one of them again', [comparison('w1', 0), comparison('w2', 0), comparison('w1', 0)], 3],
  ])('give each judgement once, and no fewer rows than records: %s', async (_, records, count) => {
    expect(await rows(records)).toBe(count);
  });
});
