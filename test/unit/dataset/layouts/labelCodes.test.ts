import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { detectLayout } from '../../../../src/core/dataset/detectLayout';
import { headOf } from '../../../../src/core/dataset/records/head';
import { inspect } from '../../../../src/core/dataset/inspect';
import type { Label } from '../../../../src/core/dataset/layouts/layout';
import type { Mapping } from '../../../../src/core/dataset/fields/fieldMapping';
import { previewOf } from '../../../../src/core/dataset/items/preview';
import { scan } from '../../../../src/core/dataset/sources/scan';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

/** Layout and labels of a file as it is read unasked, and what is said of it. */
async function found(
  name: string,
  text: string,
  mapping: Mapping = {},
): Promise<{ layout: string; labels: (readonly Label[])[]; said: string[] }> {
  const path = temporaryFile(name, text);
  const layout = await detectLayout(path, { mapping });
  const labels: (readonly Label[])[] = [];
  for await (const batch of scan([path], { layout, mapping }))
    for (const parsed of batch) if ('item' in parsed) labels.push(parsed.labels);
  const { problems } = await inspect([path], { mapping });
  const preview = previewOf(await headOf([path], mapping), { layout, mapping });
  // Whoever looks at it in the editor is told the same.
  expect(preview.problems.map(({ message }) => message)).toEqual(
    problems.filter(({ message }) => !message.includes('one response')).map(({ message }) => message),
  );
  return { layout: layout.name, labels, said: preview.problems.map(({ message }) => message) };
}

const won = (outcome: string, a = 'response_a', b = 'response_b'): unknown => [
  { judgement: { comparisons: [{ a, b, outcome }] } },
];

describe('a label whose code is not certain', () => {
  it('is left out of a table of two responses with 1, 2 and 0, told, and read once somebody says what they mean', async () => {
    const csv = 'prompt,response 1,response 2,label\nWhat is 3+3?,6,7,1\nWhat is 2+2?,5,4,2\nHi,Hello,Hey,0\n';
    const unasked = await found('votes.csv', csv);
    expect(unasked).toMatchObject({ layout: 'paired-responses', labels: [[], [], []] });
    expect(unasked.said).toEqual([
      '“label” seems to say which response is better, but the meaning of its values is unknown: "0" (1), "1" (1), "2" (1). The items can be judged, but these labels were left out. Set what they mean with --values 0=MEANING,1=MEANING,2=MEANING (first, second, tie, skip). Line 2 has the value 1. Is response 1 the better one? (6) If yes, use “--values 1=first,2=second,0=tie”. If no, use “--values 0=MEANING,1=MEANING,2=MEANING”.',
    ]);
    // What is said of one response alone is no answer here, and is not proposed again.
    expect((await found('votes.csv', csv, { values: '1=good,2=second' })).said).toEqual([
      expect.stringMatching(
        /"0" \(1\), "1" \(1\)\. This does not apply to so many responses: 1=good\. .* --values 2=second,0=MEANING,1=MEANING /,
      ),
    ]);
    const [first, second, tie] = (['a', 'b', 'tie'] as const).map((outcome) =>
      won(outcome, 'response 1', 'response 2'),
    );
    expect(await found('votes.csv', csv, { values: '1=first,2=second,0=tie' })).toMatchObject({
      labels: [first, second, tie],
      said: [],
    });
  });

  it.each([
    ['a name that turns it', { not_helpful: 1 }],
    ['an index', { correct_answer_index: 1 }],
    ['either', { good_or_bad: 1 }],
    ['the number of an option', { correct: 1, option_a: 'red', option_b: 'blue' }],
  ])('waits for its meaning under %s', async (_, more) => {
    const records = [0, 1, 0, 1].map((code, i) => ({
      question: `What is the colour of thing ${i}?`,
      response: `I think that it is the colour number ${i}, as they say.`,
      ...Object.fromEntries(
        Object.entries(more).map(([name, value]) => [name, typeof value === 'number' ? code : value]),
      ),
    }));
    const path = temporaryFile('codes.jsonl', jsonl(records));
    const { layout, mapping } = await detectReading([path]).catch(() => ({ layout: undefined, mapping: {} }));
    const labels: unknown[] = [];
    if (layout)
      for await (const batch of scan([path], { layout, mapping }))
        for (const parsed of batch)
          if ('item' in parsed) labels.push(...parsed.labels.filter(({ judgement }) => judgement.acceptable));
    expect(labels).toEqual([]);
  });

  it('is no yes or no where there are more than two values', async () => {
    const records = [1, 5, 3, 2, 4, 1].map((label, i) => ({ prompt: `Q${i}`, completion: `A${i}`, label }));
    const unasked = await found('scores.jsonl', jsonl(records));
    expect(unasked).toMatchObject({ layout: 'single-responses', labels: records.map(() => []) });
    expect(unasked.said).toEqual([
      expect.stringMatching(
        /^“label” seems to say how good the response is, but the meaning of its values is unknown: 1 \(2\), 2 \(1\), .* Is that a rating, and higher is better\? .*If yes, use “--map rating=label”\. If no, use “--values 1=MEANING,.*MEANING”\.$/,
      ),
    ]);
    const rated = await found('scores.jsonl', jsonl(records), { rating: 'label' });
    expect(rated).toMatchObject({
      labels: records.map(({ label }) => [
        { judgement: { ratings: [{ response: 'completion', aspect: 'label', value: label }] } },
      ]),
      said: [],
    });
    const mapped = await found('scores.jsonl', jsonl(records.slice(0, 2)), { values: '1=bad, 5=good' });
    expect(mapped).toMatchObject({
      labels: [false, true].map((completion) => [{ judgement: { acceptable: { completion } } }]),
    });
  });

  it.each<[string, unknown[], string, (boolean | undefined)[]]>([
    ['1 and 0, of which there are both', [1, 0, 1], 'kto', [true, false, true]],
    ['1 alone', [1, 1], 'single-responses', [undefined, undefined]],
    ['true alone', [true, true], 'kto', [true, true]],
    ['the words of a table', ['True', 'False'], 'kto', [true, false]],
    ['1 and 2', [1, 2], 'single-responses', [undefined, undefined]],
    ['-1 and 1', [-1, 1], 'single-responses', [undefined, undefined]],
  ])('is told from yes and no: %s', async (_, values, layout, good) => {
    const read = await found(
      'kto.jsonl',
      jsonl(values.map((label, i) => ({ prompt: `Q${i}`, completion: 'a', label }))),
    );
    expect(read.layout).toBe(layout);
    expect(read.labels).toEqual(
      good.map((completion) => (completion === undefined ? [] : [{ judgement: { acceptable: { completion } } }])),
    );
    expect(read.said).toHaveLength(good.includes(undefined) ? 1 : 0);
  });

  it('is told of where a third value comes late', async () => {
    const records = Array.from({ length: 300 }, (_, i) => ({
      prompt: `Q${i}`,
      completion: 'a',
      label: i < 299 ? i % 2 : 2,
    }));
    const path = temporaryFile('late.jsonl', jsonl(records));
    const { layout, labelled, problems } = await inspect([path]);
    expect([layout, labelled]).toEqual(['kto', 299]);
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('but the meaning of its values is unknown: 2 (1)'),
    );
  });
});

