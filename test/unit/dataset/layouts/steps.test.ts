import { describe, expect, it } from 'vitest';
import { readFixture, readRecord } from '../../made/fixtures';
import { asked } from '../../made/expectedItems';

type Step = [start: number, end: number, label: string | null, type?: string];
const steps = (response: string, ...list: Step[]): unknown[] =>
  list.map(([start, end, label, type]) => ({
    response,
    start,
    end,
    quote: expect.any(String) as unknown,
    label,
    ...(type && { type }),
  }));

/** Holds that the steps of read items quote what stands in their responses at their offsets. */
function expectQuotes({ items }: Awaited<ReturnType<typeof readFixture>>): void {
  for (const { responses, labels } of items)
    for (const { response, start, end, quote } of (labels ?? []).flatMap(({ judgement }) => judgement.steps ?? []))
      expect(
        Array.from(responses.find(({ id }) => id === response)?.text ?? '')
          .slice(start, end)
          .join(''),
      ).toBe(quote);
}

describe('a solution in steps', () => {
  it.each(['prm800k.jsonl', 'prm-bench.jsonl', 'math-shepherd.jsonl', 'stepwise.jsonl'])(
    'of %s has the text of each step beside its offsets',
    async (fixture) => expectQuotes(await readFixture(fixture)),
  );

  it('of PRM800K is every way in which it ended or could have gone on, each step with its rating', async () => {
    expect(await readFixture('prm800k.jsonl')).toEqual({
      layout: 'prm800k',
      problems: [],
      items: [
        {
          id: '(hash)',
          ...asked('What is 2 + 2 · 3?'),
          responses: [
            {
              id: 'solution',
              text: 'Multiply first: 6 🙂.\nSo 2 + 6 = 8.\nThe answer is 8.',
              metadata: { steps: [{}, { source: 'human' }, {}] },
            },
            { id: 'step-1-b', text: 'Add first: 4.' },
            { id: 'step-1-c', text: 'Hm.' },
            { id: 'step-2-a', text: 'Multiply first: 6 🙂.\nSo 2 + 6 = 9.' },
          ],
          references: ['8'],
          metadata: {
            timestamp: '2022-07-17T17:00:00',
            generation: null,
            is_quality_control_question: false,
            is_initial_screening_question: false,
          },
          labels: [
            {
              annotator: 'lab-1',
              duration: 278270,
              judgement: {
                steps: [
                  ...steps('solution', [0, 20, 'correct'], [21, 34, null], [35, 51, 'neutral']),
                  ...steps('step-1-b', [0, 13, 'incorrect']),
                  ...steps('step-1-c', [0, 3, null]),
                  ...steps('step-2-a', [0, 20, 'correct'], [21, 34, 'incorrect']),
                ],
                flags: [{ flag: 'flagged', response: 'step-1-c' }, { flag: 'finish_reason: solution' }],
              },
            },
          ],
        },
        {
          id: '(hash)',
          ...asked('What is 3 · 3?'),
          responses: [{ id: 'step-2-a', text: 'Three threes.\nThat is 6.' }],
          references: ['9', '3 · 3 = 9'],
          metadata: {
            timestamp: '2022-08-01T00:00:00',
            generation: 9,
            is_quality_control_question: true,
            is_initial_screening_question: false,
            question: {
              pre_generated_steps: ['Three threes.', 'That is 6.'],
              pre_generated_answer: '6',
              pre_generated_verifier_score: 0.01,
            },
          },
          labels: [
            {
              annotator: 'lab-2',
              duration: 1200,
              judgement: {
                steps: steps('step-2-a', [0, 13, 'correct'], [14, 24, 'incorrect']),
                flags: [{ flag: 'finish_reason: found_error' }],
              },
            },
          ],
        },
        {
          id: '(hash)',
          ...asked('Which?'),
          responses: [{ id: 'solution', text: 'Which what?' }],
          metadata: {
            timestamp: null,
            generation: 9,
            is_quality_control_question: false,
            is_initial_screening_question: false,
          },
          labels: [
            {
              judgement: {
                steps: steps('solution', [0, 11, 'neutral']),
                flags: [{ flag: 'finish_reason: bad_problem' }],
              },
            },
          ],
        },
      ],
    });
  });

  it('of PRMBench is the right one and the one with errors; why they are errors is a note out of sight', async () => {
    expect(await readFixture('prm-bench.jsonl')).toEqual({
      layout: 'prm-bench',
      problems: [],
      items: [
        {
          id: 'conf_1',
          ...asked('1 + 1 + 1?'),
          responses: [
            { id: 'original', text: '1 + 1 = 2\n2 + 1 = 3' },
            { id: 'modified', text: '1 + 1 = 2\n2 + 1 = 4 ✗\nSo 4' },
          ],
          notes: 'Step 2 adds wrongly.',
          metadata: {
            original_question: '1 + 1 + 1?',
            modified_question: '1 + 1 + 1?',
            modified_steps: [2, 3],
            classification: 'confidence',
          },
          labels: [
            {
              judgement: {
                steps: [
                  ...steps('original', [0, 9, 'correct'], [10, 19, 'correct']),
                  ...steps(
                    'modified',
                    [0, 9, 'correct'],
                    [10, 21, 'incorrect', 'confidence'],
                    [22, 26, 'incorrect', 'confidence'],
                  ),
                ],
              },
            },
          ],
        },
        {
          id: 'red_2',
          ...asked('2 + 2?'),
          responses: [
            { id: 'original', text: '4' },
            { id: 'modified', text: '2 is even\n4' },
          ],
          metadata: {
            original_question: '2 + 2?',
            modified_question: '2 + 2?',
            modified_steps: [1],
            classification: 'redundency',
          },
          labels: [
            {
              judgement: {
                steps: [
                  ...steps('original', [0, 1, 'correct']),
                  ...steps('modified', [0, 9, 'unnecessary', 'redundency'], [10, 11, 'correct']),
                ],
              },
            },
          ],
        },
        {
          id: 'multi_3',
          ...asked('3?'),
          responses: [
            { id: 'original', text: '3' },
            { id: 'modified', text: 'three' },
          ],
          metadata: { question: null, modified_steps: [], classification: 'multi_solutions' },
          labels: [
            {
              judgement: { steps: [...steps('original', [0, 1, 'correct']), ...steps('modified', [0, 5, 'correct'])] },
            },
          ],
        },
      ],
    });
  });

  it('of Math-Shepherd is its text without the marker, each step with its sign', async () => {
    expect(await readFixture('math-shepherd.jsonl')).toEqual({
      layout: 'math-shepherd',
      problems: [],
      items: [
        {
          id: '(hash)',
          ...asked('Ana has 2 apples and buys 3. How many?'),
          responses: [{ id: 'solution', text: 'Step 1: She has 2.\nStep 2: 2 + 3 = 5. The answer is: 5' }],
          metadata: { task: 'GSM8K' },
          labels: [
            {
              judge: 'math-shepherd',
              judgement: { steps: steps('solution', [0, 18, 'correct'], [19, 54, 'correct']) },
            },
          ],
        },
        {
          id: '(hash)',
          ...asked('What is 1 + 1?'),
          responses: [{ id: 'solution', text: 'Step 1: 🙂 1 + 1 = 3\nor so.\nStep 2: The answer is: 3' }],
          metadata: { task: 'MATH' },
          labels: [
            {
              judge: 'math-shepherd',
              judgement: { steps: steps('solution', [0, 26, 'incorrect'], [27, 51, 'incorrect']) },
            },
          ],
        },
      ],
    });
  });

  it('of rows for TRL is its steps line by line, each right, wrong or not judged; labels that are neither are kept in the metadata', async () => {
    expect(await readFixture('stepwise.jsonl')).toEqual({
      layout: 'stepwise',
      problems: [],
      items: [
        {
          id: '(hash)',
          ...asked('Which is larger, 9.8 or 9.11?\n'),
          responses: [{ id: 'solution', text: '9.8 has .8 🙂.\nSo 9.8 is larger.' }],
          labels: [{ judgement: { steps: steps('solution', [0, 13, 'correct'], [14, 31, 'correct']) } }],
        },
        {
          id: '(hash)',
          ...asked('What is 3 · 3?\n'),
          responses: [{ id: 'solution', text: 'Three threes.\nThat is 6.\nDone.' }],
          labels: [
            { judgement: { steps: steps('solution', [0, 13, 'correct'], [14, 24, 'incorrect'], [25, 30, null]) } },
          ],
        },
      ],
    });
    expect(readRecord('stepwise', { prompt: 'Q', completions: ['a'], labels: [0.5] })).toMatchObject([
      { metadata: { labels: [0.5] }, labels: [{ judgement: { steps: [{ label: null }] } }] },
    ]);
  });

  it('has a step where each range says so', async () => {
    for (const fixture of ['prm800k.jsonl', 'prm-bench.jsonl', 'math-shepherd.jsonl', 'stepwise.jsonl']) {
      for (const { responses, labels } of (await readFixture(fixture)).items) {
        for (const { id, text } of responses) {
          const ranges =
            labels?.flatMap(({ judgement }) => judgement.steps ?? []).filter(({ response }) => response === id) ?? [];
          expect(ranges.map(({ start, end }) => Array.from(text).slice(start, end).join('')).join('\n')).toBe(text);
        }
      }
    }
  });

  it.each<[string, unknown, string]>([
    [
      'prm800k',
      { question: { problem: 'Hi' }, label: { steps: [] } },
      'There is nothing to judge: “label.steps” has no step with text',
    ],
    [
      'prm800k',
      {
        question: { problem: 7 },
        label: { steps: [{ completions: [{ text: 'a', rating: 1 }], chosen_completion: 0 }] },
      },
      '“question.problem” must be text. Found: a number',
    ],
    [
      'prm800k',
      { question: { problem: 'Hi' }, label: { steps: [{ completions: 'a' }] } },
      '“label.steps[0].completions” must be a list. Found: text',
    ],
    [
      'prm-bench',
      { question: 'Hi', original_process: ['a'], modified_process: ['b', null], error_steps: [] },
      '“modified_process[1]” must be text. Found: null',
    ],
    [
      'stepwise',
      { prompt: 'Q', completions: ['a', 'b'], labels: [true] },
      '“completions” and “labels” must have one label for each step. Number of steps: 2. Number of labels: 1',
    ],
    [
      'math-shepherd',
      { input: 'Q Step 1: a ки\nStep 2: b ки', label: 'Q Step 1: a +\nStep 2: b' },
      '“input” and “label” must have one sign for each step. Number of steps: 2. Number of signs: 1',
    ],
  ])('%s refuses what it cannot read, and names the field', (layout, record, message) => {
    expect(readRecord(layout, record)).toEqual([message]);
  });
});
