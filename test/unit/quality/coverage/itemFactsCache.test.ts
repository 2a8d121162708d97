import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemsOfCell } from '../../../../src/core/quality/coverage/items/cellItems';
import { coverageOf, type CoverageOptions } from '../../../../src/core/quality/coverage/coverage';
import { itemsOfSpans } from '../../../../src/core/quality/coverage/items/spanItems';
import { coverageAsJson } from '../../../../src/core/quality/coverage/serializedCoverage';
import type { Study } from '../../../../src/core/study/study';
import { criterion, rubric, rubricStudy } from '../../made/rubricStudy';
import { opened } from '../../made/study';

const records = [...Array(6).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  kind: n % 2 === 0 ? 'code' : 'text',
  responses: ['first', 'second'],
}));
const judged = (): Promise<Study> =>
  rubricStudy(
    records,
    [rubric([criterion('x')])],
    records.map((_, at) => ({
      at,
      judgement: {
        verdicts: [{ response: 'r1', criterion: 'x', value: true }],
        critiques: [{ response: 'r1', text: '', spans: [{ start: 0, end: 1, quote: 'f' }] }],
      },
    })),
  );

const time = new Date('2026-11-21T08:00:00.000Z');

/** Writes the dataset's file over without a sign of it: who reads it again notices. */
function rewrite(study: Study, change: (text: string) => string): void {
  const [file] = study.data.paths;
  if (file === undefined) throw new RangeError('no dataset');
  writeFileSync(file, change(readFileSync(file, 'utf8')), { flag: 'r+' });
  utimesSync(file, time, time);
}

const kindsIn = async (study: Study, options: CoverageOptions): Promise<(string | null)[]> =>
  (await coverageOf(study, { by: ['kind'], ...options })).slices.map(({ value }) => value);

describe('what the dataset says of its items', () => {
  it('is kept for the next look, and for the items behind a cell, as long as files, slices and scopes are the same', async () => {
    const study = await judged();
    rewrite(study, (text) => text);
    const cacheFolder = join(dirname(study.file), 'cache');
    const options = { by: ['kind', 'annotator'], cacheFolder };
    const first = coverageAsJson(await coverageOf(study, options));
    expect(first).toEqual(coverageAsJson(await coverageOf(study, { by: options.by })));
    const kept = readdirSync(cacheFolder);
    expect(kept).toHaveLength(1);

    rewrite(study, (text) => text.replaceAll('"code"', '"mail"'));
    const later = await opened(study.file);
    expect(coverageAsJson(await coverageOf(later, options))).toEqual(first);
    const slice = { by: 'kind', value: 'code' };
    expect(
      (await itemsOfCell(later, { criterion: 'x', slice, state: 'filled' }, options)).map(({ ordinal }) => ordinal),
    ).toEqual([0, 2, 4]);
    expect((await itemsOfSpans(later, { kind: 'span', slice }, options)).map(({ ordinal }) => ordinal)).toEqual([
      0, 2, 4,
    ]);
    expect(readdirSync(cacheFolder).filter((name) => !name.endsWith('.used'))).toEqual(kept);

    expect(await kindsIn(later, { cacheFolder })).toEqual(['mail', 'text']);
    expect(await kindsIn(later, {})).toEqual(['mail', 'text']);
    await later.close();
  });
});
