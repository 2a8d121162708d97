import fc from 'fast-check';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { useCatalogue } from '../../../../src/core/model/problems/catalogue';
import { exportFormatNamed } from '../../../../src/core/export';
import type { ExportOptions } from '../../../../src/core/export/format';
import { droppedOf } from '../../../../src/core/export/rows/tally';
import {
  mergeFilterValueCounts,
  countAnnotationValues,
  countItemValues,
  filterValueReasons,
  type FilterValueCounts,
} from '../../../../src/core/export/rows/filterValueCounts';
import { exportSummary } from '../../../../src/core/export/summary';
import { previewExport, writeExport } from '../../../../src/core/export/write';
import { previewCounts } from '../../../../src/host/export/formatChoices';
import type { Annotation, Judgement } from '../../../../src/core/model/annotation/annotation';
import type { Item } from '../../../../src/core/model/item/item';
import type { Study } from '../../../../src/core/study/study';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

/** Which filter took how many, and what there is instead of what it names. */

const format = exportFormatNamed('trl-dpo')!;
const ranked = (changes: Partial<Judgement> = {}): Judgement => ({ ranking: { tiers: [['r1'], ['r2']] }, ...changes });

let study: Study | undefined;
afterEach(() => study?.close());

async function madeStudy(): Promise<Study> {
  const records = [
    ['de', 'code'],
    ['en-US', 'law'],
    ['en', 'tax'],
    ['fr', 'tax'],
  ].map(([language, domain], n) => ({
    id: `q${n}`,
    prompt: `Question ${n}`,
    responses: ['Yes', 'No'],
    language,
    domain,
  }));
  study = await studyOf(temporaryFolder(), records);
  await judge(study, 0, ranked({ flags: [{ flag: 'unsafe', response: 'r2' }], confidence: 0.2 }));
  await judge(study, 1, ranked({ confidence: 0.8 }), { group: 'experts', round: 2 });
  await judge(study, 2, ranked(), { origin: { kind: 'imported', from: 'x' }, rubrics: [{ id: 'tone', version: 2 }] });
  await judge(study, 3, ranked(), { annotator: 'ben', group: 'experts' });
  return study;
}

it.each<[Omit<ExportOptions, 'format'>, string]>([
  [{ annotators: ['ana'] }, '1: the annotator is not selected (--annotators)'],
  [
    { groups: ['b'] },
    '4: the group of the annotator is not selected (--groups): "b" was not found; existing values: "experts" (2), none (2)',
  ],
  [
    { groups: ['experts'] },
    '2: the group of the annotator is not selected (--groups): existing values: "experts" (2), none (2)',
  ],
  [
    { origins: ['model'] },
    '4: the origin of the judgment is not selected (--origins): "model" was not found; existing values: "human" (3), "imported" (1)',
  ],
  [
    { rounds: [9] },
    '4: the round of the judgment is not selected (--rounds): 9 was not found; existing values: 1 (3), 2 (1)',
  ],
  [
    { rounds: [1, 2, 9] },
    '0: the round of the judgment is not selected (--rounds): 9 was not found; existing values: 1 (3), 2 (1)',
  ],
  [
    { rubrics: { tone: 1 } },
    '4: not judged under the selected version of a rubric (--rubrics): "tone=1" was not found; existing values: "tone=2" (1), none (3)',
  ],
  [
    { guidelines: ['v1'] },
    '4: not judged under a selected version of the guidelines (--guidelines): "v1" was not found; existing values: none (4)',
  ],
  [
    { withFlags: ['unsaef'] },
    '4: none of the required flags is set (--flags): "unsaef" was not found; existing values: "unsafe" (1), none (3)',
  ],
  [{ withoutFlags: ['unsafe'] }, '1: an excluded flag is set (--without-flags)'],
  [
    { withoutFlags: ['unsaef'] },
    '0: an excluded flag is set (--without-flags): "unsaef" was not found; existing values: "unsafe" (1), none (3)',
  ],
  [
    { minConfidence: 0.9 },
    '2: the confidence of the annotator is below the minimum (--min-confidence): existing values: 0.2 (1), 0.8 (1), none (2)',
  ],
  [
    { languages: ['xx'] },
    '4: the language of the item is not selected (--languages): "xx" was not found; existing values: "de" (1), "en" (1), "en-US" (1), "fr" (1)',
  ],
  [
    { languages: ['en'] },
    '2: the language of the item is not selected (--languages): existing values: "de" (1), "en" (1), "en-US" (1), "fr" (1)',
  ],
  [
    { where: { domain: ['lwa'] } },
    '4: the metadata of the item do not have the selected values (--where): "lwa" was not found; existing values of "domain": "tax" (2), "code" (1), "law" (1)',
  ],
  [
    { where: { domian: ['law'] } },
    '4: the metadata of the item do not have the selected values (--where): no item has the field "domian"; existing fields: domain, language',
  ],
  [{ minAnnotators: 2 }, '4: fewer annotators than the minimum judged the item (--min-annotators)'],
])('%j tells how many it took and what there is', async (options, line) => {
  const { tally } = await previewExport(await madeStudy(), { format, ...options }, 10);
  const lines = exportSummary(tally, ['train.jsonl']).filter((each) => each.startsWith('  dropped '));
  const reasons = Object.values(droppedOf(tally)).map(({ count, reason }) => `${count}: ${reason}`);
  expect(reasons).toContain(line);
  expect(lines).toContain(`  dropped ${reasons[0]!}`);
});

