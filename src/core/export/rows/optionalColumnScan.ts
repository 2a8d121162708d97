import type { FileContext, ExportOptions } from '../format';
import { mediaOf } from '../media/itemMedia';
import { mediaKinds } from '../media/mediaKinds';
import type { JudgedRecord } from './judgedRecords';
import type { Item } from '../../model/item/item';

/**
 * What an item can ask of the shape of all rows: a column for tools, for images, videos or sounds, and for those of
 * responses.
 */
export type OptionalColumn = 'tools' | (typeof mediaKinds)[number] | 'media-of-responses';

/**
 * Finds out which columns the rows of an export have: none for tools or media, unless an item was seen that has some.
 * Nearly all datasets are of one kind, so the first items tell it.
 */
export class OptionalColumnScan {
  private readonly hasTools: boolean;
  /** What items were seen that decide it. */
  readonly decided: Set<OptionalColumn>;

  constructor({ format, tools }: ExportOptions, decided: Iterable<OptionalColumn> = []) {
    this.hasTools = format.toolsIn === 'column' && tools === undefined;
    this.decided = new Set(decided);
  }

  look({ item, currentAnnotations, hasRow }: JudgedRecord): void {
    if (!this.hasTools || this.decided.has('tools') || (currentAnnotations.length === 0 && !hasRow)) return;
    if (item.tools) this.decided.add('tools');
  }

  /** Looks at an item that gave rows which carry its media. */
  lookAtMedia(item: Item, { format }: ExportOptions): void {
    const { kinds, isInResponses } = mediaOf(item, format);
    for (const kind of kinds) this.decided.add(kind);
    if (isInResponses) this.decided.add('media-of-responses');
  }

  get context(): FileContext {
    const media = mediaKinds.filter((kind) => this.decided.has(kind));
    return {
      tools: this.decided.has('tools'),
      ...(media.length > 0 && { media, ...(this.decided.has('media-of-responses') && { mediaOfResponses: true }) }),
    };
  }
}
