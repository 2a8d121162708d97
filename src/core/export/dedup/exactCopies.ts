import type { Item } from '../../model/item/item';
import { NumberTable } from '../../model/report/numberTable';
import { hashOfText } from './hash';

/**
 * Finds records that say just what one says that was written before: the same prompt with the same responses, in any
 * order and under any ids. Some 16 bytes a record that was written. One that was judged under several contexts is asked
 * for again, and written again, at once: it is no copy of itself.
 */
export class ExactCopies {
  private readonly contents = new NumberTable();
  private last: Item | undefined;

  isCopy(item: Item): boolean {
    return this.last !== item && this.contents.find(hashOfText(saidIn(item))) >= 0;
  }

  written(item: Item): void {
    if (this.last === item) return;
    this.last = item;
    this.contents.add(hashOfText(saidIn(item)));
  }
}

const saidIn = ({ prompt, responses }: Item): string =>
  JSON.stringify([prompt, ...responses.map(({ text, turns }) => JSON.stringify(turns ?? text)).sort()]);
