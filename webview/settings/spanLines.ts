import type { SpanType } from '../../src/core/model/annotation/taxonomy';

/**
 * Types of marked passages as lines of a text, those within a group two spaces further in:
 * `wrong fact [negative, span]: The text says what is not so.`
 */

const indent = '  ';
const words = { polarity: ['positive', 'negative'], of: ['span', 'missing'] } as const;

/** The types as they stand in a project. */
export const spanLines = (types: unknown): readonly string[] =>
  typesOf(types).flatMap(({ name, polarity, of, description, types: inner }) => {
    const said = [polarity, of].filter((each) => each !== undefined);
    return [
      `${name}${said.length > 0 ? ` [${said.join(', ')}]` : ''}${description === undefined ? '' : `: ${description.replaceAll(/\s*\n\s*/gu, ' ')}`}`,
      ...spanLines(inner).map((line) => `${indent}${line}`),
    ];
  });

/**
 * The types that lines name, each within the nearest one before it that stands further out; undefined where there are
 * none. What a type has in the project that no line can say stays with its name.
 */
export function spanTypesIn(lines: readonly string[], before: unknown): unknown {
  const known = new Map(allTypes(before).map((type) => [type.name, type]));
  const names = [...known.keys()].sort((a, b) => b.length - a.length);
  const root: Nested[] = [];
  const open: { readonly depth: number; readonly types: Nested[] }[] = [{ depth: -1, types: root }];
  for (const line of lines) {
    const depth = line.length - line.trimStart().length;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const { name, ...said } = typeIn(line.trim(), names);
    const { name: _, polarity: __, of: ___, types: ____, description, ...rest } = known.get(name) ?? { name };
    // A description of several lines stands in one here; it stays as it is where nobody changed it.
    const isSame = description?.replaceAll(/\s*\n\s*/gu, ' ') === said.description;
    const type: Nested = { name, ...said, ...(isSame && description !== undefined && { description }), ...rest };
    open.at(-1)?.types.push(type);
    open.push({ depth, types: (type.types = []) });
  }
  return root.length === 0 ? undefined : root.map(withoutEmpty);
}

type Nested = Omit<SpanType, 'types'> & { types?: Nested[] };

const typesOf = (types: unknown): readonly SpanType[] => (Array.isArray(types) ? (types as SpanType[]) : []);
const allTypes = (types: unknown): readonly SpanType[] =>
  typesOf(types).flatMap((type) => [type, ...allTypes(type.types)]);

const withoutEmpty = ({ types = [], ...type }: Nested): Nested =>
  types.length === 0 ? type : { ...type, types: types.map(withoutEmpty) };

/** @param names of the types that there are, the longest first: one may have a colon in it */
function typeIn(line: string, names: readonly string[]): Omit<SpanType, 'types'> {
  const isEnd = (rest: string): boolean => rest === '' || rest.startsWith(': ') || rest.startsWith(' [');
  const known = names.find((name) => line.startsWith(name) && isEnd(line.slice(name.length)));
  const colon = known === undefined ? line.indexOf(': ') : line.indexOf(': ', known.length);
  const head = (colon < 0 ? line : line.slice(0, colon)).replace(/:$/u, '').trim();
  const description = colon < 0 ? '' : line.slice(colon + 2).trim();
  const [, name = head, list = ''] = /^(.*\S)\s*\[([^\]]*)\]$/u.exec(head) ?? [];
  const said = list.split(',').map((each) => each.trim());
  const one = <K extends keyof typeof words>(key: K): (typeof words)[K][number] | undefined =>
    words[key].find((word) => said.includes(word));
  const [polarity, of] = [one('polarity'), one('of')];
  // What is in brackets and says neither is part of the name.
  const isSaid = said.every((each) => [...words.polarity, ...words.of].some((word) => word === each));
  return {
    name: isSaid ? name : head,
    ...(isSaid && polarity !== undefined && { polarity }),
    ...(isSaid && of !== undefined && { of }),
    ...(description !== '' && { description }),
  };
}
