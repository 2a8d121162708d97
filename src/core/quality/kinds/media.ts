import { rowsOf } from '../items/itemsOfWork';
import { mediaBits } from '../coverage/items/sourceFacts';
import { dividingSlices } from '../judgements/studyJudgements';
import { ByItem, type Figure, type KindOf } from './figure';

/** Cells with fewer items are not told, and no more cells than this. */
const [minItems, maxCells] = [5, 60];

/** Images, audio and video: items by what they hold and by each value of what divides them, and how many are judged. */
export const media: KindOf<'media'> = ({ judgements, wanted }) => {
  const { annotations, facts } = judgements;
  const { media: bits } = facts.texts.sources;
  if (!bits.some((own) => own > 0)) return { annotations: new Set(), figures: [] };
  const judged = rowsOf(judgements, wanted);
  const divides = dividingSlices(facts.slices);
  const cells = new Map<string, number[]>();
  const add = (cell: string, row: number): void => {
    const rows = cells.get(cell);
    if (rows) rows.push(row);
    else cells.set(cell, [row]);
  };
  for (let row = 0; row < facts.count; row++) {
    const kinds = modalityOf(bits[row] ?? 0);
    add(kinds, row);
    const own = facts.members.subarray(row === 0 ? 0 : (facts.ends[row - 1] ?? 0), facts.ends[row] ?? 0);
    for (const number of new Set(own)) {
      const slice = facts.slices[number];
      if (slice && divides[number] === true && slice.value !== null) add(`${kinds} · ${slice.by}=${slice.value}`, row);
    }
  }
  const own = new Set<number>();
  for (let at = 0; at < annotations.row.length; at++)
    if (wanted(at) && (bits[annotations.row[at] ?? 0] ?? 0) > 0) own.add(at);
  const figures = [...cells]
    .filter(([, rows]) => rows.length >= minItems)
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .slice(0, maxCells)
    .flatMap(([what, rows]): Figure<'media'>[] => {
      const open = rows.filter((row) => !judged.has(row));
      const share = new ByItem(2);
      for (const row of rows) share.add(row, judged.has(row) ? 1 : 0);
      const isEmpty = open.length === rows.length && judged.size > 0;
      return [
        { name: 'media.items', what, value: rows.length, rows: () => rows },
        {
          name: 'media.judged',
          what,
          value: share.share(),
          rows: () => open,
          matters: isEmpty ? { severity: 'low', numbers: { items: rows.length } } : undefined,
        },
      ];
    });
  return { annotations: own, figures };
};

/** "text", or the media of an item: "audio + image". */
const modalityOf = (bits: number): string => {
  const kinds = (Object.keys(mediaBits) as (keyof typeof mediaBits)[]).filter((kind) => (bits & mediaBits[kind]) !== 0);
  return kinds.length === 0 ? 'text' : kinds.join(' + ');
};
