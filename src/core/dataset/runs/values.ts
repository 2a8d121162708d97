import type { ToolCall, VerifierResult } from '../../model/item/item';
import { isObject, type JsonObject } from '../fields/recordFields';

/** What is looked for in files whose fields may be missing or of another kind: undefined where it is not there. */

export const objectIn = (value: unknown): JsonObject | undefined => (isObject(value) ? value : undefined);
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const objectsInList = (value: unknown): readonly JsonObject[] => listIn(value).filter(isObject);
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const idIn = (value: unknown): string | undefined =>
  textIn(value) ?? (typeof value === 'number' ? String(value) : undefined);

/** An object without the fields that are undefined. */
export function present<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** The value of a JSON text; undefined where it is none. */
export function jsonIn(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No JSON, which is all that was asked.
    return undefined;
  }
}

/** The text of a message's content: a text, or a list of parts of which those of text count. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listIn(content)
    .map((part) => (typeof part === 'string' ? part : (textIn(objectIn(part)?.text) ?? '')))
    .join('');
}

/** A command that was typed to a shell, as a call. */
export const shellCall = (command: string, id?: string): ToolCall => ({
  ...(id !== undefined && { id }),
  name: 'bash',
  arguments: { command },
});

/** Reasoning in the tags that chat templates write it in, before what is said. */
export const withReasoning = (reasoning: string | undefined, content: string): string =>
  reasoning === undefined ? content : `<think>\n${reasoning}\n</think>\n\n${content}`;

/** A reward as the result of a verifier. */
export const rewardOf = (value: unknown, name = 'reward'): readonly VerifierResult[] => {
  const score = numberIn(value);
  return score === undefined ? [] : [{ name, score }];
};

/** Whether a program says that the task was solved. */
export const resolvedOf = (value: unknown, name = 'resolved'): readonly VerifierResult[] =>
  typeof value === 'boolean' ? [{ name, passed: value }] : [];

/**
 * Whether a path that a file names leads to its folder or below: it must not bring what lies elsewhere on the machine
 * into a study.
 */
export const isBelow = (path: string): boolean => !/^([\\/]|[a-z]:)|(^|[\\/])\.\.([\\/]|$)/i.test(path);
