import type { polarities } from './judgementValues';

/** What can be marked in responses: types of spans and of what is missing, in groups within groups. */

export type Polarity = (typeof polarities)[number];

/** A type of the taxonomy, or a group of them, which can be chosen too. */
export interface SpanType {
  readonly name: string;
  readonly description?: string | undefined;
  /** What a span of it is taken for until somebody says otherwise; that of its group where nothing is said. */
  readonly polarity?: Polarity | undefined;
  /** Whether it is said of passages, or of what is missing; of both where nothing is said here or in its group. */
  readonly of?: 'span' | 'missing' | undefined;
  readonly types?: readonly SpanType[] | undefined;
}

/**
 * What can be marked where a study says nothing else. The groups of faults are the three categories of Fine-Grained
 * RLHF (Z. Wu et al., 2023: irrelevance, repetition and incoherence; incorrect or unverifiable facts; missing
 * information) with what reasoning, instructions and safety need beside them.
 */
export const defaultSpanTypes: readonly SpanType[] = [
  {
    name: 'wrong',
    polarity: 'negative',
    of: 'span',
    types: [
      { name: 'wrong fact' },
      { name: 'unverifiable' },
      { name: 'wrong reasoning' },
      { name: 'miscalculated' },
      { name: 'made-up source' },
      { name: 'contradicts itself' },
    ],
  },
  {
    name: 'off the task',
    polarity: 'negative',
    of: 'span',
    types: [{ name: 'irrelevant' }, { name: 'redundant' }, { name: 'against the instruction' }],
  },
  {
    name: 'badly put',
    polarity: 'negative',
    of: 'span',
    types: [{ name: 'incoherent' }, { name: 'unclear' }, { name: 'wrong tone' }],
  },
  { name: 'harmful', polarity: 'negative', of: 'span' },
  {
    name: 'good',
    polarity: 'positive',
    of: 'span',
    types: [
      { name: 'right and important' },
      { name: 'well grounded' },
      { name: 'well put' },
      { name: 'rightly cautious' },
    ],
  },
  { name: 'answer missing', of: 'missing' },
  { name: 'important detail missing', of: 'missing' },
  { name: 'helpful detail missing', of: 'missing' },
  { name: 'warning missing', of: 'missing' },
];

/** A type as it stands in the menu, with what it has from its groups. */
export interface TypeChoice extends SpanType {
  /** How many types there are within it for what is marked; 0 where it is no group. */
  readonly within: number;
}

/**
 * The types to choose among for a passage, or for something missing, within the groups at `path` (numbers of choices,
 * outermost first).
 */
export function choicesOf(
  types: readonly SpanType[],
  kind: 'span' | 'missing',
  path: readonly number[] = [],
): readonly TypeChoice[] {
  const choices = types
    .filter((type) => isFor(type, kind))
    .map((type): TypeChoice => ({
      ...type,
      within: (type.types ?? []).filter((each) => isFor(handedDown(type, each), kind)).length,
    }));
  const [first, ...rest] = path;
  if (first === undefined) return choices;
  const group = choices[first];
  return group
    ? choicesOf(
        (group.types ?? []).map((each) => handedDown(group, each)),
        kind,
        rest,
      )
    : [];
}

/** The type of that name with what it has from its groups; undefined where the taxonomy has none. */
export function typeNamed(types: readonly SpanType[], name: string): SpanType | undefined {
  for (const type of types) {
    const found =
      type.name === name
        ? type
        : typeNamed(
            (type.types ?? []).map((each) => handedDown(type, each)),
            name,
          );
    if (found) return found;
  }
  return undefined;
}

/** The names of the types that are no groups, in order: what marks are counted by. */
export function leafNames(types: readonly SpanType[]): string[] {
  return types.flatMap(({ name, types: within }) => (within ? leafNames(within) : [name]));
}

/** The names of all types, groups too. */
export function allNames(types: readonly SpanType[]): string[] {
  return types.flatMap(({ name, types: within = [] }) => [name, ...allNames(within)]);
}

function handedDown(group: SpanType, type: SpanType): SpanType {
  const [polarity, of] = [type.polarity ?? group.polarity, type.of ?? group.of];
  return { ...type, ...(polarity && { polarity }), ...(of && { of }) };
}

/** A group is for what any of its types is for. */
function isFor(type: SpanType, kind: 'span' | 'missing'): boolean {
  if (type.types) return type.types.some((each) => isFor(handedDown(type, each), kind));
  return type.of === undefined || type.of === kind;
}
