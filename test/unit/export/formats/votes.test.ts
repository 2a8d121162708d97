import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison, Judgement } from '../../../../src/core/model/annotation/annotation';
import { outcomes } from '../../../../src/core/model/annotation/judgementValues';
import { by, exported, faults, itemOf, readAgain, takenFor } from './formatFixtures';

const user = (content: string): object => ({ role: 'user', content });
const assistant = (content: string): object => ({ role: 'assistant', content });
const item = itemOf(['So 🙂.', 'No.', '漢字']);
const compared = (...comparisons: Comparison[]): Judgement => ({ comparisons });
const ranked = (...tiers: string[][]): Judgement => ({ ranking: { tiers } });

describe('battles for the arena', () => {
  it('are two conversations with a vote, the first shown as model_a, under the id of the annotation', () => {
    const own = {
      ...item,
      language: 'English',
      responses: item.responses.map((response, i) => (i === 0 ? { ...response, model: 'gpt' } : response)),
    };
    const judged = by(1, own, compared({ a: 'b', b: 'a', outcome: 'b', strength: 2 }));
    const { rows } = exported('arena', own, [judged]);
    expect(rows).toEqual([
      {
        question_id: judged.id,
        model_a: 'b',
        model_b: 'gpt',
        winner: 'model_b',
        judge: 'annotator 1',
        conversation_a: [user('Why?'), assistant('No.')],
        conversation_b: [user('Why?'), assistant('So 🙂.')],
        turn: 1,
        anony: true,
        language: 'English',
        tstamp: 1795248000,
      },
    ]);
    const [hidden] = exported('arena', own, [judged], { pseudonyms: 'salt' }).rows;
    expect(hidden?.judge).toMatch(/^annotator-[0-9a-f]{12}$/);
  });

  it('keep ties by their name, and leave "unsure" out', () => {
    const judged = outcomes.map((outcome, i) => by(i + 1, item, compared({ a: 'a', b: 'b', outcome })));
    const { rows, dropped } = exported('arena', item, judged);
    expect(rows.map(({ winner }) => winner)).toEqual(['model_a', 'model_b', 'tie', 'tie', 'tie (bothbad)', 'tie']);
    expect(dropped).toEqual({ 'not-strict': 1 });
  });

  it('of a ranking are one for every two in the order shown, none for two that were left unranked', () => {
    const judged = by(1, item, ranked(['c'], ['a']), { shown: ['b', 'a', 'c'] });
    const { rows, from } = exported('arena', item, [judged]);
    expect(rows).toMatchObject([
      { question_id: judged.id, model_a: 'b', model_b: 'a', winner: 'model_b' },
      { question_id: `${judged.id}-2`, model_a: 'b', model_b: 'c', winner: 'model_b' },
      { question_id: `${judged.id}-3`, model_a: 'a', model_b: 'c', winner: 'model_b' },
    ]);
    expect(from[2]).toMatchObject({ annotations: [judged.id], response_a: 'a', response_b: 'c' });
    expect(
      exported('arena', item, [by(2, item, ranked(['a', 'c']), { shown: ['a', 'b', 'c'] }), by(3, item, ranked(['a']))])
        .dropped,
    ).toEqual({ 'both-unranked': 1 });
  });

  it('by one criterion are only those, and what was compared by one criterion is no vote on the whole', () => {
    const judged = [
      by(1, item, compared({ a: 'a', b: 'b', outcome: 'a' }, { a: 'a', b: 'b', outcome: 'b', criterion: 'safer' })),
    ];
    expect(exported('arena', item, judged)).toMatchObject({
      rows: [{ winner: 'model_a' }],
      dropped: { 'one-criterion': 1 },
      criteria: ['safer'],
    });
    expect(exported('arena', item, judged, { criterion: 'safer' })).toMatchObject({
      rows: [{ winner: 'model_b' }],
      dropped: { 'other-criterion': 1 },
    });
  });

  const good = {
    question_id: 'q',
    model_a: 'a',
    model_b: 'b',
    winner: 'tie',
    judge: 'j',
    conversation_a: [user('Hi'), assistant('x')],
    conversation_b: [user('Hi'), assistant('y')],
    turn: 1,
    anony: true,
    language: 'English',
    tstamp: 1,
  };
  it.each([
    [
      'unexpected vote',
      { winner: 'both_bad' },
      'winner: is not a valid arena vote: elo_analysis.py stops with "unexpected vote"',
    ],
    ['a time that is no number', { tstamp: 'now' }, 'tstamp: must be seconds since 1970'],
    ['names that were known, which the ratings silently leave out', { anony: false }, 'warning: anony is false'],
    ['a model against itself', { model_b: 'a' }, 'warning: both sides are the same model'],
  ])('tell %s', async (_, changes, message) => {
    expect(await faults('arena', good)).toEqual([]);
    expect(await takenFor(good)).toBe('arena');
    expect(await faults('arena', { ...good, ...changes })).toEqual([expect.stringContaining(message)]);
  });
});

