import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { layouts } from '../../../src/core/dataset/layouts';
import { exportFormats } from '../../../src/core/export';
import { families } from '../../../src/core/export/format';
import { readGuidelines } from '../../../src/core/study/guidelines';
import { tiebreak, type Run } from '../made/commandLine';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

const json = ({ out }: Run): unknown => JSON.parse(out);
const pairs = [
  { prompt: 'One', chosen: 'good', rejected: 'bad' },
  { prompt: 'Two', chosen: 'better', rejected: 'worse' },
  { prompt: 'Three', chosen: 'same', rejected: 'same' },
];

/** What every command that looks the dataset through says of the third. */
const sameTexts =
  'The responses “chosen” and “rejected” have the same text, so neither is better. No pair of them is exported';

/** A folder with a dataset of three labelled pairs. */
function withPairs(extra = ''): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'pairs.jsonl'), jsonl(pairs) + extra);
  return folder;
}

/** The same with a project whose labels are imported. */
async function withStudy(extra = ''): Promise<string> {
  const folder = withPairs(extra);
  expect(await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl')).toMatchObject({
    code: 0,
    out: 'Created study.tiebreak: layout preference-pairs, pairs.jsonl\n3 items, 3 with labels (import them with "tiebreak import")\n',
  });
  expect((await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source')).code).toBe(extra === '' ? 0 : 1);
  return folder;
}

it.each([
  'inspect pairs.jsonl',
  'import study.tiebreak --annotator source',
  'export study.tiebreak --format trl-dpo --out out',
])('tells the first few of records with the same fault, and how many more there are: %s', async (command) => {
  const folder = await withStudy('{"prompt":"x","chosen":"y"}\n'.repeat(9));
  const run = await tiebreak(folder, ...command.split(' '));
  expect(run.code).toBe(1);
  expect(
    run.err.split('\n').filter((line) => line.includes('“rejected” must be text') || line.includes('more like this')),
  ).toEqual([
    ...[4, 5, 6, 7, 8].map(
      (line) => expect.stringMatching(`^pairs\\.jsonl:${line}: “rejected” must be text`) as string,
    ),
    '  and 4 more like this',
  ]);
});

describe('tiebreak inspect', () => {
  it('tells layout, items, fields and problems as JSON', async () => {
    expect(json(await tiebreak(withPairs(), 'inspect', 'pairs.jsonl', '--json'))).toEqual({
      layout: 'preference-pairs',
      files: 1,
      items: 3,
      responses: { min: 2, max: 2 },
      mapping: {
        id: 'id',
        prompt: 'prompt',
        chosen: 'chosen',
        rejected: 'rejected',
        chosenScore: 'score_chosen',
        rejectedScore: 'score_rejected',
        chosenModel: 'chosen_model',
        rejectedModel: 'rejected_model',
        tools: 'tools',
        context: 'context',
        evidence: 'evidence',
        references: 'references',
        notes: 'notes',
        language: 'language',
      },
      present: ['prompt', 'chosen', 'rejected'],
      absent: ['id', 'tools', 'context', 'evidence', 'references', 'notes', 'language'],
      unused: [],
      labelled: 3,
      problems: [
        {
          severity: 'warning',
          file: expect.stringMatching(/pairs\.jsonl$/) as string,
          line: 3,
          message: sameTexts,
          code: 'dataset.sameResponses',
        },
      ],
    });
  });

  it('exits with 1 and tells each problem as file:line on stderr, and goes on with the rest', async () => {
    const run = await tiebreak(withPairs('{"prompt":\n{"prompt":"x","chosen":"y"}\n'), 'inspect', 'pairs.jsonl');
    expect(run.code).toBe(1);
    expect(run.err.split('\n')).toEqual([
      `pairs.jsonl:3: warning: ${sameTexts}`,
      expect.stringMatching(/^pairs\.jsonl:4: This is not JSON: /),
      'pairs.jsonl:5: “rejected” must be text, a message or a list of messages. Found: no value. The item was left out. Correct the record, or choose another field with --map',
      '',
    ]);
    expect(run.out).toMatch(
      /^layout {5}preference-pairs - .*\nitems {6}3, 2 responses each\nlabeled {4}3 .*\nfields {5}prompt, chosen, rejected\nnot found {2}id, tools, .* \(in none of the first records\)\nproblems {3}3\n$/,
    );
  });

  it('tells which fields say where the code of a task is and how it is tested', async () => {
    const task = { repo: 'acme/clock', test_cmd: 'pytest', mood: 'fine' };
    const code = await tiebreak(withPairs(jsonl([{ ...pairs[0], ...task }])), 'inspect', 'pairs.jsonl');
    expect(code.out).toMatch(/^code +repo, test_cmd \(the repository and the tests of a task\)$/m);
    expect(code.out).toMatch(/^unused +mood \(kept as metadata\)$/m);
  });

  it('warns without failing', async () => {
    const run = await tiebreak(withPairs(jsonl(pairs.slice(0, 1))), 'inspect', 'pairs.jsonl');
    expect([run.code, run.err]).toEqual([
      0,
      `pairs.jsonl:3: warning: ${sameTexts}\npairs.jsonl:4: warning: Same item as in line 1. One judgment counts for both\n`,
    ]);
  });

  it('reads gzip, several files, and fields by a mapping', async () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b'])
      writeFileSync(
        join(folder, `${name}.jsonl.gz`),
        gzipSync(jsonl([{ data: { q: name }, answers: ['x', 'y', 'z'] }])),
      );
    expect(
      json(
        await tiebreak(
          folder,
          'inspect',
          'a.jsonl.gz',
          'b.jsonl.gz',
          '--map',
          'prompt=data.q',
          '--map',
          'responses=answers',
          '--json',
        ),
      ),
    ).toMatchObject({
      layout: 'responses',
      items: 2,
      responses: { min: 3, max: 3 },
      labelled: 0,
      mapping: { prompt: 'data.q', responses: 'answers' },
    });
  });

  it('reads responses that each have a column of their own', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'odd.csv'), 'question,answer_a,answer_b\nWhy?,Because.,Why not?\nHow?,So.,\n');
    const args = ['odd.csv', '--map', 'prompt=question', '--map', 'responses=answer_a,answer_b'];
    expect(json(await tiebreak(folder, 'inspect', ...args, '--json'))).toMatchObject({
      layout: 'responses',
      items: 2,
      problems: [
        { severity: 'warning', line: 3, message: expect.stringContaining('There is only one response') as string },
      ],
    });
    expect(
      await tiebreak(
        folder,
        'inspect',
        'odd.csv',
        '--map',
        'prompt=question',
        '--map',
        'responses=answer_a,answer_b,answer_c',
      ),
    ).toMatchObject({ code: 2, err: expect.stringContaining('No record has “answer_c”') as string });
  });

  it('finds the fields that a person names where a layout keeps them in an object', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'argilla.jsonl'),
      jsonl([{ id: '1', fields: { frage: 'Q?', links: 'a', rechts: 'b' }, responses: {}, suggestions: {} }]),
    );
    expect(
      json(
        await tiebreak(
          folder,
          'inspect',
          'argilla.jsonl',
          '--map',
          'prompt=frage',
          '--map',
          'answers=links,rechts',
          '--json',
        ),
      ),
    ).toMatchObject({ layout: 'argilla', items: 1, responses: { min: 2, max: 2 } });
    expect(
      (await tiebreak(folder, 'inspect', 'argilla.jsonl', '--map', 'prompt=frage', '--map', 'answers=links,mitte')).err,
    ).toContain('No record has “mitte”');
  });

  it.each<[string, string[], RegExp]>([
    ['a file that is missing', ['missing.jsonl'], /missing\.jsonl/],
    ['a file of no known layout', ['odd.jsonl'], /odd\.jsonl: no known layout.*the fields x.*--map/],
    ['damaged gzip', ['cut.gz'], /cut\.gz: The gzip data end too early: the file is cut off/],
  ])('exits with 1 for %s and says why, without a stack trace', async (_, args, message) => {
    const folder = withPairs();
    writeFileSync(join(folder, 'odd.jsonl'), '{"x":"A text of some length."}\n');
    writeFileSync(join(folder, 'cut.gz'), gzipSync(jsonl(pairs)).subarray(0, 40));
    const run = await tiebreak(folder, 'inspect', ...args);
    expect([run.code, run.out]).toEqual([1, '']);
    expect(run.err).toMatch(message);
    expect(run.err).not.toMatch(/^\s+at /m);
  });
});

