import { describe, expect, it } from 'vitest';
import { exportFormatNamed, exportFormats } from '../../../src/core/export';
import { agreementOn } from '../../../src/core/export/derive/agreement';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import { annotation } from '../made/journalLines';
import { exported, judgedStudy } from './formats/studyFixtures';

/** The agreement on an item that annotators judged so, in turn, measured for a format. */
function agreement(name: string, ...judgements: readonly Judgement[]): number | undefined {
  const format = exportFormatNamed(name);
  if (!format) throw new RangeError(name);
  return agreementOn(
    judgements.map((judgement, n) => ({ ...annotation(n + 1), annotator: `a${n}`, shown: ['r1', 'r2'], judgement })),
    { format },
  );
}

const prefers = (better: string, worse: string): Judgement => ({ ranking: { tiers: [[better], [worse]] } });
const rates = (...values: readonly (number | null)[]): Judgement => ({
  ratings: values.map((value, n) => ({ response: `r${n + 1}`, aspect: 'helpfulness', value })),
});

describe('the agreement that is asked for', () => {
  it('is the share of strict votes with the majority, also where there are ratings', () => {
    expect(
      agreement(
        'trl-dpo',
        { ...prefers('r1', 'r2'), ...rates(1, 2) },
        { ...prefers('r1', 'r2'), ...rates(2, 3) },
        { ...prefers('r2', 'r1'), ...rates(3, 4) },
      ),
    ).toBeCloseTo(2 / 3);
  });

  it('is for formats of ratings that of the same rating of a response on an aspect', () => {
    expect(
      agreement(
        'helpsteer2',
        { ...prefers('r1', 'r2'), ...rates(1, 2) },
        { ...prefers('r1', 'r2'), ...rates(1, 3) },
        rates(1, 4),
      ),
    ).toBeCloseTo(4 / 6);
    expect(agreement('helpsteer2', prefers('r1', 'r2'), prefers('r2', 'r1'))).toBe(0.5);
  });

  it('is for formats of labels that of the labels, those of comparisons too', () => {
    expect(
      agreement(
        'trl-kto',
        { acceptable: { r1: true, r2: true } },
        { comparisons: [{ a: 'r1', b: 'r2', outcome: 'both-bad' }], acceptable: { r1: true } },
        prefers('r1', 'r2'),
      ),
    ).toBe(0.75);
  });

  it('is for formats of verdicts and steps that of the verdicts and of the steps', () => {
    const verdict = (value: boolean | null): Judgement => ({ verdicts: [{ response: 'r1', criterion: 'c', value }] });
    expect(
      agreement(
        'verdicts',
        { ...verdict(true), ...prefers('r1', 'r2') },
        { ...verdict(false), ...prefers('r1', 'r2') },
        verdict(null),
      ),
    ).toBe(0.5);
    const step = (label: 'correct' | 'incorrect' | null): Judgement => ({
      steps: [{ response: 'r1', start: 0, end: 4, label }],
    });
    expect(agreement('trl-prm', step('correct'), step('correct'), step('incorrect'), step(null))).toBeCloseTo(2 / 3);
  });

  it('is measured on what there is where nothing of the format was judged, and on nothing where that is texts alone', () => {
    expect(agreement('demonstrations', rates(1, 2), rates(1, 3))).toBe(0.75);
    expect(agreement('demonstrations', { rationale: 'Long' }, rates(null, null))).toBeUndefined();
    expect(agreement('critique-sft', { critiques: [{ response: 'r1', text: 'Flat' }] })).toBeUndefined();
  });

  it('is a whole one of one annotator alone', () => {
    for (const { name } of exportFormats)
      expect(agreement(name, { ...rates(3, 4), acceptable: { r1: true } }), name).toBe(1);
  });

  it('leaves out what it cannot be measured on, under a reason of its own', async () => {
    const records = [...Array(3).keys()].map((n) => ({
      id: `q${n}`,
      prompt: `Question ${n}`,
      responses: ['Yes', 'No'],
    }));
    const answer = { demonstrations: [{ turns: [{ role: 'assistant', content: 'Perhaps.' }] }] };
    const study = await judgedStudy(
      records,
      [],
      [
        answer,
        { ...answer, ...prefers('r1', 'r2') },
        { ...answer, ...prefers('r1', 'r2') },
        { ...prefers('r2', 'r1'), by: { annotator: 'ben' }, at: 2 },
      ],
    );
    const { from, tally } = await exported(study, 'demonstrations', { minAgreement: 0.6 });
    expect(from.map(({ item }) => item)).toEqual(['q1']);
    expect(tally.dropped).toEqual({ 'no-votes': 1, 'no-agreement': 2 });
    await study.close();
  });
});
