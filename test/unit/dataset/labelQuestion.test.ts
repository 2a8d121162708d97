import { describe, expect, it } from 'vitest';
import { areScores, questionOf } from '../../../src/core/dataset/items/labelQuestion';
import {
  isSameCode,
  ordinals,
  pairMeanings,
  singleMeanings,
} from '../../../src/core/dataset/layouts/labels/labelCodes';
import { inspect } from '../../../src/core/dataset/inspect';
import { jsonl, temporaryFile } from '../made/temporaryFolder';

describe('the question about the codes of a label', () => {
  it.each<[string, unknown[], readonly string[], object | undefined]>([
    ['1 and 2', [2, 1], pairMeanings, { value: '1', asks: 'first', yes: '1=first,2=second', no: '1=second,2=first' }],
    ['0 and 1', [0, 1], pairMeanings, { value: '0', asks: 'first', yes: '0=first,1=second', no: '0=second,1=first' }],
    ['-1, 0 and 1', [-1, 0, 1], pairMeanings, { value: '1', yes: '1=first,-1=second,0=tie' }],
    ['0, 1 and 2, of which a no does not tell', [0, 1, 2], pairMeanings, { yes: '1=first,2=second,0=tie', no: null }],
    ['true and false', [false, true], pairMeanings, { value: 'true', yes: 'true=first,false=second' }],
    ['four codes', [1, 2, 3, 4], pairMeanings, undefined],
    ['up and down', ['down', 'up'], singleMeanings, { value: 'up', asks: 'good', yes: 'up=good,down=bad' }],
    ['five grades', [1, 2, 3, 4, 5], singleMeanings, { value: '5', asks: 'rating' }],
    [
      'numbers of three responses from 0',
      [0, 2],
      [...ordinals.slice(0, 3), 'tie'],
      { value: '0', asks: 'first', yes: '0=first,1=second,2=third', no: null },
    ],
  ])('is one that a yes or a no answers: %s', (_, values, meanings, question) => {
    const found = questionOf(values as string[], meanings);
    if (question === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(question);
  });

  it('is none of scores', () => {
    expect(areScores([0.02, 0.7])).toBe(true);
    expect(areScores([0, 1.5, 1])).toBe(false);
    expect(areScores([...Array(12).keys()])).toBe(true);
    expect(areScores(['a', 'b'])).toBe(false);
  });

  it('takes numbers as tables write them', () => {
    expect([isSameCode('0', '0.0'), isSameCode('1', 1), isSameCode('1', '10'), isSameCode('', 0)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  const pairs = (label: (n: number) => unknown): string =>
    jsonl(
      [...Array(6).keys()].map((n) => ({
        prompt: `Question ${n}?`,
        output_1: `The first says ${n}.`,
        output_2: `The second says ${n}.`,
        label: label(n),
      })),
    );

  it('is about a row, with what to say for a yes and for a no, and both are read', async () => {
    const path = temporaryFile(
      'pairs.jsonl',
      pairs((n) => 2 - (n % 2)),
    );
    const { problems, labelled } = await inspect([path]);
    expect([labelled, problems.map(({ message }) => message)]).toEqual([
      0,
      [
        expect.stringContaining(
          'Line 2 has the value 1. Is response 1 the better one? (The first says 1.) If yes, use “--values 1=first,2=second”. If no, use “--values 1=second,2=first”.',
        ),
      ],
    ]);
    const said = [...(problems[0]?.message ?? '').matchAll(/“--values (\S+?)”/g)].map(([, values]) => values);
    expect(said).toEqual(['1=first,2=second', '1=second,2=first']);
    for (const values of said)
      expect(await inspect([path], { mapping: { values: values ?? '' } })).toMatchObject({ labelled: 6, problems: [] });
  });

  it('says of scores that they name no response', async () => {
    const { problems } = await inspect([
      temporaryFile(
        'scores.jsonl',
        pairs((n) => 0.02 + n / 7),
      ),
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /“label” has numbers from 0\.02 to 0\.7\d+ \(labels: 6\), which look like scores and name no response/,
      ),
    ]);
  });
});
