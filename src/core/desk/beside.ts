import type { DeskPassage } from '../model/desk';
import type { Item } from '../model/item';
import { withoutTitle } from '../model/passage';
import type { ShownItem } from './judgement';

/** A passage that is shown beside the conversation, whole. */
export interface Beside extends Pick<DeskPassage, 'kind' | 'title' | 'source' | 'of' | 'number'> {
  readonly text: string;
}

/**
 * What stands beside the conversation: its context, what an answer may rest on, and (where the study says so) answers known to be
 * right. Notes for leads are not for these eyes. A passage names the one response that it belongs to as it is shown.
 */
export function besideOf({ item, responses }: ShownItem, showsReferences: boolean): Beside[] {
  const { context, evidence = [], references = [] } = item;
  return [
    ...(context === undefined ? [] : [{ kind: 'context', text: context } as const]),
    ...evidence.map(({ text, title, source, response }, number): Beside => {
      const of = response === undefined ? -1 : responses.findIndex(({ id }) => id === response);
      return { kind: 'evidence', text: withoutTitle(text, title), number, ...(title !== undefined && { title }), ...(source !== undefined && { source }), ...(of >= 0 && { of }) };
    }),
    ...(showsReferences ? references.map((text): Beside => ({ kind: 'reference', text })) : []),
  ];
}

/** The id of the passage with that number, as the journal names it. */
export function passageId({ evidence = [] }: Pick<Item, 'evidence'>, number: number): string | undefined {
  return evidence[number]?.id;
}
