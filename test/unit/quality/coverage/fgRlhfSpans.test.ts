import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importLabels } from '../../../../src/core/import/importLabels';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { createStudy } from '../../../../src/core/study/create';
import { root } from '../../made/bundle';
import { temporaryFolder } from '../../made/temporaryFolder';
import { opened } from '../../made/study';

const source = join(root, '../shared/data/fine-grained-rlhf-qa-dev-feedback.json');

interface RawError {
  readonly 'error type': string;
  readonly explanation?: string;
}

interface RawRecord {
  readonly feedback: { readonly errors: readonly RawError[]; readonly 'missing-info': readonly RawError[] };
}

/** How often each type stands in records, and in how many of them, counted from the file itself. */
function rawCounts(
  records: readonly RawRecord[],
  key: 'errors' | 'missing-info',
): Record<string, { spans: number; responses: number }> {
  const counts: Record<string, { spans: number; responses: number }> = {};
  for (const { feedback } of records) {
    for (const { 'error type': type } of feedback[key]) (counts[type] ??= { spans: 0, responses: 0 }).spans++;
    for (const type of new Set(feedback[key].map((error) => error['error type']))) counts[type]!.responses++;
  }
  return counts;
}

describe.skipIf(!existsSync(source))("the spans of Fine-Grained RLHF's feedback", () => {
  it('are counted by type, by file and by response as a count of the raw file has them', async () => {
    const folder = temporaryFolder();
    const records = JSON.parse(readFileSync(source, 'utf8')) as RawRecord[];
    const parts = { 'a.json': records.slice(0, 180), 'b.json': records.slice(180) };
    for (const [name, part] of Object.entries(parts)) writeFileSync(join(folder, name), JSON.stringify(part));
    const projectFile = join(folder, 'study.tiebreak');
    await createStudy({ projectFile, datasets: [join(folder, 'a.json'), join(folder, 'b.json')] });
    const study = await opened(projectFile);
    expect((await importLabels(study, { annotator: 'source' })).written).toBe(500);
    const { spans, slices } = await coverageOf(study, { by: ['source', 'response'] });
    await study.close();

    const found = (kind: 'span' | 'missing'): Record<string, { spans: number; responses: number }> =>
      Object.fromEntries(
        spans.types
          .filter((each) => each.kind === kind)
          .map(({ type, spans: count, responses }) => [
            type ?? '',
            { spans: count, responses: Math.round(responses!.rate * responses!.n) },
          ]),
      );
    expect(found('span')).toEqual(rawCounts(records, 'errors'));
    expect(found('missing')).toEqual(rawCounts(records, 'missing-info'));
    expect(Object.keys(found('span')).sort()).toEqual([
      'Incoherent',
      'Irrelevant',
      'Redundant',
      'Unverifiable',
      'Wrong-Grounding',
    ]);
    expect([spans.spans, spans.missing, spans.critiqued]).toEqual([
      records.flatMap(({ feedback }) => feedback.errors).length,
      records.flatMap(({ feedback }) => feedback['missing-info']).length,
      500,
    ]);
    expect(spans.types.every(({ kind, negative, spans: count }) => negative === (kind === 'span' ? count : 0))).toBe(
      true,
    );
    const bare = records
      .flatMap(({ feedback }) => feedback.errors)
      .filter(({ explanation = '' }) => explanation.trim() === '').length;
    expect(Math.round(spans.withoutCritique!.rate * spans.withoutCritique!.n)).toBe(bare);

    const inSlice = (
      kind: 'span' | 'missing',
      by: string,
      value: string,
    ): Record<string, { spans: number; responses: number }> => {
      const index = slices.findIndex((slice) => slice.by === by && slice.value === value);
      const own = spans.types
        .filter((each) => each.kind === kind)
        .map(({ type, slices: all }) => [type, all.find(([slice]) => slice === index)] as const);
      return Object.fromEntries(
        own
          .filter(([, counts]) => counts)
          .map(([type, counts]) => [type ?? '', { spans: counts![1], responses: counts![2] }]),
      );
    };
    for (const [name, part] of Object.entries(parts)) {
      expect(inSlice('span', 'source', name)).toEqual(rawCounts(part, 'errors'));
      expect(inSlice('missing', 'source', name)).toEqual(rawCounts(part, 'missing-info'));
    }
    // All feedback is on the first of the four.
    expect(inSlice('span', 'response', 'prediction 1')).toEqual(rawCounts(records, 'errors'));
    expect(inSlice('span', 'response', 'prediction 2')).toEqual({});
  });
});
