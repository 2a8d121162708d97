import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import { rowLearned } from '../../../src/host/export/rowLearned';

const turn = (role: string, content: string): object => ({ role, content });
const answer = {
  prompt: [turn('user', 'Where is the lamp?')],
  chosen: [turn('assistant', 'On  the\nshelf.')],
  rejected: [turn('assistant', 'No idea.')],
};
const call = { type: 'function', function: { name: 'look', arguments: { at: 'shelf' } } };
const run = {
  ...answer,
  chosen: [
    { ...turn('assistant', ''), tool_calls: [call] },
    { ...turn('tool', 'It is there.'), name: 'look' },
    ...answer.chosen,
  ],
};
const dpo = exportFormatNamed('trl-dpo')!;

describe('what the export view shows of a row', () => {
  it('is told once of trainers that make the same of it', () => {
    const told = rowLearned(dpo, answer, '');
    expect(told[0]).toMatchObject({
      told: 'learned: answer · not learned: user',
      isDoubtful: false,
    });
    expect(told[0]?.trainers).toMatch(/^TRL DPO 1\.13\.0, TRL ORPO 1\.13\.0/);
    expect(told[0]?.sides[0]).toEqual({
      side: 'chosen',
      texts: [
        { part: 'user', state: 'not learned', isLearned: false, text: 'Where is the lamp?' },
        { part: 'answer', state: 'learned', isLearned: true, text: 'On the shelf.' },
      ],
      more: 0,
    });
    const names = told.flatMap(({ trainers }) => trainers.split(', '));
    expect(new Set(names).size).toBe(names.length);
  });

  it('warns where a model would learn what a tool said, and where texts are lost', () => {
    for (const [trainer, text] of [
      ['TRL', /^learned: calls, outputs of tools, answer · not learned: user$/],
      ['axolotl', /lost: calls/],
    ] as const) {
      const [first] = rowLearned(dpo, run, trainer);
      expect(first?.trainers).toMatch(trainer);
      expect(first?.told).toMatch(text);
      expect(first?.isDoubtful).toBe(true);
    }
  });

  it('lists the first texts of a long run, and counts the others', () => {
    const steps = Array.from({ length: 30 }, (_, n) => [
      { ...turn('assistant', ''), tool_calls: [call] },
      { ...turn('tool', `${n} `.repeat(500)), name: 'look' },
    ]).flat();
    const [first] = rowLearned(dpo, { ...run, chosen: [...steps, ...answer.chosen] }, 'TRL');
    expect(first?.sides[0]?.texts).toHaveLength(40);
    expect(first?.sides[0]?.more).toBe(22);
    expect(first?.sides[0]?.texts[2]?.text).toHaveLength(101);
  });

  it('is nothing where no trainer was looked at, or there is no answer', () => {
    expect(rowLearned(exportFormatNamed('nectar')!, answer, '')).toEqual([]);
    expect(rowLearned(dpo, { prompt: 'x' }, '')).toEqual([]);
    expect(rowLearned(dpo, answer, 'torchtune')).toEqual([]);
  });
});
