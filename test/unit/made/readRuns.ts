import { detectReading } from '../../../src/core/dataset/detectReading';
import { withRunsOf, type RunTotals } from '../../../src/core/dataset/runs/runTotals';
import { expandSources } from '../../../src/core/dataset/sources/sources';
import { scan } from '../../../src/core/dataset/sources/scan';
import type { Item } from '../../../src/core/model/item/item';

/** The tasks in files or folders of runs, what is told of them, and how much there is. */
export async function readRuns(
  ...sources: readonly string[]
): Promise<{ items: Item[]; told: string[]; totals: RunTotals | undefined }> {
  const { files, problems } = await expandSources(sources, '/');
  const items: Item[] = [];
  const told = problems.map(({ message }) => message);
  for await (const batch of scan(files, await detectReading(files)))
    for (const parsed of batch) {
      if ('item' in parsed) items.push(parsed.item);
      else told.push(parsed.problem.message);
    }
  const totals = items.reduce<RunTotals | undefined>((sum, item) => withRunsOf(sum, item), undefined);
  return { items, told, totals };
}
