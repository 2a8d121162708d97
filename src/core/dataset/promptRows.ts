import { counted } from '../model/counted';
import type { Problem } from '../model/problem';
import { sizeOf } from './fileVersion';
import { rowKey } from './grouping';
import { isWithoutPrompt } from './identity';
import { singleResponses } from './layouts/singleResponses';
import type { Reading } from './parse';
import { scan } from './scan';

/**
 * Rows with one response each, several of them to the same prompt: of several models, of several samples, or of several people who judged. They are one item (`Reading.gather`). That is taken to be so only where it is certain: nearly all prompts
 * stand in several rows, their responses differ, and the rows name their models, every prompt has as many, or there is one prompt and every row says something else. Layouts whose records mean one response by themselves (KTO, demonstrations) are left as they are.
 */

/** The share of prompts that must stand in several rows. */
const nearlyAll = 0.9;
/** The share of such prompts whose responses must not all be the same. */
const mostDiffer = 0.5;
/** What all rows of a file have in common is a setting, and no prompt, where it is shorter. */
const shortestPrompt = 15;
/** Nobody compares more responses to one prompt: it is an instruction, and what it is about stands elsewhere. */
/** A model answers a prompt no more often. */
const mostSamples = 4;
const mostRows = { named: 100, unnamed: 20 };
/** Where so many rows bring no prompt again, rows are no parts. */
const looked = 20_000;
/** All records are looked at, so that larger datasets are left as they are. */
const mostBytes = 256 << 20;

/** What is known of rows that are put together. */
export interface PromptRows {
  readonly rows: number;
  readonly prompts: number;
  /** The field that says which rows are of one item, where that is not the prompt. */
  readonly by?: string;
}

interface Group {
  rows: number;
  readonly first: string;
  differs: boolean;
  /** The texts of the first rows. */
  readonly texts: Set<string>;
  /** Characters of the prompt. */
  readonly asked: number;
  readonly models: Set<string>;
}

/** Whether rows with the same prompt are one item; undefined where that is not certain. Reads the whole dataset where its first rows leave it open. Throws what reading throws. */
export async function promptRowsOf(paths: readonly string[], reading: Reading, signal?: AbortSignal): Promise<PromptRows | undefined> {
  if (reading.layout !== singleResponses || (await sizeOf(paths)) > mostBytes) return undefined;
  const groups = new Map<string, Group>();
  let rows = 0;
  let named = 0;
  let without = 0;
  for await (const batch of scan(paths, { ...reading, gather: false }, { signal })) {
    for (const parsed of batch) {
      if (!('item' in parsed)) continue;
      const [response, ...others] = parsed.item.responses;
      if (!response || others.length > 0) return undefined;
      rows++;
      // Without a prompt nothing says that responses belong together.
      if (reading.mapping.gather === undefined && isWithoutPrompt(parsed.item)) without++;
      if (response.model !== undefined) named++;
      const key = rowKey(parsed.item, reading);
      if (key === undefined) return undefined;
      const group = groups.get(key) ?? { rows: 0, first: response.text, differs: false, texts: new Set<string>(), asked: parsed.item.prompt.reduce((sum, { content }) => sum + content.length, 0), models: new Set<string>() };
      groups.set(key, group);
      group.rows++;
      group.differs ||= group.first !== response.text;
      if (group.rows <= mostRows.unnamed) group.texts.add(response.text);
      if (response.model !== undefined) group.models.add(response.model);
    }
    if (rows >= looked && groups.size === rows) return undefined;
  }
  if (without > rows * (1 - nearlyAll)) return undefined;
  return areParts([...groups.values()], named >= rows * nearlyAll) ? { rows, prompts: groups.size, ...(reading.mapping.gather !== undefined && { by: reading.mapping.gather }) } : undefined;
}

function areParts(groups: readonly Group[], areNamed: boolean): boolean {
  const several = groups.filter((group) => group.rows > 1);
  if (several.length === 0 || several.length < groups.length * nearlyAll || several.filter(({ differs }) => differs).length < several.length * mostDiffer) return false;
  const byModels = areNamed && several.filter(({ rows, models }) => models.size > 1 && rows <= models.size * mostSamples).length >= several.length * nearlyAll;
  if (groups.some((group) => group.rows > (byModels ? mostRows.named : mostRows.unnamed))) return false;
  if (byModels) return true;
  // Samples of one prompt, none of which is as another.
  if (groups.length === 1) return several.every(({ texts, rows, asked }) => texts.size === rows && asked >= shortestPrompt);
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group.rows, (sizes.get(group.rows) ?? 0) + 1);
  return Math.max(...sizes.values()) >= groups.length * nearlyAll;
}

/** What a person is told of rows that were put together. */
export function toldOfRows({ rows, prompts, by }: PromptRows, file: string): Problem {
  if (by !== undefined) return { severity: 'warning', file, message: `${counted(rows, 'row')} hold responses to ${counted(prompts, 'prompt')}: rows with the same ${JSON.stringify(by)} are one item. To leave each row by itself, use --no-gather` };
  return { severity: 'warning', file, message: `${counted(rows, 'row')} hold responses to ${counted(prompts, 'prompt')}: rows with the same prompt are one item. To leave each row by itself, use --no-gather` };
}
