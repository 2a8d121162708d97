import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { importLabels } from '../../../../src/core/import/importLabels';
import { createStudy } from '../../../../src/core/study/create';
import type { Study } from '../../../../src/core/study/study';
import { jsonl, temporaryFolder } from '../../made/temporaryFolder';
import { criterion, rubric } from '../../made/rubrics';
import { judge, opened } from '../../made/study';
import { exported, judgedStudy, said, type Value } from './studyFixtures';

const records = [{ id: 'q1', prompt: 'Hi', responses: ['A', 'B', 'C'] }];
const all = rubric('style', [
  [criterion('short', { text: 'Is short', weight: 2 })],
  [
    criterion('short', { text: 'Is brief', weight: 2 }),
    criterion('rude', { weight: -1 }),
    criterion('clear', { text: 'Is clear', kind: 'scale' }),
    criterion('tone', { kind: 'category', categories: [{ name: 'warm', value: 1 }, { name: 'odd' }] }),
  ],
]);
const user = { role: 'user', content: 'Hi' };
const assistant = (content: string): object => ({ role: 'assistant', content });
const verdict = (
  response: string,
  name: string,
  value: boolean | number | string | null,
  note?: string,
): { response: string; criterion: string; value: boolean | number | string | null; note?: string } => ({
  response,
  criterion: name,
  value,
  ...(note !== undefined && { note }),
});
const under = (version: number): object => ({ rubrics: [{ id: 'style', version }] });

let study: Study | undefined;
const of = async (...given: Parameters<typeof judgedStudy>): Promise<Study> => (study = await judgedStudy(...given));
afterEach(() => study?.close());

const sides = (rows: readonly Value[]): unknown[] =>
  rows.map(({ principle, context, chosen, rejected }) => [
    principle ?? context,
    ...[chosen, rejected].map((side) => (side as { content: string }[])[0]?.content),
  ]);

describe('verdicts', () => {
  it('come out one by one, in the words of the version that they were given under, by pseudonym where that is asked for', async () => {
    const verdicts = [
      verdict('r1', 'short', true, 'yes'),
      verdict('r2', 'clear', 4),
      verdict('r3', 'tone', 'odd'),
      verdict('r1', 'rude', null),
      verdict('r2', 'ghost', false),
    ];
    await of(
      records,
      [all],
      [
        { verdicts: verdicts.slice(0, 1), by: under(1) },
        { verdicts, at: 0, by: { annotator: 'ben', ...under(2) } },
      ],
    );
    const { rows } = await exported(study!, 'verdicts');
    const row = {
      prompt: [user],
      context: '',
      response: [assistant('A')],
      criterion: 'Is short',
      verdict: 'yes',
      worth: 1,
      weight: 2,
      kind: 'yes-no',
      answers: '',
      criterion_id: 'short',
      rubric: 'style',
      rubric_version: 1,
      annotator: 'ana',
      origin: 'human',
      note: 'yes',
    };
    expect(rows[0]).toEqual(row);
    expect(
      rows
        .slice(1)
        .map(({ criterion: text, verdict: value, worth, kind, rubric: id, rubric_version: version }) => [
          text,
          value,
          worth,
          kind,
          id,
          version,
        ]),
    ).toEqual([
      ['Is brief', 'yes', 1, 'yes-no', 'style', 2],
      ['Is clear', '4', 0.75, 'scale', 'style', 2],
      ['Is it tone?', 'odd', -1, 'category', 'style', 2],
      ['Is it rude?', 'n/a', -1, 'yes-no', 'style', 2],
      ['ghost', 'no', 0, 'yes-no', '', 0],
    ]);
    expect(rows.map(({ answers }) => answers)).toEqual([
      '',
      '',
      '{"min":1,"max":5}',
      '{"categories":[{"name":"warm","value":1},{"name":"odd"}]}',
      '',
      '',
    ]);
    expect(rows.flatMap((each) => said('verdicts', each, rows[0]!))).toEqual([]);
    const names = (await exported(study!, 'verdicts', { pseudonyms: 'salt' })).rows.map(({ annotator }) => annotator);
    expect(new Set(names).size).toBe(2);
    expect(names.every((name) => /^annotator-[0-9a-f]{12}$/.test(String(name)))).toBe(true);
  });

  it('make pairs under a principle: what meets it over what does not, each once, and no faults', async () => {
    const verdicts = [
      verdict('r1', 'short', true),
      verdict('r2', 'short', false),
      verdict('r3', 'short', null),
      verdict('r1', 'clear', 2),
      verdict('r2', 'clear', 5),
      verdict('r3', 'clear', 2),
      verdict('r1', 'rude', true),
      verdict('r2', 'rude', false),
      verdict('r1', 'tone', 'warm'),
    ];
    await of(
      records,
      [all],
      [
        {
          ranking: { tiers: [['r1'], ['r2'], ['r3']] },
          verdicts,
          winners: [{ criterion: 'short', responses: ['r1'] }],
          by: under(2),
        },
      ],
    );
    const { rows, tally } = await exported(study!, 'principle-pairs');
    expect(sides(rows)).toEqual([
      ['Is brief', 'A', 'B'],
      ['Is brief', 'A', 'C'],
      ['Is clear', 'B', 'A'],
      ['Is clear', 'B', 'C'],
    ]);
    expect(rows[0]).toEqual({
      prompt: [{ role: 'system', content: 'Is brief' }, user],
      chosen: [assistant('A')],
      rejected: [assistant('B')],
      principle: 'Is brief',
    });
    expect(tally.dropped).toEqual({ 'describes-fault': 1, 'same-verdict': 1 });
    expect(sides((await exported(study!, 'principle-pairs', { criterion: 'clear' })).rows)).toEqual([
      ['Is clear', 'B', 'A'],
      ['Is clear', 'B', 'C'],
    ]);
    await expect(exported(study!, 'principle-pairs', { criterion: 'ghost' })).rejects.toThrow(
      'There are no preferences by the criterion “ghost”',
    );
  });

  it('make pairs of what was compared by one criterion, named as it is where the study does not know it', async () => {
    await of(
      records,
      [],
      [
        {
          comparisons: [
            { a: 'r1', b: 'r2', outcome: 'b', criterion: 'safer' },
            { a: 'r1', b: 'r3', outcome: 'tie', criterion: 'safer' },
            { a: 'r1', b: 'r2', outcome: 'a' },
          ],
        },
      ],
    );
    expect(sides((await exported(study!, 'principle-pairs')).rows)).toEqual([['safer', 'B', 'A']]);
  });
});

