import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { Rubrics } from '../../../src/core/model/rubric/rubric';
import { packFormats } from '../../../src/core/rubric/packs';
import { tiebreak, type Run } from '../made/commandLine';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { storedRubrics } from '../../workbench/storedLibrary';

const pairs = [
  { prompt: 'One', chosen: 'good', rejected: 'bad', domain: 'law' },
  { prompt: 'Two', chosen: 'better', rejected: 'worse', domain: 'art' },
];
const rubricsIn = (folder: string, name = 'house-style'): string =>
  join(folder, 'study.tiebreak.d', 'rubrics', `${name}.json`);
const stored = (folder: string): Rubrics => storedRubrics(join(folder, 'study.tiebreak'));
const rar = {
  rubric: [
    { title: 'Dose', description: 'Essential Criteria: Names the dose', weight: 5 },
    { title: 'Aspirin', description: 'Pitfall Criteria: Does not recommend aspirin', weight: -2 },
  ],
};

async function withStudy(): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'pairs.jsonl'), jsonl(pairs));
  writeFileSync(
    join(folder, 'style.yaml'),
    'title: House style\ncriteria:\n  - text: Is it short?\n    weight: 2\n  - title: Clear\n    text: How clear is it?\n    kind: scale\n',
  );
  writeFileSync(join(folder, 'rar.jsonl'), jsonl([rar]));
  expect((await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl')).code).toBe(0);
  return folder;
}

const rubrics = (folder: string, ...args: string[]): Promise<Run> =>
  tiebreak(folder, 'rubrics', 'study.tiebreak', ...args);
const imported = (folder: string): Promise<Run> =>
  tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source');

const journalIn = (folder: string): string => join(folder, 'study.tiebreak.d', 'annotations', 'source.jsonl');

/** The same, as if somebody had judged by hand: labels of the source were made under no rubric. */
async function judgedByHand(folder: string): Promise<void> {
  await imported(folder);
  writeFileSync(
    journalIn(folder),
    jsonl(annotations(folder).map((annotation) => ({ ...annotation, origin: { kind: 'human' } }))),
  );
}

function annotations(folder: string): Annotation[] {
  const text = readFileSync(journalIn(folder), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Annotation);
}

describe('tiebreak rubrics', () => {
  it('lists what there is', async () => {
    const folder = await withStudy();
    expect(await rubrics(folder)).toEqual({
      code: 0,
      out: 'No rubrics in this study. Add one with --import FILE\n',
      err: '',
    });
    await rubrics(folder, '--import', 'style.yaml', '--scope', 'domain=law');
    expect(await rubrics(folder)).toEqual({
      code: 0,
      err: '',
      out: 'house-style  House style: version 1, for items with domain=law\n  is-it-short  yes-no, weight 2  Is it short?\n  clear        scale 1 to 5, weight 1  Clear\n',
    });
    expect(JSON.parse((await rubrics(folder, '--json')).out)).toEqual({
      rubrics: [
        {
          id: 'house-style',
          title: 'House style',
          scope: { kind: 'slice', fields: { domain: 'law' } },
          inForce: 1,
          versions: [{ ...stored(folder).rubrics[0]?.versions[0], inUse: false }],
        },
      ],
      old: [],
    });
  });

  it('takes every version for one in use while a torn line may name any', async () => {
    const folder = await withStudy();
    await imported(folder);
    await rubrics(folder, '--import', 'style.yaml');
    expect((await rubrics(folder)).out).not.toContain('used');
    appendFileSync(journalIn(folder), '{"schema":1,"type":"annota\n');
    expect((await rubrics(folder)).out).toContain('version 1, in use, for the whole study');
  });

  it('adds a pack that comes with Tiebreak, once', async () => {
    const folder = await withStudy();
    expect(await rubrics(folder, '--import', 'summarization')).toEqual({
      code: 0,
      out: 'Added summarization: 7 criteria, for the whole study\n',
      err: '',
    });
    const before = readFileSync(rubricsIn(folder, 'summarization'), 'utf8');
    expect((await rubrics(folder, '--import', 'summarization')).out).toBe('Unchanged: summarization, version 1\n');
    expect(readFileSync(rubricsIn(folder, 'summarization'), 'utf8')).toBe(before);
    expect(await rubrics(folder, '--import', 'summarisation')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /summarisation: there is no such file, and no template with this name\. The templates are code-review, .*summarization/,
      ) as string,
    });
  });

  it('makes a version where annotations were made under the latest, and changes that in place where none were', async () => {
    const folder = await withStudy();
    await rubrics(folder, '--import', 'style.yaml', '--scope', 'domain=law');
    await rubrics(folder, '--import', 'summarization');
    await judgedByHand(folder);
    // Each names the rubrics whose scope holds its item.
    expect(annotations(folder).map((annotation) => annotation.rubrics)).toEqual([
      [
        { id: 'house-style', version: 1 },
        { id: 'summarization', version: 1 },
      ],
      [{ id: 'summarization', version: 1 }],
    ]);
    writeFileSync(join(folder, 'style.yaml'), 'title: House style\ncriteria:\n  - text: Is it short?\n    weight: 3\n');
    expect((await rubrics(folder, '--import', 'style.yaml')).out).toBe(
      'Added version 2 of house-style: 1 criterion. Annotations under earlier versions are kept\n',
    );
    writeFileSync(join(folder, 'style.yaml'), 'title: House style\ncriteria:\n  - text: Is it short?\n    weight: 4\n');
    expect((await rubrics(folder, '--import', 'style.yaml')).out).toBe(
      'Changed version 2 of house-style, which no annotation uses yet: 1 criterion\n',
    );
    expect(stored(folder).rubrics[0]).toMatchObject({
      scope: { kind: 'slice', fields: { domain: 'law' } },
      versions: [
        { version: 1, criteria: [{ id: 'is-it-short', weight: 2 }, { id: 'clear' }] },
        { version: 2, criteria: [{ id: 'is-it-short', weight: 4 }] },
      ],
    });
    expect((await rubrics(folder)).out).toContain(
      'house-style  House style: version 2 (of 2 versions), for items with domain=law\n  is-it-short  yes-no, weight 4  Is it short?\n  1 annotation was made under version 1\n',
    );
    expect(JSON.parse((await rubrics(folder, '--json')).out)).toMatchObject({
      old: [{ rubric: 'house-style', version: 1, inForce: 2, isKept: true, annotations: 1 }],
    });
    expect((await tiebreak(folder, 'validate', 'study.tiebreak')).out).toBe(
      'project: 1 source, 2 items, 2 current annotations, 2 rubrics (1 annotation made under earlier versions), no problems\n',
    );
  });

  it('asks what negative weights of Rubrics as Rewards mean', async () => {
    const folder = await withStudy();
    const asked = await rubrics(folder, '--import', 'rar.jsonl');
    expect([asked.code, asked.out, stored(folder).rubrics]).toEqual([1, '', []]);
    expect(asked.err).toMatch(/rar\.jsonl: .*negative weight of a criterion.*--negative avoidance/);
    const run = await rubrics(folder, '--import', 'rar.jsonl', '--negative', 'avoidance');
    expect(run.out).toBe(
      'Added rar: 2 criteria, for the whole study\n  changed or dropped 1: a negative weight that is positive now, because the text describes avoiding a fault\n',
    );
    expect(stored(folder).rubrics[0]?.versions[0]?.criteria).toEqual([
      { id: 'dose', title: 'Dose', text: 'Names the dose', weight: 5, tags: ['essential'] },
      { id: 'aspirin', title: 'Aspirin', text: 'Does not recommend aspirin', weight: 2, tags: ['pitfall'] },
    ]);
  });

  it('adds a rubric for each prompt of a file', async () => {
    const folder = await withStudy();
    writeFileSync(
      join(folder, 'health.jsonl'),
      jsonl(
        [...Array(30).keys()].map((n) => ({
          prompt_id: `p${n}`,
          rubrics: [
            { criterion: `Names ${n}`, points: 1, tags: [] },
            { criterion: 'Is kind', points: 2, tags: [] },
          ],
        })),
      ),
    );
    expect((await rubrics(folder, '--import', 'health.jsonl')).out).toBe('30 rubrics added\n');
    expect(stored(folder).rubrics[29]).toMatchObject({
      id: 'health-p29',
      title: 'health p29',
      scope: { kind: 'item', item: 'p29' },
      versions: [{ criteria: [{ id: 'names-29' }, { id: 'is-kind-30' }] }],
    });
    expect((await rubrics(folder, '--import', 'health.jsonl')).out).toBe('30 rubrics unchanged\n');
  });

  it('writes a rubric as a pack, and says what the form cannot carry', async () => {
    const folder = await withStudy();
    await rubrics(folder, '--import', 'style.yaml');
    const run = await rubrics(folder, '--export', 'house-style', '--form', 'healthbench', '--out', 'packs/style.jsonl');
    expect([run.code, run.out.split('\n')]).toEqual([
      0,
      [
        'Wrote 1 criterion of house-style to packs/style.jsonl as healthbench',
        '  not supported by this format 1: a criterion with the answer type “scale”, because the format has only yes or no',
        '  not supported by this format 1: the field “id” of the rubric',
        '  not supported by this format 1: the field “title” of the rubric',
        '  not supported by this format 1: the field “id” of a criterion',
        '',
      ],
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'packs/style.jsonl'), 'utf8'))).toEqual({
      rubrics: [{ criterion: 'Is it short?', points: 2, tags: [] }],
    });
    const again = await rubrics(folder, '--export', 'house-style', '--form', 'json', '--out', 'packs/style.jsonl');
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringMatching(/style\.jsonl: this file already exists and is not overwritten/),
    ]);
    expect(
      JSON.parse(
        (await rubrics(folder, '--export', 'house-style', '--form', 'one-line', '--out', 'line.json', '--json')).out,
      ),
    ).toMatchObject({ rubric: 'house-style', form: 'one-line', criteria: 2, lost: [], notes: [] });
    const other = await withStudy();
    expect((await rubrics(other, '--import', join(folder, 'line.json'))).out).toBe(
      'Added house-style: 2 criteria, for the whole study\n',
    );
    expect(stored(other).rubrics[0]?.versions[0]?.criteria).toEqual(stored(folder).rubrics[0]?.versions[0]?.criteria);
  });

  it('overwrites nothing that it cannot read', async () => {
    const folder = await withStudy();
    await rubrics(folder, '--import', 'style.yaml');
    const [broken, valid] = ['{"version": 1, "rubrics": [', readFileSync(rubricsIn(folder), 'utf8')];
    writeFileSync(rubricsIn(folder), broken);
    const run = await rubrics(folder, '--import', 'summarization');
    expect([run.code, run.err]).toEqual([
      1,
      expect.stringMatching(/house-style\.json:1: This is not JSON: it ends too early/),
    ]);
    expect(readFileSync(rubricsIn(folder), 'utf8')).toBe(broken);
    writeFileSync(rubricsIn(folder), valid);
    // A journal that cannot be read may name the version in force.
    mkdirSync(join(folder, 'study.tiebreak.d', 'annotations', 'ana.jsonl'), { recursive: true });
    writeFileSync(join(folder, 'style.yaml'), 'title: House style\ncriteria:\n  - text: Is it long?\n');
    const unsure = await rubrics(folder, '--import', 'style.yaml');
    expect([unsure.code, unsure.err]).toEqual([
      1,
      expect.stringMatching(
        /ana\.jsonl: this journal could not be read.*so nothing was written\. Fix the journal first/,
      ),
    ]);
    expect(readFileSync(rubricsIn(folder), 'utf8')).toBe(valid);
  });

  it.each<[string, string[], RegExp]>([
    [
      'a form that there is not',
      ['--export', 'x', '--form', 'csv', '--out', 'x'],
      /The rubric formats are json, yaml, one-line, healthbench, rar, open-instruct, verifiers, nemo-gym, nemo-gym-genrm, prometheus/,
    ],
    ['an export without a form', ['--export', 'x', '--out', 'x'], /--export also needs --form NAME/],
    ['an export to nowhere', ['--export', 'x'], /--export also needs --form NAME, --out FILE/],
    ['a file without an export', ['--out', 'x'], /--out needs --export ID/],
    ['a scope without an import', ['--scope', 'study'], /--scope needs --import FILE/],
    ['a meaning of nothing', ['--negative', 'fault'], /--negative needs --import or --export/],
    [
      'a meaning that there is not',
      ['--import', 'rar.jsonl', '--negative', 'bad'],
      /Allowed choices are fault, avoidance/,
    ],
    [
      'both at once',
      ['--import', 'style.yaml', '--export', 'x', '--form', 'json', '--out', 'x'],
      /--import and --export cannot be combined/,
    ],
    [
      'a scope that is none',
      ['--import', 'style.yaml', '--scope', 'law'],
      /The scope “law” is not valid\. .* \(--scope study, --scope item:ID, --scope domain=law\)/,
    ],
    [
      'two values of one field',
      ['--import', 'style.yaml', '--scope', 'a=b', '--scope', 'a=c'],
      /The scope “a=c” is not valid, because a must already be “b”/,
    ],
    [
      'a scope and a field',
      ['--import', 'style.yaml', '--scope', 'study', '--scope', 'a=c'],
      /The scope “study” is not valid/,
    ],
  ])('exits with 2 for %s and says what is wrong', async (_, args, message) => {
    const folder = await withStudy();
    const run = await rubrics(folder, ...args);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(message);
    expect(stored(folder).rubrics).toEqual([]);
  });

  it('exits with 1 for a rubric that there is not', async () => {
    const folder = await withStudy();
    expect(await rubrics(folder, '--export', 'style', '--form', 'json', '--out', 'x.json')).toMatchObject({
      code: 1,
      out: '',
      err: 'There is no rubric “style”. The study has no rubrics\n',
    });
  });
});