describe("the table of annotators' comparisons", () => {
  it('has every comparison as it was made, with who, when and how sure, and null for what was not said', () => {
    const judged = [
      by(
        1,
        item,
        {
          ...compared(
            { a: 'a', b: 'b', outcome: 'unsure' },
            { a: 'b', b: 'c', outcome: 'a', strength: 2, criterion: 'safer' },
          ),
          confidence: 0.75,
        },
        { group: 'nurses', duration: null, origin: { kind: 'imported', from: 'x' } },
      ),
      by(2, item, ranked(['a', 'b'])),
      by(3, item, { rationale: 'x' }),
    ].map((each) => ({ ...each, item: item.id, context: 'In winter.' }));
    const { rows, dropped } = exported('annotators', item, judged, {}, {}, 'In winter.');
    const first = {
      annotation: judged[0]!.id,
      annotator: 'annotator 1',
      group: 'nurses',
      item: 'item-1',
      context: 'In winter.',
      repeat: null,
      turn: null,
      annotator_role: null,
      time: '2026-11-21T08:00:00.000Z',
      duration: null,
      confidence: 0.75,
      origin: 'imported',
      round: 1,
    };
    const second = {
      ...first,
      annotation: judged[1]!.id,
      annotator: 'annotator 2',
      group: null,
      duration: 1200,
      confidence: null,
      origin: 'human',
      strength: null,
      criterion: null,
    };
    expect(rows).toEqual([
      { ...first, response_a: 'a', response_b: 'b', outcome: 'unsure', strength: null, criterion: null },
      { ...first, response_a: 'b', response_b: 'c', outcome: 'a', strength: 2, criterion: 'safer' },
      { ...second, response_a: 'a', response_b: 'b', outcome: 'tie' },
      { ...second, response_a: 'a', response_b: 'c', outcome: 'a' },
      { ...second, response_a: 'b', response_b: 'c', outcome: 'a' },
    ]);
    expect(dropped).toEqual({ 'no-preference': 1 });
    expect(exported('annotators', item, judged, { criterion: 'safer' }).rows).toMatchObject([{ criterion: 'safer' }]);
  });

  it('tells an outcome or a time that is none', async () => {
    const [row] = exported('annotators', item, [by(1, item, compared({ a: 'a', b: 'b', outcome: 'a' }))]).rows;
    expect(await faults('annotators', row)).toEqual([]);
    expect(await takenFor(row)).toBe('annotators');
    expect(await faults('annotators', { ...row, outcome: 'left' })).toEqual([
      expect.stringContaining('outcome: must be one of a, b, tie'),
    ]);
    expect(await faults('annotators', { ...row, time: 'yesterday' })).toEqual([expect.stringContaining('time: ')]);
  });
});

const two = itemOf(['So 🙂.', 'No.']);
const scored = (
  n: number,
  outcome: Comparison['outcome'],
  strength?: number,
  more: Judgement = {},
): ReturnType<typeof by> =>
  by(n, two, { ...compared({ a: 'a', b: 'b', outcome, ...(strength !== undefined && { strength }) }), ...more });

