import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFormats } from '../../../../src/core/export';
import type { ExportFormat } from '../../../../src/core/export/format';
import { previewExport, type ExportPreview } from '../../../../src/core/export/write';
import type { Media } from '../../../../src/core/model/item/item';
import type { Study } from '../../../../src/core/study/study';
import { correctedCalls } from '../../made/correctedCalls';
import { judgedInEveryWay } from '../../made/studyOfEveryMode';
import { anyWholeStudy, wholeStudy } from '../../made/arbitraryStudy';

/** Every format with every kind of media: its rows hold it, or the item gives none and is counted. */

const kinds: readonly Media['kind'][] = ['image', 'audio', 'video'];
const studies = new Map<string, Study[]>();
const home = mkdtempSync(join(tmpdir(), 'tiebreak-test-'));

/** The kinds that formats carry in a prompt; all others none. */
const carried: Readonly<Record<string, readonly Media['kind'][]>> = {
  ...Object.fromEntries(
    [
      'llama-factory',
      'llama-factory-kto',
      'ms-swift',
      'ms-swift-conversations',
      'ms-swift-kto',
      'ms-swift-regression',
      'ms-swift-reranker',
    ].map((name) => [name, kinds]),
  ),
  ...Object.fromEntries(
    ['trl-dpo', 'trl-kto', 'grpo', 'best-of-n', 'demonstrations', 'refinement-pairs', 'call-pairs'].map((name) => [
      name,
      ['image'] as const,
    ]),
  ),
  verl: ['image', 'video'],
};

/** The fields of a record whose prompt has one of a kind. */
const inPrompt = (kind: Media['kind']): Record<string, unknown> => ({ [`${kind}s`]: [`what.${kind}`] });

beforeAll(async () => {
  const [drawn = []] = fc.sample(anyWholeStudy(true), { numRuns: 1, seed: 1 });
  for (const kind of kinds) {
    const folder = (): string => {
      const made = mkdtempSync(join(home, `${kind}-`));
      writeFileSync(join(made, `what.${kind}`), kind);
      return made;
    };
    studies.set(kind, [
      await judgedInEveryWay(folder(), inPrompt(kind)),
      await correctedCalls(folder(), inPrompt(kind)),
      (await wholeStudy(drawn, 'In winter.', undefined, folder(), inPrompt(kind))).study,
      (await wholeStudy(drawn, undefined, undefined, folder(), inPrompt(kind))).study,
    ]);
  }
});
afterAll(async () => {
  for (const each of [...studies.values()].flat()) await each.close();
  rmSync(home, { recursive: true, force: true });
});

async function exportsOf(kind: string, format: ExportFormat, options: object = {}): Promise<ExportPreview[]> {
  const made: ExportPreview[] = [];
  for (const study of studies.get(kind) ?? []) made.push(await previewExport(study, { format, ...options }, 10_000));
  return made;
}

const rowsOf = (exports: readonly ExportPreview[]): number =>
  exports.reduce((sum, { tally }) => sum + tally.rows.train, 0);

const withPrompt = exportFormats.filter(({ takes }) => takes.includes('media'));

it('is taken up with by every format that holds prompts', () => {
  expect(exportFormats.filter(({ takes }) => !takes.includes('media')).map(({ name }) => name)).toEqual(
    exportFormats.filter(({ takes }) => !takes.includes('context')).map(({ name }) => name),
  );
});

describe.each(withPrompt.map((format) => [format.name, format] as const))('%s', (name, format) => {
  it.each(kinds)(`carries or refuses a prompt with media of the kind %s`, async (kind) => {
    const without = await exportsOf(kind, format, { media: 'none' });
    expect(rowsOf(without), 'rows without media').toBeGreaterThan(0);
    expect(without.every(({ tally }) => (tally.notes['media-left-out'] ?? 0) === tally.rows.train)).toBe(true);
    expect(without.flatMap(({ rows }) => rows).filter(({ json }) => json.includes(`what.${kind}`))).toEqual([]);
    const made = await exportsOf(kind, format);
    if (carried[name]?.includes(kind)) {
      expect(rowsOf(made)).toBeGreaterThan(0);
      expect(made.flatMap(({ rows }) => rows).filter(({ json }) => !json.includes(`what.${kind}`))).toEqual([]);
    } else {
      expect(rowsOf(made)).toBe(0);
      expect(made.every(({ tally }) => (tally.dropped.media ?? 0) > 0)).toBe(true);
    }
  });
});
