/** A text without the title that it begins with, as passages of encyclopedias do: the title stands above it already. */
export function withoutTitle(text: string, title: string | undefined): string {
  const [, first, rest] = /^\s*(\S.*?)[ \t\r]*\n\s*(\S[^]*)$/.exec(text) ?? [];
  return rest !== undefined && first === title?.trim() ? rest : text;
}
