import type { Rubrics } from '../model/rubric';
import type { UsedVersions } from './versions';

/** Characters of an id made of a text, at most; what is cut is cut between words where there are any. */
const longest = 40;

/** A text as an id: its letters and digits of any script in lower case and without accents, with hyphens between words. Empty where it has none. */
export function slugOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '').normalize('NFC').toLowerCase();
  const words = plain.replaceAll(/[’']/g, '').split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  let slug = Array.from(words[0] ?? '').slice(0, longest).join('');
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > longest) break;
    slug += `-${word}`;
  }
  return slug;
}

/** An id made of a text that is not among `taken`: with a number behind it where it has to. */
export function freeId(text: string, taken: Pick<ReadonlySet<string>, 'has'>, otherwise: string): string {
  const slug = slugOf(text) || otherwise;
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  return id;
}

/** The rubric of every id of a criterion in any version, and of those that were merged into one: verdicts name them for good. */
export function criterionHomes({ rubrics }: Rubrics): Map<string, string> {
  return new Map(rubrics.flatMap((rubric) => rubric.versions.flatMap(({ criteria }) => criteria.flatMap(({ id, merged = [] }) => [id, ...merged].map((each) => [each, rubric.id] as const)))));
}

/** Every id that a criterion has, or had. */
export const criterionIds = (rubrics: Rubrics): Set<string> => new Set(criterionHomes(rubrics).keys());

/** Every id of a rubric, also of those that only annotations still know. */
export function rubricIds({ rubrics }: Rubrics, used: UsedVersions): Set<string> {
  return new Set([...rubrics.map(({ id }) => id), ...used.keys()]);
}
