import type { Annotation, Critique } from '../../model/annotation/annotation';
import { critiqueParts } from '../../model/annotation/judgementValues';

/** A critique as one text: what it says as a whole, and its parts, a blank line between. */
export function critiqueText(critique: Critique): string {
  return [critique.text, ...critiqueParts.map((part) => critique[part] ?? '')]
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

/** What annotators wrote of a response, one after the other; empty where nobody did. */
export function critiquesOn(annotations: readonly Annotation[], response: string): string {
  const own = annotations
    .flatMap(({ judgement }) => judgement.critiques ?? [])
    .filter((critique) => critique.response === response);
  return own
    .map(critiqueText)
    .filter((text) => text !== '')
    .join('\n\n');
}
