import { flagKind } from '../judgements/studyJudgements';
import { placeOf, settingOf, valueUnit } from '../judgements/units';
import { valuesOf } from '../judgements/valuesOf';
import { ByItem, isAbove, type Figure, type KindOf } from './figure';

/** What no chosen response should be, by the names that studies have where they say nothing else. */
const faults = /unsafe|harm|decepti|sycophan|factual|error|off[ -]?topic|wrong/i;

/**
 * Flags against preferences: how often each is set, and how often a response with it wins over one without it,
 * by the same annotator. An off-topic one that wins is a label to be looked at.
 */
export const flagged: KindOf<'flagged'> = ({ judgements, wanted }) => {
  const { values, pairs, annotations, facts } = judgements;
  const own = new Set<number>();
  const figures = [...values.keys()]
    .filter((kind) => kind.startsWith(flagKind('')))
    .sort()
    .flatMap((kind): Figure<'flagged'>[] => {
      const what = kind.slice(flagKind('').length);
      const { items, units, values: set, annotations: of } = valuesOf(judgements, kind, wanted);
      const share = new ByItem(2);
      const by = new Set<string>();
      const rows = new Set<number>();
      let isOfResponses = false;
      for (let at = 0; at < set.length; at++) {
        const place = placeOf(units[at] ?? 0, kind);
        if (place !== items[at]) isOfResponses = true;
        share.add(items[at] ?? 0, set[at] ?? 0);
        if (set[at] !== 1) continue;
        own.add(of[at] ?? 0);
        rows.add(items[at] ?? 0);
        by.add(`${of[at]} ${valueUnit(place, settingOf(units[at] ?? 0))}`);
      }
      const isFlagged = (annotation: number, place: number): boolean =>
        by.has(`${annotation} ${valueUnit(place, annotations.setting[annotation] ?? 0)}`);
      const chosen = new ByItem(2);
      const won = new Set<number>();
      for (let at = 0; isOfResponses && at < pairs.annotation.length; at++) {
        const annotation = pairs.annotation[at] ?? 0;
        const outcome = pairs.outcome[at] ?? 0;
        if (outcome === 0 || !wanted(annotation)) continue;
        const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
        const isFirst = isFlagged(annotation, first);
        if (isFirst === isFlagged(annotation, second)) continue;
        const row = annotations.row[annotation] ?? 0;
        const isChosen = isFirst === outcome > 0;
        chosen.add(row, isChosen ? 1 : 0);
        if (isChosen) won.add(row);
      }
      if (rows.size === 0) return [];
      const rate = chosen.share();
      return [
        { name: 'flagged.set', what, value: share.share(), rows: () => rows },
        {
          name: 'flagged.chosen',
          what,
          value: rate,
          rows: () => won,
          matters:
            faults.test(what) && won.size > 0 && isAbove(rate, 0.5)
              ? { severity: 'medium', numbers: { items: won.size } }
              : undefined,
        },
      ];
    });
  return { annotations: facts.count === 0 ? new Set() : own, figures };
};
