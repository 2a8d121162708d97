import type { Annotation } from '../../../../../src/core/model/annotation/annotation';
import type { Criterion } from '../../../../../src/core/model/rubric/criterion';
import type { Rubric } from '../../../../../src/core/model/rubric/rubric';

/** A study as plain lists, and what of its annotations counts, found by going through all of them for each question. */

export interface Named {
  readonly by: string;
  readonly value: string;
}

export interface PlainItem {
  readonly id: string;
  readonly hash: string;
  readonly slices: readonly Named[];
  readonly responses: readonly { readonly id: string; readonly slices: readonly Named[] }[];
  /** Ids of the rubrics whose scope it is in. */
  readonly rubrics: readonly string[];
}

export interface PlainStudy {
  readonly items: readonly PlainItem[];
  readonly rubrics: readonly Rubric[];
  readonly lines: readonly Annotation[];
}

/** An annotation that counts, with its item. */
export interface Judged {
  readonly annotation: Annotation;
  readonly item: PlainItem;
  readonly ordinal: number;
}

const judgementKeyOf = ({ annotator, item, context, repeat }: Annotation): string =>
  JSON.stringify([annotator, item, context, repeat]);

/**
 * Of each annotator, item and context the last annotation on the item as it is now; those of items that came again, and
 * those of which nothing is on the item as it is, are only counted.
 */
export function countingIn({ items, lines }: PlainStudy): {
  readonly judged: readonly Judged[];
  readonly orphans: number;
  readonly repeats: number;
} {
  const judged: Judged[] = [];
  let [orphans, repeats] = [0, 0];
  for (const judgementKey of new Set(lines.map(judgementKeyOf))) {
    const own = lines.filter((line) => judgementKeyOf(line) === judgementKey);
    if (own[0]!.repeat !== undefined) repeats++;
    else {
      const ordinal = items.findIndex(({ id }) => id === own[0]!.item);
      const last = own
        .filter(({ hash }) => hash === items[ordinal]?.hash)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .at(-1);
      if (last) judged.push({ annotation: last, item: items[ordinal]!, ordinal });
      else orphans++;
    }
  }
  return { judged: judged.sort((a, b) => (a.annotation.id < b.annotation.id ? -1 : 1)), orphans, repeats };
}

const newestFirst = ({ versions }: Rubric): Rubric['versions'] => versions.toSorted((a, b) => b.version - a.version);

/** The latest version of a rubric. */
export const inForce = (rubric: Rubric): Rubric['versions'][number] => newestFirst(rubric)[0]!;

/** Every criterion that any version has, as the latest of these says it. */
export function criteriaOf({
  rubrics,
}: Pick<PlainStudy, 'rubrics'>): { readonly rubric: Rubric; readonly criterion: Criterion }[] {
  return rubrics.flatMap((rubric) => {
    const all = newestFirst(rubric).flatMap(({ criteria }) => criteria);
    return all
      .filter(({ id }, at) => all.findIndex((each) => each.id === id) === at)
      .map((criterion) => ({ rubric, criterion }));
  });
}

/**
 * What an annotation was made under, of what is for its item: a skip judges by nothing, and an imported label without
 * verdicts was made under nothing.
 */
export function madeUnder(
  { annotation, item }: Judged,
  { rubrics }: PlainStudy,
): { readonly id: string; readonly version: number }[] {
  const { judgement, origin } = annotation;
  if (judgement.skip || (origin.kind === 'imported' && !judgement.verdicts?.length)) return [];
  return annotation.rubrics.filter(
    ({ id }) => item.rubrics.includes(id) || !rubrics.some((rubric) => rubric.id === id),
  );
}

/** A response that somebody was to judge by a criterion, or did. */
export interface PlainCell {
  readonly judged: Judged;
  readonly response: string;
  readonly criterion: string;
  /** As the version says that was judged under; else as the latest does. */
  readonly definition: Criterion;
  /** undefined where there is no verdict. */
  readonly value: boolean | number | string | null | undefined;
  /** From 0 to 1; undefined where there is none. */
  readonly worth: number | undefined;
}

