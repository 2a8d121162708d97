import { stepErrorPresets } from '../../src/core/model/annotation/stepErrors';
import { spanLines, spanTypesIn } from './spanLines';

/**
 * Categories of errors as lines of a text: the name of a list that there is, or a category a line, those within a group
 * two spaces further in, as types of passages are.
 */

/** The categories as they stand in a project; one that is a name alone is a line as it is. */
export const stepErrorLines = (errors: unknown): readonly string[] =>
  typeof errors === 'string' ? [errors] : spanLines(asObjects(errors));

/** What lines name; undefined where there are none. */
export function stepErrorsIn(lines: readonly string[], before: unknown): unknown {
  const [only, ...others] = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (only === undefined) return undefined;
  if (others.length === 0 && Object.hasOwn(stepErrorPresets, only)) return only;
  return spanTypesIn(lines, asObjects(before));
}

function asObjects(errors: unknown): unknown {
  if (!Array.isArray(errors)) return [];
  return errors.map((each: unknown) =>
    typeof each === 'string'
      ? { name: each }
      : typeof each === 'object' && each !== null && 'types' in each
        ? { ...each, types: asObjects(each.types) }
        : each,
  );
}
