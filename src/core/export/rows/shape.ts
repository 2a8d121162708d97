import type { Item } from '../../model/item';
import type { FileContext } from '../format';
import type { JudgedRecord } from './judged';
import type { ExportOptions } from '../options';
import { needsTools } from '../builders/pairFormat';
import { isPlainText } from '../texts/plainText';

/**
 * Finds out in which form all prompts of an export are written: plain, and without tools, unless an item was seen that cannot be. Nearly all datasets are of one kind, so the first items tell it.
 */
export class ShapeLook {
  private readonly isText: boolean;
  /** An item was seen that decides it. */
  isDecided = false;

  constructor({ format }: ExportOptions) {
    this.isText = format.shape === 'text';
  }

  look({ item, standings, hasRow }: JudgedRecord): void {
    if (this.isDecided || (standings.length === 0 && !hasRow)) return;
    this.isDecided = this.isText ? isWrittenAsTranscript(item) : item.tools !== undefined;
  }

  get context(): FileContext {
    const { isText, isDecided } = this;
    return { plainPrompts: isText && !isDecided, tools: !isText && isDecided };
  }
}

/** Whether text can hold an item, and only as a transcript. */
function isWrittenAsTranscript(item: Item): boolean {
  const responses = item.responses.filter((response) => !needsTools(item, response));
  return responses.length > 0 && !isPlainText({ ...item, responses });
}
