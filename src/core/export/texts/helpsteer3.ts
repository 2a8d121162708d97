import * as z from 'zod';
import type { Annotation } from '../../model/annotation/annotation';
import type { Item } from '../../model/item/item';
import { metadataText } from '../derive/criteria';
import type { Fields } from '../fields';
import { trainerMessage } from './messages';
import { messages } from '../formatRules';
import { critiqueTextOn } from './judgeTexts';

/**
 * What the parts of HelpSteer3 have in common (nvidia/HelpSteer3, README.md): `{domain, language, context: messages,
 * …}`.
 */

/** Domain and conversation. In the domain "code" the language is that of the program, and stands in the metadata. */
export function helpSteer3Context(item: Item): Fields {
  const domain = metadataText(item, 'domain') ?? 'general';
  return {
    domain,
    language: (domain === 'code' ? metadataText(item, 'language') : undefined) ?? item.language ?? '',
    context: item.prompt.map(trainerMessage),
  };
}

export const helpSteer3Columns = {
  domain: z.string(),
  language: z.string(),
  context: messages('the conversation up to the response', 'is an empty list: there is nothing to answer'),
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
