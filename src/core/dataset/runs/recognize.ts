import { basename } from 'node:path';
import { harnesses } from '.';
import type { Harness, RunHead } from './harness';
import { partialJson } from './partialJson';

/** How much of a file is looked at. */
export const headBytes = 1 << 16;
/** So many lines behind the first value are looked at. */
const others = 4;

/**
 * Looks for all of them at once, which takes a tenth of the time of one after the other: of those that begin alike for
 * the longer one first.
 */
const anyMarker = new RegExp(
  harnesses
    .flatMap(({ markers }) => markers)
    .sort((a, b) => b.length - a.length)
    .map((marker) => marker.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|'),
  'g',
);

/** The harness that wrote the file that begins so; undefined for what is none of theirs. */
export function harnessOf(head: Buffer, path: string): Harness | undefined {
  const found = [...new Set(head.toString('latin1').match(anyMarker))];
  if (found.length === 0) return undefined;
  const marked = harnesses.filter(({ markers }) =>
    markers.some((marker) => found.some((each) => each.includes(marker))),
  );
  const seen = headOf(head.toString('utf8').replace(/^\uFEFF/, ''), basename(path));
  return marked.find((harness) => harness.matches(seen));
}

/** The harness that wrote an archive with such files in it. */
export const harnessOfEntries = (names: readonly string[]): Harness | undefined =>
  harnesses.find((each) => each.matchesEntries?.(names));

/** The harness of a name that `harnessOf` gave. */
export function harnessNamed(name: string): Harness {
  const found = harnesses.find((each) => each.name === name);
  if (!found) throw new Error(`There is no harness ${name}`);
  return found;
}

function headOf(text: string, name: string): RunHead {
  const values: unknown[] = [];
  let from = text.search(/\S/);
  while (from >= 0 && values.length <= others) {
    const { value, end } = partialJson(text, from);
    values.push(value);
    if (end === undefined) break;
    const next = text.slice(end).search(/\S/);
    from = next < 0 ? -1 : end + next;
  }
  return { name, text, first: values[0], others: values.slice(1) };
}