export function cellsOf(study: PlainStudy, judged: readonly Judged[]): PlainCell[] {
  return judged
    .filter(({ annotation }) => !annotation.judgement.skip)
    .flatMap((each) => {
      const { annotation } = each;
      return criteriaOf(study).flatMap(({ rubric, criterion }) => {
        const versionNamed = (version: number | undefined): Rubric['versions'][number] | undefined =>
          rubric.versions.find((own) => own.version === version);
        const isAsked = madeUnder(each, study).some(
          ({ id, version }) =>
            id === rubric.id && versionNamed(version)?.criteria.some((own) => own.id === criterion.id && !own.faulty),
        );
        const definition =
          versionNamed(annotation.rubrics.find(({ id }) => id === rubric.id)?.version)?.criteria.find(
            ({ id }) => id === criterion.id,
          ) ?? criterion;
        return annotation.shown.flatMap((response): PlainCell[] => {
          const value = annotation.judgement.verdicts?.findLast(
            (verdict) => verdict.criterion === criterion.id && verdict.response === response,
          )?.value;
          return isAsked || value !== undefined
            ? [
                {
                  judged: each,
                  response,
                  criterion: criterion.id,
                  definition,
                  value,
                  worth: worthOf(definition, value),
                },
              ]
            : [];
        });
      });
    });
}

function worthOf(
  { kind, min = 1, max = 5, categories = [] }: Criterion,
  value: PlainCell['value'],
): number | undefined {
  if (kind === 'scale') return typeof value === 'number' ? (value - min) / (max - min) : undefined;
  if (kind === 'category') return categories.find(({ name }) => name === value)?.value;
  return typeof value === 'boolean' ? Number(value) : undefined;
}

/** What an annotation says of two responses: the first was preferred, or the two are tied. */
export interface PlainPreference {
  readonly judged: Judged;
  readonly first: string;
  readonly second: string;
  readonly tied: boolean;
}

export function preferencesOf(judged: readonly Judged[]): PlainPreference[] {
  return judged
    .filter(({ annotation }) => !annotation.judgement.skip)
    .flatMap((each) => {
      const {
        shown,
        judgement: { ranking, comparisons = [] },
      } = each.annotation;
      const tierOf = (response: string): number => ranking?.tiers.findIndex((tier) => tier.includes(response)) ?? -1;
      const ranked = (a: string, b: string): PlainPreference[] => {
        const [above, below] = [tierOf(a), tierOf(b)];
        if (above < 0) return [];
        return below < 0 || above < below
          ? [{ judged: each, first: a, second: b, tied: false }]
          : above === below && a < b
            ? [{ judged: each, first: a, second: b, tied: true }]
            : [];
      };
      return [
        ...shown.flatMap((a) => shown.flatMap((b) => (a === b ? [] : ranked(a, b)))),
        ...comparisons
          .filter(({ criterion }) => criterion === undefined)
          .flatMap(({ a, b, outcome }): PlainPreference[] =>
            outcome === 'a' || outcome === 'tie'
              ? [{ judged: each, first: a, second: b, tied: outcome === 'tie' }]
              : outcome === 'b'
                ? [{ judged: each, first: b, second: a, tied: false }]
                : [],
          ),
      ];
    });
}

/**
 * The slices of a response of an annotation: those of its item, of itself where the item has it, its annotator and its
 * round.
 */
export function slicesOf({ annotation, item }: Judged, response: string): Named[] {
  return [
    ...item.slices,
    ...(item.responses.find(({ id }) => id === response)?.slices ?? []),
    { by: 'annotator', value: annotation.annotator },
    { by: 'round', value: String(annotation.round) },
  ];
}

export const isIn = (slices: readonly Named[], { by, value }: Named): boolean =>
  slices.some((each) => each.by === by && each.value === value);