it('a table of verdicts gives the same scales and categories to a study that is made of it', async () => {
  const tones = [
    criterion('wide', { kind: 'scale', min: -2, max: 10, levels: { '-2': 'none' } }),
    criterion('tone', { kind: 'category', categories: [{ name: 'warm', value: 0.5 }, { name: 'odd' }] }),
    criterion('plain', { kind: 'scale' }),
  ];
  await of(
    records,
    [rubric('style', [tones])],
    [
      {
        verdicts: [
          verdict('r1', 'wide', 7),
          verdict('r2', 'tone', 'warm'),
          verdict('r3', 'plain', 2),
          verdict('r3', 'tone', 'odd'),
        ],
        by: under(1),
      },
    ],
  );
  const { rows } = await exported(study!, 'verdicts');
  const folder = temporaryFolder();
  const [dataset, projectFile] = [join(folder, 'train.jsonl'), join(folder, 'again.tiebreak')];
  writeFileSync(dataset, jsonl(rows));
  await createStudy({ projectFile, datasets: [dataset] });
  const again = await opened(projectFile);
  await importLabels(again, { annotator: 'back' });
  const known = ({ criterion: text, verdict: value, worth, kind, answers }: Value): unknown => [
    text,
    value,
    worth,
    kind,
    answers,
  ];
  expect((await exported(again, 'verdicts')).rows.map(known)).toEqual(rows.map(known));
  expect(rows.map(({ worth }) => worth)).toEqual([0.75, 0.5, 0.25, -1]);
  await again.close();
});

describe('pairs under a context', () => {
  it('have it in a column, and those without one only where they are asked for', async () => {
    await of(records, [], [{ ranking: { tiers: [['r1'], ['r2', 'r3']] } }]);
    await judge(study!, 0, { ranking: { tiers: [['r2'], ['r1', 'r3']] } }, { context: 'In winter.' });
    const { rows, tally } = await exported(study!, 'context-pairs');
    expect(sides(rows)).toEqual([
      ['In winter.', 'B', 'A'],
      ['In winter.', 'B', 'C'],
    ]);
    expect(rows[0]).toEqual({
      prompt: [user],
      context: 'In winter.',
      chosen: [assistant('B')],
      rejected: [assistant('A')],
    });
    expect(tally.dropped).toEqual({ 'no-context': 1, tie: 1 });
    expect(sides((await exported(study!, 'context-pairs', { bare: true })).rows)).toEqual([
      ['', 'A', 'B'],
      ['', 'A', 'C'],
      ['In winter.', 'B', 'A'],
      ['In winter.', 'B', 'C'],
    ]);
  });
});

