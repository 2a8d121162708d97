import type { Response } from '../../../model/item/item';
import type { RecordReader } from '../../records/recordReader';
import type { Content } from '../layout';
import { contextAndEvidence } from './contextAndEvidence';
import { toolsAt, withMedia } from './toolsAndMedia';

/**
 * Puts an item together from what a general layout found: its prompt with media, its tools, its responses with what
 * stands beside them and who judged them, and the rest of the record as metadata.
 *
 * Fields are set one by one: datasets of millions are laid out so, and an object made of many others takes longer than
 * its record takes to parse.
 */
export function itemContent(
  record: RecordReader,
  { prompt, promptText }: Pick<Content, 'prompt' | 'promptText'>,
  responses: readonly Response[],
  judged: Pick<Content, 'labels' | 'unread'> | undefined,
  beside = contextAndEvidence(record, responses),
): Content {
  const content: { -readonly [K in keyof Content]?: Content[K] } = {};
  const id = record.ownId();
  if (id !== undefined) content.id = id;
  content.prompt = withMedia(record, prompt);
  if (promptText !== undefined) content.promptText = promptText;
  const { tools } = toolsAt(record);
  if (tools) content.tools = tools;
  content.responses = responses;
  if (beside) Object.assign(content, beside);
  if (judged) Object.assign(content, judged);
  const { metadata } = record.rest();
  if (metadata) content.metadata = metadata;
  return content as Content;
}
