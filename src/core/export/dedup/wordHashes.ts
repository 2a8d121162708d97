import { mixed } from '../../model/annotation/blindOrder';
import { longer } from '../../model/report/numberTable';

/**
 * The words of a text in their order, each as a 32-bit hash; equal words have equal hashes, on every machine.
 *
 * What differs in writing alone is one word: texts are brought to Unicode's NFKC form and lower-cased; punctuation,
 * white space and characters that are not seen (soft hyphens, joiners, marks of direction, the Arabic tatweel) are
 * none. Letters, digits and their marks make a word. A sign of a script that is written without spaces (Han, kana,
 * Thai, Lao, Khmer, Burmese) is a word by itself, as are symbols and emoji, whatever their skin: `Intl.Segmenter` finds
 * real words there by dictionaries, which differ between versions of ICU, and an export must have the same bytes
 * everywhere. Signs that reckon (`- * / %`) are words behind a number, so that 7 - 2 is not 7 * 2. Where a text has
 * nothing of all that, each of its characters is a word.
 */
export function wordHashesOf(text: string): Uint32Array {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = new Words();
  for (let at = 0; at < plain.length; at++) {
    let code = plain.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00) {
      code = plain.codePointAt(at) ?? code;
      if (code > 0xffff) at++;
    }
    words.take(code);
  }
  words.end();
  if (words.count === 0) for (const char of plain) if (char.trim() !== '') words.add(mixed(char.codePointAt(0) ?? 0));
  return words.all();
}

/** What a character does in a text; 0 is not known yet. */
const [gap, letter, digit, mark, sign, reckoning, unseen] = [1, 2, 3, 4, 5, 6, 7];

const kinds = new Uint8Array(0x110000);
const signs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Sm}\p{Sc}\p{So}^]/u;

function kindOf(code: number): number {
  return (kinds[code] ||= kindOfChar(String.fromCodePoint(code)));
}

function kindOfChar(char: string): number {
  // A space of no width parts words; the tatweel only makes them longer to the eye.
  if (char === '\u200b') return gap;
  if (char === '\u0640' || /\p{Cf}/u.test(char)) return unseen;
  if ('-*/%'.includes(char)) return reckoning;
  if (/\p{Nd}/u.test(char)) return digit;
  if (signs.test(char)) return sign;
  if (/[\p{L}\p{N}]/u.test(char)) return letter;
  return /\p{M}/u.test(char) ? mark : gap;
}

/** Shared by all texts, one after the other: a new one for each would be most of the work. */
let column = new Uint32Array(1 << 10);

class Words {
  count = 0;
  /** FNV-1a of the word that is being read. */
  private hash = 0;
  private isOpen = false;
  private isBehindNumber = false;

  take(code: number): void {
    const kind = kindOf(code);
    if (kind === letter || kind === digit) {
      if (!this.isOpen) this.hash = 0x811c9dc5 | 0;
      this.isOpen = true;
      this.isBehindNumber = kind === digit;
    }
    if (kind === letter || kind === digit || kind === mark) {
      if (this.isOpen) this.hash = Math.imul(this.hash ^ code, 0x01000193);
    } else if (kind !== unseen) {
      this.end();
      if (kind === sign || (kind === reckoning && this.isBehindNumber)) this.add(mixed(code));
      // 7 - 2 is as good as 7-2.
      if (code !== 0x20) this.isBehindNumber = false;
    }
  }

  end(): void {
    if (this.isOpen) this.add(mixed(this.hash));
    this.isOpen = false;
  }

  add(word: number): void {
    if (this.count === column.length) column = longer(column);
    column[this.count++] = word;
  }

  all(): Uint32Array {
    return column.slice(0, this.count);
  }
}
