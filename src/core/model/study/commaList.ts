/** Lists as they are typed: parted by commas; a comma within a name is written `\,`. */

/** The parts of a list, without what is escaped in them. */
export function parseCommaList(typed: string): string[] {
  return typed.split(/(?<!\\),/).map((part) => part.replaceAll(String.raw`\,`, ',').trim());
}

/** A name as part of a list. */
export const escapeCommas = (name: string): string => name.replaceAll(',', String.raw`\,`);
