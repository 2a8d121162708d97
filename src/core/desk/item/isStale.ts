import type { OpenItem } from './openItem';

/** Whether the judgement in force was made on other texts than the item's. */
export function isStale({ annotation, shown }: Pick<OpenItem, 'annotation' | 'shown'>): boolean {
  return annotation !== undefined && annotation.hash !== shown.item.hash;
}
