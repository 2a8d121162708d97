import { readFileSync } from 'node:fs';
import type { Label } from '../../../../src/core/dataset/layouts/layout';
import { exportFormatNamed } from '../../../../src/core/export';
import type { ExportFormat, FileContext, ExportOptions } from '../../../../src/core/export/format';
import type { Fields } from '../../../../src/core/export/fields';
import { exportFormatOf } from '../../../../src/core/export/validate';
import type { Annotation, Judgement } from '../../../../src/core/model/annotation/annotation';
import type { Item } from '../../../../src/core/model/item/item';
import { exported as exportedRows, readBack, said, type Exported } from '../../made/formatRows';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';
import { annotation } from '../../made/journalLines';

export const named = (name: string): ExportFormat => exportFormatNamed(name)!;

/** An item with these responses, "a", "b", …, in this order. */
export function itemOf(texts: readonly string[], changes: Partial<Item> = {}): Item {
  const responses = texts.map((text, i) => ({ id: 'abcdefghij'.charAt(i), text }));
  return {
    id: 'item-1',
    hash: 'hash-1',
    prompt: [{ role: 'user', content: 'Why?' }],
    promptText: 'Why?',
    responses,
    ...changes,
  };
}

/** The n-th annotation of an item, by an annotator of its own. */
export function by(n: number, item: Item, judgement: Judgement, changes: Partial<Annotation> = {}): Annotation {
  return annotation(n, {
    annotator: `annotator ${n}`,
    shown: item.responses.map(({ id }) => id),
    judgement,
    ...changes,
  });
}

/** What a format makes of an item, and what it tells. */
export const exported = (
  name: string,
  item: Item,
  annotations: readonly Annotation[],
  options: Partial<ExportOptions> = {},
  file: Partial<FileContext> = {},
  context?: string,
): Exported => exportedRows(named(name), [[item, annotations]], options, context, { tools: false, ...file });

/** What the layout that is found in these rows reads of them. */
export async function readAgain(
  rows: readonly unknown[],
): Promise<{ layout: string; read: { item: Item; labels: readonly Label[] }[] }> {
  const { layout, items } = await readBack(rows as readonly Fields[]);
  return { layout, read: items };
}

/** What is wrong with these rows: errors and, behind "warning:", what a trainer does without a word. */
export const faults = async (name: string, ...rows: unknown[]): Promise<string[]> =>
  (await said(named(name), rows)).map((fault) => fault.replace(/^error: /, ''));

/** The format that rows are taken for without a manifest. */
export const takenFor = (...rows: unknown[]): Promise<string | undefined> =>
  exportFormatOf(temporaryFile('train.jsonl', jsonl(rows)));

/** The records of a file: a JSON array, or one a line. */
export function recordsIn(path: string): unknown[] {
  const text = readFileSync(path, 'utf8');
  return text.startsWith('[')
    ? (JSON.parse(text) as unknown[])
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
}
