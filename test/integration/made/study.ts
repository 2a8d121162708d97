import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { scan } from '../../../src/core/dataset/sources/scan';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import { newId } from '../../../src/core/journal/newId';
import type { Annotation, JournalLine } from '../../../src/core/model/annotation/annotation';
import { journalFile } from '../../../src/core/journal/journalName';

export const annotator = 'ana';

/** Four items, each with three responses: `1` has `1a`, `1b` and `1c`. */
export const records = ['1', '2', '3', '4'].map((id) => ({
  id,
  prompt: `Question ${id}?`,
  responses: ['a', 'b', 'c'].map((letter) => ({ id: id + letter, text: `Answer ${letter} to ${id}` })),
}));

export const jsonl = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** A dataset in a folder of its own, and where its study lies once it is made. */
export interface Place {
  readonly folder: string;
  readonly dataset: vscode.Uri;
  readonly project: vscode.Uri;
  /** Lines of an annotator's journal. */
  readonly journal: (name?: string) => Promise<JournalLine[]>;
}

export async function placeWith(text: string = jsonl(records)): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'tiebreak-study-'));
  folders.push(folder);
  const dataset = join(folder, 'data.jsonl');
  await writeFile(dataset, text);
  return {
    folder,
    dataset: vscode.Uri.file(dataset),
    project: vscode.Uri.file(join(folder, 'data.tiebreak')),
    journal: (name) => readJournal(journalOf(folder, name)),
  };
}

/** The file of an annotator's journal. */
export const journalOf = (folder: string, name = annotator): string =>
  join(folder, 'data.tiebreak.d', 'annotations', journalFile(name));

/** A study over `records`, made and opened by the command of the Explorer's menu. */
export async function openStudy(): Promise<Place> {
  const place = await placeWith();
  await annotate(place.dataset);
  return place;
}

/** The command of the Explorer's menu, with Enter on everything that it asks. */
export async function annotate(dataset: vscode.Uri): Promise<void> {
  await choosing('annotate', () => 'workbench.action.acceptSelectedQuickOpenItem', dataset);
}

/** Runs a command, and another on every question that it asks until it has run. */
export async function choosing(command: string, answer: () => string, ...args: unknown[]): Promise<void> {
  let running = true;
  const ran = run(command, ...args).finally(() => (running = false));
  await until(`the end of ${command}`, async () => {
    if (running) await vscode.commands.executeCommand(answer());
    return !running;
  });
  await ran;
}

/** Runs a command of the desk; resolves once it has run. */
export async function run(command: string, ...args: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(`tiebreak.${command}`, ...args);
}

/** Gives the responses places in the order in which they are shown, as one types them. */
export async function type(...places: readonly number[]): Promise<void> {
  for (const place of places) await run('place', place);
}

/** An annotation's tiers by the order in which the responses were shown, as one typed them: [[0], [1, 2]]. */
export function tiersOf(line: JournalLine | undefined): number[][] | undefined {
  if (line?.type !== 'annotation') return undefined;
  return line.judgement.ranking?.tiers.map((tier) => tier.map((id) => line.shown.indexOf(id)).sort());
}

/** A line about `line`'s study as another window may write it: the item skipped, later than `line`. */
export async function skippedElsewhere({ dataset }: Place, line: Annotation, id: string): Promise<Annotation> {
  const layout = layoutNamed('responses');
  assert.ok(layout);
  for await (const batch of scan([dataset.fsPath], { layout, mapping: {} })) {
    for (const parsed of batch) {
      if (!('item' in parsed) || parsed.item.id !== id) continue;
      const { hash, responses } = parsed.item;
      return {
        ...line,
        id: newId(line.id),
        item: id,
        hash,
        shown: responses.map((response) => response.id),
        judgement: { skip: { reason: 'elsewhere' } },
      };
    }
  }
  throw new Error(`there is no item ${id}`);
}

export const annotations = (lines: readonly JournalLine[]): Annotation[] =>
  lines.filter((line) => line.type === 'annotation');

/**
 * Waits for what comes by itself: a watched file, a language server. Throws with the last value that was not it, after
 * so long that it does not come at all: a busy machine may take its time.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  isIt: (value: T) => boolean = Boolean,
): Promise<T> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const value = await look();
    if (isIt(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`waited in vain for ${what}; at the end there was ${JSON.stringify(value)}`);
    await sleep(50);
  }
}

export async function setAnnotator(name: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration('tiebreak').update('annotator', name, vscode.ConfigurationTarget.Global);
}

/** What is remembered of a study, for as long as a test runs. */
export function memory(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, before?: unknown) => values.get(key) ?? before,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  } as vscode.Memento;
}

const folders: string[] = [];

/** Closes every editor and removes the folders. */
export async function cleanUp(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function readJournal(path: string): Promise<JournalLine[]> {
  if (!existsSync(path)) return [];
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JournalLine);
}
