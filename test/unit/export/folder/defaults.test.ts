import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import { manifestName } from '../../../../src/core/export/folder/exportTarget';
import type { Manifest } from '../../../../src/core/export/folder/manifest';
import { writeExport } from '../../../../src/core/export/write';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

const records = [...Array(12).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  responses: ['a', 'b', 'c'],
}));

/** Manifest and card of an export of twelve rankings of three. */
async function written(name: string, options: object): Promise<{ manifest: Manifest; card: string }> {
  const folder = temporaryFolder();
  const study = await studyOf(folder, records);
  for (const n of records.keys()) await judge(study, n, { ranking: { tiers: [['r1'], ['r2'], ['r3']] } });
  const out = join(folder, 'out');
  await writeExport(study, { format: exportFormatNamed(name)!, ...options }, out);
  await study.close();
  return {
    manifest: JSON.parse(readFileSync(join(out, manifestName), 'utf8')) as Manifest,
    card: readFileSync(join(out, 'README.md'), 'utf8'),
  };
}

const places = { context: 'user', evidence: 'user' };

describe('a manifest', () => {
  it.each<[string, object, object | undefined]>([
    ['trl-reward', {}, { pairs: 'all', ...places, margin: 'rank-or-strength' }],
    ['trl-reward', { margin: 'votes', pairs: 'neighbours' }, places],
    [
      'trl-dpo',
      { split: { train: 0.5, test: 0.5 }, groupBy: 'near-duplicates' },
      { pairs: 'all', ...places, seed: 0, nearDuplicates: 0.8 },
    ],
    ['rrhf', {}, { listSize: 3, ...places }],
    ['rrhf', { listSize: 3 }, places],
    ['arena', {}, places],
    ['annotators', {}, undefined],
  ])(
    'of %s with %o says what the export went by where nobody chose, apart from what was asked for',
    async (name, options, defaults) => {
      const { manifest, card } = await written(name, options);
      expect(manifest.defaults).toEqual(defaults);
      expect(manifest.options).toEqual({ ...options, format: name, file: name === 'arena' ? 'json' : 'jsonl' });
      for (const [option, value] of Object.entries(defaults ?? {}))
        expect(card).toContain(`- ${option}: ${String(value).replace('.', '\\.')}`);
      expect(card.includes('Default options:')).toBe(defaults !== undefined);
    },
  );
});
