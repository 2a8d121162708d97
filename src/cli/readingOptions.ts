import * as l10n from '@vscode/l10n';
import type { Mapping } from '../core/dataset/fields/fieldMapping';
import { UsageError } from '../core/model/problems/problem';

/** The options that say how a dataset is read. */
export interface ReadingOptions {
  readonly layout?: string;
  readonly map: Mapping;
  readonly values?: string;
  /** Rows with the same prompt are put together or not; what is certain is found by looking where nothing is said. */
  readonly gather?: boolean;
}

/**
 * The mapping that the options say; what the label's values mean is one of its settings. Throws `UsageError` where that
 * is said twice.
 */
export function mappingOf({ map, values }: ReadingOptions): Mapping {
  if (values === undefined) return map;
  if (map.values !== undefined)
    throw new UsageError(l10n.t('--values and --map values=… set the same thing. Leave one of them out'));
  return { ...map, values };
}