it('an export without rows says what there is instead, and the view says it without options of the terminal', async () => {
  const made = await madeStudy();
  await expect(writeExport(made, { format, languages: ['xx'] }, temporaryFolder())).rejects.toThrow(
    'of 4 annotations none gives a row (4 × the language of the item is not selected (--languages): "xx" was not found; existing values: "de" (1), ',
  );
  const { tally } = await previewExport(made, { format, rounds: [9], where: { domain: ['law'] } }, 10);
  const shown = { tally, rows: [], files: [] };
  useCatalogue('editor', 'en');
  onTestFinished(() => useCatalogue('commandLine', 'en'));
  expect(previewCounts(shown, format, '').dropped).toEqual([
    { count: 1, reason: 'the round of the judgment is not selected: 9 was not found; existing values: 2 (1)' },
    {
      count: 3,
      reason:
        'the metadata of the item do not have the selected values: existing values of "domain": "tax" (2), "code" (1), "law" (1)',
    },
  ]);
  // Metadata may name models.
  expect(previewCounts(shown, format, '', true).dropped[1]).toEqual({
    count: 3,
    reason: 'the metadata of the item do not have the selected values',
  });
});

it('what was met is the same however the rows were shared out, too many values too', () => {
  const filters = { languages: ['de'], where: { topic: ['law'] }, withFlags: ['a'] };
  const items = fc.array(
    fc.record({
      language: fc.constantFrom('de', 'en', undefined),
      metadata: fc.dictionary(fc.constantFrom('topic', 'kind', 'x'), fc.nat(600).map(String)),
      flags: fc.array(fc.constantFrom('a', 'b')),
    }),
    { maxLength: 600 },
  );
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 7 }), (all, parts) => {
      const metIn = (some: typeof all): FilterValueCounts => {
        const met: FilterValueCounts = new Map();
        for (const { flags, ...item } of some) {
          countItemValues(met, item as unknown as Item, filters);
          countAnnotationValues(
            met,
            { judgement: { flags: flags.map((flag) => ({ flag })) } } as unknown as Annotation,
            filters,
          );
        }
        return met;
      };
      const size = Math.ceil(all.length / parts) || 1;
      const together: FilterValueCounts = new Map();
      for (let begin = 0; begin < all.length; begin += size)
        mergeFilterValueCounts(together, metIn(all.slice(begin, begin + size)));
      expect(
        filterValueReasons(together, filters, { 'other-language': 1, 'other-metadata': 1, 'not-flagged': 1 }),
      ).toEqual(
        filterValueReasons(metIn(all), filters, { 'other-language': 1, 'other-metadata': 1, 'not-flagged': 1 }),
      );
    }),
    { numRuns: 40 },
  );
});
