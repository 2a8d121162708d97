import { readFileSync } from 'node:fs';
import { scan } from '../../../../src/core/dataset/sources/scan';
import { detectLayout } from '../../../../src/core/dataset/detectLayout';
import type { Label } from '../../../../src/core/dataset/layouts/layout';
import { exportFormatNamed } from '../../../../src/core/export';
import type { ExportFormat, FileContext, Judged, ExportOptions } from '../../../../src/core/export/format';
import type { Fields } from '../../../../src/core/export/fields';
import { promptAsShown } from '../../../../src/core/export/texts/promptAsShown';
import { exportFormatOf, validateExport } from '../../../../src/core/export/validate';
import type { Annotation, Judgement } from '../../../../src/core/model/annotation/annotation';
import type { Item } from '../../../../src/core/model/item/item';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';
import { namingNothing } from '../../made/namesNothing';
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

export interface Told {
  readonly rows: readonly Fields[];
  readonly from: readonly Fields[];
  readonly dropped: Readonly<Record<string, number>>;
  readonly notes: Readonly<Record<string, number>>;
  readonly criteria: readonly string[];
}

/** What a format makes of an item, and what it tells. */
export function exported(
  name: string,
  item: Item,
  annotations: readonly Annotation[],
  options: Partial<ExportOptions> = {},
  file: Partial<FileContext> = {},
  context?: string,
): Told {
  const format = named(name);
  const [dropped, notes, criteria]: [Record<string, number>, Record<string, number>, Set<string>] = [{}, {}, new Set()];
  const judged: Judged = {
    item: promptAsShown(item, context, { context: 'system', ...options }, format) ?? item,
    source: item,
    context,
    annotations,
    study: namingNothing,
  };
  const made = [
    ...format.rows(
      judged,
      { format, ...options },
      { tools: false, ...file },
      {
        good: () => undefined,
        drop: (reason, times = 1) => {
          if (times > 0) dropped[reason] = (dropped[reason] ?? 0) + times;
        },
        note: (note, times = 1) => {
          notes[note] = (notes[note] ?? 0) + times;
        },
        criterion: (criterion) => criteria.add(criterion),
      },
    ),
  ];
  return {
    rows: made.map(({ value }) => value),
    from: made.map(({ from }) => from),
    dropped,
    notes,
    criteria: [...criteria],
  };
}

/** What the layout that is found in these rows reads of them. */
export async function readAgain(
  rows: readonly unknown[],
): Promise<{ layout: string; read: { item: Item; labels: readonly Label[] }[] }> {
  const path = temporaryFile('rows.jsonl', jsonl(rows));
  const layout = await detectLayout(path);
  const read: { item: Item; labels: readonly Label[] }[] = [];
  for await (const batch of scan([path], { layout, mapping: {} })) {
    for (const parsed of batch) {
      if ('problem' in parsed) throw new Error(parsed.problem.message);
      read.push({ item: parsed.item, labels: parsed.labels });
    }
  }
  return { layout: layout.name, read };
}

/** What is wrong with these rows: errors and, behind "warning:", what a trainer does without a word. */
export async function faults(name: string, ...rows: unknown[]): Promise<string[]> {
  const { problems } = await validateExport(
    named(name).files.includes('jsonl')
      ? temporaryFile('train.jsonl', jsonl(rows))
      : temporaryFile('train.json', JSON.stringify(rows)),
    name,
  );
  return problems.map(({ severity, message }) => (severity === 'error' ? message : `warning: ${message}`));
}

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
