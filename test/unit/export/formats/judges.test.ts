import { afterEach, describe, expect, it } from 'vitest';
import { critiquesIn } from '../../../../src/core/desk/othersCritiques/critique';
import { readsOtherwise } from '../../../../src/core/export/judges/prometheus';
import type { Study } from '../../../../src/core/study/study';
import { judgeKinds } from '../../../../src/core/model/annotation/judgeKind';
import { criterion, rubric } from '../../made/rubrics';
import { judge } from '../../made/study';
import { exported, judgedStudy, said, type Value } from './studyFixtures';

const records = [
  {
    id: 'q1',
    prompt: 'Write a haiku.',
    responses: ['An old silent pond', 'Frog.'],
    references: ['Five, seven, five.'],
  },
  {
    id: 'q2',
    prompt: [
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: 'Costs $& and $1?' },
    ],
    responses: ['No', 'Yes', 'Perhaps'],
  },
];
const levels = { 1: 'No.', 2: 'Barely.', 3: 'Nearly.', 4: 'Mostly.', 5: 'Yes.' };
const scale = criterion('haiku', { text: 'Is it a haiku?', kind: 'scale', levels });
const form = rubric('form', [[scale]]);
const user = (content: string): object => ({ role: 'user', content });
const assistant = (content: string): object => ({ role: 'assistant', content });

let study: Study | undefined;
const of = async (...given: Parameters<typeof judgedStudy>): Promise<Study> => (study = await judgedStudy(...given));
afterEach(() => study?.close());

const absolute = `You are a fair judge assistant tasked with providing clear, objective feedback based on specific criteria, ensuring each assessment reflects the absolute standards set for performance.

###Task Description:
An instruction (might include an Input inside it), a response to evaluate, a reference answer that gets a score of 5, and a score rubric representing a evaluation criteria are given.
1. Write a detailed feedback that assess the quality of the response strictly based on the given score rubric, not evaluating in general.
2. After writing a feedback, write a score that is an integer between 1 and 5. You should refer to the score rubric.
3. The output format should look as follows: "(write a feedback for criteria) [RESULT] (an integer number between 1 and 5)"
4. Please do not generate any other opening, closing, and explanations.

###The instruction to evaluate:
Write a haiku.

###Response to evaluate:
An old silent pond

###Reference Answer (Score 5):
Five, seven, five.

###Score Rubrics:
[Is it a haiku?]
Score 1: No.
Score 2: Barely.
Score 3: Nearly.
Score 4: Mostly.
Score 5: Yes.

###Feedback: `;

const absoluteWithoutReference = `You are a fair judge assistant tasked with providing clear, objective feedback based on specific criteria, ensuring each assessment reflects the absolute standards set for performance.

###Task Description:
An instruction (might include an Input inside it), a response to evaluate, and a score rubric representing a evaluation criteria are given.
1. Write a detailed feedback that assess the quality of the response strictly based on the given score rubric, not evaluating in general.
2. After writing a feedback, write a score that is an integer between 1 and 5. You should refer to the score rubric.
3. The output format should look as follows: "(write a feedback for criteria) [RESULT] (an integer number between 1 and 5)"
4. Please do not generate any other opening, closing, and explanations.

###The instruction to evaluate:
System: Be kind

User: Costs $& and $1?

###Response to evaluate:
No

###Score Rubrics:
[Is it a haiku?]
Score 1: No.
Score 2: Barely.
Score 3: Nearly.
Score 4: Mostly.
Score 5: Yes.

###Feedback: `;

