import { correlationOf } from '../correlation';
import { inOrderOf } from '../items/itemsOfWork';
import { ratingKind } from '../judgements/studyJudgements';
import { placeOf } from '../judgements/units';
import { ByItem, isAbove, isBelow, type Counted, type Figure, type KindOf } from './figure';
import { eachSaid } from './said';

/** Of more aspects than this, not every two are held against each other. */
const maxAspects = 12;
/** Two aspects say the same above this; cells are missing, and winners hang on weights, beyond these shares. */
const [alike, muchMissing, oftenFlips] = [0.9, 0.1, 0.25];

/** What one judgment rates: by response (its place), a value by number of the aspect. */
type Rated = Map<number, Map<number, number>>;

/** Ratings of many aspects: what is missing, what aspects have to do with each other and with what is preferred. */
export const ratings: KindOf<'ratings'> = (counted) => {
  const { judgements } = counted;
  const { aspects, rated } = ratedIn(counted);
  return {
    annotations: new Set(rated.keys()),
    figures: [
      ...missingCells(counted, aspects, rated),
      ...aspects.map((what, aspect): Figure<'ratings'> => {
        const means = new ByItem(2);
        for (const [annotation, cells] of rated)
          for (const own of cells.values()) {
            const value = own.get(aspect);
            if (value !== undefined) means.add(judgements.annotations.row[annotation] ?? 0, value);
          }
        return { name: 'ratings.mean', what, value: means.mean() };
      }),
      ...aspects
        .slice(0, maxAspects)
        .flatMap((_, second) =>
          aspects.slice(0, second).map((_, first) => correlation(counted, aspects, rated, first, second)),
        ),
      ...aspects.map((what, aspect) => withPreference(counted, rated, what, aspect)),
      ...flips(counted, aspects, rated),
    ],
  };
};

function ratedIn({ judgements, wanted }: Counted): {
  readonly aspects: readonly string[];
  readonly rated: ReadonlyMap<number, Rated>;
} {
  const start = ratingKind('');
  const kinds = [...judgements.values].filter(([kind]) => kind.startsWith(start)).sort(([a], [b]) => (a < b ? -1 : 1));
  const rated = new Map<number, Rated>();
  for (const [aspect, [kind, { annotation, unit, value }]] of kinds.entries())
    for (let at = 0; at < annotation.length; at++) {
      const own = annotation[at] ?? 0;
      if (!wanted(own)) continue;
      let cells = rated.get(own);
      if (!cells) rated.set(own, (cells = new Map<number, Map<number, number>>()));
      const place = placeOf(unit[at] ?? 0, kind);
      let values = cells.get(place);
      if (!values) cells.set(place, (values = new Map<number, number>()));
      values.set(aspect, value[at] ?? 0);
    }
  return { aspects: kinds.map(([kind]) => kind.slice(start.length)), rated };
}

/** Of the cells of a judgment that rates something (responses that were shown, and an aspect) those without a value. */
function missingCells(
  counted: Counted,
  aspects: readonly string[],
  rated: ReadonlyMap<number, Rated>,
): Figure<'ratings'>[] {
  const { annotations } = counted.judgements;
  return aspects.flatMap((what, aspect): Figure<'ratings'>[] => {
    const given = new Map<number, number>();
    for (const [annotation, cells] of rated)
      given.set(annotation, [...cells.values()].filter((own) => own.has(aspect)).length);
    const notApplicable = new Map<number, number>();
    eachSaid(counted, `not applicable ${what}`, (_, annotation) =>
      notApplicable.set(annotation, (notApplicable.get(annotation) ?? 0) + 1),
    );
    const [missing, none] = [new ByItem(2), new ByItem(2)];
    for (const annotation of rated.keys()) {
      const shown = annotations.shown[annotation] ?? 0;
      const row = annotations.row[annotation] ?? 0;
      const left = notApplicable.get(annotation) ?? 0;
      missing.add(row, Math.max(0, shown - left - (given.get(annotation) ?? 0)), shown);
      none.add(row, Math.min(left, shown), shown);
    }
    const share = missing.share();
    return [
      {
        name: 'ratings.missing',
        what,
        value: share,
        rows: () => missing.mostOf(),
        matters: isAbove(share, muchMissing) ? { severity: 'medium', numbers: {} } : undefined,
      },
      { name: 'ratings.notApplicable', what, value: none.share(), rows: () => none.mostOf() },
    ];
  });
}

