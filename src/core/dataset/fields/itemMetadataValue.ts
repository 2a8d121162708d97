import type { Item } from '../../model/item/item';
import { field } from './recordFields';

/**
 * What an item says of itself at a path: its language, else a value of its metadata; undefined where it says nothing.
 * Nothing of its responses is reached.
 */
export function itemMetadataValue({ language, metadata }: Pick<Item, 'language' | 'metadata'>, path: string): unknown {
  return field(metadata ?? {}, path) ?? (path === 'language' ? language : undefined);
}

/** A value as one types it. */
export function valueAsText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
