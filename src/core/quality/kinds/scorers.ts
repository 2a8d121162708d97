import { correlationOf } from '../correlation';
import { inOrderOf } from '../items/itemsOfWork';
import { ByItem, type Figure, type KindOf } from './figure';

/** Of more scorers than this, not every two are held against each other. */
const maxScorers = 10;

/** Scores that programs gave responses: what each of them gives on average, how far it sets responses of a prompt apart, and whether two go together. */
export const scorers: KindOf<'scorers'> = ({ judgements: { facts } }) => {
  const scored = facts.texts.verifiers
    .map(({ name, places, scores }) => ({ name, byPlace: scoresOf(places, scores) }))
    .filter(({ byPlace }) => byPlace.size > 0);
  const rowOf = rowsOfPlaces(facts.responseEnds);
  const rows = new Set(scored.flatMap(({ byPlace }) => [...byPlace.keys()].map(rowOf)));
  return {
    annotations: new Set(),
    inDataset: { count: scored.reduce((sum, { byPlace }) => sum + byPlace.size, 0), rows },
    figures: [
      ...scored.flatMap(({ name, byPlace }): Figure<'scorers'>[] => {
        const means = new ByItem(2);
        const squares = new ByItem(2);
        const sums = new ByItem(3);
        for (const [place, score] of byPlace) {
          const row = rowOf(place);
          means.add(row, score);
          const own = sums.of(row);
          for (const [column, value] of [1, score, score * score].entries()) own[column] = (own[column] ?? 0) + value;
        }
        for (const [row, [n = 0, sum = 0, square = 0]] of sums.entries())
          if (n > 1) squares.add(row, Math.max(0, square - (sum * sum) / n), n - 1);
        return [
          { name: 'scorers.mean', what: name, value: means.mean() },
          {
            name: 'scorers.spread',
            what: name,
            value: squares.estimate(([sum = 0, all = 0]) => (all > 0 ? Math.sqrt(Math.max(0, sum) / all) : null)),
            rows: () => inOrderOf(new Map(squares.entries().map(([row, [sum = 0, all = 1]]) => [row, sum / all]))),
          },
        ];
      }),
      ...scored.slice(0, maxScorers).flatMap((second, at) =>
        scored.slice(0, at).map((first): Figure<'scorers'> => {
          const sums = new ByItem(6);
          for (const [place, x] of first.byPlace) {
            const y = second.byPlace.get(place);
            if (y === undefined) continue;
            const own = sums.of(rowOf(place));
            for (const [column, value] of [1, x, y, x * x, y * y, x * y].entries())
              own[column] = (own[column] ?? 0) + value;
          }
          return {
            name: 'scorers.correlation',
            what: `${first.name} + ${second.name}`,
            value: sums.estimate(
              ([n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0]) => correlationOf({ n, x, y, xx, yy, xy }),
              [-1, 1],
            ),
          };
        }),
      ),
    ],
  };
};

function scoresOf(places: Uint32Array, scores: Float64Array): Map<number, number> {
  const found = new Map<number, number>();
  for (const [at, place] of places.entries()) {
    const score = scores[at] ?? Number.NaN;
    if (!Number.isNaN(score)) found.set(place, score);
  }
  return found;
}

/** The row of the item that a response is of, by its place among all. */
function rowsOfPlaces(ends: Uint32Array): (place: number) => number {
  return (place) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