const relative = `You are a fair judge assistant assigned to deliver insightful feedback that compares individual performances, highlighting how each stands relative to others within the same cohort.

###Task Description:
An instruction (might include an Input inside it), a response to evaluate, a reference answer, and a score rubric representing a evaluation criteria are given.
1. Write a detailed feedback that assess the quality of two responses strictly based on the given score rubric, not evaluating in general.
2. After writing a feedback, choose a better response between Response A and Response B. You should refer to the score rubric.
3. The output format should look as follows: "(write a feedback for criteria) [RESULT] (A or B)"
4. Please do not generate any other opening, closing, and explanations.

###Instruction:
Write a haiku.

###Response A:
Frog.

###Response B:
An old silent pond

###Reference Answer:
Five, seven, five.

###Score Rubric:
[Is it a haiku?]

###Feedback: `;

const relativeTask = `###Task Description:
An instruction (might include an Input inside it), a response to evaluate, and a score rubric representing a evaluation criteria are given.
1. Write a detailed feedback that assess the quality of two responses strictly based on the given score rubric, not evaluating in general.
`;

describe('rows for judges', () => {
  it('of grades have Prometheus’ prompt word for word, with a reference and without, and end with the grade', async () => {
    const verdict = (response: string, value: number, note?: string): object => ({
      response,
      criterion: 'haiku',
      value,
      ...(note !== undefined && { note }),
    });
    await of(
      records,
      [form],
      [
        { verdicts: [verdict('r1', 4, 'It scans.')] as never },
        {
          verdicts: [verdict('r1', 2)] as never,
          critiques: [{ response: 'r1', text: 'Short.', strengths: 'Kind', suggestion: 'More' }],
        },
      ],
    );
    const { rows, from, tally } = await exported(study!, 'judge-absolute');
    expect(rows).toEqual([
      { messages: [user(absolute), assistant('It scans. [RESULT] 4')] },
      {
        messages: [
          user(absoluteWithoutReference),
          assistant('Short.\n\nStrengths: Kind\n\nSuggestion: More [RESULT] 2'),
        ],
      },
    ]);
    expect(from).toMatchObject([{ item: 'q1', response: 'r1', criterion: 'haiku' }, { item: 'q2' }]);
    expect(tally.dropped).toEqual({});
    expect(rows.flatMap((row) => said('judge-absolute', row))).toEqual([]);
  });

  it('of grades leave out what no parser reads, what is no such scale, and what nobody explains', async () => {
    const other = criterion('ten', { kind: 'scale', min: 1, max: 10 });
    const verdicts = [
      ['haiku', 3.5, 'x'],
      ['haiku', 4, undefined],
      ['ten', 4, 'x'],
      ['haiku', 4, 'I would score 2 for this'],
      ['haiku', null, 'x'],
      ['yes', true, 'x'],
    ].map(([name, value, note]) => ({ response: 'r1', criterion: name, value, ...(note !== undefined && { note }) }));
    await of(
      records,
      [rubric('form', [[scale, other, criterion('yes')]])],
      [{ verdicts: verdicts as never }, { rationale: 'so' }],
    );
    expect((await exported(study!, 'judge-absolute')).tally.dropped).toEqual({
      'not-a-grade': 1,
      'no-words': 1,
      'no-levels': 2,
      'reads-as-verdict': 1,
      'nothing-of-it': 1,
    });
  });

  it('of pairs stand in the order that was shown, with Prometheus’ prompt word for word, and end with A or B', async () => {
    await of(
      records,
      [form],
      [{ ranking: { tiers: [['r1'], ['r2']] }, rationale: 'B scans.', by: { shown: ['r2', 'r1'], seed: 5 } }],
    );
    expect((await exported(study!, 'judge-pairwise')).rows).toEqual([
      { messages: [user(relative), assistant('B scans. [RESULT] B')] },
    ]);
    expect((await exported(study!, 'preference-collection')).rows).toMatchObject([
      {
        orig_response_A: 'Frog.',
        orig_response_B: 'An old silent pond',
        orig_criteria: 'Is it a haiku?',
        orig_feedback: 'B scans.',
        orig_preference: 'B',
      },
    ]);
  });

  it('of pairs are by the question where no criterion is the only one, and by critiques of both where there is no rationale', async () => {
    await of(
      records.slice(1),
      [],
      [
        {
          ranking: { tiers: [['r2'], ['r1']] },
          critiques: [
            { response: 'r1', text: 'Curt.' },
            { response: 'r2', text: 'Fine.' },
          ],
        },
      ],
    );
    const { rows, tally } = await exported(study!, 'judge-pairwise');
    const [{ content: asked }, { content: answer }] = rows[0]!.messages as [{ content: string }, { content: string }];
    expect(asked).toContain(relativeTask);
    expect(asked).toContain(
      '###Score Rubric:\n[Which response serves the person who asked better? Rank them, best first.]\n\n###Feedback: ',
    );
    expect(answer).toBe('Response A: Curt.\n\nResponse B: Fine. [RESULT] B');
    expect(tally.dropped).toEqual({ 'no-words': 2 });
  });

  it('of pairs that were not shown in a drawn order are drawn: A is the better one as often as not', async () => {
    const many = [...Array(60).keys()].map((n) => ({
      id: `q${n}`,
      prompt: `Question ${n}`,
      responses: [`first ${n}`, `second ${n}`],
    }));
    const judgement = {
      comparisons: [{ a: 'r1', b: 'r2', outcome: 'a' as const }],
      critiques: [
        { response: 'r1', text: 'Good.' },
        { response: 'r2', text: 'Bad.' },
      ],
      by: { seed: null },
    };
    await of(
      many,
      [],
      many.map(() => judgement),
    );
    const letters = (await exported(study!, 'generative-rm')).rows.map((row) =>
      (row.messages as { content: string }[])[2]!.content.at(-1),
    );
    const share = letters.filter((letter) => letter === 'A').length / 60;
    expect([letters.length, share > 0.25 && share < 0.75]).toEqual([60, true]);
  });

  it('for generative reward models hold all criteria in force, both responses and the reasons with what they rest on', async () => {
    const two = rubric('two', [
      [
        criterion('a', { text: 'Is it short?', weight: 2 }),
        criterion('b', { text: 'Is it rude?', title: 'Rudeness', weight: -1 }),
      ],
    ]);
    await of(
      records.slice(0, 1),
      [two],
      [{ ranking: { tiers: [['r1'], ['r2']] }, rationale: 'It scans.', because: ['b'] }],
    );
    const [row] = (await exported(study!, 'generative-rm')).rows;
    expect((row!.messages as object[]).slice(1)).toEqual([
      user(
        '[Prompt]\nWrite a haiku.\n\n[Criteria]\n1. Is it short? (weight 2)\n2. Is it rude? (weight -1)\n\n[Response A]\nAn old silent pond\n\n[Response B]\nFrog.',
      ),
      assistant('It scans.\n\nThis rests on: Rudeness\n\n[RESULT] A'),
    ]);
  });

  it('for critics are each critique in words', async () => {
    await of(
      records.slice(0, 1),
      [],
      [
        {
          critiques: [
            { response: 'r1', text: '', weaknesses: 'Long' },
            { response: 'r2', text: '', spans: [{ start: 0, end: 4, quote: 'Frog' }] },
          ],
        },
      ],
    );
    const { rows, tally } = await exported(study!, 'critique-sft');
    expect(rows).toEqual([
      {
        messages: [
          {
            role: 'user',
            content: expect.stringMatching(
              /\n\n\[Prompt\]\nWrite a haiku\.\n\n\[Response\]\nAn old silent pond$/,
            ) as string,
          },
          assistant('Weaknesses: Long'),
        ],
      },
    ]);
    expect(tally.dropped).toEqual({ 'no-words': 1 });
  });

  it('over critiques go by rank, then by what was accepted, and a corrected text over what it was made of', async () => {
    await of(records.slice(0, 1), [], []);
    const item = { responses: records[0]!.responses.map((text, at) => ({ id: `r${at + 1}`, text })) };
    const written = [];
    for (const annotator of ['ben', 'cyd', 'dan'])
      written.push(await judge(study!, 0, { critiques: [{ response: 'r1', text: `By ${annotator}` }] }, { annotator }));
    const critiques = written.map((each, at) => ({
      annotation: each.id,
      hash: critiquesIn(each, item)[0]!.hash,
      ...(at !== 1 && { accepted: at === 2 }),
    }));
    const gone = { annotation: written[0]!.id, hash: 'another' };
    await judge(study!, 0, {
      metaCritiques: [
        {
          response: 'r1',
          seed: 1,
          critiques: [...critiques, gone],
          ranking: { tiers: [[0], [1]] },
          texts: [{ of: [1], text: 'Corrected' }],
        },
      ],
    });
    const { rows, from, tally } = await exported(study!, 'critique-preferences');
    const pairs = rows.map(({ chosen, rejected }) =>
      [chosen, rejected].map((side) => (side as { content: string }[])[0]?.content),
    );
    expect(pairs).toEqual([
      ['By ben', 'By cyd'],
      ['By dan', 'By ben'],
      ['Corrected', 'By cyd'],
    ]);
    expect(from.map(({ by, annotators }) => [by, annotators])).toEqual([
      ['ranking', ['ana', 'ben', 'cyd']],
      ['accepted', ['ana', 'dan', 'ben']],
      ['edited', ['ana', 'cyd']],
    ]);
    expect(tally.dropped).toEqual({ 'nothing-of-it': 3, 'critique-gone': 1 });
  });

  it('as a table of critiques have their soundness apart from their verdict, and tell of those that are gone or of which nothing was said', async () => {
    await of(records.slice(0, 1), [], []);
    const item = { responses: records[0]!.responses.map((text, at) => ({ id: `r${at + 1}`, text })) };
    const written = [];
    for (const annotator of ['ben', 'cyd', 'dan'])
      written.push(
        await judge(
          study!,
          0,
          { critiques: [{ response: 'r1', text: `By ${annotator}`, weaknesses: 'Long' }] },
          { annotator, ...(annotator === 'cyd' && { origin: { kind: 'model', name: 'judge-1' } }) },
        ),
      );
    const [ben, cyd, dan] = written.map((each) => ({ annotation: each.id, hash: critiquesIn(each, item)[0]!.hash }));
    await judge(study!, 0, {
      metaCritiques: [
        {
          response: 'r1',
          seed: 1,
          critiques: [
            { ...ben!, soundness: 'flawed', agrees: true },
            { ...cyd!, accepted: false },
            dan!,
            { ...dan!, hash: 'another', soundness: 'sound' },
          ],
        },
      ],
    });
    const { rows, from, tally } = await exported(study!, 'critique-soundness');
    const base = {
      prompt: [user('Write a haiku.')],
      context: '',
      response: [assistant('An old silent pond')],
      annotator: 'ana',
    };
    expect(rows).toEqual([
      {
        ...base,
        critique: 'By ben\n\nWeaknesses: Long',
        soundness: 'flawed',
        verdict_agrees: 'yes',
        accepted: '',
        critic: 'ben',
        critic_origin: 'human',
      },
      {
        ...base,
        critique: 'By cyd\n\nWeaknesses: Long',
        soundness: '',
        verdict_agrees: '',
        accepted: 'no',
        critic: 'cyd',
        critic_origin: 'model',
      },
    ]);
    expect(from.map(({ annotators }) => annotators)).toEqual([
      ['ana', 'ben'],
      ['ana', 'cyd'],
    ]);
    expect(tally.dropped).toEqual({ 'by-model': 1, 'nothing-of-it': 3, 'critique-gone': 1 });
    expect(
      (await exported(study!, 'critique-soundness', { pseudonyms: 'salt' })).rows.map(({ critic, annotator }) =>
        [critic, annotator].some((name) => ['ana', 'ben', 'cyd'].includes(String(name))),
      ),
    ).toEqual([false, false]);
  });

  it('hold critiques by people whom a filter leaves out, told and under their pseudonyms, and none that was taken back', async () => {
    await of(records.slice(0, 1), [], []);
    const item = { responses: records[0]!.responses.map((text, at) => ({ id: `r${at + 1}`, text })) };
    const written = [];
    for (const annotator of ['ben', 'cyd', 'dan'])
      written.push(
        await judge(
          study!,
          0,
          { critiques: [{ response: 'r1', text: `By ${annotator}` }] },
          { annotator, round: 2, ...(annotator === 'cyd' && { origin: { kind: 'model', name: 'judge-1' } }) },
        ),
      );
    // Another seat is none that its critique was shown from, whatever it says.
    await judge(
      study!,
      0,
      { critiques: [{ response: 'r1', text: 'By ben' }] },
      { annotator: 'eve', context: 'For children' },
    );
    const critiques = written.map((each, at) => ({
      annotation: each.id,
      hash: critiquesIn(each, item)[0]!.hash,
      accepted: at !== 1,
    }));
    await judge(study!, 0, {
      metaCritiques: [{ response: 'r1', seed: 1, critiques, ranking: { tiers: [[0], [1], [2]] } }],
    });
    const whole = await exported(study!, 'critique-preferences', { origins: [...judgeKinds] });
    expect(whole.rows).toHaveLength(3);
    expect(whole.tally.notes).toEqual({});
    // Whoever saved again and said the same said nothing new.
    const { id: _, ...same } = written[0]!;
    await judge(study!, 0, same.judgement, { annotator: 'ben', round: 2 });
    for (const filter of [{ annotators: ['ana'] }, { rounds: [1] }] satisfies object[]) {
      const { rows, from, tally } = await exported(study!, 'critique-preferences', filter);
      expect(rows).toEqual(whole.rows);
      expect(from.map(({ annotators }) => annotators)).toEqual([
        ['ana', 'ben', 'cyd'],
        ['ana', 'ben', 'dan'],
        ['ana', 'cyd', 'dan'],
      ]);
      expect(tally.notes).toEqual({ critic: 3 });
      expect(tally.dropped['critique-gone']).toBeUndefined();
    }
    expect((await exported(study!, 'critique-preferences', { annotators: ['ana'] })).tally).toMatchObject({
      annotations: 5,
      dropped: { 'other-annotator': 4 },
    });
    const people = await exported(study!, 'critique-preferences', { origins: ['human'] });
    expect([people.rows, people.tally.notes]).toEqual([whole.rows, { critic: 2 }]);
    const soundness = await exported(study!, 'critique-soundness', { annotators: ['ana'], pseudonyms: 'salt' });
    expect(soundness.rows).toHaveLength(3);
    expect(soundness.tally.notes).toEqual({ critic: 3 });
    expect(JSON.stringify([soundness.rows, soundness.from])).not.toMatch(/"(ana|ben|cyd|dan)"/);
    await judge(study!, 0, { critiques: [{ response: 'r1', text: 'Something else' }] }, { annotator: 'cyd' });
    const gone = await exported(study!, 'critique-preferences', { annotators: ['ana'] });
    expect([gone.rows.length, gone.tally.dropped]).toEqual([1, { 'critique-gone': 1, 'other-annotator': 4 }]);
  });

  it('for Auto-J keep ties, of rankings and of comparisons', async () => {
    await of(
      records,
      [],
      [{ comparisons: [{ a: 'r1', b: 'r2', outcome: 'both-bad' }] }, { ranking: { tiers: [['r1', 'r2']] } }],
    );
    const { rows } = await exported(study!, 'auto-j');
    const better = ({ label, 'response 1': one, 'response 2': other }: Value): unknown =>
      label === 2 ? [one, other].sort() : label === 0 ? one : other;
    expect(rows.map(better)).toEqual([['An old silent pond', 'Frog.'], ['No', 'Yes'], 'No', 'Yes']);
    expect(rows.map(({ scenario, prompt }) => [scenario, prompt])[0]).toEqual(['default', 'Write a haiku.']);
  });

  it('for HelpSteer3’s edits have what was refined round by round, and two edits of one response by what was preferred', async () => {
    const refinements = [
      { response: 'r1', text: 'Better', id: 'r1~1' },
      { response: 'r1', text: 'Best', round: 2, of: 1, id: 'r1~2' },
    ];
    await of(
      records.slice(0, 1),
      [],
      [
        {
          refinements,
          rationale: 'Clearer',
          critiques: [{ response: 'r1', text: 'Vague' }],
          ranking: { tiers: [['r1~2'], ['r1~1'], ['r1', 'r2']] },
          by: { shown: ['r1', 'r2', 'r1~1', 'r1~2'] },
        },
      ],
    );
    const base = { domain: 'general', language: '', context: [user('Write a haiku.')] };
    expect((await exported(study!, 'helpsteer3-edit')).rows).toEqual([
      {
        ...base,
        original_response: 'An old silent pond',
        edited_response: 'Better',
        change_summary: 'Clearer',
        feedback: ['Vague'],
      },
      { ...base, original_response: 'Better', edited_response: 'Best', change_summary: 'Clearer', feedback: [] },
    ]);
    const { rows, tally } = await exported(study!, 'helpsteer3-edit-quality');
    expect(rows).toEqual([
      {
        ...base,
        original_response: 'An old silent pond',
        good_edited_response: 'Best',
        bad_edited_response: 'Better',
        feedback: ['Vague'],
      },
    ]);
    expect(tally.dropped).toEqual({ tie: 1, 'not-two-edits': 4 });
  });
});

