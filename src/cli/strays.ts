import { scan } from '../core/dataset/scan';
import type { Problem } from '../core/model/problem';
import { StrayFinder, strayAt, strayCount } from '../core/study/strays';
import { MissingControls } from '../core/study/missingControls';
import { controlsOf, type Study } from '../core/study/study';

/** A warning for each annotation whose item changed or is gone, at its line, and for each control item that is not there. Reads the dataset once. */
export async function straysOf(study: Study): Promise<Problem[]> {
  const controls = controlsOf(study);
  if (study.replay.annotators().length === 0 && !controls) return [];
  const missing = new MissingControls(controls);
  const finder = new StrayFinder(study.replay);
  for await (const batch of scan(study.data.paths, study.data.reading)) {
    // Nobody asks for the places of items here.
    for (const parsed of batch) {
      if (!('item' in parsed)) continue;
      finder.look(parsed.item, 0);
      missing.look(parsed.item.id);
    }
  }
  const { changed, gone } = finder.found();
  const problems: Problem[] = missing.problems();
  for (const [list, what] of [[changed, 'has other texts now. It is kept, and exports leave it out; judge the item again'], [gone, 'is no longer in the dataset. It is kept, and exports leave it out; it counts again when the item is back']] as const) {
    for (let index = 0; index < strayCount(list); index++) {
      const { ref } = strayAt(list, index);
      const { item, annotator, time } = await study.journal.fetch(ref);
      problems.push({ severity: 'warning', file: ref.source, line: ref.line, message: `the item ${JSON.stringify(item)}, which ${annotator} judged on ${time.slice(0, 10)}, ${what}` });
    }
  }
  return problems;
}