const good: Readonly<Record<string, Value>> = {
  verdicts: {
    prompt: [user],
    context: '',
    response: [assistant('A')],
    criterion: 'c',
    verdict: 'yes',
    worth: 1,
    weight: 1,
    kind: 'yes-no',
    answers: '',
    criterion_id: 'c',
    rubric: '',
    rubric_version: 0,
    annotator: 'ana',
    origin: 'human',
    note: '',
  },
  'principle-pairs': {
    prompt: [{ role: 'system', content: 'p' }, user],
    chosen: [assistant('a')],
    rejected: [assistant('b')],
    principle: 'p',
  },
  'rule-pairs': {
    prompt: [user],
    chosen: [assistant('a')],
    rejected: [assistant('b')],
    rule: 'r',
    version: 1,
    feedback: 'f',
    rule_scope: 's',
    scope: 'in',
  },
  'rule-keep': {
    prompt: [user],
    completion: [assistant('a')],
    rule: 'r',
    version: 1,
    feedback: 'f',
    rule_scope: 's',
    scope: 'near',
  },
  'context-pairs': { prompt: [user], context: 'c', chosen: [assistant('a')], rejected: [assistant('b')] },
};

describe('a row that its reader', () => {
  it.each(Object.entries(good))('takes as %s has nothing wrong with it', (name, row) => {
    expect(said(name, row, row)).toEqual([]);
  });

  it.each<[string, string, Value, string]>([
    [
      'stops at for several types in a column',
      'verdicts',
      { verdict: true },
      'verdict: must be text: a column with numbers, true and false has several types, and HF datasets stops',
    ],
    ['cannot weigh', 'verdicts', { worth: 2 }, 'worth: must be from 0 to 1, or -1 for none'],
    ['cannot give to anybody', 'verdicts', { annotator: '' }, "annotator: is empty: every label is somebody's"],
    ['finds null in', 'verdicts', { note: undefined }, 'note: Invalid input: expected string, received undefined'],
    [
      'is not told the principle by',
      'principle-pairs',
      { prompt: [user] },
      'prompt: does not begin with the principle: the model is not told by what the one is better',
    ],
    [
      'trains on at loss 0.693',
      'principle-pairs',
      { rejected: [assistant('a')] },
      '(chosen and rejected are the same: TRL trains on the row but learns nothing from it (loss 0.693))',
    ],
    [
      'stops at in TRL 0.29 and later',
      'principle-pairs',
      { prompt: 'Hi' },
      'prompt: must be a list of messages (text beside message lists stops TRL 0.29 and later)',
    ],
    [
      'trains on outside of the rule’s scope',
      'rule-pairs',
      { scope: 'out' },
      'scope: is not "in": a response out of scope of a rule should not change, so it cannot be in a pair',
    ],
    [
      "stops at with KeyError: 'completion'",
      'rule-keep',
      { completion: undefined },
      "completion: must be a list of messages (without it TRL's SFT stops with KeyError: 'completion')",
    ],
    [
      'learns not to change from',
      'rule-keep',
      { scope: 'in' },
      'scope: is neither "near" nor "out": in scope the response is to change',
    ],
    [
      'stops at for a context that is null',
      'context-pairs',
      { context: null },
      'context: must be text (empty if there is no context): programs that join it to the prompt stop at null',
    ],
    [
      'learns without a context from',
      'context-pairs',
      { context: '' },
      '(there is no context: the model learns a preference under an empty one)',
    ],
    [
      'trains on at loss 0.693 too',
      'context-pairs',
      { rejected: [assistant('a')] },
      '(chosen and rejected are the same: TRL trains on the row but learns nothing from it (loss 0.693))',
    ],
  ])('%s (%s) is told', (_, name, change, message) => {
    const told = said(name, { ...good[name], ...change });
    expect(told[0]).toBe(message);
  });
});
