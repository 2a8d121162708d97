import type { JudgementKey } from '../model/annotation/judgementKey';
import type { LineRef } from './journal';
import { unpackHash, unpackId, packHash, packId } from './packedIds';

/** Characters of a ULID, which is what every line's id is. */
export const ulidLength = 26;

/** Numbers one version of an annotation in its table; never given to another. */
export type Row = number;
export const noRow: Row = -1;

const skipped = 1;
const retracted = 2;
const lost = 4;
const inForce = 8;
const imported = 16;
/** Its hash is none of an item, 32 hex digits, and stands among the others. */
const oddHash = 32;
const byModel = 64;
const pointsAtTexts = 128;

/** The part of a version that is kept, beside the texts that find it. */
export interface AnnotationVersion {
  readonly id: string;
  readonly hash: string;
  readonly skipped: boolean;
  /** It is a label of the source. */
  readonly imported: boolean;
  /** A model made it (see `judgeKindOf`). */
  readonly byModel: boolean;
  /** It says something of stretches of texts, of edits or of critiques, which may be gone (`AnchorCheck`). */
  readonly pointsAtTexts: boolean;
  /** The version of the guidelines that it was made under, where the study had some. */
  readonly guidelines?: string | undefined;
  readonly ref: LineRef;
}

/** An annotator's judgements of an item in one seat, one for each content that it had. */
export interface JudgedContents {
  readonly annotator: string;
  readonly item: string;
  readonly judgementKey: JudgementKey;
  readonly contents: readonly { readonly row: Row; readonly hash: string }[];
}

/** Rows whose columns are allocated at a time, so that no column is ever copied to grow. */
const bits = 13;
const size = 1 << bits;
const last = size - 1;

/** Columns of so many rows, in memory that threads share. */
function chunk() {
  const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(size * bytes);
  return {
    flags: new Uint8Array(shared(1)),
    sources: new Uint32Array(shared(4)),
    offsets: new Float64Array(shared(8)),
    lengths: new Uint32Array(shared(4)),
    lines: new Uint32Array(shared(4)),
    /** Places in the list of versions from 1; 0 for none. */
    guidelines: new Uint16Array(shared(2)),
    olders: new Int32Array(shared(4)),
    /** Four numbers each. */
    ids: new Uint32Array(shared(16)),
    hashes: new Uint32Array(shared(16)),
  };
}

type Chunk = ReturnType<typeof chunk>;

/** Versions as another thread takes them: plain data, the columns not copied. */
export interface SharedVersions {
  readonly count: number;
  readonly chunks: readonly Chunk[];
  readonly oddHashes: ReadonlyMap<Row, string>;
  readonly sources: readonly string[];
  readonly guidelines: readonly string[];
}

/**
 * Versions of annotations as columns of numbers: 63 bytes a version. A million of them as objects take ten times as
 * much, and the garbage collector walks through them again and again.
 */
export class AnnotationVersions {
  private count: number;
  private readonly chunks: Chunk[];
  private readonly oddHashes: Map<Row, string>;
  private readonly sources: string[];
  private readonly guidelines: string[];
  /** Four numbers that a text is packed into to be looked for. */
  private readonly sought = new Uint32Array(4);

  /** @param shared those of another thread, which go on being the same; none are added here then */
  constructor(shared: SharedVersions = { count: 0, chunks: [], oddHashes: new Map(), sources: [], guidelines: [] }) {
    this.count = shared.count;
    this.chunks = [...shared.chunks];
    this.oddHashes = new Map(shared.oddHashes);
    this.sources = [...shared.sources];
    this.guidelines = [...shared.guidelines];
  }

  /** For another thread. */
  get shared(): SharedVersions {
    const { count, chunks, oddHashes, sources, guidelines } = this;
    return { count, chunks, oddHashes, sources, guidelines };
  }

  /** Adds a version, above `older` in the versions of its item. */
  push(version: AnnotationVersion, older: Row): Row {
    const row = this.count++;
    if ((row & last) === 0) this.chunks.push(chunk());
    const { ids, hashes, olders, flags } = this.of(row);
    const at = row & last;
    packId(version.id, ids, at * 4);
    if (!packHash(version.hash, hashes, at * 4)) {
      this.oddHashes.set(row, version.hash);
      flags[at] = oddHash;
    }
    olders[at] = older;
    this.place(row, version);
    return row;
  }

  /** Says where a version that was there before stands now. */
  place(row: Row, version: Omit<AnnotationVersion, 'id' | 'hash'>): void {
    const { sources, offsets, lengths, lines, flags, guidelines } = this.of(row);
    const { ref } = version;
    const at = row & last;
    sources[at] = numberIn(this.sources, ref.source);
    guidelines[at] = version.guidelines === undefined ? 0 : numberIn(this.guidelines, version.guidelines) + 1;
    offsets[at] = ref.offset;
    lengths[at] = ref.length;
    lines[at] = ref.line;
    flags[at] =
      (this.flag(row) & ~(lost | skipped | imported | byModel | pointsAtTexts)) |
      (version.skipped ? skipped : 0) |
      (version.imported ? imported : 0) |
      (version.byModel ? byModel : 0) |
      (version.pointsAtTexts ? pointsAtTexts : 0);
  }

