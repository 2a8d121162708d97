import type { Item } from '../../model/item';
import { NumberTable } from '../../model/numberTable';
import { hashOfText } from './hash';

/**
 * Finds records that say just what an earlier one says: the same prompt with the same responses, in any order and under any ids. Some 16 bytes a record. Each is asked for in its turn; of one that was judged under
 * several contexts, and is asked for again at once, the same is told.
 */
export class ExactCopies {
  private readonly contents = new NumberTable();
  private last: { readonly item: Item; readonly isCopy: boolean } | undefined;

  isCopy(item: Item): boolean {
    if (this.last?.item !== item) {
      const known = this.contents.size;
      this.last = { item, isCopy: this.contents.add(hashOfText(saidIn(item))) < known };
    }
    return this.last.isCopy;
  }
}

const saidIn = ({ prompt, responses }: Item): string => JSON.stringify([prompt, ...responses.map(({ text, turns }) => JSON.stringify(turns ?? text)).sort()]);