describe('tiebreak with wrong usage', () => {
  it.each<[string, string[], RegExp]>([
    ['no command', [], /Usage: tiebreak/],
    ['an unknown command', ['vote'], /unknown command 'vote'/],
    ['an unknown option', ['inspect', 'pairs.jsonl', '--yaml'], /unknown option '--yaml'/],
    ['no dataset', ['inspect'], /missing required argument 'dataset'/],
    ['a mapping that is none', ['inspect', 'pairs.jsonl', '--map', 'prompt'], /Write it as field=path/],
    ['no --dataset', ['init', 'study.tiebreak'], /required option '--dataset/],
    [
      'a mode that does not exist',
      ['init', 's.tiebreak', '--dataset', 'pairs.jsonl', '--mode', 'guess'],
      /Allowed choices are auto, rank/,
    ],
    ['no --annotator', ['import', 'study.tiebreak'], /--annotator NAME for a person .* --model NAME for a model/],
    ['no --out', ['export', 'study.tiebreak', '--format', 'trl-dpo'], /no output given\. Add --out FOLDER/],
    [
      'neither format nor recipe',
      ['export', 'study.tiebreak', '--out', 'x'],
      /no format given\. Add --format NAME .* or --recipe NAME/,
    ],
    [
      'a recipe with options',
      ['export', 'study.tiebreak', '--recipe', 'nightly', '--pairs', 'all'],
      /--pairs cannot be combined with --recipe/,
    ],
    [
      'a format that is to be checked',
      ['export', 'study.tiebreak', '--check', 'x', '--format', 'trl-dpo'],
      /--check takes its options from the manifest of the export\. Leave --format out/,
    ],
    [
      'an option that the format does not take',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--list-size', '3'],
      /The format trl-dpo does not support the option “--list-size”\. Remove it, or choose a format that supports it: /,
    ],
    [
      'shares that do not sum to 1',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--split', 'train=0.9,test=0.2'],
      /--split: Enter shares that add up to 1/,
    ],
    [
      'a seed that is none',
      [
        'export',
        'study.tiebreak',
        '--format',
        'trl-dpo',
        '--out',
        'x',
        '--split',
        'train=0.9,test=0.1',
        '--seed',
        '-1',
      ],
      /--seed: Must be a whole number, 0 or more/,
    ],
    [
      'an unknown option of any command',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--annotator', 'ana'],
      /unknown option '--annotator'/,
    ],
    [
      'an argument too many',
      ['import', 'study.tiebreak', 'a.jsonl', 'b.jsonl', '--annotator', 'ana'],
      /too many arguments/,
    ],
    [
      'a layout that does not exist',
      ['inspect', 'pairs.jsonl', '--layout', 'csv'],
      /There is no layout “[^”]*”\. Select one of the list with “tiebreak formats”/,
    ],
    [
      'a layout that does not exist, for a project',
      ['init', 's.tiebreak', '--dataset', 'pairs.jsonl', '--layout', 'csv'],
      /There is no layout “[^”]*”\. Select one of the list with “tiebreak formats”/,
    ],
    [
      'a project by another name',
      ['init', 'study.json', '--dataset', 'pairs.jsonl'],
      /study\.json: the name of a project file must end in “\.tiebreak”/,
    ],
    ['a project without a name', ['init', '', '--dataset', 'pairs.jsonl'], /It must not be empty/],
    ['a dataset without a name', ['init', 's.tiebreak', '--dataset', ''], /It must not be empty/],
    [
      'a dataset that is named twice',
      ['init', 's.tiebreak', '--dataset', 'pairs.jsonl', './pairs.jsonl'],
      /'\.\/pairs\.jsonl' is invalid.*It is given twice/s,
    ],
    ['a dataset that is inspected twice', ['inspect', 'pairs.jsonl', 'pairs.jsonl'], /It is given twice/],
    [
      'a mapping of a field that no layout has',
      ['inspect', 'pairs.jsonl', '--map', 'promt=prompt'],
      /No layout has a field “promt”\. Similar names: prompt/,
    ],
    [
      'a mapping of a field that the layout has not',
      ['init', 's.tiebreak', '--dataset', 'pairs.jsonl', '--map', 'responses=prompt', '--layout', 'preference-pairs'],
      /The layout preference-pairs has no field “responses”\. Correct the fields with --map \(id, prompt, chosen, rejected, /,
    ],
    [
      'a mapping to where nothing is',
      ['init', 's.tiebreak', '--dataset', 'pairs.jsonl', '--map', 'id=uid'],
      /No record has “uid”, which is set as the field “id”\. The first record of .*pairs\.jsonl has the fields prompt, chosen, rejected.* \(--map id=uid\)/,
    ],
    [
      'the same while inspecting',
      ['inspect', 'pairs.jsonl', '--map', 'id=meta.uid'],
      /No record has “meta\.uid”.*\(--map id=meta\.uid\)/,
    ],
    [
      'meanings that are none',
      ['inspect', 'pairs.jsonl', '--values', 'hello'],
      /--values.*Write it as code=meaning,…, for example 1=first,2=second,0=tie/,
    ],
    [
      'meanings that are said twice',
      ['inspect', 'pairs.jsonl', '--values', '1=first', '--map', 'values=1=first'],
      /--values and --map values=… set the same thing\. Leave one of them out/,
    ],
    [
      'a field that is mapped twice',
      ['inspect', 'pairs.jsonl', '--map', 'id=prompt', '--map', 'id=chosen'],
      /"id" is already mapped to "prompt"/,
    ],
    ['a mapping to nothing', ['inspect', 'pairs.jsonl', '--map', 'id='], /Write it as field=path/],
    ['an annotator without a name', ['import', 'study.tiebreak', '--annotator', ' '], /It must not be empty/],
    [
      'annotators without names',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--annotators', 'ana,'],
      /names separated by commas/,
    ],
    [
      'a target without a name',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', ''],
      /It must not be empty/,
    ],
    [
      'a criterion without a name',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--criterion', ''],
      /It must not be empty/,
    ],
    [
      'an option without its value',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out'],
      /'--out <path>' argument missing/,
    ],
    [
      'a seed in words',
      [
        'export',
        'study.tiebreak',
        '--format',
        'trl-dpo',
        '--out',
        'x',
        '--split',
        'train=0.9,test=0.1',
        '--seed',
        'abc',
      ],
      /a whole number, 0 or more/,
    ],
    [
      'a seed of nothing',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--split', 'train=0.9,test=0.1', '--seed', ''],
      /It must not be empty/,
    ],
    [
      'a seed without a split',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--seed', '3'],
      /--seed needs a split\. Add --split/,
    ],
    [
      'a share without a number',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--split', 'train=1,test='],
      /--split: Enter shares that add up to 1/,
    ],
    [
      'a share of something else',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--split', 'train=0.8,test=0.2,dev=0'],
      /--split: Enter shares that add up to 1/,
    ],
    [
      'a share that is given twice',
      ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'x', '--split', 'train=0.5,test=0.5,train=0.5'],
      /--split: Enter shares that add up to 1/,
    ],
    ['an unknown format to validate', ['validate', 'pairs.jsonl', '--format', 'dpo'], /Similar formats: trl-dpo, /],
    [
      'a format for a project',
      ['validate', 'study.tiebreak', '--format', 'trl-dpo'],
      /study\.tiebreak: is a project, but --format is for training files/,
    ],
    ['an option of another command', ['formats', '--format', 'trl-dpo'], /unknown option '--format'/],
  ])('exits with 2 for %s and says what is missing', async (_, args, message) => {
    const folder = withPairs();
    const run = await tiebreak(folder, ...args);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(message);
    expect(readdirSync(folder)).toEqual(['pairs.jsonl']);
  });

  it.each([
    ['dpo', /The format “dpo” does not exist\. Similar formats: trl-dpo, trl-dpo-text, /],
    ['xyz', /The format “xyz” does not exist\. “tiebreak formats” lists all formats/],
  ])('exits with 2 for the format "%s", which neither Tiebreak nor the study has', async (format, message) => {
    const run = await tiebreak(await withStudy(), 'export', 'study.tiebreak', '--format', format, '--out', 'x');
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(message);
  });

  it.each<[string, string[], RegExp]>([
    [
      'an annotator who has judged nothing, beside one who has',
      ['--out', 'out', '--annotators', 'source,sorce'],
      /These annotators are not in the study: sorce\. The annotators of the study are: source\n/,
    ],
    [
      'a file for a split',
      ['--out', 'x.jsonl', '--split', 'train=0.5,test=0.5'],
      /a split writes more than one file\. Choose a folder instead of a file/,
    ],
  ])('exits with 2 for an export with %s, and writes nothing', async (_, args, message) => {
    const folder = await withStudy();
    const before = readdirSync(folder);
    const run = await tiebreak(folder, 'export', 'study.tiebreak', '--format', 'trl-dpo', ...args);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(message);
    expect(readdirSync(folder)).toEqual(before);
  });

  it.each([['--help'], ['--version'], ['export', '--help']])('exits with 0 for %s %s', async (...args) => {
    expect(await tiebreak(temporaryFolder(), ...args)).toMatchObject({ code: 0, err: '' });
  });
});

describe('tiebreak formats', () => {
  it('lists every export format with its trainers and every layout, as JSON and as text', async () => {
    const listed = json(await tiebreak(temporaryFolder(), 'formats', '--json')) as {
      export: unknown[];
      import: unknown[];
    };
    expect(listed.export).toEqual(
      exportFormats.map(({ name, title, family, files, takes, trainers }) => ({
        name,
        title,
        family,
        files,
        takes,
        trainers: trainers.map((trainer) => trainer.name),
      })),
    );
    expect(listed.import).toEqual(layouts.map(({ name, title }) => ({ name, title })));
    const text = await tiebreak(temporaryFolder(), 'formats');
    const row = (indent: number, { name, title }: { name: string; title: string }): RegExp =>
      new RegExp(`^ {${indent}}${name} +${title.replace(/[()+]/g, '\\$&')}$`, 'm');
    for (const format of exportFormats) expect(text.out).toMatch(row(4, format));
    for (const layout of layouts) expect(text.out).toMatch(row(2, layout));
    expect(
      text.out
        .split('\n')
        .flatMap((line) => /^ {2}(\S[^ ]*( \S+)*)$/.exec(line)?.[1] ?? [])
        .slice(0, families.length),
    ).toEqual([
      'pairs (DPO and similar)',
      'pairs for reward models',
      'single responses, good or bad (KTO)',
      'lists',
      'steps',
      'rubrics',
      'attributes',
      'judges and critiques',
      'texts to imitate (SFT), and edits',
      'spans',
      'votes',
      'tables of judgments',
    ]);
    expect(text.code).toBe(0);
  });
});

describe('tiebreak init', () => {
  it('does not touch a project that stands already', async () => {
    const folder = await withStudy();
    const before = readFileSync(join(folder, 'study.tiebreak'), 'utf8');
    const run = await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl');
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/study\.tiebreak: the file already exists/);
    expect(readFileSync(join(folder, 'study.tiebreak'), 'utf8')).toBe(before);
  });

  it('keeps layout and mapping in the project', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'odd.jsonl'), jsonl([{ q: 'Hi', answers: ['a', 'b'] }]));
    expect(
      (
        await tiebreak(
          folder,
          'init',
          'study.tiebreak',
          '--dataset',
          'odd.jsonl',
          '--layout',
          'responses',
          '--map',
          'prompt=q',
          '--map',
          'responses=answers',
        )
      ).code,
    ).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'study.tiebreak'), 'utf8'))).toMatchObject({
      dataset: { sources: ['odd.jsonl'], layout: 'responses', mapping: { prompt: 'q', responses: 'answers' } },
    });
  });

  describe('of several datasets', () => {
    const folderOf = (): string => {
      const folder = withPairs();
      writeFileSync(join(folder, 'more.jsonl'), jsonl(pairs));
      writeFileSync(join(folder, 'list.jsonl'), jsonl([{ prompt: 'Hi', responses: ['a', 'b'] }]));
      return folder;
    };

    it('refuses those of different layouts and says which has which', async () => {
      const folder = folderOf();
      for (const args of [
        ['init', 'study.tiebreak', '--dataset', 'pairs.jsonl', 'more.jsonl', 'list.jsonl'],
        ['inspect', 'pairs.jsonl', 'list.jsonl'],
      ]) {
        const run = await tiebreak(folder, ...args);
        expect([run.code, run.out]).toEqual([1, '']);
        expect(run.err).toMatch(
          /list\.jsonl: has the layout responses, but .*pairs\.jsonl has preference-pairs\. All files of a study are read in one layout\. Create a study for each/,
        );
      }
      expect(existsSync(join(folder, 'study.tiebreak'))).toBe(false);
    });

    it('takes those of one layout', async () => {
      expect(
        await tiebreak(folderOf(), 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl', 'more.jsonl'),
      ).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /^Created study\.tiebreak: layout preference-pairs, pairs\.jsonl, more\.jsonl\n\d+ items/,
        ) as string,
      });
    });

    it('refuses a layout by name in which one of them cannot be read', async () => {
      const run = await tiebreak(
        folderOf(),
        'init',
        'study.tiebreak',
        '--dataset',
        'pairs.jsonl',
        'list.jsonl',
        '--layout',
        'preference-pairs',
      );
      expect(run.code).toBe(1);
      expect(run.err).toMatch(/list\.jsonl:1: .*None of the first records can be read in the layout preference-pairs/);
    });
  });
});

