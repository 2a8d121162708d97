import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import type { ExportOptions } from '../../../../src/core/export/format';
import { validateExport } from '../../../../src/core/export/validate';
import { writeExport } from '../../../../src/core/export/write';
import { importLabels } from '../../../../src/core/import/importLabels';
import type { Study } from '../../../../src/core/study/study';
import { ranked } from '../../made/formatRows';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

/** How rows name images, audio and video, as the readers of each family take them. */

const picture = { type: 'image', image: 'images/cat.png' };
const said = (text: string): object => ({ type: 'text', text });
const two = ['A cat.', 'A dog.'];

const rowsIn = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const opened: Study[] = [];
afterAll(async () => {
  for (const study of opened) await study.close();
});

interface Exported {
  readonly rows: Record<string, unknown>[];
  readonly dropped: object;
  readonly notes: object;
  readonly folder: string;
}

/** A study of these records in `folder/data`, each judged, exported to `folder/out`. */
async function exportedOf(
  records: readonly object[],
  name: string,
  options: Partial<ExportOptions> = {},
  judgement: Parameters<typeof judge>[2] = ranked('r1', 'r2'),
): Promise<Exported> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data/images'), { recursive: true });
  for (const file of ['cat.png', 'dog.png', 'clip.mp4', 'purr.wav'])
    writeFileSync(join(folder, 'data/images', file), file);
  const study = await studyOf(join(folder, 'data'), records);
  opened.push(study);
  for (const [n] of records.entries()) await judge(study, n, judgement);
  const { files, tally } = await writeExport(
    study,
    { format: exportFormatNamed(name)!, ...options },
    join(folder, 'out'),
  );
  const told = await validateExport(files[0]!, name);
  expect(told.problems).toEqual([]);
  return { rows: rowsIn(files[0]!), dropped: tally.dropped, notes: tally.notes, folder: join(folder, 'out') };
}

const asked = (...content: readonly object[]): object => ({ prompt: [{ role: 'user', content }], responses: two });

describe('LLaMA-Factory', () => {
  it('has a marker where each stands, and its path from the folder of the export, in every row a column', async () => {
    const records = [
      asked(picture, said('What is it?')),
      { prompt: 'Who?', responses: two },
      asked(
        said('Compare '),
        picture,
        said(' with '),
        { type: 'image', image: 'images/dog.png' },
        { type: 'video', video: 'images/clip.mp4' },
      ),
    ];
    const { rows } = await exportedOf(records, 'llama-factory');
    expect(rows.map(({ conversations, images, videos }) => ({ conversations, images, videos }))).toEqual([
      {
        conversations: [{ from: 'human', value: '<image>What is it?' }],
        images: ['../data/images/cat.png'],
        videos: [],
      },
      { conversations: [{ from: 'human', value: 'Who?' }], images: [], videos: [] },
      {
        conversations: [{ from: 'human', value: 'Compare <image> with <image><video>' }],
        images: ['../data/images/cat.png', '../data/images/dog.png'],
        videos: ['../data/images/clip.mp4'],
      },
    ]);
    expect(rows[0]).not.toHaveProperty('audios');
  });

  it('keeps the markers of a source as they stand, behind what annotators saw beside', async () => {
    const { rows } = await exportedOf(
      [{ prompt: 'Look: <image>, then say.', images: ['images/cat.png'], responses: two, context: 'At night.' }],
      'llama-factory',
    );
    expect(rows[0]).toMatchObject({
      conversations: [{ value: 'Context:\nAt night.\n\nLook: <image>, then say.' }],
      images: ['../data/images/cat.png'],
    });
  });

  it('leaves out what its readers cannot open or would count wrongly, each by its reason', async () => {
    const fine = asked(picture, said('What is it?'));
    const cases: readonly (readonly [object, string])[] = [
      [asked({ type: 'image', image: 'https://example.org/cat.png' }), 'media-address'],
      [asked({ type: 'image', image: 's3://bucket/cat.png' }), 'media-address'],
      [asked({ type: 'image', image: 'data:image/png;base64,AAAA' }), 'media-in-record'],
      [asked({ type: 'image', image: 'images/none.png' }), 'media-missing'],
      [{ prompt: 'What does <image> do in HTML?', responses: two }, 'media-marker'],
      [
        {
          prompt: 'Draw.',
          responses: [
            { id: 'r1', messages: [{ role: 'assistant', content: [picture] }] },
            { id: 'r2', text: 'No.' },
          ],
        },
        'media-in-response',
      ],
    ];
    for (const [record, reason] of cases) {
      const { rows, dropped } = await exportedOf([fine, record], 'llama-factory');
      expect([rows.length, dropped], reason).toEqual([1, { [reason]: 1 }]);
    }
    const { rows } = await exportedOf([{ prompt: 'What does <image> do in HTML?', responses: two }], 'llama-factory');
    expect(rows, 'without any media a marker is text').toHaveLength(1);
  });

  it('has no place for markers without media: --media none takes them out of the text', async () => {
    const { rows, notes } = await exportedOf(
      [{ prompt: '<image>What is it?', images: ['images/cat.png'], responses: two }],
      'llama-factory',
      { media: 'none' },
    );
    expect(rows).toMatchObject([{ conversations: [{ value: 'What is it?' }] }]);
    expect(rows[0]).not.toHaveProperty('images');
    expect(notes).toEqual({ 'media-left-out': 1 });
  });
});

