import { describe, expect, it } from 'vitest';
import { exportFormatNamed, exportFormats } from '../../../../src/core/export';
import { validateExport } from '../../../../src/core/export/validate';
import { ExtraColumnTracker, extraColumn } from '../../../../src/core/export/validation/extraColumns';
import { problem, wordsOf } from '../../../../src/core/model/problems/problem';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const said = (column: string, format: string): string => {
  const { severity, what } = extraColumn(column, exportFormatNamed(format)!);
  const message = wordsOf(what);
  return `${severity}: ${message}`;
};
const good = { prompt: 'Hi', chosen: 'A', rejected: 'B' };
const found = async (rows: readonly object[], format = 'trl-dpo-text'): Promise<string[]> =>
  (await validateExport(temporaryFile('train.jsonl', jsonl(rows)), format)).problems.map(
    ({ severity, line, message }) => `${line ?? ''} ${severity}: ${message}`,
  );

describe('a column that a format does not have', () => {
  it.each<[string, string, string]>([
    [
      'id',
      'trl-dpo',
      'warning: “id” is not a column of trl-dpo: TRL and Unsloth drop it; OpenRLHF and axolotl read their columns by name and pass over it. All rows or no row must have it.',
    ],
    [
      'id',
      'llama-factory',
      'warning: “id” is not a column of llama-factory: LLaMA-Factory reads the columns that dataset_info.json names and passes over it. All rows or no row must have it.',
    ],
    [
      'id',
      'ms-swift',
      'warning: “id” is not a column of ms-swift: ms-swift deletes it with all columns that it has no use for. All rows or no row must have it.',
    ],
    [
      'id',
      'together-preference',
      `error: “id” is not a column of together-preference: Together says 'Found extra column "id" in the line' and refuses the file. Remove it.`,
    ],
    [
      'id',
      'grpo',
      'warning: “id” is not a column of grpo: TRL hands it to the reward function by its name. All rows or no row must have it.',
    ],
    [
      'images',
      'trl-dpo',
      'error: “images” is not a column of trl-dpo: TRL (as Unsloth) takes the whole dataset for one with pictures, and stops with a ValueError. Remove it.',
    ],
    [
      'label',
      'trl-dpo-text',
      'error: “label” is not a column of trl-dpo-text: TRL (as Unsloth) makes labels of the pairs where it trains KTO, and stops with a TypeError at those that are there. Remove it.',
    ],
    [
      'prompt',
      'full-conversations',
      'error: “prompt” is not a column of full-conversations: TRL takes it for the prompt and puts it before the conversations, which then hold it twice; reward-bench takes it for the prompt. Remove it.',
    ],
    [
      'label',
      'ms-swift',
      'error: “label” is not a column of ms-swift: ms-swift has a use of its own for it, and trains on other data than these. Remove it.',
    ],
    [
      'task_name',
      'nemo-rl',
      'error: “task_name” is not a column of nemo-rl: NeMo-RL adds a column "task_name" and says "ValueError" of two by that name. Remove it.',
    ],
  ])('"%s" in %s is what its trainers make of it', (column, format, message) =>
    expect(said(column, format)).toBe(message),
  );

  it('is told by every format, with a trainer that is named', () => {
    for (const format of exportFormats)
      expect(wordsOf(extraColumn('anything', format).what), format.name).toMatch(
        /^“anything” is not a column of [\w-]+: \S.*(All rows or no row must have it|Remove it)\.$/,
      );
  });

  it('does not hide what is wrong with the rest of the row', async () => {
    expect(await found([{ ...good, id: 1, chosen: null }])).toEqual([
      '1 warning: “id” is not a column of trl-dpo-text: TRL and Unsloth drop it; verl reads its columns by name and passes over it. All rows or no row must have it.',
      '1 error: chosen: must be text: TRL cannot join it to the prompt',
    ]);
    expect(
      await found([{ messages: [{ role: 'user', content: 'Hi' }], rejected_response: 'A', id: 1 }], 'ms-swift'),
    ).toEqual([expect.stringContaining('warning: “id”'), expect.stringContaining('must end with the chosen answer')]);
  });

  it('that comes late is null before to HF datasets, and stops it behind 10 MB', async () => {
    expect((await found([good, { ...good, id: 1 }]))[1]).toMatch(
      /^2 warning: “id” is in this row but not in the first row: HF datasets reads null there/,
    );
    const settled = new ExtraColumnTracker();
    expect(settled.look([], 0)).toBeUndefined();
    expect(settled.look(['id'], 11 << 20)).toEqual({
      severity: 'error',
      what: problem('validation.columnInLaterRow', { column: 'id', stops: true }),
    });
    expect(await found([{ ...good, id: 1 }, good])).toHaveLength(1);
  });

  it('is a field too many within a column', async () => {
    expect(
      await found(
        [
          {
            prompt: [{ role: 'user', content: 'Hi', weight: 1 }],
            chosen: [{ role: 'assistant', content: 'A' }],
            rejected: [{ role: 'assistant', content: 'B' }],
          },
        ],
        'trl-dpo',
      ),
    ).toEqual([
      '1 warning: prompt.0: the field “weight” is unknown. Trainers ignore it, and HF datasets reads it as null in all other rows.',
    ]);
  });
});
