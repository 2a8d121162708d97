import type { FileContext } from '../format';
import type { JudgedRecord } from './judged';
import type { ExportOptions } from '../options';

/**
 * Finds out whether the rows of an export have a column for tools: without one, unless an item was seen that defines some. Nearly all datasets are of one kind, so the first items tell it.
 */
export class ShapeLook {
  private readonly hasTools: boolean;
  /** An item was seen that decides it. */
  isDecided = false;

  constructor({ format }: ExportOptions) {
    this.hasTools = format.shape === 'messages';
  }

  look({ item, standings, hasRow }: JudgedRecord): void {
    if (!this.hasTools || this.isDecided || (standings.length === 0 && !hasRow)) return;
    this.isDecided = item.tools !== undefined;
  }

  get context(): FileContext {
    return { tools: this.isDecided };
  }
}