describe('ms-swift', () => {
  it('has media of answers too, those of the rejected one in columns of their own', async () => {
    const drawn = (image: string, text = 'Here: '): object => ({
      messages: [{ role: 'assistant', content: [said(text), { type: 'image', image }] }],
    });
    const record = (text?: string): object => ({
      prompt: [{ role: 'user', content: [picture, said('Draw it.')] }],
      responses: [
        { id: 'r1', ...drawn('images/dog.png') },
        { id: 'r2', ...drawn('https://example.org/x.png', text) },
      ],
    });
    const { rows } = await exportedOf([record('There: '), record()], 'ms-swift');
    expect(rows).toEqual([
      {
        messages: [
          { role: 'user', content: '<image>Draw it.' },
          { role: 'assistant', content: 'Here: <image>' },
        ],
        rejected_response: 'There: <image>',
        images: ['../data/images/cat.png', '../data/images/dog.png'],
        rejected_images: ['../data/images/cat.png', 'https://example.org/x.png'],
      },
    ]);
    // It takes answers of the same text for the same; where they stand in their whole conversation it does not.
    expect((await exportedOf([record()], 'ms-swift-conversations')).rows).toMatchObject([
      {
        images: ['../data/images/cat.png', '../data/images/dog.png'],
        rejected_images: ['../data/images/cat.png', 'https://example.org/x.png'],
      },
    ]);
  });

  it('has no columns for the rejected answer where no answer has media', async () => {
    const { rows } = await exportedOf(
      [asked({ type: 'audio', audio: 'images/purr.wav' }, said('What is it?'))],
      'ms-swift',
    );
    expect(rows).toEqual([
      {
        messages: [
          { role: 'user', content: '<audio>What is it?' },
          { role: 'assistant', content: 'A cat.' },
        ],
        rejected_response: 'A dog.',
        audios: ['../data/images/purr.wav'],
      },
    ]);
  });
});

describe('TRL', () => {
  it('has parts in their order, and text in parts everywhere, since a column has one type', async () => {
    const { rows } = await exportedOf(
      [{ prompt: 'Who?', responses: two }, asked(said('Look: '), picture, said('?'))],
      'trl-dpo',
    );
    expect(rows).toEqual([
      {
        prompt: [{ role: 'user', content: [said('Who?')] }],
        chosen: [{ role: 'assistant', content: [said('A cat.')] }],
        rejected: [{ role: 'assistant', content: [said('A dog.')] }],
        images: [],
      },
      {
        prompt: [{ role: 'user', content: [said('Look: '), { type: 'image' }, said('?')] }],
        chosen: [{ role: 'assistant', content: [said('A cat.')] }],
        rejected: [{ role: 'assistant', content: [said('A dog.')] }],
        images: ['../data/images/cat.png'],
      },
    ]);
  });

  it('has text alone where no row carries an image', async () => {
    const { rows, dropped } = await exportedOf(
      [{ prompt: 'Who?', responses: two }, asked({ type: 'image', image: 'images/none.png' })],
      'trl-dpo',
    );
    expect([rows, dropped]).toEqual([
      [
        {
          prompt: [{ role: 'user', content: 'Who?' }],
          chosen: [{ role: 'assistant', content: 'A cat.' }],
          rejected: [{ role: 'assistant', content: 'A dog.' }],
        },
      ],
      { 'media-missing': 1 },
    ]);
  });
});

it('leaves an image of Markdown the text that it is', async () => {
  const text = '![A cat](images/cat.png) What is it?';
  for (const [name, rows] of [
    ['trl-dpo-text', [{ prompt: text }]],
    ['trl-dpo', [{ prompt: [{ role: 'user', content: text }] }]],
    ['llama-factory', [{ conversations: [{ from: 'human', value: text }] }]],
  ] as const)
    expect((await exportedOf([{ prompt: text, responses: two }], name)).rows, name).toMatchObject(rows);
});

describe('a file that names media', () => {
  it.each([
    [
      'another number of markers',
      (row: Record<string, unknown>) => ({ ...row, images: [] }),
      '"images" lists 0, but "<image>" is in the texts 1 time:',
    ],
    [
      'a file that is not there',
      (row: Record<string, unknown>) => ({ ...row, images: ['gone.png'] }),
      'the file gone.png in “images” does not exist',
    ],
  ])('is told of %s', async (_, change, message) => {
    const made = await exportedOf([asked(picture, said('What is it?'))], 'llama-factory');
    const path = join(made.folder, 'train.jsonl');
    writeFileSync(path, `${JSON.stringify(change(made.rows[0]!))}\n`);
    const { problems } = await validateExport(path, 'llama-factory');
    expect(problems.map((problem) => problem.message).join('\n')).toContain(message);
  });
});

describe('rows with media', () => {
  it.each([
    'trl-dpo',
    'trl-kto',
    'llama-factory',
    'llama-factory-kto',
    'ms-swift',
    'ms-swift-conversations',
    'ms-swift-kto',
  ])('of %s come back to the items that they are of', async (name) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data/images'), { recursive: true });
    for (const file of ['cat.png', 'dog.png']) writeFileSync(join(folder, 'data/images', file), file);
    const study = await studyOf(join(folder, 'data'), [
      asked(said('Look: '), picture, said('?')),
      { ...asked(picture, said('What is it?')), context: 'At night.' },
      { prompt: 'See <image>', images: ['images/dog.png'], responses: two },
    ]);
    opened.push(study);
    for (const n of [0, 1, 2]) await judge(study, n, { ...ranked('r1', 'r2'), acceptable: { r1: true, r2: false } });
    const { files } = await writeExport(
      study,
      { format: exportFormatNamed(name)!, annotators: ['ana'] },
      join(folder, 'out'),
    );
    expect(rowsIn(files[0]!).length).toBeGreaterThan(2);
    const back = await importLabels(study, { annotator: 'back', file: files[0]! });
    expect(back).toMatchObject({ unknown: 0 });
    expect(new Set([...study.replay.all('back')].map(({ item }) => item))).toEqual(
      new Set([...study.replay.all('ana')].map(({ item }) => item)),
    );
  });
});
