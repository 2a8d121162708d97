import { hash } from 'node:crypto';
import type { Item, Message } from '../../model/item/item';
import type { SourceTexts } from '../json/sourceTexts';
import { textContentJson } from './textContentJson';

/**
 * SHA-256 over all that is judged (prompt, responses in the dataset's order, and what is shown beside them), 32 hex
 * digits: what an annotation was made on.
 * @param source where its texts stand as JSON already
 */
export function contentHash(content: Omit<Item, 'id' | 'hash'>, source?: SourceTexts): string {
  return hash('sha256', textContentJson(content, source) ?? anyContent(content)).slice(0, 32);
}

/** The JSON of all that is judged. */
function anyContent({
  prompt,
  promptText,
  responses,
  tools,
  context,
  evidence,
  references,
  criteria,
}: Omit<Item, 'id' | 'hash'>): string {
  const turn = (message: Message): unknown[] => [
    message.role,
    message.content,
    ...(message.media ? [mediaOf(message)] : []),
    ...toolsOfTurn(message),
  ];
  const beside = [context, evidence, references, criteria];
  return JSON.stringify([
    prompt.map(turn),
    promptText ?? null,
    responses.map(({ id, text, turns, run }) => [
      id,
      text,
      turns?.map(turn) ?? null,
      ...(run?.patch === undefined ? [] : [run.patch]),
    ]),
    ...(beside.some((part) => part !== undefined) ? [beside] : []),
    ...(tools ? [{ tools }] : []),
  ]);
}

const mediaOf = ({ media }: Message): unknown[] | undefined => media?.map(({ kind, source }) => [kind, source]);

/** What a turn has to do with tools; nothing where it has not. */
function toolsOfTurn({ toolCalls, toolName, toolCallId }: Message): unknown[] {
  if (!toolCalls && toolName === undefined && toolCallId === undefined) return [];
  return [
    {
      calls: toolCalls?.map((call) => [call.id ?? null, call.name, call.arguments]) ?? null,
      name: toolName ?? null,
      id: toolCallId ?? null,
    },
  ];
}

/**
 * What rows must share to be about the same: the prompt, the tools it can be answered with, and the context it is meant
 * in. 32 hex digits.
 */
export function promptKey({ prompt, tools, context }: Pick<Item, 'prompt' | 'tools' | 'context'>): string {
  const turns = prompt.map((message) => [
    message.role,
    message.content,
    mediaOf(message) ?? null,
    ...toolsOfTurn(message),
  ]);
  return hash('sha256', JSON.stringify([turns, context ?? null, ...(tools ? [tools] : [])])).slice(0, 32);
}

/** Whether an item says nothing of what was asked. */
export const isWithoutPrompt = ({ prompt }: Pick<Item, 'prompt'>): boolean =>
  prompt.every(({ content, media }) => content.trim() === '' && !media);
