import { expect, it } from 'vitest';
import { exportOptionsOf } from '../../../src/core/export/options';
import { previewExport } from '../../../src/core/export/write';
import type { Recipe } from '../../../src/core/model/study/recipe';
import { exportFormatNamed } from '../../../src/core/export';
import { temporaryFolder } from '../made/temporaryFolder';
import { itemsOf, judge, studyOf } from '../made/study';

const patchOf = (text: string): string =>
  `diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = ${text}\n`;
const answers = (id: string, ...texts: readonly string[]): object => ({ id, prompt: 'Mend x.', responses: texts });

it('the predictions of SWE-bench have the patch of the best response of each task, once', async () => {
  const study = await studyOf(temporaryFolder(), [
    answers('acme__clock-1', patchOf('2'), patchOf('3')),
    answers('acme__clock-2', 'No idea.', patchOf('4')),
  ]);
  const { items } = await itemsOf(study);
  for (const annotator of ['ana', 'ben', 'eve'])
    for (const [position, { responses }] of items.entries()) {
      const [a, b] = responses.map(({ id }) => [id]);
      const tiers = [a ?? [], b ?? []];
      await judge(
        study,
        position,
        { ranking: { tiers: annotator === 'eve' ? tiers.reverse() : tiers } },
        { annotator },
      );
    }
  const of = (recipe: Recipe) => previewExport(study, exportOptionsOf(recipe), Infinity);
  const alone = await of({ format: 'swe-bench-predictions', annotators: ['ana', 'ben'] });
  const row = { instance_id: 'acme__clock-1', model_name_or_path: 'tiebreak', model_patch: patchOf('2') };
  expect(alone.rows.map(({ json }) => JSON.parse(json) as unknown)).toEqual([row]);
  expect(alone.tally.dropped).toMatchObject({ 'no-patch': 1 });
  const differing = await of({ format: 'swe-bench-predictions' });
  expect(differing.rows).toEqual([]);
  expect(differing.tally.dropped).toMatchObject({ 'best-differs': 6 });
  const together = await of({ format: 'swe-bench-predictions', aggregate: 'majority' });
  expect(together.rows.map(({ json }) => JSON.parse(json) as unknown)).toEqual([row]);
  await study.close();
});

it('a second row of a task is told, as SWE-bench tests the last one alone', () => {
  const check = exportFormatNamed('swe-bench-predictions')?.rules.across?.();
  const row = { instance_id: 'a', model_name_or_path: 'tiebreak', model_patch: 'x' };
  expect(check?.(row)).toBeUndefined();
  expect(check?.({ ...row, instance_id: 'b' })).toBeUndefined();
  expect(check?.(row)).toContain('another row of its instance_id');
});
