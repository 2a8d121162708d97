import * as z from 'zod';
import type { Annotation } from '../../model/annotation/annotation';
import type { Item } from '../../model/item/item';
import { metadataText } from '../derive/criteria';
import { promptColumn } from '../sharedColumns';
import { critiqueTextOn } from './judgeTexts';

/**
 * What the parts of HelpSteer3 have in common (nvidia/HelpSteer3, README.md): `{domain, language, context: messages,
 * …}`.
 */

interface OfItem {
  readonly item: Item;
}

const domainOf = ({ item }: OfItem): string => metadataText(item, 'domain') ?? 'general';

/** Domain and conversation. In the domain "code" the language is that of the program, and stands in the metadata. */
export const helpSteer3Columns = {
  domain: { rule: z.string(), value: domainOf },
  language: {
    rule: z.string(),
    value: ({ item }: OfItem) =>
      (domainOf({ item }) === 'code' ? metadataText(item, 'language') : undefined) ?? item.language ?? '',
  },
  context: promptColumn('the conversation up to the response', 'is an empty list: there is nothing to answer'),
};

/**
 * What annotators wrote on responses: for each of those who wrote on any of them an entry in each list, empty where
 * they wrote nothing.
 */
export function feedbackLists(annotations: readonly Annotation[], responses: readonly string[]): string[][] {
  const all = annotations
    .map((annotation) => responses.map((response) => critiqueTextOn(annotation, response)))
    .filter((texts) => texts.some((text) => text !== ''));
  return responses.map((_, at) => all.map((texts) => texts[at] ?? ''));
}

export const feedbackColumn = z.array(
  z.string('must be text: the list is one column of texts'),
  'must be a list of texts',
);
