/**
 * What stands in a text where it named an image: its number (from 1), filled up to a length in UTF-16 units; empty
 * where that is too short for it.
 */
export function placeholder(number: number, length: number): string {
  const [long, short] = [`image-${number}`, `#${number}`];
  const name = long.length <= length ? long : short.length <= length ? short : '';
  return name === '' ? '' : name.padEnd(length, '_');
}

/** The number (from 1) of the image for which a placeholder stands; undefined of anything else. */
export function imageNumber(text: string): number | undefined {
  const [, number] = /^(?:image-|#)(\d+)_*$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}
