import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../../src/core/dataset/items/parse';
import { detectReading } from '../../../src/core/dataset/detectReading';
import { grouped, groupingsOf } from '../../../src/core/dataset/grouping/grouping';
import { layouts } from '../../../src/core/dataset/layouts';
import type { Layout } from '../../../src/core/dataset/layouts/layout';
import { generalLayouts } from '../../../src/core/dataset/recognition/plan';
import { readHead } from '../../../src/core/dataset/records/recordStream';
import { fixture, fixtures } from '../made/fixtures';

/** Layouts that the reader itself reads by: it is nothing without them. */
const ownOfReader = new Set([...generalLayouts.map(({ name }) => name), 'oasst-messages', 'ms-swift']);

/** The items and labels of a fixture; what is wrong with it where it is refused. */
async function readingOf(file: string): Promise<{ readonly layout?: string; readonly items: unknown }> {
  try {
    const reading = await detectReading([file]);
    const { records } = await readHead(file, undefined, { mapping: reading.mapping });
    const read = records.flatMap((record) => parseRecord(record, file, reading));
    return {
      layout: reading.layout.name,
      items: reading.layout.joins ? grouped(read, groupingsOf(reading)) : read,
    };
  } catch (error) {
    return { items: String(error) };
  }
}

/** Runs with one layout less. */
async function without<T>(name: string, run: () => Promise<T>): Promise<T> {
  const list = layouts as Layout[];
  const at = list.findIndex((layout) => layout.name === name);
  const removed = list.splice(at, 1);
  try {
    return await run();
  } finally {
    list.splice(at, 0, ...removed);
  }
}

describe('a layout', () => {
  it('stands only while the reader reads one of its fixtures otherwise without it: texts, labels, or the ids that judgements are kept by', async () => {
    const alike = new Map<string, boolean>();
    for (const file of fixtures()) {
      const own = await readingOf(fixture(file));
      if (own.layout === undefined || ownOfReader.has(own.layout)) continue;
      const { items } = await without(own.layout, () => readingOf(fixture(file)));
      alike.set(own.layout, (alike.get(own.layout) ?? true) && isDeepStrictEqual(items, own.items));
    }
    expect(alike.size).toBeGreaterThan(50);
    expect([...alike].filter(([, isAlike]) => isAlike).map(([name]) => name)).toEqual([]);
  });
});
