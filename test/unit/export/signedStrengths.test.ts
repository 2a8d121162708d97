import { describe, expect, it } from 'vitest';
import { trlDpoText } from '../../../src/core/export/formats/pairs/trl';
import type { ExportOptions } from '../../../src/core/export/format';
import { previewExport } from '../../../src/core/export/write';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import type { Study } from '../../../src/core/study/study';
import { temporaryFolder } from '../made/temporaryFolder';
import { judge, studyOf } from '../made/study';

const texts = ['red', 'green', 'blue', 'white'];
const item = { id: 'q', prompt: 'Which colour?', responses: texts };
const ranking = (...order: readonly number[]): Judgement => ({
  ranking: { tiers: order.map((place) => [`r${place}`]) },
});
const better = (outcome: 'a' | 'b', strength: 1 | 2 | 3): Judgement => ({
  comparisons: [{ a: 'r1', b: 'r2', outcome, strength }],
});

async function judgedBy(...judgements: readonly Judgement[]): Promise<Study> {
  const study = await studyOf(temporaryFolder(), [item]);
  for (const [n, judgement] of judgements.entries()) await judge(study, 0, judgement, { annotator: `a${n}` });
  return study;
}

/** Rows as "chosen>rejected column…", and how many pairs were dropped by reason. */
async function exported(
  study: Study,
  options: Omit<ExportOptions, 'format'>,
): Promise<{ rows: string[]; dropped: object }> {
  const { rows, tally } = await previewExport(study, { format: trlDpoText, ...options }, 100);
  const values = rows.map(
    ({ json }) => JSON.parse(json) as { chosen: string; rejected: string; margin?: number; soft_label?: number },
  );
  return {
    rows: values.map(({ chosen, rejected, margin, soft_label }) =>
      [`${chosen}>${rejected}`, ...[margin, soft_label].filter((each) => each !== undefined)].join(' '),
    ),
    dropped: tally.dropped,
  };
}

describe('what several annotators say of the strength of one preference', () => {
  it('is the mean that a least strength is held against, as the margin is', async () => {
    const study = await judgedBy(better('a', 3), better('a', 2), better('b', 1));
    expect(await exported(study, { aggregate: 'majority', margin: 'strength' })).toMatchObject({
      rows: ['red>green 1.333333'],
    });
    expect(await exported(study, { aggregate: 'majority', minStrength: 1 })).toMatchObject({
      rows: ['red>green'],
      dropped: {},
    });
    await expect(exported(study, { aggregate: 'majority', minStrength: 1.5 })).resolves.toMatchObject({
      rows: [],
      dropped: { 'too-weak': 1 },
    });
    await study.close();
  });
});

describe('a pair that was turned round', () => {
  it('has the votes of the response that is chosen now, whichever rule it is of', async () => {
    // By Borda's count red leads (7 of 9 points to 6), and two of three prefer green to red.
    const study = await judgedBy(ranking(2, 1, 3, 4), ranking(2, 1, 3, 4), ranking(1, 3, 4, 2));
    const ofTwo = async (options: Omit<ExportOptions, 'format'>): Promise<string[]> =>
      (await exported(study, { aggregate: 'borda', softLabel: true, ...options })).rows.filter((row) =>
        /red.*green|green.*red/.test(row),
      );
    expect(await ofTwo({})).toEqual(['red>green 0.333333']);
    expect(await ofTwo({ noise: 'flip' })).toEqual(['green>red 0.666667']);
    await study.close();
  });

  it('has no strength or gap of the other direction', async () => {
    const study = await judgedBy(better('a', 3), better('b', 1), better('b', 2));
    expect(await exported(study, { noise: 'flip', margin: 'strength' })).toMatchObject({
      rows: ['green>red 1', 'green>red 2'],
      dropped: { 'against-margin': 1 },
    });
    expect(await exported(study, { noise: 'flip', minStrength: 2 })).toMatchObject({
      rows: ['green>red'],
      dropped: { 'too-weak': 2 },
    });
    expect(await exported(study, { noise: 'flip', margin: 'rank-or-strength' })).toMatchObject({
      rows: ['green>red 1', 'green>red 1', 'green>red 2'],
    });
    await study.close();
    const ranked = await judgedBy(ranking(1, 3, 4, 2), ranking(2, 1, 3, 4), ranking(2, 1, 3, 4));
    expect(
      (await exported(ranked, { noise: 'flip', margin: 'rank-gap' })).rows.filter((row) => row.startsWith('green>red')),
    ).toEqual(['green>red 1', 'green>red 1']);
    await ranked.close();
  });
});