function correlation(
  { judgements }: Counted,
  aspects: readonly string[],
  rated: ReadonlyMap<number, Rated>,
  first: number,
  second: number,
): Figure<'ratings'> {
  const sums = new ByItem(6);
  for (const [annotation, cells] of rated)
    for (const own of cells.values()) {
      const [x, y] = [own.get(first), own.get(second)];
      if (x === undefined || y === undefined) continue;
      const item = sums.of(judgements.annotations.row[annotation] ?? 0);
      for (const [column, value] of [1, x, y, x * x, y * y, x * y].entries())
        item[column] = (item[column] ?? 0) + value;
    }
  const value = sums.estimate(
    ([n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0]) => correlationOf({ n, x, y, xx, yy, xy }),
    [-1, 1],
  );
  return {
    name: 'ratings.correlation',
    what: `${aspects[first] ?? ''} + ${aspects[second] ?? ''}`,
    value,
    matters: isAbove(value, alike) ? { severity: 'low', numbers: {} } : undefined,
  };
}

/** Of preferences between two responses with different ratings, those for the higher one. */
function withPreference(
  { judgements: { pairs, annotations } }: Counted,
  rated: ReadonlyMap<number, Rated>,
  what: string,
  aspect: number,
): Figure<'ratings'> {
  const agrees = new ByItem(2);
  const against = new Map<number, number>();
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const cells = rated.get(annotation);
    const outcome = pairs.outcome[at] ?? 0;
    if (!cells || outcome === 0) continue;
    const [x, y] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0].map((place) => cells.get(place)?.get(aspect));
    if (x === undefined || y === undefined || x === y) continue;
    const row = annotations.row[annotation] ?? 0;
    const isWith = Math.sign(x - y) === outcome;
    agrees.add(row, isWith ? 1 : 0);
    if (!isWith) against.set(row, (against.get(row) ?? 0) - 1);
  }
  const value = agrees.share();
  return {
    name: 'ratings.withPreference',
    what,
    value,
    rows: () => inOrderOf(against),
    matters: isBelow(value, 0.5) ? { severity: 'medium', numbers: {} } : undefined,
  };
}

/**
 * Whether another response has the highest sum where one aspect counts twice, or not at all. Aspects are put on one scale
 * by the range of their values. Judgments in which two aspects rate all responses that were rated.
 */
function flips(
  { judgements }: Counted,
  aspects: readonly string[],
  rated: ReadonlyMap<number, Rated>,
): Figure<'ratings'>[] {
  const used = aspects.slice(0, maxAspects);
  if (used.length < 2) return [];
  const ranges = used.map(() => ({ low: Infinity, high: -Infinity }));
  for (const cells of rated.values())
    for (const own of cells.values())
      for (const [aspect, range] of ranges.entries()) {
        const value = own.get(aspect);
        if (value === undefined) continue;
        range.low = Math.min(range.low, value);
        range.high = Math.max(range.high, value);
      }
  const any = new ByItem(2);
  const by = used.map(() => new ByItem(2));
  for (const [annotation, cells] of rated) {
    const whole = [...cells.values()].filter((own) => used.every((_, aspect) => own.has(aspect)));
    if (whole.length < 2 || whole.length < cells.size) continue;
    const scaled = whole.map((own) =>
      ranges.map(({ low, high }, aspect) => (high > low ? ((own.get(aspect) ?? low) - low) / (high - low) : 0)),
    );
    const best = bestBy(scaled, () => 1);
    // A tie for the best is no winner that could flip.
    if (best < 0) continue;
    const row = judgements.annotations.row[annotation] ?? 0;
    let flipped = false;
    for (const [aspect, sums] of by.entries()) {
      const isFlipped = [0, 2].some((weight) => {
        const other = bestBy(scaled, (each) => (each === aspect ? weight : 1));
        return other >= 0 && other !== best;
      });
      sums.add(row, isFlipped ? 1 : 0);
      flipped ||= isFlipped;
    }
    any.add(row, flipped ? 1 : 0);
  }
  const share = any.share();
  return [
    {
      name: 'ratings.flips',
      value: share,
      rows: () => any.mostOf(),
      matters: isAbove(share, oftenFlips) ? { severity: 'low', numbers: {} } : undefined,
    },
    ...used.map((what, aspect): Figure<'ratings'> => ({
      name: 'ratings.flipsBy',
      what,
      value: by[aspect]?.share() ?? null,
      rows: () => by[aspect]?.mostOf() ?? [],
    })),
  ];
}

/** The one with the highest weighted sum; -1 where two share it. */
function bestBy(values: readonly (readonly number[])[], weightOf: (aspect: number) => number): number {
  const sums = values.map((own) => own.reduce((sum, value, aspect) => sum + value * weightOf(aspect), 0));
  const most = Math.max(...sums);
  const first = sums.findIndex((sum) => sum > most - 1e-9);
  return sums.findLastIndex((sum) => sum > most - 1e-9) === first ? first : -1;
}
