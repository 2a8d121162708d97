import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../../src/core/dataset/sources/scan';
import { inspect } from '../../../../src/core/dataset/inspect';
import { fineGrainedRlhf } from '../../../../src/core/dataset/layouts/ratings/fineGrainedRlhf';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import type { Item } from '../../../../src/core/model/item/item';
import { root } from '../../made/bundle';
import { readFixture, readRecord } from '../../made/fixtures';
import { asked } from '../../made/expectedItems';

const pair = (a: number, b: number, outcome: string): unknown => ({
  a: `prediction ${a}`,
  b: `prediction ${b}`,
  outcome,
});

describe('Fine-Grained RLHF', () => {
  it('keeps pairs, error spans in code points, what is missing with its evidence, and the corrected prediction', async () => {
    expect(await readFixture('fine-grained-rlhf.json')).toEqual({
      layout: 'fine-grained-rlhf',
      problems: [],
      items: [
        {
          id: '(hash)',
          ...asked('When do cranes fly south?'),
          responses: [
            { id: 'prediction 1', text: 'Cranes 🐦 leave in May, they say.' },
            { id: 'prediction 2', text: 'In October.' },
            { id: 'prediction 3', text: 'In autumn.' },
            { id: 'prediction 4', text: 'Never.' },
          ],
          evidence: [
            {
              id: '1',
              title: 'Crane',
              text: 'Cranes 🐦 migrate. They leave in October.',
              sentences: ['Crane', 'Cranes 🐦 migrate.', 'They leave in October.'],
            },
            { id: '2', title: 'South', text: 'A direction.', sentences: ['South', 'A direction.'] },
          ],
          references: ['In October.'],
          labels: [
            {
              judgement: {
                comparisons: [
                  pair(1, 2, 'b'),
                  pair(1, 3, 'b'),
                  pair(1, 4, 'tie'),
                  pair(2, 3, 'a'),
                  pair(2, 4, 'a'),
                  pair(3, 4, 'tie'),
                ],
                critiques: [
                  {
                    response: 'prediction 1',
                    text: '',
                    spans: [
                      {
                        start: 9,
                        end: 21,
                        quote: 'leave in May',
                        type: 'Wrong-Grounding',
                        polarity: 'negative',
                        note: '{"passage_id":1,"sentence_id":[2]}',
                      },
                      { start: 23, end: 32, quote: 'they say.', type: 'Irrelevant', polarity: 'negative' },
                    ],
                    missing: [
                      { type: 'Missing-Answer', evidence: '1', sentences: [1, 2] },
                      { type: 'Missing-Minor-Auxiliary', evidence: '2', sentences: [0] },
                    ],
                  },
                ],
                refinements: [{ response: 'prediction 1', text: 'Cranes 🐦 leave in October.' }],
              },
            },
          ],
        },
        {
          id: '(hash)',
          ...asked('Is salt soluble?'),
          responses: [
            { id: 'prediction 1', text: 'Yes.' },
            { id: 'prediction 2', text: 'No.' },
            { id: 'prediction 3', text: 'Yes, in water.' },
            { id: 'prediction 4', text: 'Salt.' },
          ],
          labels: [
            {
              judgement: {
                comparisons: [
                  pair(1, 2, 'a'),
                  pair(1, 3, 'tie'),
                  pair(1, 4, 'a'),
                  pair(2, 3, 'b'),
                  pair(2, 4, 'tie'),
                  pair(3, 4, 'a'),
                ],
                critiques: [{ response: 'prediction 1', text: '', spans: [] }],
              },
            },
          ],
        },
      ],
    });
  });

  it.each<[string, object, string]>([
    [
      'an error past the end',
      { feedback: { errors: [{ start: 0, end: 3 }] } },
      '“feedback.errors[0]” is from 0 to 3, which is outside of “prediction 1”. Number of its characters: 2',
    ],
    ['passages that are texts', { passages: ['a'] }, '“passages[0]” is not a list of a title and sentences'],
    ['no feedback', { feedback: null }, '“feedback” must be an object. Found: null'],
  ])('is refused with %s', (_, change, message) => {
    expect(
      readRecord('fine-grained-rlhf', {
        question: 'Q',
        passages: [],
        'prediction 1': 'a🙂',
        'prediction 2': 'b',
        feedback: { errors: [] },
        preference: [],
        ...change,
      }),
    ).toEqual([message]);
  });
});

const real = join(root, '../shared/data/fine-grained-rlhf-qa-dev-feedback.json');
interface Source {
  readonly feedback: {
    readonly errors: readonly { readonly start: number; readonly end: number }[];
    readonly 'missing-info': readonly unknown[];
    readonly 'corrected-prediction': string;
  };
}

describe.skipIf(!existsSync(real))('its development set', () => {
  it('gives 500 items of four responses and 3,000 comparisons, with every span where the source has it', async () => {
    expect(await inspect([real])).toMatchObject({
      layout: 'fine-grained-rlhf',
      items: 500,
      labelled: 500,
      responses: { min: 4, max: 4 },
      problems: [],
    });
    const source = JSON.parse(readFileSync(real, 'utf8')) as Source[];
    const read: { item: Item; judgement: Judgement }[] = [];
    for await (const batch of scan([real], { layout: fineGrainedRlhf, mapping: {} }))
      for (const parsed of batch)
        if ('item' in parsed) read.push({ item: parsed.item, judgement: parsed.labels[0]!.judgement });
    const outcomes = read.flatMap(({ judgement }) => judgement.comparisons ?? []).map(({ outcome }) => outcome);
    expect(['a', 'b', 'tie'].map((outcome) => outcomes.filter((each) => each === outcome).length)).toEqual([
      1577, 1039, 384,
    ]);
    read.forEach(({ item, judgement }, i) => {
      const { errors, 'missing-info': missing, 'corrected-prediction': corrected } = source[i]!.feedback;
      const [critique] = judgement.critiques!;
      const text = item.responses[0]!.text;
      expect(critique!.spans!.map(({ start, end }) => ({ start, end }))).toEqual(
        errors.map(({ start, end }) => ({ start, end })),
      );
      expect(
        critique!.spans!.every(({ start, end, quote }) => Array.from(text).slice(start, end).join('') === quote),
      ).toBe(true);
      expect(critique!.missing ?? []).toHaveLength(missing.length);
      expect(
        (critique!.missing ?? []).every(({ evidence, sentences }) =>
          sentences!.every((n) => item.evidence!.find(({ id }) => id === evidence)!.sentences![n] !== undefined),
        ),
      ).toBe(true);
      expect(judgement.refinements?.[0]?.text ?? '').toBe(corrected);
    });
  });
});
