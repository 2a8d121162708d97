import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { scan } from '../../../src/core/dataset/sources/scan';
import { detectLayout } from '../../../src/core/dataset/detectLayout';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import type { Mapping } from '../../../src/core/dataset/fields/fieldMapping';
import { parseRecord } from '../../../src/core/dataset/items/parse';
import { type ItemOrProblem } from '../../../src/core/dataset/items/parsedItem';
import type { Item } from '../../../src/core/model/item/item';
import { root } from './bundle';

const folder = join(root, 'test/fixtures');

/** Datasets of our own making in the shapes that publishers ship, by file name. Folders beside them hold other things. */
export const fixtures = (): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

export const fixture = (name: string): string => join(folder, name);

/** An item without its hash, its id left out where it is the hash; and its labels. */
export type Content = Omit<Item, 'id' | 'hash'> & { id?: string; labels: readonly Label[] };

function contentOf(parsed: ItemOrProblem): Content {
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  const { hash, id, ...content } = parsed.item;
  return { ...content, ...(id !== hash && { id }), labels: parsed.labels };
}

/** Everything in a fixture, read by the layout that its records give it. */
export async function contentsOf(name: string): Promise<{ layout: string; contents: Content[] }> {
  const layout = await detectLayout(fixture(name));
  const contents: Content[] = [];
  for await (const batch of scan([fixture(name)], { layout, mapping: {} })) contents.push(...batch.map(contentOf));
  return { layout: layout.name, contents };
}

/** What a layout makes of one record. */
export function contentsIn(layout: string, record: unknown, mapping: Mapping = {}): Content[] {
  return parse(layout, record, mapping).map(contentOf);
}

/** What a layout says is wrong with a record. */
export function problemIn(layout: string, record: unknown, mapping: Mapping = {}): string {
  const [parsed] = parse(layout, record, mapping);
  if (!parsed || !('problem' in parsed)) throw new Error(`was read: ${JSON.stringify(parsed)}`);
  return reasonIn(parsed.problem.message);
}

/** Why a record was left out, without what to do. */
const reasonIn = (message: string): string => message.split('. The item was left out. ')[0] ?? '';

function parse(layout: string, record: unknown, mapping: Mapping): readonly ItemOrProblem[] {
  return parseRecord({ line: 1, text: JSON.stringify(record) }, '/data/file.jsonl', {
    layout: layoutNamed(layout)!,
    mapping,
  });
}

/** An item as its layout reads it, with its labels; the id "(hash)" where it has none of its own. */
export type ReadItem = Omit<Item, 'hash'> & { readonly labels?: readonly Label[] };

/** The items of a fixture, in the layout that is found for it, with what is wrong in it. */
export async function readFixture(name: string): Promise<{ layout: string; items: ReadItem[]; problems: string[] }> {
  const layout = await detectLayout(fixture(name));
  const items: ReadItem[] = [];
  const problems: string[] = [];
  for await (const batch of scan([fixture(name)], { layout, mapping: {} })) {
    for (const parsed of batch) {
      if ('problem' in parsed) problems.push(parsed.problem.message);
      else items.push(plain(parsed.item, parsed.labels));
    }
  }
  return { layout: layout.name, items, problems };
}

/** What a layout makes of one record: its items, or what is wrong with it. */
export function readRecord(layout: string, record: unknown, mapping: Mapping = {}): (ReadItem | string)[] {
  return parse(layout, record, mapping).map((parsed) =>
    'problem' in parsed ? reasonIn(parsed.problem.message) : plain(parsed.item, parsed.labels),
  );
}

function plain({ hash, id, ...content }: Item, labels: readonly Label[]): ReadItem {
  return { ...content, id: id === hash ? '(hash)' : id, ...(labels.length > 0 && { labels }) };
}
