import { ByItem, isBelow, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/** Reasons are asked for where some give one; fewer than this share is too few. */
const enough = 0.5;

/** Reasons for what is preferred: rationales, and the criteria that a judgment rests on. */
export const reasons: KindOf<'reasons'> = (counted) => {
  const { pairs, annotations } = counted.judgements;
  const comparing = new Set(pairs.annotation.filter(counted.wanted));
  const [reasoned, because] = [annotationsSaying(counted, 'reason'), annotationsSaying(counted, 'because')];
  const [shares, criteria, lengths] = [new ByItem(2), new ByItem(2), new ByItem(2)];
  for (const annotation of comparing) {
    const row = annotations.row[annotation] ?? 0;
    shares.add(row, reasoned.has(annotation) ? 1 : 0);
    criteria.add(row, because.has(annotation) ? 1 : 0);
  }
  const notes = new ByItem(2);
  for (let at = 0; at < annotations.row.length; at++) if (counted.wanted(at)) notes.add(annotations.row[at] ?? 0, 0);
  eachSaid(counted, 'note', (_, _annotation, _place, row) => notes.add(row, 1, 0));
  const noted = annotationsSaying(counted, 'note');
  eachSaid(counted, 'reason', (length, _, _place, row) => lengths.add(row, length));
  const share = shares.share();
  return {
    annotations: new Set([...reasoned, ...because, ...noted]),
    figures: [
      {
        name: 'reasons.share',
        value: share,
        rows: () => shares.leastOf(),
        matters: reasoned.size > 0 && isBelow(share, enough) ? { severity: 'low', numbers: {} } : undefined,
      },
      { name: 'reasons.length', value: lengths.mean() },
      { name: 'reasons.because', value: criteria.share(), rows: () => criteria.leastOf() },
      { name: 'reasons.notes', value: notes.mean(), rows: () => notes.mostOf() },
    ],
  };
};
