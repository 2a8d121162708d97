import type { OpenItem } from './openItem';

/** Tells whether the judgement in force was made on other texts than the item has now. */
export function isStale({ annotation, shown }: Pick<OpenItem, 'annotation' | 'shown'>): boolean {
  return annotation !== undefined && annotation.hash !== shown.item.hash;
}
