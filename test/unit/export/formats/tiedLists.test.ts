import { expect, it } from 'vitest';
import { exported, judgedStudy } from './studyFixtures';

const records = [{ id: 'q', prompt: 'Why?', responses: ['a', 'b', 'c'] }];

it.each<[string, string[][], number | undefined]>([
  ['pro', [['r1'], ['r2', 'r3']], 1],
  ['nectar', [['r1'], ['r2', 'r3']], 1],
  ['rrhf', [['r1', 'r2', 'r3']], 1],
  ['rrhf', [['r1'], ['r2', 'r3']], undefined],
  ['pro', [['r1'], ['r2'], ['r3']], undefined],
])(
  'of a list with ties it is noted where its trainer (%s) makes something else of them',
  async (format, tiers, noted) => {
    const study = await judgedStudy(records, [], [{ ranking: { tiers } }]);
    const { rows, tally } = await exported(study, format);
    expect(rows).toHaveLength(1);
    expect(tally.notes['tied-list']).toBe(noted);
    await study.close();
  },
);