describe('preferences for HelpSteer2', () => {
  it('are what all annotators think of two responses, -100 where neither is valid, and the mean of the three most similar', () => {
    const judged = [
      scored(1, 'a', 3, { rationale: 'Much.' }),
      scored(2, 'b', 1, { rationale: 'Slightly.' }),
      scored(3, 'b', 2),
      scored(4, 'tie'),
      scored(5, 'both-bad'),
      scored(6, 'unsure'),
    ];
    const { rows, dropped, from } = exported('helpsteer2-preference', two, judged);
    expect(rows).toEqual([
      {
        prompt: 'Why?',
        response_1: 'So 🙂.',
        response_2: 'No.',
        preference_strength: 1,
        preference_statement: '',
        preference_elaboration: 'Slightly.',
        three_most_similar_preferences: [
          { statement: '', elaboration: 'Slightly.', strength: 1 },
          { statement: '', elaboration: '', strength: 2 },
          { statement: '', elaboration: '', strength: 0 },
        ],
        all_preferences_unprocessed: [
          { strength: -3, justification: 'Much.' },
          { strength: 1, justification: 'Slightly.' },
          { strength: 2, justification: '' },
          { strength: 0, justification: '' },
          { strength: -100, justification: '' },
        ],
      },
    ]);
    expect(dropped).toEqual({ 'not-strict': 1 });
    expect(from).toMatchObject([
      { response_1: 'a', response_2: 'b', annotations: judged.slice(0, 5).map(({ id }) => id) },
    ]);
  });

  it('have the sign of the order in the dataset, whichever side was shown first, and 1 where no strength was said', () => {
    const { rows, notes } = exported('helpsteer2-preference', two, [
      by(1, two, compared({ a: 'b', b: 'a', outcome: 'a', strength: 3 })),
      by(2, two, ranked(['b'], ['a'])),
    ]);
    expect(rows).toMatchObject([
      { preference_strength: 2, all_preferences_unprocessed: [{ strength: 3 }, { strength: 1 }] },
    ]);
    expect(notes).toEqual({ 'strength-unsaid': 1 });
  });

  it('round halves to the even number, alike on both sides', () => {
    const strength = (one: ReturnType<typeof by>, other: ReturnType<typeof by>): unknown =>
      exported('helpsteer2-preference', two, [one, other]).rows[0]?.preference_strength;
    expect([
      strength(scored(1, 'a', 1), scored(2, 'tie')),
      strength(scored(1, 'b', 1), scored(2, 'tie')),
      strength(scored(1, 'a', 1), scored(2, 'a', 2)),
      strength(scored(1, 'b', 1), scored(2, 'b', 2)),
    ]).toEqual([0, 0, -2, 2]);
  });

  it('are none where nobody found a response valid', () => {
    expect(exported('helpsteer2-preference', two, [scored(1, 'both-bad')])).toMatchObject({
      rows: [],
      dropped: { 'not-strict': 1 },
    });
  });

  const good = {
    prompt: 'Why?',
    response_1: 'a',
    response_2: 'b',
    preference_strength: -2,
    preference_statement: '',
    preference_elaboration: '',
    three_most_similar_preferences: [],
    all_preferences_unprocessed: [{ strength: -100, justification: '' }],
  };
  it.each([
    ['a strength past 3', { preference_strength: 4 }, 'preference_strength: is above 3'],
    ['half a strength', { preference_strength: 0.5 }, 'preference_strength: must be a whole number from -3 to 3'],
    ['a tie, of which no pair is made', { preference_strength: 0 }, 'warning: a tie'],
  ])('tell %s', async (_, changes, message) => {
    expect(await faults('helpsteer2-preference', good)).toEqual([]);
    expect(await takenFor(good)).toBe('helpsteer2-preference');
    expect(await faults('helpsteer2-preference', { ...good, ...changes })).toEqual([expect.stringContaining(message)]);
  });
});

describe('preferences for HelpSteer3', () => {
  it("have every annotator's score, reasoning and feedback; who found both bad has none", () => {
    const own = { ...two, language: 'french', metadata: { domain: 'multilingual' } };
    const { rows, dropped } = exported('helpsteer3-preference', own, [
      scored(1, 'a', 2, { rationale: 'Because.', critiques: [{ response: 'b', text: 'Wrong.' }] }),
      scored(2, 'both-bad'),
      scored(3, 'tie'),
    ]);
    expect(rows).toEqual([
      {
        domain: 'multilingual',
        language: 'french',
        context: [user('Why?')],
        response1: 'So 🙂.',
        response2: 'No.',
        overall_preference: -1,
        individual_preference: [
          { score: -2, reasoning: 'Because.', feedback1: '', feedback2: 'Wrong.' },
          { score: 0, reasoning: '', feedback1: '', feedback2: '' },
        ],
      },
    ]);
    expect(dropped).toEqual({ 'not-strict': 1 });
  });

  const good = {
    domain: 'general',
    language: '',
    context: [user('Why?')],
    response1: 'a',
    response2: 'b',
    overall_preference: 1,
    individual_preference: [],
  };
  it.each([
    [
      'response1 taken for both sides of a tie',
      { overall_preference: 0 },
      'warning: a tie: NeMo-RL uses response1 as both',
    ],
    ['a context that is text', { context: 'Why?' }, 'context: must be a list of messages'],
    ['a preference past the scale', { overall_preference: -100 }, 'overall_preference: is below -3'],
  ])('tell %s', async (_, changes, message) => {
    expect(await faults('helpsteer3-preference', good)).toEqual([]);
    expect(await takenFor(good)).toBe('helpsteer3-preference');
    expect(await faults('helpsteer3-preference', { ...good, ...changes })).toEqual([expect.stringContaining(message)]);
  });
});

