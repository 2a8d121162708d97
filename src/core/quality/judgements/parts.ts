import type { Part } from '../../model/report/itemsQuestion';
import type { StudyJudgements } from './studyJudgements';
import type { Wanted } from './valuesOf';

/** What an annotation is in: slices of the dataset, and where there are several, its round and its annotator's group. */
export function partsByAnnotation({
  annotations,
  slices,
  slicesOf: of,
}: StudyJudgements): (annotation: number) => readonly Part[] {
  const hasRounds = annotations.round.some((round) => round !== annotations.round[0]);
  const known = new Map<number, readonly Part[]>();
  return (annotation) => {
    const before = known.get(annotation);
    if (before) return before;
    const group = annotations.groups[annotations.group[annotation] ?? 0] ?? '';
    const found = [
      ...of(annotation).flatMap((number): Part[] => {
        const slice = slices[number];
        return slice ? [{ by: slice.by, value: slice.value }] : [];
      }),
      ...(hasRounds ? [{ by: 'round', value: String(annotations.round[annotation]) }] : []),
      ...(group === '' ? [] : [{ by: 'group', value: group }]),
    ];
    known.set(annotation, found);
    return found;
  };
}

/** Annotations in a part. */
export function within(judgements: StudyJudgements, { by, value }: Part): Wanted {
  const partsOf = partsByAnnotation(judgements);
  return (annotation) => partsOf(annotation).some((part) => part.by === by && part.value === value);
}