describe('a label that names a response', () => {
  const sides = { prompt: 'Hi', response_a: 'Hello', response_b: 'Hey' };
  it.each<[string, object, string]>([
    ['by its letter, with the loser beside it', { chosen: 'A', rejected: 'B' }, 'a'],
    ['by its field', { winner: 'response_b' }, 'b'],
    ['as a model', { winner: 'model_a' }, 'a'],
    ['by its model', { model_a: 'm-1', model_b: 'm-2', preferred: 'm-2' }, 'b'],
    ['by its text', { chosen: 'Hey' }, 'b'],
    ['in signs', { label: 'B>A' }, 'b'],
    ['as none of both', { winner: 'tie' }, 'tie'],
    ['as neither', { winner: 'tie (bothbad)' }, 'both-bad'],
  ])('is certain: %s', async (_, label, outcome) => {
    expect(await found('pairs.jsonl', jsonl([{ ...sides, ...label }]))).toMatchObject({
      layout: 'paired-responses',
      labels: [won(outcome)],
      said: [],
    });
  });

  it('is asked about where two of them contradict each other, and the one of people proposed', async () => {
    const rows = jsonl([{ ...sides, winner: 'A', human_preference: 'B' }]);
    await expect(found('pairs.jsonl', rows)).rejects.toThrow(
      /the label of the better response may be one of these fields, which disagree: “winner”, “human_preference”\. If it is right, use it:\n.* --map label=human_preference/,
    );
    expect(await found('pairs.jsonl', rows, { label: 'winner' })).toMatchObject({
      layout: 'paired-responses',
      labels: [won('a')],
    });
    expect(await found('pairs.jsonl', jsonl([{ ...sides, winner: 'A', preferred: 'A' }]))).toMatchObject({
      labels: [won('a')],
    });
  });

  it('may be missing', async () => {
    expect(
      await found('pairs.jsonl', jsonl([{ instruction: 'Add.', input: '1+1', output_1: '2', output_2: '3' }])),
    ).toMatchObject({ layout: 'paired-responses', labels: [[]], said: [] });
  });
});

describe('an answer of a model, or one that was judged', () => {
  it.each<[string, object, unknown[]]>([
    [
      'with a rating',
      { model: 'm-1', rating: 2 },
      [{ judgement: { ratings: [{ response: 'completion', aspect: 'rating', value: 2 }] } }],
    ],
    ['with its model alone', { model: 'm-1' }, []],
    [
      'with a score',
      { score: 0.2 },
      [{ judgement: { ratings: [{ response: 'completion', aspect: 'score', value: 0.2 }] } }],
    ],
  ])('is no demonstration: %s', async (_, more, labels) => {
    for (const asked of [{ prompt: 'Hi', completion: 'Hello' }]) {
      expect(await found('answers.jsonl', jsonl([{ ...asked, ...more }]))).toMatchObject({
        layout: 'single-responses',
        labels: [labels],
      });
    }
  });

  it('is one where nothing says so', async () => {
    expect(await found('answers.jsonl', jsonl([{ prompt: 'Hi', completion: 'Hello' }]))).toMatchObject({
      layout: 'demonstrations',
    });
  });
});