describe('tiebreak import', () => {
  it('writes each label once', async () => {
    const folder = await withStudy();
    expect(json(await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source', '--json'))).toEqual({
      labels: 3,
      written: 0,
      unchanged: 3,
      judged: 0,
      repeated: 0,
      byTexts: 0,
      unknown: 0,
      gathered: 0,
      ambiguous: 0,
      contrary: 0,
      corrected: 0,
      unread: 0,
      skipped: 0,
      annotators: ['source'],
      models: [],
      problems: [],
    });
    expect(
      readFileSync(join(folder, 'study.tiebreak.d', 'annotations', 'source.jsonl'), 'utf8').split('\n'),
    ).toHaveLength(4);
  });

  it('takes labels of another file on the same items', async () => {
    const folder = await withStudy();
    writeFileSync(join(folder, 'peer.jsonl'), jsonl([pairs[1], { prompt: 'Nine', chosen: 'x', rejected: 'y' }]));
    const run = await tiebreak(folder, 'import', 'study.tiebreak', 'peer.jsonl', '--annotator', 'peer');
    expect([run.code, run.out]).toEqual([
      0,
      "2 labels found, 1 annotation written for peer\n  skipped 1: item not in the study's dataset\n",
    ]);
    expect(run.err).toBe('peer.jsonl:2: warning: The label was left out: no item of the study has these texts.\n');
  });

  it('takes labels of a model in its name, and corrects those that were imported as of a person', async () => {
    const folder = await withStudy();
    writeFileSync(join(folder, 'peer.jsonl'), jsonl(pairs.slice(0, 2)));
    writeFileSync(join(folder, 'PandaLM-7B.jsonl'), jsonl(pairs.slice(0, 2)));
    const run = (...args: string[]): Promise<Run> => tiebreak(folder, 'import', 'study.tiebreak', ...args);
    const guess =
      '2 labels were imported as judgments of a model (PandaLM-7B), as its name suggests. If people gave them, set "judges": "people" under "mapping" in the study file, and import again (--map judges=people).';
    const byModel = '  judged by a model: PandaLM-7B (2 labels)\n';
    const corrected =
      '  corrected 2: already imported, but as judgments of another judge (a person, or another model)\n';
    const asPerson = await run('peer.jsonl', '--annotator', 'PandaLM-7B', '--map', 'judges=people');
    expect([asPerson.out, asPerson.err]).toEqual(['2 labels found, 2 annotations written for PandaLM-7B\n', '']);
    expect(await run('peer.jsonl', '--model', 'PandaLM-7B')).toMatchObject({
      code: 0,
      out: `2 labels found, 2 annotations written for PandaLM-7B\n${corrected}${byModel}`,
      err: '',
    });
    await run('peer.jsonl', '--annotator', 'PandaLM-7B', '--map', 'judges=people');
    expect(await run('PandaLM-7B.jsonl')).toMatchObject({
      code: 0,
      out: `2 labels found, 2 annotations written for PandaLM-7B\n${corrected}${byModel}`,
      err: `PandaLM-7B.jsonl: warning: ${guess}\n`,
    });
    const peer = await run('PandaLM-7B.jsonl', '--annotator', 'peer');
    expect(peer.err).toMatch(
      /\(peer\), but PandaLM-7B may be .*import again and select --annotator peer --model PandaLM-7B\.\n$/,
    );
    expect(await run('peer.jsonl', '--model', 'm', '--map', 'judges=people')).toMatchObject({ code: 2 });
  });

  it('takes labels of items that have other ids there, by their texts', async () => {
    const folder = await withStudy();
    writeFileSync(join(folder, 'peer.jsonl'), jsonl(pairs.slice(0, 2).map((pair, i) => ({ id: `p${i}`, ...pair }))));
    const run = await tiebreak(folder, 'import', 'study.tiebreak', 'peer.jsonl', '--annotator', 'peer');
    expect([run.code, run.out, run.err]).toEqual([
      0,
      '2 labels found, 2 annotations written for peer\n  matched 2 by text: item has another id in the study\n',
      '',
    ]);
  });

  it('takes labels of codes once it is told what they mean, of the dataset and of a file like it', async () => {
    const folder = temporaryFolder();
    const rows = (...codes: number[]): string =>
      `prompt,response 1,response 2,label\n${codes.map((code, n) => `What is ${n}+${n}?,it is ${n},it is ${2 * n + 1},${code}`).join('\n')}\n`;
    writeFileSync(join(folder, 'codes.csv'), rows(1, 2, 0));
    writeFileSync(join(folder, 'more.csv'), rows(2));
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'codes.csv');
    const run = (...args: string[]): Promise<Run> => tiebreak(folder, 'import', 'study.tiebreak', ...args);
    expect(await run('--annotator', 'ana')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'If yes, use “--values 1=first,2=second,0=tie”. If no, use “--values 0=MEANING,1=MEANING,2=MEANING”',
      ) as string,
    });
    expect((await run('--annotator', 'ana', '--values', '0=tie')).err).toContain('--values 0=tie,1=first,2=second');
    const values = ['--values', '1=first,2=second,0=tie'];
    expect(await run('--annotator', 'ana', ...values)).toMatchObject({
      code: 0,
      out: '3 labels found, 3 annotations written for ana\n',
      err: '',
    });
    expect(await run('more.csv', '--annotator', 'ben', ...values)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 label found, 1 annotation written for ben') as string,
    });
    expect(await run('--annotator', 'ana', '--map', 'prompt=label')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The field “prompt” determines how items are read, which a study keeps') as string,
    });
    expect(await run('--annotator', 'ana', '--values', '1=first,1=tie')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"1" has two meanings') as string,
    });
    expect(await run('--annotator', 'ana', '--values', '1=MEANING')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"MEANING" is not a meaning. Use first, second, third') as string,
    });
    await tiebreak(folder, 'init', 'told.tiebreak', '--dataset', 'codes.csv', ...values);
    expect(await tiebreak(folder, 'import', 'told.tiebreak', 'more.csv', '--annotator', 'ben')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 label found, 1 annotation written for ben') as string,
    });
    expect(await tiebreak(folder, 'inspect', 'study.tiebreak')).toMatchObject({
      code: expect.not.toSatisfy((code: number) => code === 0) as number,
      err: expect.stringContaining('is a project, not a dataset') as string,
    });
  });

  it('prints the command that leaves out values which are no judgments, and that command imports the rest', async () => {
    const folder = temporaryFolder();
    const rows = ['1', '2', 'garbage', 'tie', 'no answer'].map((label, n) => ({
      prompt: `What is ${n}?`,
      response_1: `it is ${n}`,
      response_2: `it is ${2 * n + 1}`,
      label,
    }));
    writeFileSync(join(folder, 'judged.jsonl'), jsonl(rows));
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'judged.jsonl');
    const commandIn = ({ err }: Run): string[] => {
      const quoted = /^ {2}tiebreak (.*)$/m.exec(err)?.[1]?.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
      return quoted.map((word) => word.replaceAll(/^['"]|['"]$/g, ''));
    };
    const asked = await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'ana');
    expect([asked.code, asked.err]).toEqual([
      1,
      expect.stringContaining('if 1 in line 1 means what is asked above:\n  tiebreak import study.tiebreak'),
    ]);
    const refused = await tiebreak(
      folder,
      'import',
      'study.tiebreak',
      '--annotator',
      'ana',
      '--values',
      '1=first,2=second',
    );
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/unknown: "garbage" \(1\), "no answer" \(1\)/),
    ]);
    for (const run of [asked, refused]) {
      const command = commandIn(run);
      expect(command.at(-1)).toBe('1=first,2=second,garbage=skip,no answer=skip');
      const whole = await tiebreak(folder, ...command, '--json');
      expect([whole.code, json(whole)]).toMatchObject([0, { labels: 3, skipped: 2 }]);
    }
    const told = await tiebreak(
      folder,
      'import',
      'study.tiebreak',
      '--annotator',
      'ben',
      '--values',
      '1=first,2=second,*=skip',
    );
    expect(told).toMatchObject({
      code: 0,
      out: '3 labels found, 3 annotations written for ben\n  skipped 2: their values are left out (--values), see below\n',
      err: 'judged.jsonl: warning: 2 labels of “label” were left out, as their values are set to be skipped: "garbage" (1), "no answer" (1)\n',
    });
    expect(
      await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'ben', '--values', '*=first'),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining('All other values can only be left out: *=skip') as string,
    });
  });

  it('exits with 1 where there is no label at all', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.jsonl'), jsonl([{ prompt: 'Hi', responses: ['a', 'b'] }]));
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'list.jsonl');
    const run = await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source');
    expect([run.code, run.err]).toEqual([
      1,
      'nothing was imported: no labels found. If a field holds labels, name it with --map\n',
    ]);
  });
});

