import { backslash, quote } from '../../records/syntaxBytes';

/** Follows the strings of a JSON text, whose brackets and commas are text, byte by byte and from chunk to chunk. */
export class JsonStrings {
  /** Whether the next byte belongs to a string. */
  isOpen = false;
  private escaped = false;

  /**
   * Sees the next byte, and takes it where it belongs to a string that is open; the closing quote does, the opening one
   * does not.
   */
  takes(byte: number | undefined): boolean {
    if (!this.isOpen) {
      if (byte === quote) this.isOpen = true;
      return false;
    }
    if (this.escaped) this.escaped = false;
    else if (byte === backslash) this.escaped = true;
    else if (byte === quote) this.isOpen = false;
    return true;
  }
}
