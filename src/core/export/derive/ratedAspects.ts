import { defaultAspects } from '../../model/annotation/aspect';
import type { Study } from '../../study/study';
import type { RatedAspect, ExportOptions } from '../format';
import { controlsLeftOut, isWanted, leftOutReason, unwantedReason } from '../rows/annotationSelection';

/** So many judgements are fetched at a time. */
const batch = 1000;

/**
 * The aspects that the exported judgements rate on, in the order of the project's own and then by name. Each has the
 * scale that the project gives it; where the project says nothing, the standard one if somebody rated on it at the
 * desk. What was only imported is on the scale of its source.
 */
export async function ratedAspects(study: Study, options: ExportOptions): Promise<readonly RatedAspect[]> {
  const controls = controlsLeftOut(study, options);
  const currentAnnotations = [...study.replay.all()].filter(
    (currentAnnotation) =>
      isWanted(currentAnnotation.annotator, options, currentAnnotation.role) &&
      !currentAnnotation.skipped &&
      !leftOutReason(currentAnnotation, options, controls),
  );
  /** By name, whether somebody rated on it at the desk. */
  const found = new Map<string, boolean>();
  for (let i = 0; i < currentAnnotations.length; i += batch) {
    for await (const some of study.journal.fetchAll(currentAnnotations.slice(i, i + batch).map(({ ref }) => ref))) {
      for (const annotation of some) {
        if (unwantedReason(annotation, options)) continue;
        for (const { aspect } of annotation.judgement.ratings ?? [])
          found.set(aspect, found.get(aspect) === true || annotation.origin.kind === 'human');
      }
    }
  }
  const own = study.project.task.aspects;
  const known = own ?? defaultAspects;
  const order = (name: string): number => {
    const place = known.findIndex((aspect) => aspect.name === name);
    return place < 0 ? known.length : place;
  };
  return [...found]
    .sort(([a], [b]) => order(a) - order(b) || (a < b ? -1 : 1))
    .map(([name, isOurs]): RatedAspect => ({
      name,
      scale: own || isOurs ? known.find((aspect) => aspect.name === name) : undefined,
    }));
}
