import { detectReading, labelFieldNames } from '../dataset/detectReading';
import type { Mapping } from '../dataset/fields/fieldMapping';
import { assertJudgesKnown, unknownIn } from '../dataset/fields/mappingChecks';
import type { Reading } from '../dataset/items/parse';
import { problem, UsageError } from '../model/problems/problem';

/** What a person says of how labels are read. */
export interface LabelReadingOptions {
  readonly layout?: string | undefined;
  readonly mapping?: Mapping;
}

/** The study's own dataset with other fields that judge. */
export function ownReading(reading: Reading, { layout, mapping = {} }: LabelReadingOptions): Reading {
  const others = Object.keys(mapping).filter((name) => !labelFieldNames.includes(name));
  if (layout !== undefined) throw new UsageError(problem('import.layoutOfStudy', { fields: labelFieldNames }));
  const [other] = others;
  if (other !== undefined)
    throw new UsageError(problem('import.fieldOfStudy', { field: other, fields: labelFieldNames }));
  const unknown = unknownIn(mapping, reading.layout);
  if (unknown) throw new UsageError(problem('recognition.noSuchField', unknown));
  assertJudgesKnown(mapping);
  return { ...reading, mapping: { ...reading.mapping, ...mapping } };
}

/**
 * How a file is read: as it is said, or found by looking. Where it is read as the study's dataset is, and its label
 * stands in the same field, the codes there mean the same.
 */
export async function fileReading(
  paths: readonly string[],
  { layout, mapping = {} }: LabelReadingOptions,
  study: Reading,
): Promise<Reading> {
  const found = await detectReading(paths, { layout, mapping });
  const isAlike = found.layout === study.layout && (found.mapping.label ?? study.mapping.label) === study.mapping.label;
  return isAlike && study.mapping.values !== undefined && mapping.values === undefined && mapping.label === undefined
    ? {
        ...found,
        mapping: {
          ...found.mapping,
          ...(study.mapping.label !== undefined && { label: study.mapping.label }),
          values: study.mapping.values,
        },
      }
    : found;
}