describe('tiebreak export', () => {
  it('writes the pairs of one criterion, and tells which there are', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'safe.jsonl'),
      jsonl([{ prompt: 'Q', response_0: 'a', response_1: 'b', better_response_id: 1, safer_response_id: 0 }]),
    );
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'safe.jsonl');
    await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source');
    const run = (...args: string[]): Promise<Run> =>
      tiebreak(folder, 'export', 'study.tiebreak', '--format', 'trl-dpo-text', '--out', 'out', ...args);
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'choose "better" or "safer" to export it (--criterion NAME in the terminal)',
      ) as string,
    });
    expect(await run('--criterion', 'nicer')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'There are no preferences by the criterion “nicer”. Criteria with preferences: better, safer',
      ) as string,
    });
    expect(json(await run('--criterion', 'better', '--json'))).toMatchObject({
      rows: { train: 1 },
      criteria: ['better', 'safer'],
      dropped: { 'other-criterion': { count: 1 } },
    });
    expect(readFileSync(join(folder, 'out/train.jsonl'), 'utf8')).toBe('{"prompt":"Q","chosen":"b","rejected":"a"}\n');
  });

  it.each(['trl-dpo', 'trl-dpo-text', 'full-conversations'])(
    'writes %s, which tiebreak validate finds nothing wrong with',
    async (name) => {
      const folder = await withStudy();
      const run = await tiebreak(folder, 'export', 'study.tiebreak', '--format', name, '--out', 'out', '--json');
      expect([run.code, run.err]).toEqual([0, '']);
      expect(json(run)).toEqual({
        format: name,
        files: [join(folder, 'out', 'train.jsonl')],
        manifest: join(folder, 'out', '.tiebreak-manifest.json'),
        rows: { train: 2, validation: 0, test: 0 },
        annotations: 3,
        criteria: [],
        dropped: { identical: { count: 1, reason: 'both responses have the same text' } },
        notes: {},
        commands: expect.arrayContaining([
          expect.objectContaining({ language: 'sh', text: `trl dpo --dataset_name ${join(folder, 'out')}` }),
        ]) as unknown,
      });
      const checked = await tiebreak(folder, 'validate', 'out/train.jsonl', '--json');
      expect(checked.code).toBe(0);
      expect(json(checked)).toEqual({
        kind: name,
        summary: '2 rows',
        totals: { errors: 0, warnings: 0 },
        kinds: [],
        problems: [],
      });
    },
  );

  it('runs a recipe of the project, into its own folder or another, and tells which there are', async () => {
    const folder = await withStudy();
    const file = join(folder, 'study.tiebreak');
    writeFileSync(
      file,
      JSON.stringify({
        ...(JSON.parse(readFileSync(file, 'utf8')) as object),
        exports: { nightly: { format: 'trl-dpo-text' } },
      }),
    );
    expect(await tiebreak(folder, 'export', 'study.tiebreak', '--recipe', 'nightly')).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await tiebreak(folder, 'export', 'study.tiebreak', '--recipe', 'nightly', '--out', 'out')).toMatchObject({
      code: 0,
      err: '',
    });
    expect(readFileSync(join(folder, 'study.tiebreak.d/exports/nightly/train.jsonl'), 'utf8')).toBe(
      readFileSync(join(folder, 'out/train.jsonl'), 'utf8'),
    );
    const elsewhere = join(temporaryFolder(), 'elsewhere');
    writeFileSync(
      file,
      JSON.stringify({
        ...(JSON.parse(readFileSync(file, 'utf8')) as object),
        exports: { nightly: { format: 'trl-dpo-text', out: elsewhere } },
      }),
    );
    expect(await tiebreak(folder, 'export', 'study.tiebreak', '--recipe', 'nightly')).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^warning: the recipe writes to .*elsewhere.*outside/) as string,
    });
    expect(
      await tiebreak(folder, 'export', 'study.tiebreak', '--recipe', 'nightly', '--out', elsewhere, '--overwrite'),
    ).toMatchObject({ code: 0, err: '' });
    expect(await tiebreak(folder, 'export', 'study.tiebreak', '--recipe', 'weekly')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The recipe “weekly” does not exist. Recipes of this project: nightly') as string,
    });
  });

  it('says in words how many rows came from what', async () => {
    const folder = await withStudy();
    expect(
      await tiebreak(folder, 'export', 'study.tiebreak', '--format', 'trl-dpo-text', '--out', 'out/prefs.jsonl'),
    ).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^2 rows from 3 annotations in out\/prefs\.jsonl\n {2}dropped 1: both responses have the same text\n {2}how to train with TRL \(every version; DPO, reward\):\n/,
      ) as string,
    });
  });

  it('tells how to train with one file, which has no card that could', async () => {
    const folder = await withStudy();
    const { out } = await tiebreak(
      folder,
      'export',
      'study.tiebreak',
      '--format',
      'ms-swift',
      '--out',
      'out/prefs.jsonl',
    );
    expect(out.split('\n').slice(-3)).toEqual([
      '  how to train with ms-swift (dpo, orpo, simpo, cpo, rm):',
      `    swift rlhf --rlhf_type dpo --dataset ${join(folder, 'out/prefs.jsonl')}`,
      '',
    ]);
  });

  it('splits by seed, into two files', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'pairs.jsonl'),
      jsonl([...Array(40).keys()].map((n) => ({ prompt: `Q${n}`, chosen: `a${n}`, rejected: `b${n}` }))),
    );
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl');
    await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source');
    const run = await tiebreak(
      folder,
      'export',
      'study.tiebreak',
      '--format',
      'trl-dpo',
      '--out',
      'out',
      '--split',
      'train=0.5,test=0.5',
      '--seed',
      '3',
    );
    expect(run.out).toMatch(
      /^40 rows \(\d+ train, \d+ test\) from 40 annotations in out\/train\.jsonl, out\/test\.jsonl\n {2}how to train: out\/README\.md\n$/,
    );
    expect(readFileSync(join(folder, 'out', 'README.md'), 'utf8')).toContain(
      '\ntrl dpo --dataset_name "$PWD" --dataset_test_split test --eval_strategy epoch\n',
    );
    expect(existsSync(join(folder, 'out', 'test.jsonl'))).toBe(true);
  });

  it('exits with 1 and writes nothing where nothing was judged', async () => {
    const folder = withPairs();
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl');
    const run = await tiebreak(folder, 'export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'out');
    expect([run.code, run.out]).toEqual([1, '']);
    expect(run.err).toMatch(/There is nothing to export: no item has been judged yet/);
    expect(existsSync(join(folder, 'out', 'train.jsonl'))).toBe(false);
  });

  it('refuses a folder with other data and the dataset itself', async () => {
    const folder = await withStudy();
    for (const [out, message] of [
      ['.', /contains pairs\.jsonl/],
      ['pairs.jsonl', /is a source of this study/],
    ] as const) {
      const run = await tiebreak(folder, 'export', 'study.tiebreak', '--format', 'trl-dpo', '--out', out);
      expect(run.code).toBe(1);
      expect(run.err).toMatch(message);
    }
    expect(readFileSync(join(folder, 'pairs.jsonl'), 'utf8')).toBe(jsonl(pairs));
  });

  it('exits with 1, having written the rest, where the dataset or a journal has bad lines', async () => {
    const folder = await withStudy('nonsense\n');
    const run = await tiebreak(folder, 'export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'out');
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/^pairs\.jsonl:4: This is not JSON/);
    expect(readFileSync(join(folder, 'out', 'train.jsonl'), 'utf8').split('\n')).toHaveLength(3);
  });
});

