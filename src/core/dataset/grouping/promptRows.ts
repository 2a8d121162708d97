import { isDeepStrictEqual } from 'node:util';
import { fileProblem, type FileProblem, problem } from '../../model/problems/problem';
import { totalFileSize } from '../sources/fileVersion';
import { hasWord, isAttributeName, promptWordsByCertainty, sampleWords, wordsIn } from '../fields/fieldWords';
import { rowKey } from './grouping';
import { isWithoutPrompt } from '../items/identity';
import { singleResponses } from '../layouts/unpaired/singleResponses';
import type { Reading } from '../items/parse';
import type { ParsedItem } from '../items/parsedItem';
import { scan } from '../sources/scan';

/**
 * Rows with one response each, several of them to the same prompt: of several models, of several samples, or of several
 * people who judged. They are one item (`Reading.gather`). That is taken to be so only where it is certain: nearly all
 * prompts stand in several rows, their responses differ, and the rows name their models, every prompt has as many, or
 * there is one prompt, every row says something else, and nothing in them says that they are about other things.
 * Layouts whose records mean one response by themselves (KTO, demonstrations) are left as they are.
 */

/** The share of prompts that must stand in several rows. */
const nearlyAll = 0.9;
/** The share of such prompts whose responses must not all be the same. */
const maxDiffer = 0.5;
/** What all rows of a file have in common is a setting, and no prompt, where it is shorter. */
const shortestPrompt = 15;
/** A model answers a prompt no more often. */
const maxSamples = 4;
/** Nobody compares more responses to one prompt: it is an instruction, and what it is about stands elsewhere. */
const maxRows = { named: 100, unnamed: 20 };
/** Where so many rows bring no prompt again, rows are no parts. */
const looked = 20_000;
/** All records are looked at, so that larger datasets are left as they are. */
const maxBytes = 256 << 20;

/** What is known of rows that are put together. */
export interface PromptRows {
  readonly rows: number;
  readonly prompts: number;
  /** Rows that stay by themselves, as they have nothing in the field that says which belong together. */
  readonly apart: number;
  /** That field, where it is not the prompt. */
  readonly by?: string;
}

/** The rows with one prompt. */
interface Group {
  rows: number;
  /** Of the first prompts (`maxCompared`). */
  readonly first?: ParsedItem;
  /** The first texts that are not the same. */
  readonly texts: Set<string>;
  readonly models: Set<string>;
}

interface Rows {
  readonly groups: ReadonlyMap<string, Group>;
  readonly rows: number;
  readonly apart: number;
  /** How many name a model, and how many have no prompt. */
  readonly named: number;
  readonly without: number;
  /** Fields that no part was found for and that differ among the rows of the first prompt. */
  readonly varied: ReadonlySet<string>;
}

/**
 * Whether rows with the same prompt are one item; undefined where that is not certain. Reads the whole dataset where
 * its first rows leave it open. Throws what reading throws.
 */
export async function promptRowsOf(
  paths: readonly string[],
  reading: Reading,
  signal?: AbortSignal,
): Promise<PromptRows | undefined> {
  const found = await rowsOf(paths, reading, signal);
  return found && areParts(found, reading) ? summaryOf(found, reading) : undefined;
}

/** Tells the rows of prompts by the field that a person names; undefined where there is nothing to tell. */
export async function namedRowsOf(
  paths: readonly string[],
  reading: Reading,
  signal?: AbortSignal,
): Promise<PromptRows | undefined> {
  const found = await rowsOf(paths, reading, signal);
  return found && summaryOf(found, reading);
}

const summaryOf = ({ rows, groups, apart }: Rows, { mapping }: Reading): PromptRows => ({
  rows,
  prompts: groups.size,
  apart,
  ...(mapping.gather !== undefined && { by: mapping.gather }),
});

/**
 * The rows by what they have in common; undefined where they are not of one response each, or hardly any prompt comes
 * again.
 */
