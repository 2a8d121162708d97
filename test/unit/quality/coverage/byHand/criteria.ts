import type { Criterion } from '../../../../../src/core/model/rubric/criterion';
import type { CriterionFigures, Metric } from '../../../../../src/core/model/report/coverage';
import {
  cellsOf,
  countingIn,
  criteriaOf,
  inForce,
  preferencesOf,
  type PlainCell,
  type PlainPreference,
  type PlainStudy,
} from './plainStudy';
import { byItem, kendall, krippendorff, logistic, rate, share, sum, variance, type Differences } from './statistics';

const same = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9;

/** A preference with what its two are worth by each criterion that has a worth on both. */
export interface Compared extends PlainPreference {
  readonly worths: readonly {
    readonly criterion: string;
    readonly definition: Criterion;
    readonly first: number;
    readonly second: number;
  }[];
}

export function comparedIn(cells: readonly PlainCell[], preferences: readonly PlainPreference[]): Compared[] {
  return preferences.map((preference) => {
    const own = cells.filter(({ judged }) => judged === preference.judged);
    const worths = own
      .filter(({ response }) => response === preference.first)
      .flatMap(({ criterion, definition, worth }) => {
        const other = own.find((each) => each.criterion === criterion && each.response === preference.second)?.worth;
        return worth === undefined || other === undefined
          ? []
          : [{ criterion, definition, first: worth, second: other }];
      });
    return { ...preference, worths };
  });
}

/** `CriterionFigures` of every criterion, each figure as its comment says. */
export function criteriaByHand(study: PlainStudy): CriterionFigures[] {
  const { judged } = countingIn(study);
  const cells = cellsOf(study, judged);
  const compared = comparedIn(cells, preferencesOf(judged));
  const implied = impliedBy(study, compared);
  return criteriaOf(study).map(({ rubric, criterion }): CriterionFigures => {
    const { id, weight, gate } = criterion;
    const own = cells.filter((cell) => cell.criterion === id);
    const [filled, notApplicable, unfilled] = [
      own.filter(({ value }) => value !== undefined && value !== null),
      own.filter(({ value }) => value === null),
      own.filter(({ value }) => value === undefined),
    ];
    const worths = own.flatMap(({ worth }) => worth ?? []);
    const gated = own.filter(({ definition, worth }) => definition.gate && worth !== undefined);
    const pairs = compared.flatMap(({ judged: { ordinal }, tied, worths: all }) =>
      all
        .filter((each) => each.criterion === id)
        .map(({ first, second }) => ({ tied, item: ordinal, lead: same(first, second) ? 0 : first - second })),
    );
    const strict = pairs.filter(({ tied }) => !tied).map(({ lead }) => lead);
    const [above, below] = [strict.filter((lead) => lead > 0).length, strict.filter((lead) => lead < 0).length];
    const [right, wrong] = weight < 0 ? [below, above] : [above, below];
    return {
      id,
      rubric: rubric.id,
      rubricTitle: rubric.title,
      name: criterion.title ?? criterion.text,
      kind: criterion.kind ?? 'yes-no',
      weight,
      tags: criterion.tags ?? [],
      inForce: inForce(rubric).criteria.some((each) => each.id === id),
      faulty: criterion.faulty?.reason ?? null,
      used: new Set([...filled, ...notApplicable].map((cell) => cell.judged)).size,
      chances: own.length,
      filled: filled.length,
      notApplicable: notApplicable.length,
      unfilled: unfilled.length,
      answered: share(filled.length + notApplicable.length, own.length),
      yes: byItem(
        own.flatMap(({ judged: { ordinal }, worth }) => (worth === undefined ? [] : [{ item: ordinal, part: worth }])),
      ),
      variance: variance(worths),
      agreement: agreementOn(criterion, filled),
      separation: {
        pairs: strict.length,
        same: right,
        against: wrong,
        equal: strict.length - right - wrong,
        right: byItem(
          pairs
            .filter(({ tied, lead }) => !tied && lead !== 0)
            .map(({ item, lead }) => ({ item, part: Number(weight < 0 ? lead < 0 : lead > 0) })),
        ),
      },
      tau: {
        value: kendall(pairs.map(({ tied, lead }) => [tied ? 0 : 1, Math.sign(lead)])),
        pairs: pairs.filter(({ tied, lead }) => !tied || lead !== 0).length,
      },
      implied: above + below === 0 ? null : { ...implied(id), joint: true, pairs: above + below },
      gate: gate
        ? {
            threshold: gate.threshold,
            fired: rate(
              gated.filter(({ definition, worth }) => worth! < definition.gate!.threshold).length,
              gated.length,
            ),
          }
        : null,
    };
  });
}

/** Of responses of the dataset, the values of those who judged the item as it stands. */
function agreementOn({ kind }: Criterion, filled: readonly PlainCell[]): CriterionFigures['agreement'] {
  const bare = filled.filter(
    ({ judged, response }) =>
      judged.annotation.context === undefined && judged.item.responses.some(({ id }) => id === response),
  );
  const names = [...new Set(bare.map(({ value }) => value))];
  const units = new Map<string, number[]>();
  const items = new Map<string, number>();
  for (const { judged, response, value } of bare) {
    const unit = JSON.stringify([judged.item.id, response]);
    items.set(unit, judged.ordinal);
    units.set(unit, [...(units.get(unit) ?? []), typeof value === 'string' ? names.indexOf(value) : Number(value)]);
  }
  const pairable = [...units.values()].filter(({ length }) => length > 1);
  const metric: Metric = kind === 'scale' ? 'ordinal' : 'nominal';
  const pairs = [...units].flatMap(([unit, values]) =>
    values.flatMap((a, at) => values.slice(at + 1).map((b) => ({ item: items.get(unit)!, part: Number(a === b) }))),
  );
  return {
    metric,
    alpha: krippendorff(pairable, metric),
    units: pairable.length,
    values: pairable.flat().length,
    same: byItem(pairs),
  };
}

/**
 * What the strict preferences imply of each criterion that separates any: all of them together, then in the unit of the
 * weights stated.
 */
function impliedBy(
  study: PlainStudy,
  compared: readonly Compared[],
): (id: string) => {
  readonly logOdds: number;
  readonly drawn: number;
  readonly standardError: number;
  readonly weight: number;
} {
  const rows = compared
    .filter(({ tied }) => !tied)
    .map(
      ({ worths }): Differences =>
        new Map(
          worths
            .filter(({ first, second }) => !same(first, second))
            .map(({ criterion, first, second }) => [criterion, first - second]),
        ),
    );
  const separating = criteriaOf(study).filter(({ criterion: { id } }) => rows.some((row) => row.has(id)));
  const found = logistic(
    separating.map(({ criterion: { id } }) => id),
    rows.filter((row) => row.size > 0),
  );
  const estimated = sum([...found.values()].map(({ logOdds }) => Math.abs(logOdds)));
  const stated = sum(separating.map(({ criterion: { weight } }) => Math.abs(weight)));
  return (id) => {
    const own = found.get(id)!;
    return { ...own, weight: estimated > 1e-5 ? (own.logOdds * stated) / estimated : 0 };
  };
}
