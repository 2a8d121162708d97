import { scan } from '../core/dataset/scan';
import type { Problem } from '../core/model/problem';
import { StrayFinder, strayAt, strayCount } from '../core/study/strays';
import type { Study } from '../core/study/study';

/** A warning for each annotation whose item changed or is gone, at its line. Reads the dataset once. */
export async function straysOf(study: Study): Promise<Problem[]> {
  if (study.replay.annotators().length === 0) return [];
  const finder = new StrayFinder(study.replay);
  for await (const batch of scan(study.data.paths, study.data.reading)) {
    // Nobody asks for the places of items here.
    for (const parsed of batch) if ('item' in parsed) finder.look(parsed.item, 0);
  }
  const { changed, gone } = finder.found();
  const problems: Problem[] = [];
  for (const [list, what] of [[changed, 'has other texts now. It is kept, and exports leave it out; judge the item again'], [gone, 'is no longer in the dataset. It is kept, and exports leave it out; it counts again when the item is back']] as const) {
    for (let index = 0; index < strayCount(list); index++) {
      const { ref } = strayAt(list, index);
      const { item, annotator, time } = await study.journal.fetch(ref);
      problems.push({ severity: 'warning', file: ref.source, line: ref.line, message: `the item ${JSON.stringify(item)}, which ${annotator} judged on ${time.slice(0, 10)}, ${what}` });
    }
  }
  return problems;
}
