import { scaleNames } from '../../model/annotation/fields/scales';
import { ByItem, type Figure, type KindOf } from './figure';

/** A field that most items have is missing where they have none. */
const most = 0.5;

/** How complete is what stands beside the data: of items, of responses and of judgments. */
export const metadata: KindOf<'metadata'> = ({ judgements, wanted }) => {
  const { annotations, facts } = judgements;
  const { texts, responseEnds, count } = facts;
  const own = new Set<number>();
  /** Whether an annotation says it, by what that is. */
  const says: Readonly<Record<string, (annotation: number) => boolean>> = {
    duration: (at) => (annotations.duration[at] ?? -1) >= 0,
    guidelines: (at) => annotations.guidelines[at] === 1,
    group: (at) => annotations.groups[annotations.group[at] ?? 0] !== '',
    ...Object.fromEntries(
      scaleNames.map((name) => [name, (at: number) => !Number.isNaN(annotations.onScale[name][at] ?? NaN)]),
    ),
    'order shown': (at) => annotations.shuffled[at] === 1,
  };
  const said = Object.entries(says).map(([what, isSaid]) => ({ what, isSaid, share: new ByItem(2) }));
  for (let at = 0; at < annotations.row.length; at++) {
    if (!wanted(at)) continue;
    own.add(at);
    const row = annotations.row[at] ?? 0;
    for (const { isSaid, share } of said) share.add(row, isSaid(at) ? 1 : 0);
  }
  const [models, unnamed] = [new ByItem(2), new Set<number>()];
  for (let row = 0; row < count; row++)
    for (let place = row === 0 ? 0 : (responseEnds[row - 1] ?? 0); place < (responseEnds[row] ?? 0); place++) {
      const isNamed = (texts.responseModels[place] ?? -1) >= 0;
      models.add(row, isNamed ? 1 : 0);
      if (!isNamed) unnamed.add(row);
    }
  const named = models.share();
  return {
    annotations: own,
    figures: [
      ...texts.sources.fields.map((what, bit): Figure<'metadata'> => {
        const share = new ByItem(2);
        const missing: number[] = [];
        for (let row = 0; row < count; row++) {
          const has = ((texts.sources.rowFields[row] ?? 0) >>> bit) & 1;
          share.add(row, has);
          if (has === 0) missing.push(row);
        }
        const value = share.share();
        return {
          name: 'metadata.items',
          what,
          value,
          rows: () => missing,
          matters:
            value && value.value >= most && missing.length > 0
              ? { severity: 'low', numbers: { missing: missing.length } }
              : undefined,
        };
      }),
      {
        name: 'metadata.models',
        value: named,
        rows: () => unnamed,
        matters:
          named && named.value > 0 && named.value < 1
            ? { severity: 'low', numbers: { missing: unnamed.size } }
            : undefined,
      },
      ...said.map(({ what, share }): Figure<'metadata'> => ({
        name: 'metadata.judgments',
        what,
        value: share.share(),
      })),
    ],
  };
};
