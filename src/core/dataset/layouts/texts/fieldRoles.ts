import { problem } from '../../../model/problems/problem';
import type { Item, Message, Response } from '../../../model/item/item';
import { LayoutError, type JsonObject } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import type { RecordReader } from '../../records/recordReader';
import { responseOf } from './preferencePair';
import { roleOf, type FieldRole } from '../../fields/fieldNames';
import { plainName } from '../../fields/fieldWords';

/** Fields of a record as parts of an item. */
export interface Assigned extends Pick<Item, 'prompt' | 'promptText' | 'context' | 'references'> {
  readonly responses: readonly Response[];
  /** Fields that have no role. */
  readonly others: JsonObject;
}

/**
 * Assigns roles to fields; `named` says which are the prompt and the responses where a person or the labels do. Throws
 * `LayoutError` where there is no response.
 */
export function assignRoles(
  fields: JsonObject,
  named: { prompt?: string; responses?: readonly string[] } = {},
): Assigned {
  const roles: Record<FieldRole, string[]> = { system: [], prompt: [], context: [], references: [], responses: [] };
  const others = new Map<string, unknown>();
  const freeRoleOf = (name: string): FieldRole | 'other' => {
    const role = roleOf(name);
    return (role === 'responses' && named.responses) || (role === 'prompt' && named.prompt) ? 'other' : role;
  };
  for (const [name, value] of Object.entries(fields)) {
    const role = named.responses?.includes(name) ? 'responses' : name === named.prompt ? 'prompt' : freeRoleOf(name);
    if (role !== 'other' && (typeof value === 'string' || asMessages(value))) roles[role].push(name);
    else others.set(name, value);
  }
  const text = (name: string): string =>
    typeof fields[name] === 'string'
      ? fields[name]
      : (asMessages(fields[name]) ?? []).map(({ content }) => content).join('\n\n');
  const asTurns = (name: string): Message[] => asMessages(fields[name]) ?? [{ role: 'user', content: text(name) }];
  const [first, ...more] = roles.prompt;
  for (const name of more) others.set(name, fields[name]);
  let prompt = first === undefined ? [] : asTurns(first);
  let responses = roles.responses.map((name) => responseOf(name, asMessages(fields[name]) ?? text(name)));
  if (responses.length === 0 && first !== undefined) {
    const start = prompt.findLastIndex(({ role }) => role !== 'assistant') + 1;
    if (start > 0 && start < prompt.length)
      [responses, prompt] = [[responseOf('response', prompt.slice(start))], prompt.slice(0, start)];
  }
  if (responses.length === 0)
    throw new LayoutError(problem('layouts.noResponseAmong', { fields: Object.keys(fields) }), { field: 'answers' });
  const system = roles.system
    .map((name): Message => ({ role: 'system', content: text(name) }))
    .filter(({ content }) => content !== '');
  const plain = first !== undefined && typeof fields[first] === 'string' && system.length === 0;
  const context = roles.context.map(text).join('\n\n');
  const references = roles.references.map(text).filter((reference) => reference !== '');
  return {
    prompt: [...system, ...prompt],
    ...(plain && { promptText: text(first) }),
    ...(context !== '' && { context }),
    ...(references.length > 0 && { references }),
    responses,
    others: Object.fromEntries(others),
  };
}

/** The fields that a person names by a mapping: `prompt`, and `answers` as a list with commas. */
export function namedFields(record: RecordReader): { prompt?: string; responses?: string[] } {
  const mapped = (name: string): string | undefined => (record.path(name) === name ? undefined : record.path(name));
  const [prompt, answers] = [mapped('prompt'), mapped('answers')];
  return {
    ...(prompt !== undefined && { prompt }),
    ...(answers !== undefined && { responses: answers.split(',').map((each) => each.trim()) }),
  };
}

/**
 * The response that a question, an option or a tag is named after; the only one, where `alone` is meant and there is
 * one.
 */
export function responseNamed(name: string, responses: readonly string[], alone = true): string | undefined {
  if (alone && responses.length === 1) return responses[0];
  const wanted = plainName(name);
  const exact = responses.find((id) => plainName(id) === wanted);
  return exact ?? responses.filter((id) => wanted.includes(plainName(id))).sort((a, b) => b.length - a.length)[0];
}

/**
 * The response that an option stands for ("Reply 1" for `response_1`): by its name, else by the number or letter at its
 * end.
 */
export function responseOfOption(option: string, responses: readonly string[]): string | undefined {
  const exact = responses.find((id) => plainName(id) === plainName(option));
  if (exact !== undefined) return exact;
  const ending = (name: string): string | undefined =>
    /(?:\d+|(?<![a-z])[a-z])$/i.exec(name.replaceAll(/[-_]/g, ' '))?.[0].toLowerCase();
  const wanted = ending(option);
  const found = wanted === undefined ? [] : responses.filter((id) => ending(id) === wanted);
  return found.length === 1 ? found[0] : undefined;
}