async function rowsOf(
  paths: readonly string[],
  reading: Reading,
  signal: AbortSignal | undefined,
): Promise<Rows | undefined> {
  if (reading.layout !== singleResponses || (await totalFileSize(paths)) > maxBytes) return undefined;
  const groups = new Map<string, Group>();
  const varied = new Set<string>();
  let [rows, named, without, apart] = [0, 0, 0, 0];
  for await (const batch of scan(paths, { ...reading, gather: false }, { signal })) {
    for (const parsed of batch) {
      if (!('item' in parsed)) continue;
      const [response, ...others] = parsed.item.responses;
      if (!response || others.length > 0) return undefined;
      rows++;
      // Without a prompt nothing says that responses belong together.
      if (reading.mapping.gather === undefined && isWithoutPrompt(parsed.item)) without++;
      if (response.model !== undefined) named++;
      const key = rowKey(parsed, reading);
      if (key === undefined) {
        apart++;
        continue;
      }
      let group = groups.get(key);
      if (!group) {
        const first = groups.size < maxCompared && { first: parsed };
        groups.set(key, (group = { rows: 0, ...first, texts: new Set(), models: new Set() }));
      }
      group.rows++;
      if (group.texts.size <= maxRows.unnamed) group.texts.add(response.text);
      if (response.model !== undefined) group.models.add(response.model);
      const differ = group.first && groups.size <= maxCompared ? differing(group.first, parsed) : [];
      if (groups.size === 1) for (const name of differ) varied.add(name);
      if (differ.some(mayAsk)) return undefined;
    }
    if (rows >= looked && groups.size === rows) return undefined;
  }
  return { groups, rows, apart, named, without, varied };
}

/** Prompts whose rows are compared field by field. */
const maxCompared = 100;

/** Whether a field is named as a part of what was asked (`pre_prompt`): rows that differ there were asked other things. */
const mayAsk = (name: string): boolean =>
  promptWordsByCertainty.slice(0, 2).some((tier) => hasWord(wordsIn(name), tier)) && !isAttributeName(wordsIn(name));

/** Names of metadata that are not the same in two rows. */
function differing(
  { item: { metadata: a = {} } }: ParsedItem,
  { item: { metadata: b = {} } }: ParsedItem,
): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !isDeepStrictEqual(a[name], b[name]));
}

function areParts({ groups: byKey, rows, named, without, varied }: Rows, { mapping }: Reading): boolean {
  if (without > rows * (1 - nearlyAll)) return false;
  const groups = [...byKey.values()];
  const several = groups.filter((group) => group.rows > 1);
  if (
    several.length === 0 ||
    several.length < groups.length * nearlyAll ||
    several.filter(({ texts }) => texts.size > 1).length < several.length * maxDiffer
  )
    return false;
  // By a number alone only what every model said once is surely about the same.
  const samples = mapping.gather === undefined ? maxSamples : 1;
  const byModels =
    named >= rows * nearlyAll &&
    several.filter((group) => group.models.size > 1 && group.rows <= group.models.size * samples).length >=
      several.length * nearlyAll;
  if (groups.some((group) => group.rows > (byModels ? maxRows.named : maxRows.unnamed))) return false;
  if (byModels || mapping.gather !== undefined) return byModels;
  if (groups.length === 1)
    return several.every((group) => group.texts.size === group.rows && areSamples(group, varied));
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group.rows, (sizes.get(group.rows) ?? 0) + 1);
  return Math.max(...sizes.values()) >= groups.length * nearlyAll;
}

/**
 * Whether the rows of a file's only prompt are samples of it: nothing else in them says that they are about other
 * things.
 */
const areSamples = ({ first }: Group, varied: ReadonlySet<string>): boolean =>
  (first?.item.prompt ?? []).reduce((sum, { content }) => sum + content.length, 0) >= shortestPrompt &&
  [...varied].every((name) => wordsIn(name).every((word) => sampleWords.has(word)));

/** What a person is told of rows that were put together. */
export function promptRowsWarning({ rows, prompts, apart, by }: PromptRows, file: string): FileProblem {
  return fileProblem(
    'warning',
    { file },
    problem('dataset.rowsTogether', { rows: rows - apart, prompts, ...(by !== undefined && { by }), apart }),
  );
}
