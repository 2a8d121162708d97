import type { Standing } from '../../journal/replay';
import { isBare, seatOf, type Seat } from '../../model/seat';
import type { Found, JudgedOne } from './found';

/** What was judged of the items of a stretch, as columns by judgement: it takes a quarter of the time to send that objects take. */
export interface SentStandings {
  /** The place of its item in what was found. */
  readonly indices: Uint32Array;
  readonly ids: readonly string[];
  /** Its annotator and its journal, by their places in `annotators` and `sources`. */
  readonly by: Uint32Array;
  readonly annotators: readonly string[];
  readonly from: Uint32Array;
  readonly sources: readonly string[];
  readonly lines: Uint32Array;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  /** Sums of `skipped` and `imported`. */
  readonly flags: Uint8Array;
  /** Of those on other texts than the item has now, the hash of these. */
  readonly hashes: ReadonlyMap<number, string>;
  /** Of those under a context, of a turn, or made when the item came again. */
  readonly seats: ReadonlyMap<number, Seat>;
}

const skipped = 1;
const imported = 2;

/** Packs what was judged of found items. */
export function sentStandings(judged: readonly JudgedOne[], found: Found): SentStandings {
  const all = judged.flatMap(([index, standings]) => standings.map((standing) => ({ index, standing })));
  const annotators = new Names();
  const sources = new Names();
  const hashes = new Map<number, string>();
  const seats = new Map<number, Seat>();
  for (const [at, { index, standing }] of all.entries()) {
    if (standing.hash !== found.hashes[index]) hashes.set(at, standing.hash);
    if (!isBare(standing)) seats.set(at, seatOf(standing));
  }
  return {
    indices: Uint32Array.from(all, ({ index }) => index),
    ids: all.map(({ standing }) => standing.id),
    by: Uint32Array.from(all, ({ standing }) => annotators.place(standing.annotator)),
    annotators: annotators.all,
    from: Uint32Array.from(all, ({ standing }) => sources.place(standing.ref.source)),
    sources: sources.all,
    lines: Uint32Array.from(all, ({ standing }) => standing.ref.line),
    offsets: Float64Array.from(all, ({ standing }) => standing.ref.offset),
    lengths: Uint32Array.from(all, ({ standing }) => standing.ref.length),
    flags: Uint8Array.from(all, ({ standing }) => (standing.skipped ? skipped : 0) + (standing.imported ? imported : 0)),
    hashes,
    seats,
  };
}

/** The same again. */
export function judgedIn(sent: SentStandings, found: Found): JudgedOne[] {
  const judged: [number, Standing[]][] = [];
  for (const [at, id] of sent.ids.entries()) {
    const index = sent.indices[at] ?? 0;
    const flags = sent.flags[at] ?? 0;
    const ref = { source: sent.sources[sent.from[at] ?? 0] ?? '', id, line: sent.lines[at] ?? 0, offset: sent.offsets[at] ?? 0, length: sent.lengths[at] ?? 0 };
    const standing: Standing = { id, hash: sent.hashes.get(at) ?? found.hashes[index] ?? '', item: found.ids[index] ?? '', annotator: sent.annotators[sent.by[at] ?? 0] ?? '', skipped: (flags & skipped) !== 0, imported: (flags & imported) !== 0, ref, ...sent.seats.get(at) };
    const last = judged.at(-1);
    if (last?.[0] === index) last[1].push(standing);
    else judged.push([index, [standing]]);
  }
  return judged;
}

/** Gives names places from 0. */
class Names {
  private readonly places = new Map<string, number>();

  get all(): string[] {
    return [...this.places.keys()];
  }

  place(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.places.size);
    return this.places.size - 1;
  }
}
