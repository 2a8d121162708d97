import type { Journal } from '../../journal/journal';
import type { Replay, CurrentAnnotation } from '../../journal/replay';
import type { Annotation } from '../../model/annotation/annotation';
import { plainKey } from '../../model/annotation/judgementKey';
import type { JudgedItem } from './judgedRecords';

/** Where annotations are found that no filter lets through. */
interface LibraryCache {
  readonly replay: Pick<Replay, 'annotators' | 'on'>;
  readonly journal: Pick<Journal, 'fetchAll'>;
}

/**
 * Adds to items the annotations whose critiques are judged in them and that are not exported themselves, as they are in
 * force: by another annotator, of another group, origin or round than asked for. They are read only where a judgement
 * names one that is not at hand; under the same context, as the desk shows critiques.
 */
export async function withCritics(
  judged: readonly JudgedItem[],
  { replay, journal }: LibraryCache,
): Promise<readonly JudgedItem[]> {
  const missing = judged.map((each) => standingsOfCritics(each, replay));
  const critics = new Map<string, Annotation>();
  for await (const some of journal.fetchAll(
    missing.flatMap((currentAnnotations) => currentAnnotations.map(({ ref }) => ref)),
  ))
    for (const annotation of some) critics.set(annotation.id, annotation);
  return judged.map((each, at) => {
    const found = (missing[at] ?? []).flatMap(({ id }) => critics.get(id) ?? []);
    return found.length === 0 ? each : { ...each, critics: found };
  });
}

/**
 * The judgements of an item that are not exported, where one that is judges a critique that may stand in them. A critic
 * who saved again has another id than the one that is named.
 */
function standingsOfCritics(
  { item, context, annotations }: JudgedItem,
  replay: LibraryCache['replay'],
): readonly CurrentAnnotation[] {
  const exported = new Set(annotations.map(({ id }) => id));
  const named = annotations.flatMap(({ judgement: { metaCritiques = [] } }) =>
    metaCritiques.flatMap(({ critiques }) => critiques.map(({ annotation }) => annotation)),
  );
  if (named.every((id) => exported.has(id))) return [];
  const judgementKey = context === undefined ? plainKey : { context };
  return replay.annotators().flatMap((annotator) => {
    const currentAnnotation = replay.on(annotator, item, judgementKey);
    return currentAnnotation && !currentAnnotation.skipped && !exported.has(currentAnnotation.id)
      ? [currentAnnotation]
      : [];
  });
}
