import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../src/core/export';
import type { ExportFormat, ExportOptions } from '../../../src/core/export/format';
import type { Fields } from '../../../src/core/export/fields';
import { previewExport } from '../../../src/core/export/write';
import { everythingStudy } from '../made/goldenStudies';
import { exported, itemOf, judgedBy, ranked } from '../made/formatRows';
import { opened } from '../made/study';
import { temporaryFolder } from '../made/temporaryFolder';

/** Numbers beside the texts of a pair: weights, margins and soft labels. */

const taking = (option: 'margin' | 'weight' | 'softLabel'): ExportFormat[] =>
  exportFormats.filter(({ takes }) => takes.includes(option));
const ofResponses = (formats: readonly ExportFormat[]): ExportFormat[] =>
  formats.filter(({ family }) => family === 'pairs' || family === 'reward');

describe('the weights of one ranking', () => {
  const halved = 'half an emoji \ud83d';

  it.each<[string, readonly string[], Partial<ExportOptions>]>([
    ['all', ['A', 'B', 'C', 'D'], {}],
    [
      'a pair that is too similar',
      ['one two three four five six', 'one two three four five six!', 'C', 'D'],
      { maxSimilarity: 0.5 },
    ],
    ['a pair with one long response', ['A', 'B', 'C'.repeat(90), 'D'], { maxLengthRatio: 3 }],
    ['two responses that are the same', ['A', 'B', 'B', 'D'], {}],
    ['a text that no loader takes', ['A', 'B', 'C', halved], {}],
    ['some of the pairs only', ['A', 'B', 'C', 'D'], { pairs: 'neighbours' }],
  ])('sum to 1 over the rows that are written: %s', (_, responses, options) => {
    const item = itemOf('Hi', responses);
    const study = [[item, judgedBy(item, ranked('a', 'b', 'c', 'd'), ranked('d c', 'b', 'a'))]] as const;
    for (const format of ofResponses(taking('weight'))) {
      // Without a study around them rows are as the format makes them; halves of characters are left out behind it.
      const { rows } = exported(format, study, { ...options, weight: 'list' });
      const written = rows.filter((row) => !JSON.stringify(row).includes('\\ud83d'));
      const weights = written.map(({ weight }) => weight as number);
      if (format.name === 'context-pairs' || format.name === 'principle-pairs') continue;
      expect(weights.length, format.name).toBeGreaterThan(0);
      // Two annotators ranked, so there are two rankings.
      expect(
        weights.reduce((sum, weight) => sum + weight, 0),
        format.name,
      ).toBeCloseTo(2, 4);
    }
  });
});

describe('a column that no listed trainer reads', () => {
  const ranking = itemOf('Hi', ['A', 'B', 'C']);
  const study = [[ranking, judgedBy(ranking, ranked('a', 'b', 'c'))]] as const;

  it.each(ofResponses(taking('weight')).filter(({ name }) => !/^(context|principle)-pairs$/.test(name)))(
    'is told of each row of $name',
    (format) => {
      const told = (options: Partial<ExportOptions>): unknown => {
        const { rows, notes } = exported(format, study, options);
        expect(rows.length).toBe(3);
        return Object.fromEntries(Object.entries(notes).filter(([note]) => note.endsWith('-unread')));
      };
      expect(told({})).toEqual({});
      expect(told({ weight: 'list' })).toEqual({ 'weight-unread': 3 });
      expect(told({ softLabel: true })).toEqual({ 'soft-label-unread': 3 });
      expect(told({ noise: 'smooth' })).toEqual({ 'soft-label-unread': 3 });
      expect(told({ weight: 'list', softLabel: true })).toEqual({ 'weight-unread': 3, 'soft-label-unread': 3 });
    },
  );

  it.each(ofResponses(taking('margin')).filter(({ name }) => !/^(context|principle)-pairs$/.test(name)))(
    'is told of margins in $name where it is read by reward trainers alone',
    (format) => {
      const { notes } = exported(format, study, { margin: 'rank-gap' });
      const readsThem = ['trl-reward', 'trl-reward-text', 'nemo-aligner-dpo'].includes(format.name);
      expect(notes['margin-unread']).toBe(readsThem ? undefined : 3);
    },
  );

  it('is told of every format that can write one', async () => {
    const opening = await opened(join(everythingStudy(6, temporaryFolder()), 'study.tiebreak'));
    for (const format of taking('weight')) {
      const { rows, tally } = await previewExport(opening, { format, weight: 'list', stale: 'keep' }, Infinity);
      const carrying = rows.filter(({ json }) => 'weight' in (JSON.parse(json) as Fields)).length;
      expect(tally.notes['weight-unread'] ?? 0, format.name).toBe(carrying);
      expect(carrying, format.name).toBe(rows.length);
    }
    await opening.close();
  });
});
