import * as l10n from '@vscode/l10n';
import { digits } from '../../model/problems/program';
import { isObject } from '../../dataset/fields/recordFields';
import { itemMetadataValue, valueAsText } from '../../dataset/fields/itemMetadataValue';
import type { Annotation } from '../../model/annotation/annotation';
import type { Item } from '../../model/item/item';
import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { Recipe } from '../../model/study/recipe';
import type { DropReason } from '../dropReasons';
import { isOfLanguage } from './languageFilter';

/** The options that let through what has one of the values they name. */
export type Filters = Pick<
  Recipe,
  | 'groups'
  | 'origins'
  | 'rounds'
  | 'rubrics'
  | 'guidelines'
  | 'withFlags'
  | 'withoutFlags'
  | 'minConfidence'
  | 'where'
  | 'languages'
>;

/**
 * What the filters of an export met, whether they let it through or not: by filter, on how many judgements there is
 * each value (the empty text stands for none), and null where there are too many to tell. A filter of the metadata has
 * a key for each field. Plain data, the same however the rows were shared out to threads.
 */
export type FilterValueCounts = Map<string, Map<string, number> | null>;

/** More values than this are not told: an id was named, or a text. */
const maxKept = 200;
/** So many values are named, those of most judgements first. */
const maxNamed = 6;
/** So many fields are named where the one that was asked for is in no item. */
const maxFields = 24;

export const filtersOf = ({
  groups,
  origins,
  rounds,
  rubrics,
  guidelines,
  withFlags,
  withoutFlags,
  minConfidence,
  where,
  languages,
}: Filters): Filters => ({
  groups,
  origins,
  rounds,
  rubrics,
  guidelines,
  withFlags,
  withoutFlags,
  minConfidence,
  where,
  languages,
});

/**
 * Whether a filter asks what stands in the annotations themselves, so that these must be read to know what is exported.
 */
export const asksAnnotations = ({ where: _, languages: __, origins: ___, ...filters }: Filters): boolean =>
  Object.values(filtersOf(filters)).some((filter) => filter !== undefined);

const languageOf = (item: Item): string => item.language ?? valueAsText(itemMetadataValue(item, 'language')) ?? '';

/** Why nothing of an item is wanted. */
export function unwantedItem(item: Item, { where, languages }: Filters): DropReason | undefined {
  if (
    where &&
    Object.entries(where).some(([path, values]) => !values.includes(valueAsText(itemMetadataValue(item, path)) ?? ''))
  )
    return 'other-metadata';
  return languages && !isOfLanguage(languageOf(item), languages) ? 'other-language' : undefined;
}

/** Writes down what the filters of items meet in one. */
export function countItemValues(met: FilterValueCounts, item: Item, { where, languages }: Filters): void {
  if (languages) meet(met, 'languages', languageOf(item));
  if (!where) return;
  for (const path of Object.keys(where)) {
    const value = valueAsText(itemMetadataValue(item, path));
    meet(met, `where ${path}`, value ?? '');
    if (value === undefined)
      for (const field of fieldsOf(item)) if (!isFull(met.get('fields'))) meet(met, 'fields', field);
  }
}

const isFull = (fields: Map<string, number> | null | undefined): boolean => (fields?.size ?? 0) >= maxFields;

/** Writes down what the filters of judgements meet in one. */
export function countAnnotationValues(met: FilterValueCounts, annotation: Annotation, filters: Filters): void {
  const { groups, rounds, rubrics, guidelines, withFlags, withoutFlags, minConfidence } = filters;
  const {
    judgement: { confidence, flags = [] },
  } = annotation;
  if (groups) meet(met, 'groups', annotation.group ?? '');
  if (rounds) meet(met, 'rounds', String(annotation.round));
  if (rubrics)
    meetAll(
      met,
      'rubrics',
      annotation.rubrics.map(({ id, version }) => `${id}=${version}`),
    );
  if (guidelines) meet(met, 'guidelines', annotation.guidelines?.version ?? '');
  if (withFlags ?? withoutFlags)
    meetAll(
      met,
      'flags',
      flags.map(({ flag }) => flag),
    );
  if (minConfidence !== undefined) meet(met, 'minConfidence', confidence === undefined ? '' : String(confidence));
}

/** Writes down who made a judgement, where that is asked. */
export function countJudgeValues(met: FilterValueCounts, kind: JudgeKind, { origins }: Filters): void {
  if (origins) meet(met, 'origins', kind);
}

function meetAll(met: FilterValueCounts, key: string, values: readonly string[]): void {
  for (const value of values.length === 0 ? [''] : new Set(values)) meet(met, key, value);
}

function meet(met: FilterValueCounts, key: string, value: string, times = 1): void {
  let values = met.get(key);
  if (values === null) return;
  if (!values) met.set(key, (values = new Map()));
  values.set(value, (values.get(value) ?? 0) + times);
  if (values.size > maxKept) met.set(key, null);
}

/** Adds what was met in other rows of the same export, which come behind these. */
export function mergeFilterValueCounts(met: FilterValueCounts, others: FilterValueCounts): void {
  for (const [key, values] of others) {
    if (values === null) met.set(key, null);
    else
      for (const [value, times] of values) if (key !== 'fields' || !isFull(met.get(key))) meet(met, key, value, times);
  }
}

/** The same without what the filters of metadata met: it may name models. */
export const withoutMetadata = (met: FilterValueCounts): FilterValueCounts =>
  new Map([...met].filter(([key]) => !key.startsWith('where ')));

/** The same without what may name a person: values of metadata, and groups. */
export const withoutNames = (met: FilterValueCounts): FilterValueCounts =>
  new Map([...withoutMetadata(met)].filter(([key]) => key !== 'groups'));