it('words read otherwise where the parser would meet another verdict first', () => {
  expect(
    ['[RESULT] 2', 'Score: 3 of 5', 'a score of 1 is due', 'result 4', 'Score: (2)'].map((words) =>
      readsOtherwise(words, 5),
    ),
  ).toEqual([true, true, true, true, true]);
  expect([
    readsOtherwise('[RESULT] 5', 5),
    readsOtherwise('The scores differ, 3 times', 5),
    readsOtherwise('It results in A', 'B'),
  ]).toEqual([false, false, false]);
  expect(
    ['[RESULT] A', '[Response A] is it', 'Result: A', 'so\nResult A'].map((words) => readsOtherwise(words, 'B')),
  ).toEqual([true, true, true, true]);
});

const columns = { domain: 'general', language: '', context: [user('Hi')] };
const descriptions = Object.fromEntries([1, 2, 3, 4, 5].map((score) => [`orig_score${score}_description`, 'd']));
const log = '=== INTERACTION LOG ===\nHi\n=== END INTERACTION ===';
const good: Readonly<Record<string, Value>> = {
  'judge-absolute': { messages: [user('?'), assistant('Good. [RESULT] 4')] },
  'judge-pairwise': { messages: [user('?'), assistant('Good. [RESULT] A')] },
  'generative-rm': { messages: [{ role: 'system', content: 's' }, user('?'), assistant('Good.\n\n[RESULT] A')] },
  'run-verifier': { messages: [{ role: 'system', content: 's' }, user(log), assistant('<judgement>NO</judgement>')] },
  'critique-sft': { messages: [user('Criticise.\n\n[Response]\nHi'), assistant('Good.')] },
  'critique-soundness': {
    prompt: [user('?')],
    context: '',
    response: [assistant('a')],
    critique: 'Long',
    soundness: 'sound',
    verdict_agrees: 'no',
    accepted: '',
    annotator: 'ana',
    critic: 'ben',
    critic_origin: 'human',
  },
  'critique-preferences': { prompt: [user('?')], chosen: [assistant('a')], rejected: [assistant('b')] },
  'feedback-collection': {
    instruction: 'i',
    output: 'f [RESULT] 4',
    orig_instruction: 'i',
    orig_response: 'r',
    orig_reference_answer: '',
    orig_criteria: 'c',
    ...descriptions,
    orig_feedback: 'f',
    orig_score: '4',
  },
  'preference-collection': {
    instruction: 'i',
    output: 'f [RESULT] A',
    orig_instruction: 'i',
    orig_response_A: 'a',
    orig_response_B: 'b',
    orig_reference_answer: '',
    orig_criteria: 'c',
    orig_feedback: 'f',
    orig_preference: 'A',
  },
  'helpsteer3-feedback': { ...columns, response1: 'a', response2: 'b', feedback1: ['x'], feedback2: [''] },
  'helpsteer3-edit': { ...columns, original_response: 'a', edited_response: 'b', change_summary: '', feedback: [] },
  'helpsteer3-edit-quality': {
    ...columns,
    original_response: 'a',
    good_edited_response: 'b',
    bad_edited_response: 'c',
    feedback: [],
  },
  'helpsteer3-principle': { ...columns, response: 'a', principle: 'p', fulfilment: 'Yes' },
  'auto-j': { scenario: 'default', label: 2, prompt: 'p', 'response 1': 'a', 'response 2': 'b' },
};

