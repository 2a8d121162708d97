import { hash } from 'node:crypto';

/** An annotator's name as the export has it: their own, or a pseudonym that is the same in every export with this salt, and cannot be told from the name without it. */
export function annotatorName(annotator: string, { pseudonyms }: { readonly pseudonyms?: string | undefined }): string {
  return pseudonyms === undefined ? annotator : `annotator-${hash('sha256', `${pseudonyms}\u0000${annotator}`).slice(0, 12)}`;
}
