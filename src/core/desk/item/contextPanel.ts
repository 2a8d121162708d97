import type { DeskPassage } from '../../model/desk/deskState';
import type { Item } from '../../model/item/item';
import { withoutTitle } from '../../model/item/passageTitle';
import type { ShownItem } from './shownItem';
import { namesMasked } from '../../model/item/maskedNames';
import { withoutImagePaths } from '../../model/item/markdownImages';

/** A passage that is shown beside the conversation, whole. */
export interface ContextPanel extends Pick<DeskPassage, 'kind' | 'title' | 'source' | 'of' | 'number'> {
  readonly text: string;
}

/**
 * Collects what stands beside the conversation: its context, what an answer may rest on, and (where the study says so)
 * answers known to be right. Notes for leads are not for these eyes. A passage names the one response that it belongs
 * to as it is shown; its title and its source do not tell which model wrote it.
 */
export function contextPanelOf({ item, responses }: ShownItem, showsReferences: boolean): ContextPanel[] {
  const { context, evidence = [], references = [] } = item;
  const masked = namesMasked(item);
  return [
    ...(context === undefined ? [] : [{ kind: 'context', text: withoutImagePaths(context).text } as const]),
    ...evidence.map(({ text, title, source, response }, number): ContextPanel => {
      const of = response === undefined ? -1 : responses.findIndex(({ id }) => id === response);
      const named = response === undefined ? (words: string) => words : masked;
      return {
        kind: 'evidence',
        text: withoutImagePaths(withoutTitle(text, title)).text,
        number,
        ...(title !== undefined && { title: named(title) }),
        ...(source !== undefined && { source: named(source) }),
        ...(of >= 0 && { of }),
      };
    }),
    ...(showsReferences
      ? references.map((text): ContextPanel => ({ kind: 'reference', text: withoutImagePaths(text).text }))
      : []),
  ];
}

/** The id of the passage with that number, as the journal names it. */
export function passageId({ evidence = [] }: Pick<Item, 'evidence'>, number: number): string | undefined {
  return evidence[number]?.id;
}
