import { randomInt } from 'node:crypto';
import type { Rubrics } from '../model/rubric/rubric';
import type { UsedVersions } from './versions';

/** Characters of an id made of a text, at most; what is cut is cut between words where there are any. */
const maxLength = 40;

/** Tells whether an id made of a text says all of it: two texts that are longer may have the same one. */
export const isWholeSlug = (text: string): boolean => slugOf(text, Infinity).length <= maxLength;

/**
 * A text as an id: its letters and digits of any script in lower case and without accents, with hyphens between words.
 * Empty where it has none.
 */
export function slugOf(text: string, most = maxLength): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  const words = plain
    .replaceAll(/[’']/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  let slug = Array.from(words[0] ?? '')
    .slice(0, most)
    .join('');
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > most) break;
    slug += `-${word}`;
  }
  return slug;
}

/**
 * An id made of a text that is not among `taken`: with a number behind it where it has to. Of thousands that are made
 * of the same text, `counters` remembers the numbers that are taken.
 */
export function freeId(
  text: string,
  taken: Pick<ReadonlySet<string>, 'has'>,
  otherwise: string,
  counters?: Map<string, number>,
): string {
  const slug = slugOf(text) || otherwise;
  let number = counters?.get(slug) ?? 1;
  let id = number === 1 ? slug : `${slug}-${number}`;
  while (taken.has(id)) id = `${slug}-${++number}`;
  counters?.set(slug, number);
  return id;
}

/**
 * An id made of a text as `freeId` makes it, or with letters behind it where `draw` draws some: two people who write
 * the same apart from one another, and whose studies git merges then, have not written one thing.
 */
export function idFor(
  text: string,
  taken: Pick<ReadonlySet<string>, 'has'>,
  otherwise: string,
  draw: (() => string) | undefined,
): string {
  if (!draw) return freeId(text, taken, otherwise);
  const slug = slugOf(text) || otherwise;
  for (;;) {
    const id = `${slug}-${draw()}`;
    if (!taken.has(id)) return id;
  }
}

const letters = 'abcdefghjkmnpqrstvwxyz23456789';

/**
 * Five letters or digits, drawn at random: of a thousand ids made of one text two are the same once in fifty studies.
 */
export const drawnLetters = (): string => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');

/**
 * The rubric of every id of a criterion in any version, and of those that were merged into one: verdicts name them for
 * good.
 */
export function rubricOfEachCriterion({ rubrics }: Rubrics): Map<string, string> {
  return new Map(
    rubrics.flatMap((rubric) =>
      rubric.versions.flatMap(({ criteria }) =>
        criteria.flatMap(({ id, merged = [] }) => [id, ...merged].map((each) => [each, rubric.id] as const)),
      ),
    ),
  );
}

/** Every id that a criterion has, or had. */
export const criterionIds = (rubrics: Rubrics): Set<string> => new Set(rubricOfEachCriterion(rubrics).keys());

/** Every id of a rubric, also of those that only annotations still know. */
export function rubricIds({ rubrics }: Rubrics, used: UsedVersions): Set<string> {
  return new Set([...rubrics.map(({ id }) => id), ...used.keys()]);
}