const text = fc
  .array(fc.constantFrom('a', 'é', '漢字', '🙂', '𝒳', '\n'), { minLength: 1, maxLength: 4 })
  .map((parts) => `x${parts.join('')}y`);
const said = fc.option(text, { nil: undefined });
const vote = fc.record({
  outcome: fc.constantFrom('a' as const, 'b' as const, 'tie' as const, 'both-bad' as const),
  strength: fc.constantFrom(1, 2, 3),
  rationale: said,
  critique: said,
});
/** A comparison as these files have it: strengths of strict ones only. */
const comparison = ({ outcome, strength }: { outcome: Comparison['outcome']; strength: number }): Comparison => ({
  a: 'a',
  b: 'b',
  outcome,
  ...((outcome === 'a' || outcome === 'b') && { strength }),
});

describe.each(['helpsteer2-preference', 'helpsteer3-preference'])('a file of %s', (format) => {
  it("is read back as the same preferences of every annotator, and written again as the same annotators' preferences", async () => {
    const holdsBothBad = format === 'helpsteer2-preference';
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc
          .array(vote, { minLength: 1, maxLength: 5 })
          .filter((votes) => votes.some(({ outcome }) => outcome !== 'both-bad')),
        async (one, other, votes) => {
          const own = itemOf([one, other]);
          const judgements = votes.map(({ rationale, critique, ...each }): Judgement => ({
            comparisons: [comparison(each)],
            ...(rationale !== undefined && { rationale }),
            ...(!holdsBothBad && critique !== undefined && { critiques: [{ response: 'b', text: critique }] }),
          }));
          const { rows } = exported(
            format,
            own,
            judgements.map((judgement, i) => by(i + 1, own, judgement)),
          );
          expect(await faults(format, ...rows)).toEqual(
            rows[0]?.preference_strength === 0 || rows[0]?.overall_preference === 0
              ? [expect.stringContaining('warning: a tie')]
              : [],
          );
          const { layout, read } = await readAgain(rows);
          expect(layout).toBe(format);
          const [, ...individual] = read[0]!.labels;
          const ids = read[0]!.item.responses.map(({ id }) => id);
          const renamed = individual.map(
            ({ judgement }) =>
              JSON.parse(
                JSON.stringify(judgement).replaceAll(`"${ids[0]}"`, '"a"').replaceAll(`"${ids[1]}"`, '"b"'),
              ) as Judgement,
          );
          expect(renamed).toEqual(
            judgements.filter(({ comparisons }) => holdsBothBad || comparisons![0]!.outcome !== 'both-bad'),
          );
          expect(
            exported(
              format,
              read[0]!.item,
              individual.map(({ judgement }, i) => by(i + 1, read[0]!.item, judgement)),
            ).rows,
          ).toEqual(rows);
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('a file of arena is read back as the same votes on the same conversations', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc
          .tuple(text, text, fc.constantFrom('a' as const, 'b' as const, 'tie' as const, 'both-bad' as const))
          .filter(([one, other]) => one !== other),
        { minLength: 1, maxLength: 4 },
      ),
      async (battles) => {
        const rows = battles.flatMap(([one, other, outcome], i) => {
          const own = itemOf([one, other]);
          return exported('arena', own, [by(i + 1, own, compared({ a: 'a', b: 'b', outcome }))]).rows;
        });
        expect(await faults('arena', ...rows)).toEqual([]);
        const { layout, read } = await readAgain(rows);
        expect(layout).toBe('arena-battles');
        expect(
          read.map(({ item: own, labels }, i) => [
            ...own.responses.map((response) => response.text),
            labels[0]?.judgement.comparisons?.[0]?.outcome,
            labels[0]?.annotator === `annotator ${i + 1}`,
          ]),
        ).toEqual(battles.map((battle) => [...battle, true]));
      },
    ),
    { numRuns: 40 },
  );
});
