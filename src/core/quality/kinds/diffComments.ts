import { plainSetting, valueUnit } from '../judgements/units';
import { ByItem, type Counted, type Figure, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/**
 * Comments on lines of what responses change: how many a response has, what they are about and how bad, and whether
 * annotators who both comment on a response are on the same lines.
 */
export const diffComments: KindOf<'diffComments'> = (counted) => {
  const [perResponse, severity] = [new ByItem(2), new ByItem(2)];
  eachSaid(counted, 'diff comments', (count, _, _place, row) => perResponse.add(row, count));
  eachSaid(counted, 'diff severity', (value, _, _place, row) => severity.add(row, value));
  const lines = sameLines(counted);
  return {
    annotations: annotationsSaying(counted, 'diff comments'),
    figures: [
      { name: 'diffComments.perResponse', value: perResponse.mean() },
      ...byType(counted),
      { name: 'diffComments.severity', value: severity.mean() },
      { name: 'diffComments.sameLines', value: lines.share(), rows: () => lines.leastOf() },
    ],
  };
};

/** Of the comments that have a type, those of each. */
function byType(counted: Counted): Figure<'diffComments'>[] {
  const start = 'diff type ';
  const kinds = [...counted.judgements.said.keys()].filter((kind) => kind.startsWith(start)).sort();
  return kinds.map((kind): Figure<'diffComments'> => {
    const share = new ByItem(2);
    for (const each of kinds)
      eachSaid(counted, each, (_, _annotation, _place, row) => share.add(row, +(each === kind)));
    return {
      name: 'diffComments.type',
      what: kind.slice(start.length),
      value: share.share(),
      rows: () => share.mostOf(),
    };
  });
}

/**
 * Of two annotators each who both comment on a response: the lines on which both do, twice, of all on which each of them
 * does (F1 of either by the other).
 */
function sameLines(counted: Counted): ByItem {
  const { setting } = counted.judgements.annotations;
  const byResponse = new Map<number, { readonly row: number; readonly found: Map<number, Set<number>> }>();
  eachSaid(counted, 'diff line', (line, annotation, place, row) => {
    if (place < 0) return;
    const unit = valueUnit(place, setting[annotation] ?? plainSetting);
    const response = byResponse.get(unit) ?? { row, found: new Map<number, Set<number>>() };
    byResponse.set(unit, response);
    response.found.set(annotation, (response.found.get(annotation) ?? new Set<number>()).add(line));
  });
  const lines = new ByItem(2);
  for (const { row, found } of byResponse.values()) {
    const all = [...found.values()];
    all.forEach((a, i) => {
      for (const b of all.slice(i + 1))
        lines.add(row, 2 * [...a].filter((line) => b.has(line)).length, a.size + b.size);
    });
  }
  return lines;
}