  id(row: Row): string {
    return unpackId(this.of(row).ids, (row & last) * 4);
  }

  hash(row: Row): string {
    return (this.flag(row) & oddHash) !== 0
      ? (this.oddHashes.get(row) ?? '')
      : unpackHash(this.of(row).hashes, (row & last) * 4);
  }

  /** Tells whether the version is of the content with this hash. */
  hasHash(row: Row, hash: string): boolean {
    if ((this.flag(row) & oddHash) !== 0) return this.oddHashes.get(row) === hash;
    const { sought } = this;
    if (!packHash(hash, sought, 0)) return false;
    const { hashes } = this.of(row);
    const at = (row & last) * 4;
    return (
      hashes[at] === sought[0] &&
      hashes[at + 1] === sought[1] &&
      hashes[at + 2] === sought[2] &&
      hashes[at + 3] === sought[3]
    );
  }

  /** @param id the version's, where it is known already */
  ref(row: Row, id = this.id(row)): LineRef {
    const { sources, lines, offsets, lengths } = this.of(row);
    const at = row & last;
    return {
      source: this.sources[sources[at] ?? 0] ?? '',
      id,
      line: lines[at] ?? 0,
      offset: offsets[at] ?? 0,
      length: lengths[at] ?? 0,
    };
  }

  /** The version of the guidelines that it was made under; undefined where there were none. */
  guidelinesOf(row: Row): string | undefined {
    const number = this.of(row).guidelines[row & last] ?? 0;
    return number === 0 ? undefined : this.guidelines[number - 1];
  }

  /** The version below this one: of the same item, with a smaller id. */
  older(row: Row): Row {
    return this.of(row).olders[row & last] ?? noRow;
  }

  setOlder(row: Row, older: Row): void {
    this.of(row).olders[row & last] = older;
  }

  isSkipped(row: Row): boolean {
    return (this.flag(row) & skipped) !== 0;
  }

  isImported(row: Row): boolean {
    return (this.flag(row) & imported) !== 0;
  }

  isByModel(row: Row): boolean {
    return (this.flag(row) & byModel) !== 0;
  }

  isPointingAtTexts(row: Row): boolean {
    return (this.flag(row) & pointsAtTexts) !== 0;
  }

  /** Tells whether the version counts: its line is there, and nothing takes it back. */
  stands(row: Row): boolean {
    return (this.flag(row) & (retracted | lost)) === 0;
  }

  isRetracted(row: Row): boolean {
    return (this.flag(row) & retracted) !== 0;
  }

  /** Tells whether the version's line is gone. */
  isLost(row: Row): boolean {
    return (this.flag(row) & lost) !== 0;
  }

  isInForce(row: Row): boolean {
    return (this.flag(row) & inForce) !== 0;
  }

  /** The version in force of those from `latest` down; `noRow` where none is. */
  inForceFrom(latest: Row): Row {
    let row = latest;
    while (row !== noRow && !this.stands(row)) row = this.older(row);
    return row;
  }

  /** The version of the content with this hash that stands, of those from `latest` down; `noRow` where none is. */
  judgingFrom(latest: Row, hash: string): Row {
    let row = latest;
    while (row !== noRow && !(this.stands(row) && this.hasHash(row, hash))) row = this.older(row);
    return row;
  }

  /** Tells whether one version has a greater id than another; any has where the other is `noRow`. */
  isNewer(a: Row, b: Row): boolean {
    if (b === noRow) return true;
    const [ofA, ofB] = [this.of(a).ids, this.of(b).ids];
    for (let word = 0; word < 4; word++) {
      const difference = (ofA[(a & last) * 4 + word] ?? 0) - (ofB[(b & last) * 4 + word] ?? 0);
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  /**
   * Chooses which of two annotations of one item counts it: a judgement before a skip, else the later one; either may
   * be `noRow`.
   */
  better(a: Row, b: Row): Row {
    if (a === noRow || b === noRow) return a === noRow ? b : a;
    const isFirst = this.isSkipped(a) === this.isSkipped(b) ? this.id(a) > this.id(b) : this.isSkipped(b);
    return isFirst ? a : b;
  }

  setRetracted(row: Row, is: boolean): void {
    this.set(row, retracted, is);
  }

  setInForce(row: Row, is: boolean): void {
    this.set(row, inForce, is);
  }

  /** The lines that stood in `source` are there no more. */
  lose(source: string): void {
    const number = numberIn(this.sources, source);
    for (let row = 0; row < this.count; row++)
      if (this.of(row).sources[row & last] === number) this.set(row, lost, true);
  }

  private of(row: Row): Chunk {
    return this.chunks[row >> bits] as Chunk;
  }

  private flag(row: Row): number {
    return this.of(row).flags[row & last] ?? 0;
  }

  private set(row: Row, flag: number, is: boolean): void {
    this.of(row).flags[row & last] = is ? this.flag(row) | flag : this.flag(row) & ~flag;
  }
}

/** The place of a text in a list of few, which it is added to where it is new. */
function numberIn(list: string[], text: string): number {
  const number = list.indexOf(text);
  return number >= 0 ? number : list.push(text) - 1;
}
