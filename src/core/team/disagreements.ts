import { scan } from '../dataset/sources/scan';
import { itemsBehind } from '../quality/items/itemsBehind';
import { knownPreferences } from '../quality/judgements/knownPreferences';
import { readJudgements } from '../quality/judgements/readJudgements';
import { votersAmong } from '../quality/judgements/studyJudgements';
import type { Study } from '../study/study';

/**
 * Ids of the items on which annotators disagree and that nobody has settled: what waits for adjudicators, the strongest
 * disagreements first. The study's journals were read.
 */
export async function disagreements(study: Study, signal?: AbortSignal): Promise<string[]> {
  const judgements = await readJudgements(study, { by: [], ...(signal && { signal }) });
  const ordinals = itemsBehind(
    judgements,
    votersAmong(judgements.annotators),
    knownPreferences(judgements, study.project.plan?.controls?.answers),
    { of: 'unsettled' },
  );
  const ids = new Map<number, string>();
  const wanted = new Set(ordinals);
  let ordinal = 0;
  if (wanted.size > 0)
    for await (const batch of scan(study.data.paths, study.data.reading, { signal }))
      for (const parsed of batch) {
        if (wanted.has(ordinal) && 'item' in parsed) ids.set(ordinal, parsed.item.id);
        ordinal++;
      }
  return ordinals.flatMap((each) => ids.get(each) ?? []);
}
