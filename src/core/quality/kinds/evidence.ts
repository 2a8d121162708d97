import { ByItem, isBelow, type Figure, type KindOf } from './figure';
import { plainSetting, valueUnit } from '../judgements/units';
import { annotationsSaying, eachSaid } from './said';

/** Bounds of the characters of an item's evidence, and what the parts between them are called. */
const bounds = [0, 1000, 4000, 16_000, Infinity];
const partOf = (characters: number): string => {
  const at = bounds.findLastIndex((bound) => characters >= bound);
  const [from, to] = [bounds[at] ?? 0, bounds[at + 1] ?? Infinity];
  return to === Infinity ? `${from}+` : `${from}-${to - 1}`;
};
const parts = bounds.slice(0, -1).map(partOf);
/** What is found in long contexts may be so much less than in all. */
const much = 0.1;

/**
 * Passages that support a response: how many are ticked, and how they go with what most others tick on the same
 * response: the share of the ticks that most others made (precision), and of what most others ticked (recall). By the length of
 * the item's evidence, as long contexts are where passages are missed.
 */
export const evidence: KindOf<'evidence'> = (counted) => {
  const { judgements } = counted;
  /** By response in a setting, by annotation: its ticks. */
  const ticked = new Map<number, Map<number, Set<number>>>();
  const rowOf = new Map<number, number>();
  const [ticks, precision, recall] = [new ByItem(2), new ByItem(2), new ByItem(2)];
  eachSaid(counted, 'support', (passage, annotation, place, row) => {
    if (place < 0) return;
    const unit = valueUnit(place, judgements.annotations.setting[annotation] ?? plainSetting);
    rowOf.set(unit, row);
    let own = ticked.get(unit);
    if (!own) ticked.set(unit, (own = new Map<number, Set<number>>()));
    const passages = own.get(annotation) ?? new Set<number>();
    own.set(annotation, passages.add(passage));
  });
  for (const [unit, byAnnotation] of ticked) {
    const row = rowOf.get(unit) ?? 0;
    const counts = new Map<number, number>();
    for (const passages of byAnnotation.values())
      for (const passage of passages) counts.set(passage, (counts.get(passage) ?? 0) + 1);
    for (const own of byAnnotation.values()) {
      ticks.add(row, own.size);
      const others = byAnnotation.size - 1;
      if (others === 0) continue;
      const isByMost = (passage: number): boolean =>
        (counts.get(passage) ?? 0) - (own.has(passage) ? 1 : 0) > others / 2;
      const both = [...own].filter(isByMost).length;
      precision.add(row, both, own.size);
      recall.add(row, both, [...counts.keys()].filter(isByMost).length);
    }
  }
  const lengthOf = (row: number): string => partOf(judgements.facts.texts.evidence[row] ?? 0);
  const whole = recall.share();
  const byLength = (of: ByItem): [string, ByItem][] =>
    parts.map((part): [string, ByItem] => [part, of.where((row) => lengthOf(row) === part)]);
  return {
    annotations: annotationsSaying(counted, 'support'),
    figures: [
      { name: 'evidence.ticks', value: ticks.mean() },
      { name: 'evidence.precision', value: precision.share(), rows: () => precision.leastOf() },
      { name: 'evidence.recall', value: whole, rows: () => recall.leastOf() },
      ...byLength(precision).flatMap(([what, own]): Figure<'evidence'>[] =>
        own.isEmpty
          ? []
          : [{ name: 'evidence.precisionByLength', what, value: own.share(), rows: () => own.leastOf() }],
      ),
      ...byLength(recall).flatMap(([what, own]): Figure<'evidence'>[] => {
        const value = own.share();
        return own.isEmpty
          ? []
          : [
              {
                name: 'evidence.recallByLength',
                what,
                value,
                rows: () => own.leastOf(),
                matters:
                  whole && isBelow(value, whole.value - much)
                    ? { severity: 'medium', numbers: { all: whole.value } }
                    : undefined,
              },
            ];
      }),
    ],
  };
};