describe('a row for judges that its reader', () => {
  it.each(Object.entries(good))('takes as %s has nothing wrong with it', (name, row) => {
    expect(said(name, row, row)).toEqual([]);
  });

  const none =
    'messages.1.content: does not end with "[RESULT] " and a whole number from 1 to 5: Prometheus\' parser gives (None, None)';
  const noLetter =
    'messages.1.content: does not end with "[RESULT] A" or "[RESULT] B": Prometheus\' parser gives (None, None), for a tie too';
  it.each<[string, string, Value, string]>([
    [
      'gives (None, None) for: [RESULT] 3.5',
      'judge-absolute',
      { messages: [user('?'), assistant('Good. [RESULT] 3.5')] },
      none,
    ],
    [
      'gives (None, None) for: [RESULT] 7',
      'judge-absolute',
      { messages: [user('?'), assistant('Good. [RESULT] 7')] },
      none,
    ],
    [
      'gives (None, None) for: text after the result',
      'judge-absolute',
      { messages: [user('?'), assistant('Good. [RESULT] 4 Well.')] },
      none,
    ],
    [
      'gives (None, None) for: Tie',
      'judge-pairwise',
      { messages: [user('?'), assistant('Both. [RESULT] Tie')] },
      noLetter,
    ],
    [
      'takes another score from',
      'judge-absolute',
      { messages: [user('?'), assistant('Score: 2 it was. [RESULT] 4')] },
      "(the feedback contains words that look like a second score: Prometheus' parser uses the first one)",
    ],
    [
      'takes another verdict from',
      'judge-pairwise',
      { messages: [user('?'), assistant('[RESULT] B? [RESULT] A')] },
      "(the feedback contains words that look like a second verdict: Prometheus' parser uses the first one)",
    ],
    [
      'is not asked anything in',
      'judge-pairwise',
      { messages: [assistant('Good. [RESULT] A')] },
      'messages: must be the task of the judge (user) and its answer (assistant)',
    ],
    [
      'finds no verdict in',
      'generative-rm',
      { messages: [{ role: 'system', content: 's' }, user('?'), assistant('Good.')] },
      'messages.2.content: does not end with "[RESULT] A" or "[RESULT] B": no verdict can be read',
    ],
    [
      'finds no judgment in',
      'run-verifier',
      { messages: [{ role: 'system', content: 's' }, user(log), assistant('YES')] },
      'messages.2.content: must be "<judgement>YES</judgement>" or "<judgement>NO</judgement>": SWE-Gym reads the probability of YES there',
    ],
    [
      'learns to decide without reasons from',
      'generative-rm',
      { messages: [{ role: 'system', content: 's' }, user('?'), assistant('[RESULT] A')] },
      '(has no reasons: the model learns to decide without reasons)',
    ],
    [
      'is not shown the response by',
      'critique-sft',
      { messages: [user('?'), assistant('Good.')] },
      'messages.0.content: does not hold the response ("[Response]") that the critique is of',
    ],
    [
      'learns to say nothing from',
      'critique-sft',
      { messages: [user('Criticise.\n\n[Response]\nHi'), assistant(' ')] },
      '(the critique is empty: the model learns to give empty answers)',
    ],
    [
      'trains on at loss 0.693',
      'critique-preferences',
      { rejected: [assistant('a')] },
      '(chosen and rejected are the same: TRL trains on the row but learns nothing from it (loss 0.693))',
    ],
    [
      'stops at in TRL 0.29 and later',
      'critique-preferences',
      { prompt: '?' },
      'prompt: must be a list of messages (what is asked of the critic; text beside message lists stops TRL 0.29 and later)',
    ],
    [
      'stops at with a KeyError',
      'feedback-collection',
      { orig_score3_description: undefined },
      "orig_score3_description: is missing: Prometheus' SCORE_RUBRIC_TEMPLATE stops with a KeyError",
    ],
    [
      'gives (None, None) for the output of',
      'feedback-collection',
      { output: 'f' },
      'output: does not end with "[RESULT] " and a whole number from 1 to 5: Prometheus\' parser gives (None, None)',
    ],
    [
      'changes the type of a column for',
      'feedback-collection',
      { orig_score: 4 },
      'orig_score: must be text, as in the collection: beside rows of it the column changes its type',
    ],
    [
      'is told two scores by',
      'feedback-collection',
      { orig_score: '3' },
      'output: ends with a score that differs from "orig_score"',
    ],
    [
      'knows no tie of',
      'preference-collection',
      { orig_preference: 'tie' },
      'orig_preference: is neither "A" nor "B": there are no ties',
    ],
    [
      'is told two preferences by',
      'preference-collection',
      { orig_preference: 'B' },
      'output: ends with a preference that differs from "orig_preference"',
    ],
    [
      'pairs up feedback of several people in',
      'helpsteer3-feedback',
      { feedback2: [] },
      'the two lists of feedback have different lengths, but entries at the same position must be by the same person',
    ],
    ['finds nothing in', 'helpsteer3-feedback', { feedback1: [''] }, '(there is no feedback on either response)'],
    [
      'cannot join null in',
      'helpsteer3-feedback',
      { feedback1: [null] },
      'feedback1.0: must be text: the list is one column of texts',
    ],
    [
      'learns to change nothing from',
      'helpsteer3-edit',
      { edited_response: 'a' },
      '(the response was not edited: the model learns to change nothing)',
    ],
    [
      'cannot tell the good one in',
      'helpsteer3-edit-quality',
      { bad_edited_response: 'b' },
      '(the two edits are the same, so neither is better)',
    ],
    [
      'has no label for',
      'helpsteer3-principle',
      { fulfilment: 'Partly' },
      'fulfilment: is neither "Yes" nor "No"; of partly fulfilled principles there is no label',
    ],
    [
      'has no judgement that agrees with',
      'auto-j',
      { label: 3 },
      'label: must be 0 (first response), 1 (second response) or 2 (tie): no judgment can agree with another value',
    ],
    [
      'counts as right or wrong by chance',
      'auto-j',
      { label: 0, 'response 2': 'a' },
      '(the two responses are the same, but the label is not a tie)',
    ],
  ])('%s (%s) is told', (_, name, change, message) => {
    expect(said(name, { ...good[name], ...change })[0]).toBe(message);
  });
});