describe('tiebreak validate', () => {
  it('names everything that is wrong with rubrics, by rubric and criterion', async () => {
    const folder = await withStudy();
    await rubrics(folder, '--import', 'style.yaml');
    const value = stored(folder);
    const [first] = value.rubrics;
    writeFileSync(
      rubricsIn(folder),
      JSON.stringify({
        ...value,
        rubrics: [
          {
            ...first,
            versions: first?.versions.map((version) => ({
              ...version,
              criteria: [
                { ...version.criteria[0], gate: { threshold: 2 } },
                { ...version.criteria[1], kind: 'stars' },
              ],
            })),
          },
        ],
      }),
    );
    const place = 'study.tiebreak.d/rubrics/house-style.json: Rubric “house-style”, Version 1, Criterion';
    const faults = `${place} “is-it-short”: gate.threshold: Must be at most 1, but is 2\n${place} “clear”: kind: Must be one of yes-no, scale, category, but is "stars"\n`;
    expect(await tiebreak(folder, 'validate', 'study.tiebreak')).toEqual({
      code: 1,
      out: 'project: 1 source, 2 items, 0 current annotations, 2 problems\n',
      err: faults,
    });
    expect(await tiebreak(folder, 'validate', rubricsIn(folder))).toEqual({
      code: 1,
      out: 'rubrics: no readable rubrics, 2 problems\n',
      err: faults,
    });
    expect((await rubrics(folder)).err).toMatch(
      /gate\.threshold: Must be at most 1, but is 2 \(more problems: 1; “tiebreak validate” lists them\)/,
    );
  });

  it('warns of versions that annotations name and that are not there', async () => {
    const folder = await withStudy();
    await rubrics(folder, '--import', 'style.yaml');
    await judgedByHand(folder);
    writeFileSync(rubricsIn(folder), '{"version":1,"rubrics":[]}');
    expect(await tiebreak(folder, 'validate', 'study.tiebreak')).toEqual({
      code: 0,
      out: 'project: 1 source, 2 items, 2 current annotations, 1 problem\n',
      err: 'study.tiebreak.d/rubrics: warning: rubric "house-style": version 1 is missing, but 2 annotations were made under it. Restore it from a copy of the study that has it\n',
    });
  });
});

describe('tiebreak formats', () => {
  it('lists the forms of rubrics', async () => {
    const run = await tiebreak(temporaryFolder(), 'formats');
    for (const { name, title } of packFormats)
      expect(run.out.split('\n').some((line) => line.startsWith(`  ${name} `) && line.endsWith(` ${title}`))).toBe(
        true,
      );
    expect(JSON.parse((await tiebreak(temporaryFolder(), 'formats', '--json')).out)).toMatchObject({
      rubrics: packFormats.map(({ name, title, origin }) => ({ name, title, origin })),
    });
  });
});
