import { describe, expect, it } from 'vitest';
import { readFixture, readRecord } from '../../made/fixtures';
import { asked, system, user } from '../../made/expectedItems';

const haiku = { id: '(hash)', ...asked('Write a haiku.') };
const reference = { references: ['Five, seven, five.'] };
const levels = {
  criteria: [
    { id: 'rubric', text: 'Is it a haiku?', levels: { 1: 'No.', 2: 'Barely.', 3: 'Nearly.', 4: 'Mostly.', 5: 'Yes.' } },
  ],
};
const instruction = '###Task Description: …';
const travel = {
  criteria: [
    {
      id: 'rubric',
      text: 'Does the plan fit two days?',
      levels: { 1: 'No.', 2: 'Hardly.', 3: 'Partly.', 4: 'Mostly.', 5: 'Yes.' },
    },
  ],
};
const rated = (response: string, value: number): unknown => ({ response, aspect: 'rubric', value });
const said = (response: string, text: string): unknown[] => [{ response, text }];

describe('a response with a rubric of its own', () => {
  it('of the Feedback Collection keeps rubric, reference, and what the judge gave and said', async () => {
    expect(await readFixture('feedback-collection.jsonl')).toEqual({
      layout: 'feedback-collection',
      problems: [],
      items: [
        {
          ...haiku,
          responses: [{ id: 'response', text: 'An old silent pond 🐸' }],
          ...reference,
          ...levels,
          metadata: { instruction, output: 'Good. [RESULT] 4' },
          labels: [
            { judge: 'model', judgement: { ratings: [rated('response', 4)], critiques: said('response', 'Good.') } },
          ],
        },
        {
          ...haiku,
          responses: [{ id: 'response', text: 'Frog.' }],
          ...reference,
          ...levels,
          metadata: { instruction, output: 'Too short. [RESULT] 1' },
          labels: [
            {
              judge: 'model',
              judgement: { ratings: [rated('response', 1)], critiques: said('response', 'Too short.') },
            },
          ],
        },
        {
          ...haiku,
          responses: [{ id: 'response', text: '?' }],
          ...levels,
          metadata: { instruction, output: 'Good. [RESULT] 4', orig_score: 'N/A' },
        },
      ],
    });
  });

  it("of the Preference Collection is compared, with the judge's scores of both", async () => {
    const rubric = { ...reference, criteria: [{ id: 'rubric', text: 'Is it a haiku?' }] };
    const pair = (a: string): unknown[] => [
      { id: 'a', text: a },
      { id: 'b', text: 'Frog.' },
    ];
    const won = (outcome: string): unknown[] => [{ a: 'a', b: 'b', outcome }];
    expect(await readFixture('preference-collection.jsonl')).toEqual({
      layout: 'preference-collection',
      problems: [],
      items: [
        {
          ...haiku,
          responses: pair('An old silent pond'),
          ...rubric,
          metadata: { instruction, output: 'A scans. [RESULT] A' },
          labels: [
            {
              judge: 'model',
              judgement: { comparisons: won('a'), ratings: [rated('a', 4), rated('b', 1)], rationale: 'A scans.' },
            },
          ],
        },
        {
          ...haiku,
          responses: pair('No.'),
          ...rubric,
          metadata: { instruction, output: 'B is longer. [RESULT] B' },
          labels: [
            {
              judge: 'model',
              judgement: { comparisons: won('b'), ratings: [rated('a', 1)], rationale: 'B is longer.' },
            },
          ],
        },
        {
          ...haiku,
          responses: pair('Pond.'),
          ...rubric,
          metadata: { instruction, output: 'Neither. [RESULT] A' },
          labels: [{ judge: 'model', judgement: { comparisons: won('a'), rationale: 'A scans.' } }],
        },
      ],
    });
  });

  it("of BiGGen-Bench has a label of each judge and of people, and an id of its own beside other models'", async () => {
    const plan = {
      prompt: [system('You plan travels.'), user('Two days in Ulm.')],
      references: ['Day 1: the minster.'],
      ...travel,
    };
    const about = { capability: 'planning', task: 'travel_plan', instance_idx: 0 };
    expect(await readFixture('biggen-bench.json')).toEqual({
      layout: 'biggen-bench',
      problems: [],
      items: [
        {
          id: 'planning_travel_plan_0/org/small-1b',
          ...plan,
          responses: [{ id: 'response', text: 'Climb the minster.', model: 'org/small-1b' }],
          metadata: about,
          labels: [
            {
              judge: 'org/judge-7b',
              judgement: { ratings: [rated('response', 2)], critiques: said('response', 'Thin.') },
            },
          ],
        },
        {
          id: 'planning_travel_plan_0/org/large-70b',
          ...plan,
          responses: [{ id: 'response', text: 'Day 1: minster. Day 2: Danube.', model: 'org/large-70b' }],
          metadata: {
            ...about,
            claude_score: null,
            claude_feedback: null,
            prometheus_8x7b_score: [4, 5, 4],
            prometheus_8x7b_feedback: ['a', 'b', 'c'],
          },
          labels: [
            { annotator: 'human', judgement: { ratings: [rated('response', 5)] } },
            { judge: 'gpt4', judgement: { ratings: [rated('response', 4)], critiques: said('response', 'Fits.') } },
          ],
        },
        {
          id: 'multilingual_poem_1',
          ...asked('Ein Gedicht.'),
          responses: [{ id: 'response', text: 'Über allen Gipfeln' }],
          ...travel,
          language: 'de',
          metadata: { capability: 'multilingual', task: 'poem_writing', instance_idx: 1, human_score: null },
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'feedback-collection',
      { orig_instruction: 'Hi', orig_criteria: 'x' },
      '“orig_response” must be text. Found: no value',
    ],
    [
      'preference-collection',
      { orig_instruction: 'Hi', orig_response_A: 'a', orig_response_B: 2 },
      '“orig_response_B” must be text. Found: a number',
    ],
    [
      'biggen-bench',
      { id: 'x', input: 'Hi', score_rubric: 'good', response: 'a' },
      '“score_rubric” must be an object. Found: text',
    ],
    [
      'biggen-bench',
      { id: 'x', input: 'Hi', score_rubric: {}, response: null },
      '“response” must be text. Found: null',
    ],
  ])('%s refuses what it cannot read, and names the field', (layout, record, message) => {
    expect(readRecord(layout, record)).toEqual([message]);
  });
});