/** The fields of an item's metadata by dotted paths, those of its objects too; its language where it says one. */
export function fieldsOf({ language, metadata = {} }: Item): string[] {
  const inner = Object.entries(metadata).flatMap(([key, value]) =>
    isObject(value)
      ? Object.keys(value)
          .slice(0, maxFields)
          .map((each) => `${key}.${each}`)
      : [key],
  );
  return [...(language === undefined ? [] : ['language']), ...inner].slice(0, maxFields);
}

/** A filter that names values. */
interface Asking {
  readonly drop: DropReason;
  readonly key: string;
  readonly wanted: readonly string[];
  /** Of the metadata. */
  readonly field?: string;
  readonly isMet?: (met: string, wanted: string) => boolean;
  /** It lets through what has none of the values. */
  readonly isNot?: true;
}

function askingsOf({
  groups,
  origins,
  rounds,
  rubrics,
  guidelines,
  withFlags,
  withoutFlags,
  minConfidence,
  where,
  languages,
}: Filters): Asking[] {
  const versions = rubrics && Object.entries(rubrics).map(([id, version]) => `${id}=${version}`);
  return [
    ...(groups ? [{ drop: 'other-group', key: 'groups', wanted: groups } as const] : []),
    ...(origins ? [{ drop: 'other-origin', key: 'origins', wanted: origins } as const] : []),
    ...(rounds ? [{ drop: 'other-round', key: 'rounds', wanted: rounds.map(String) } as const] : []),
    ...(versions ? [{ drop: 'other-rubric', key: 'rubrics', wanted: versions } as const] : []),
    ...(guidelines ? [{ drop: 'other-guidelines', key: 'guidelines', wanted: guidelines } as const] : []),
    ...(withFlags ? [{ drop: 'not-flagged', key: 'flags', wanted: withFlags } as const] : []),
    ...(withoutFlags ? [{ drop: 'flagged', key: 'flags', wanted: withoutFlags, isNot: true } as const] : []),
    ...(minConfidence === undefined ? [] : [{ drop: 'less-sure', key: 'minConfidence', wanted: [] } as const]),
    ...Object.entries(where ?? {}).map(
      ([field, wanted]) => ({ drop: 'other-metadata', key: `where ${field}`, wanted, field }) as const,
    ),
    ...(languages
      ? [
          {
            drop: 'other-language',
            key: 'languages',
            wanted: languages,
            isMet: (met: string, wanted: string) => isOfLanguage(met, [wanted]),
          } as const,
        ]
      : []),
  ];
}

/**
 * What was met, by the reason that a filter gives: which of the values it names there are nowhere, and which there are
 * instead. Of reasons that `dropped` does not count those only that name something there is nowhere.
 */
export function filterValueReasons(
  met: FilterValueCounts,
  filters: Filters,
  dropped: Partial<Record<DropReason, number>>,
): Partial<Record<DropReason, string>> {
  const reasons: Partial<Record<DropReason, string>> = {};
  for (const asking of askingsOf(filters)) {
    const values = met.get(asking.key);
    if (values === undefined) continue;
    const nowhere =
      values === null
        ? []
        : asking.wanted.filter(
            (wanted) => ![...values.keys()].some((value) => asking.isMet?.(value, wanted) ?? value === wanted),
          );
    const isWorthIt = asking.isNot
      ? nowhere.length > 0 && [...(values?.keys() ?? [])].some((value) => value !== '')
      : nowhere.length > 0 || dropped[asking.drop] !== undefined;
    if (isWorthIt)
      reasons[asking.drop] = [
        ...(reasons[asking.drop] === undefined ? [] : [reasons[asking.drop]]),
        progressSummaryOf(asking, values, nowhere, met.get('fields')),
      ].join('; ');
  }
  return reasons;
}

function progressSummaryOf(
  { field }: Asking,
  values: Map<string, number> | null,
  nowhere: readonly string[],
  fields: Map<string, number> | null | undefined,
): string {
  const isNowhere = values?.size === 1 && values.has('');
  if (field !== undefined && isNowhere)
    return fields && fields.size > 0
      ? l10n.t('no item has the field {0}; existing fields: {1}', quoted(field), [...fields.keys()].sort().join(', '))
      : l10n.t('no item has the field {0}; the items have no metadata', quoted(field));
  const there =
    values === null
      ? field === undefined
        ? l10n.t('there are more than {0} values', digits(maxKept))
        : l10n.t('there are more than {0} values of {1}', digits(maxKept), quoted(field))
      : field === undefined
        ? l10n.t('existing values: {0}', valuesIn(values))
        : l10n.t('existing values of {0}: {1}', quoted(field), valuesIn(values));
  if (nowhere.length === 0) return there;
  return l10n.t(
    '{0} was not found; {1}',
    nowhere.map(quoted).reduce((first, next) => l10n.t('{0} or {1}', first, next)),
    there,
  );
}

/** The first few values with how often they were met; those without any come last. */
function valuesIn(values: Map<string, number>): string {
  const sorted = [...values].sort(([a, m], [b, n]) => Number(a === '') - Number(b === '') || n - m || (a < b ? -1 : 1));
  const named = sorted
    .slice(0, maxNamed)
    .map(([value, times]) => `${value === '' ? l10n.t('none') : quoted(value)} (${digits(times)})`)
    .join(', ');
  return sorted.length > maxNamed ? l10n.t('{0} and {1} more', named, sorted.length - maxNamed) : named;
}

/** Numbers and versions stand as they are. */
const quoted = (value: string): string =>
  /^[\d.]+$/.test(value) ? value : JSON.stringify(value.length > 80 ? `${value.slice(0, 80).toWellFormed()}…` : value);
