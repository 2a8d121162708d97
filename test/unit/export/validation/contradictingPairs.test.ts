import { expect, it } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import { ContradictingPairs } from '../../../../src/core/export/validation/contradictingPairs';
import { validateExport } from '../../../../src/core/export/validate';
import { temporaryFile } from '../../made/temporaryFolder';
import { compared, exported, fileOf, itemOf, judgedBy, ranked, system, user } from '../../made/formatRows';

/** Rows that say the opposite of one another. */

const item = itemOf([user('Hi')], ['A', 'B', 'C']);
const other = { ...itemOf([user('Ho')], ['B', 'A']), id: 'item-2', hash: 'hash-2' };
const contradicted = [
  ...(compared('a', 'b').comparisons ?? []),
  ...(compared('a', 'c').comparisons ?? []),
  ...(compared('b', 'a').comparisons ?? []),
];

const pairwise = [
  'trl-dpo',
  'trl-dpo-text',
  'full-conversations',
  'openai-preference',
  'together-preference',
  'llama-factory',
  'ms-swift',
  'nemo-rl',
  'nemo-aligner-dpo',
  'halos',
  'trl-reward',
  'trl-reward-text',
  'nemo-aligner-rm',
];

it.each(pairwise)('are told by line of a file of %s where one person says them of one item', async (name) => {
  const format = exportFormatNamed(name)!;
  const { rows } = exported(format, [
    [item, judgedBy(item, { comparisons: contradicted.map((each) => ({ ...each, strength: 1 })) })],
    [other, judgedBy(other, { comparisons: [{ a: 'a', b: 'b', outcome: 'a', strength: 1 }] })],
  ]);
  const lines = format.name === 'nemo-aligner-rm' ? 2 : 1;
  expect(rows).toHaveLength(4 * lines);
  const path = temporaryFile(format.files.includes('jsonl') ? 'train.jsonl' : 'train.json', fileOf(format, rows));
  const { problems } = await validateExport(path, format.name);
  // An array that is not written by lines has all of its rows in the first.
  const told = problems.filter(({ message }) => message.startsWith('is the exact opposite of'));
  expect(told).toMatchObject([
    {
      severity: 'warning',
      line: format.files.includes('jsonl') ? 3 * lines : 1,
      message: expect.stringMatching(
        format.files.includes('jsonl')
          ? `^is the exact opposite of line ${lines} for the same prompt`
          : '^is the exact opposite of line 1',
      ) as string,
    },
  ]);
});

it('are told of where annotators disagree', async () => {
  const format = exportFormatNamed('trl-dpo')!;
  const { rows } = exported(format, [[item, judgedBy(item, ranked('a', 'b', 'c'), ranked('b', 'a c'))]]);
  expect(
    (await validateExport(temporaryFile('train.jsonl', fileOf(format, rows)), format.name)).problems,
  ).toMatchObject([{ severity: 'warning', message: expect.stringContaining('--aggregate') as string }]);
});

it('are none under another prompt, context or criterion, whatever the figures beside', () => {
  const said = (format: string, ...rows: readonly Record<string, unknown>[]): (number | undefined)[] => {
    const bothWays = ContradictingPairs.of(exportFormatNamed(format)!)!;
    return rows.map((row, i) => bothWays.look(row, i + 1));
  };
  const [one, two] = [
    { prompt: 'Hi', chosen: 'A', rejected: 'B' },
    { prompt: 'Hi', chosen: 'B', rejected: 'A' },
  ];
  expect(
    said(
      'trl-reward-text',
      { ...one, margin: 1 },
      { ...one, margin: 2 },
      { ...two, margin: 3 },
      { ...two, prompt: 'Ho' },
    ),
  ).toEqual([undefined, undefined, 1, undefined]);
  expect(
    said(
      'principle-pairs',
      { ...one, principle: 'kind' },
      { ...two, principle: 'brief' },
      { ...two, principle: 'kind' },
    ),
  ).toEqual([undefined, undefined, 1]);
  expect(said('context-pairs', { ...one, context: 'day' }, { ...two, context: 'night' })).toEqual([
    undefined,
    undefined,
  ]);
  expect(
    said('trl-dpo-text', { prompt: 'Hi', chosen: 'A', rejected: 'A' }, { prompt: 'Hi', chosen: 'A', rejected: 'A' }),
  ).toEqual([undefined, undefined]);
  const messages = [system('Be kind'), user('Hi')];
  expect(
    said(
      'ms-swift',
      { messages: [...messages, { role: 'assistant', content: 'A' }], rejected_response: 'B' },
      { messages: [...messages.slice(1), { role: 'assistant', content: 'B' }], rejected_response: 'A' },
      { messages: [...messages, { role: 'assistant', content: 'B' }], rejected_response: 'A' },
    ),
  ).toEqual([undefined, undefined, 1]);
  const ranks = (a: number, b: number): Record<string, unknown> => ({
    context: messages,
    completions: [
      { rank: a, completion: 'A' },
      { rank: b, completion: 'B' },
    ],
  });
  expect(said('nemo-rl', ranks(0, 1), ranks(1, 2), ranks(1, 0))).toEqual([undefined, undefined, 1]);
  expect(ContradictingPairs.of(exportFormatNamed('trl-kto')!)).toBeUndefined();
});
