/** Of a letter in drawings, in pixels: the text of an SVG does not fit itself into a place. */
export const charWidth = 6.4;

/** As much of a text as fits into so many pixels. */
export function fitText(text: string, width: number): string {
  const most = Math.max(3, Math.floor(width / charWidth));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
