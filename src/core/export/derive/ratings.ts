import type { Annotation } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import { problem, UsageError, UserError } from '../../model/problems/problem';
import { judgedResponses } from '../../model/item/judgedResponses';
import type { FileContext, Judged, RatedAspect, RowNotifier, ExportOptions } from '../format';
import { mean, rounded } from './margins';

/** What a response is rated, by one annotator or by all of them together. */
export interface Rated {
  readonly annotations: readonly Annotation[];
  readonly response: Response;
  /** By aspect; null where it does not apply, or was not rated. */
  readonly values: ReadonlyMap<string, number | null>;
  /** Why, by aspect; of several annotators one after the other. */
  readonly notes: ReadonlyMap<string, string>;
}

/**
 * The rated responses of an item, a list for each annotator; with a rule for several (`aggregate`) one list of all.
 * Rules make an order of orders, and ratings are numbers: of those the value is the mean of the annotators who gave
 * one, whichever rule it is.
 */
export function* ratedIn(
  { item, annotations }: Judged,
  { aggregate }: Pick<ExportOptions, 'aggregate'>,
  notify: RowNotifier,
): Generator<readonly Rated[]> {
  const rating = annotations.filter((annotation) => {
    const rates = (annotation.judgement.ratings ?? []).length > 0;
    if (!rates) notify.drop('no-ratings');
    return rates;
  });
  const groups = aggregate === undefined ? rating.map((annotation) => [annotation]) : rating.length > 0 ? [rating] : [];
  for (const group of groups) {
    const responses = new Map(
      group.flatMap(({ judgement }) => judgedResponses(item, judgement)).map((response) => [response.id, response]),
    );
    const known = [...responses.values()].flatMap((response): Rated[] => {
      const own = group.filter(({ judgement }) => judgement.ratings?.some((each) => each.response === response.id));
      return own.length === 0 ? [] : [{ annotations: own, response, ...together(own, response.id) }];
    });
    notify.drop(
      'stale',
      group.flatMap(({ judgement }) => judgement.ratings ?? []).filter(({ response }) => !responses.has(response))
        .length,
    );
    if (known.length > 0) yield known;
  }
}

/** Gives the rated responses of an item (`ratedIn`) one by one. */
export function* ratedResponsesIn(...asked: Parameters<typeof ratedIn>): Generator<Rated> {
  for (const rated of [...ratedIn(...asked)]) yield* rated;
}

function together(annotations: readonly Annotation[], id: string): Pick<Rated, 'values' | 'notes'> {
  const ratings = annotations
    .flatMap(({ judgement }) => judgement.ratings ?? [])
    .filter(({ response }) => response === id);
  const values = new Map<string, number | null>();
  const notes = new Map<string, string>();
  for (const aspect of new Set(ratings.map((each) => each.aspect))) {
    const own = ratings.filter((each) => each.aspect === aspect);
    const value = mean(own.flatMap((each) => each.value ?? []));
    values.set(aspect, value === undefined ? null : rounded(value));
    const said = own.flatMap(({ note }) => (note === undefined || note === '' ? [] : [note]));
    if (said.length > 0) notes.set(aspect, said.join('\n\n'));
  }
  return { values, notes };
}

/**
 * The aspect that stands for an attribute: as the options say, or of the same name, whatever the case and what stands
 * between the words.
 */
export function aspectOf(
  attribute: string,
  names: Iterable<string>,
  { attributes }: Pick<ExportOptions, 'attributes'>,
): string | undefined {
  const said = attributes?.[attribute];
  return said ?? [...names].find((name) => plainName(name) === plainName(attribute));
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/**
 * Refuses aspects that nobody rated on and attributes that the format does not have (`UsageError`), and aspects whose
 * scale is another than the format's (`UserError`): a 5 of 5 is no 5 of 4, and what a level means cannot be had by
 * arithmetic.
 * @param among the format's attributes, where it has its own
 */
export function assertAttributes(
  among: readonly string[] | undefined,
  { min, max, title }: { min?: number; max?: number; title: string },
  { aspects }: FileContext,
  options: Pick<ExportOptions, 'attributes'>,
): void {
  if (!aspects) return;
  const names = aspects.map(({ name }) => name);
  for (const [attribute, aspect] of Object.entries(options.attributes ?? {})) {
    if (among && !among.includes(attribute))
      throw new UsageError(problem('export.noSuchAttribute', { attribute, format: title, attributes: among }));
    if (!names.includes(aspect)) throw new UsageError(problem('export.aspectNotRated', { aspect, rated: names }));
  }
  if (min === undefined || max === undefined) return;
  for (const attribute of among ?? []) {
    const name = aspectOf(attribute, names, options);
    const scale = aspects.find((each) => each.name === name)?.scale;
    if (name !== undefined && scale && (scale.min !== min || scale.max !== max))
      throw new UserError(
        problem('export.aspectOfOtherScale', {
          aspect: name,
          scale: { min: scale.min, max: scale.max },
          format: title,
          attribute,
          asked: { min, max },
        }),
      );
  }
}

/** The columns that ratings make where a format has none of its own: those that the options name, or each aspect. */
export function columnsOf(
  aspects: readonly RatedAspect[] | undefined,
  { attributes }: Pick<ExportOptions, 'attributes'>,
  values: Iterable<string>,
): readonly { readonly column: string; readonly aspect: string }[] {
  if (attributes) return Object.entries(attributes).map(([column, aspect]) => ({ column, aspect }));
  return (aspects?.map(({ name }) => name) ?? [...values]).map((name) => ({ column: name, aspect: name }));
}
