import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStudy } from '../../../src/core/study/create';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import type { Item } from '../../../src/core/model/item/item';
import type { Study } from '../../../src/core/study/study';
import { annotationsOf } from './judgedRecords';
import { itemsOf, opened } from './study';

/**
 * A study of these attempts, as tau-bench writes them; of each task the first two are ranked, the first one best.
 *
 * @param more what else is said of each task
 */
export async function judgedRuns(
  folder: string,
  runs: readonly object[],
  more: (item: Item) => Judgement = () => ({}),
): Promise<Study> {
  const dataset = join(folder, 'runs.json');
  writeFileSync(dataset, JSON.stringify(runs));
  const projectFile = join(folder, 'runs.tiebreak');
  await createStudy({ projectFile, datasets: [dataset], mode: 'rank' });
  const study = await opened(projectFile);
  const { items } = await itemsOf(study);
  const said = items.map((item, at) => {
    const [a, b] = item.responses;
    return { at, judgement: { ranking: { tiers: [[a?.id ?? ''], [b?.id ?? '']] }, ...more(item) } };
  });
  await study.append(await annotationsOf(study, said));
  await study.refresh();
  return study;
}