describe('tiebreak validate', () => {
  it('checks every data file of a folder', async () => {
    const folder = await withStudy();
    await tiebreak(folder, 'export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'out');
    expect(await tiebreak(folder, 'validate', 'out')).toMatchObject({
      code: 0,
      out: 'trl-dpo: 1 file, 2 rows, no problems\n',
      err: '',
    });
    writeFileSync(join(folder, 'out', 'train.jsonl'), '{"prompt":[]}\n');
    expect(await tiebreak(folder, 'validate', 'out')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^out\/train\.jsonl: warning: is not as it was exported .*\nout\/train\.jsonl:1: /,
      ) as string,
    });
    mkdirSync(join(folder, 'empty'));
    expect(await tiebreak(folder, 'validate', 'empty')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no training files') as string,
    });
  });

  it('checks a project, a journal and an exported file', async () => {
    const folder = await withStudy();
    expect(await tiebreak(folder, 'validate', 'study.tiebreak')).toMatchObject({
      code: 0,
      out: 'project: 1 source, 3 items, 3 current annotations, no problems\n',
    });
    expect(
      json(await tiebreak(folder, 'validate', 'study.tiebreak.d/annotations/source.jsonl', '--json')),
    ).toMatchObject({ kind: 'journal', summary: '3 lines', problems: [] });
    expect(await tiebreak(folder, 'validate', 'pairs.jsonl', '--format', 'trl-dpo-text')).toMatchObject({
      code: 0,
      out: 'trl-dpo-text: 3 rows, 1 problem\n',
      err: expect.stringMatching(/^pairs\.jsonl:3: warning: chosen and rejected are the same/) as string,
    });
  });

  it('says what is no project, and which file is meant of a folder', async () => {
    const folder = await withStudy();
    expect(await tiebreak(folder, 'validate', 'study.tiebreak')).toMatchObject({ code: 0 });
    expect(await tiebreak(folder, 'export', '.', '--format', 'trl-dpo', '--out', 'out')).toMatchObject({
      code: 1,
      err: '.: is a folder, not a project. Name the project file, for example study.tiebreak\n',
    });
    expect((await tiebreak(folder, 'import', 'pairs.jsonl', '--annotator', 'ana')).err).toContain(
      'pairs.jsonl: is not a project: project files end in .tiebreak. Create one with "tiebreak init',
    );
    rmSync(join(folder, 'pairs.jsonl'));
    expect((await tiebreak(folder, 'export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'out')).err).toMatch(
      /pairs\.jsonl: does not exist\. Restore it, or correct the path/,
    );
  });

  it('tells of a project whose dataset lost records since, or all of them', async () => {
    const folder = await withStudy();
    const path = join(folder, 'pairs.jsonl');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, `${text}{"prompt": "Torn`);
    expect(await tiebreak(folder, 'validate', 'study.tiebreak')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^project: 1 source, 3 items, 3 current annotations, 1 problem\n/) as string,
      err: expect.stringMatching(/^pairs\.jsonl:4: This is not JSON/) as string,
    });
    writeFileSync(path, '');
    expect(await tiebreak(folder, 'validate', 'study.tiebreak')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^project: 1 source, 0 items, 3 current annotations, /) as string,
      err: expect.stringMatching(/dataset\.sources: no readable items in .*pairs\.jsonl/) as string,
    });
  });

  it('tells which field of the mapping is in no record any more', async () => {
    const rows = (name: string): string =>
      jsonl(
        [0, 1].flatMap((n) =>
          ['a', 'b'].map((agent) => ({
            [name]: `q${n}`,
            agent,
            answer: `The agent ${agent} says of this what it has to say: ${n}.`,
          })),
        ),
      );
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'rows.jsonl'), rows('qid'));
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'rows.jsonl');
    expect((await tiebreak(folder, 'validate', 'study.tiebreak')).out).toContain('2 items');
    writeFileSync(join(folder, 'rows.jsonl'), rows('number'));
    expect(await tiebreak(folder, 'validate', 'study.tiebreak')).toMatchObject({
      code: 1,
      err: expect.stringContaining('study.tiebreak: dataset.mapping: No record has “qid”') as string,
    });
  });

  it('counts the annotations made under each version of the guidelines, and warns where the text of one is not kept', async () => {
    const folder = withPairs();
    writeFileSync(join(folder, 'rules.md'), 'Be kind.\n');
    expect(
      (await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl', '--guidelines', 'none.md')).err,
    ).toContain('none.md: the guidelines do not exist, so no study was made');
    expect(
      (await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl', '--guidelines', 'rules.md')).code,
    ).toBe(0);
    await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source');
    const [first = '', second = ''] = readFileSync(
      join(folder, 'study.tiebreak.d/annotations/source.jsonl'),
      'utf8',
    ).split('\n');
    const { version } = await readGuidelines(join(folder, 'rules.md'));
    const byAna = [first, second].map((line, i) => ({
      ...(JSON.parse(line) as object),
      annotator: 'ana',
      origin: { kind: 'human' },
      guidelines: { version: i === 0 ? version : 'f'.repeat(32) },
    }));
    writeFileSync(join(folder, 'study.tiebreak.d/annotations/ana.jsonl'), jsonl(byAna));
    mkdirSync(join(folder, 'study.tiebreak.d/guidelines'));
    writeFileSync(join(folder, `study.tiebreak.d/guidelines/${version.slice(0, 12)}.md`), 'Be kind.\r\n');
    const run = await tiebreak(folder, 'validate', 'study.tiebreak');
    expect(run).toMatchObject({
      code: 0,
      out: `project: 1 source, 3 items, 5 current annotations, 1 under guidelines ${version.slice(0, 12)}, 1 under guidelines ffffffffffff, 3 without guidelines, 1 problem\n`,
    });
    expect(run.err).toMatch(
      /^study\.tiebreak\.d\/guidelines\/ffffffffffff\.md: warning: is missing or was edited, but 1 annotation was made under these guidelines/,
    );
    rmSync(join(folder, 'rules.md'));
    const gone = await tiebreak(folder, 'validate', 'study.tiebreak');
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('rules.md: the guidelines do not exist')]);
  });

  it('lists annotations whose item changed or is gone, each at its line', async () => {
    const folder = temporaryFolder();
    const records = pairs.map((pair, i) => ({ id: `q${i}`, ...pair }));
    writeFileSync(join(folder, 'pairs.jsonl'), jsonl(records));
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl');
    await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source');
    writeFileSync(join(folder, 'pairs.jsonl'), jsonl([{ ...records[0], prompt: 'Another' }, records[2]]));
    const run = await tiebreak(folder, 'validate', 'study.tiebreak');
    expect([run.code, run.out]).toEqual([0, 'project: 1 source, 2 items, 3 current annotations, 2 problems\n']);
    const journal = 'study.tiebreak.d/annotations/source.jsonl';
    expect(run.err.split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${journal}:1: warning: item "q0" \\(judged by source on \\d{4}-\\d\\d-\\d\\d\\): it has changed since\\. The annotation is kept .*Judge the item again$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^${journal}:2: warning: item "q1" \\(judged by source on .*\\): it is no longer in the dataset\\. The annotation is kept .*when the item is back$`,
        ),
      ),
      '',
    ]);
  });

  it.each([
    ['import', 'study.tiebreak', '--annotator', 'source'],
    ['export', 'study.tiebreak', '--format', 'trl-dpo', '--out', 'out'],
    ['validate', 'study.tiebreak'],
  ])('warns, as %s does, of a dataset that lies elsewhere', async (...args) => {
    const home = withPairs();
    const folder = join(home, 'studies');
    mkdirSync(folder);
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', '../pairs.jsonl');
    await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source');
    const run = await tiebreak(folder, ...args);
    expect([run.code, run.err]).toEqual([
      0,
      expect.stringContaining(
        `study.tiebreak: warning: refers to ${join(home, 'pairs.jsonl')}, which is outside the project folder and the working directory. Check that this is intended\n`,
      ),
    ]);
    // From the folder above it is inside.
    const above = await tiebreak(home, ...args.map((arg) => arg.replace('study.tiebreak', 'studies/study.tiebreak')));
    expect([above.code, above.err]).toEqual([0, expect.not.stringContaining('outside')]);
  });

  it('warns once of a folder that lies elsewhere, whatever it holds', async () => {
    const home = withPairs();
    const folder = join(home, 'studies');
    for (const name of ['studies', 'data']) mkdirSync(join(home, name));
    for (const name of ['a', 'b', 'c']) copyFileSync(join(home, 'pairs.jsonl'), join(home, 'data', `${name}.jsonl`));
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', '../data');
    const run = await tiebreak(folder, 'validate', 'study.tiebreak');
    expect(run.err.match(/outside the project folder/g)).toHaveLength(1);
    expect(run.err).toContain(`refers to ${join(home, 'data')}, which`);
  });

  it.each<[string, string, RegExp]>([
    ['a project that is not one', 'broken.tiebreak', /broken\.tiebreak: version: /],
    ['a journal with a torn line', 'annotations/ana.jsonl', /^annotations\/ana\.jsonl:1: the line is not JSON/],
    ['an export with a wrong row', 'wrong.jsonl', /^wrong\.jsonl:2: chosen: must be text/],
    [
      'a file of no kind that it knows',
      'notes.jsonl',
      /notes\.jsonl: is not a known project, journal or training file\. Name its format with --format/,
    ],
    ['a file that is missing', 'missing.jsonl', /missing\.jsonl/],
  ])('exits with 1 for %s', async (_, file, message) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'annotations'));
    writeFileSync(join(folder, 'annotations', 'ana.jsonl'), '{"v":1,"id":');
    writeFileSync(join(folder, 'broken.tiebreak'), '{}');
    writeFileSync(join(folder, 'wrong.jsonl'), jsonl([pairs[0], { ...pairs[1], chosen: null }]));
    writeFileSync(join(folder, 'notes.jsonl'), '{"note":"x"}\n');
    const run = await tiebreak(folder, 'validate', file);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(message);
  });
});
