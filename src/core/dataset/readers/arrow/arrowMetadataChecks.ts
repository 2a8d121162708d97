/** No type nests deeper, and the reader goes down as deep as a file says. */
const deepest = 64;
/** Types whose tables hold more than numbers (Arrow, format/Schema.fbs). */
const timestamp = 10;
const union = 14;
/** Kinds of messages (Arrow, format/Message.fbs). */
const schemaMessage = 1;
const dictionaryMessage = 2;
const recordMessage = 3;

/**
 * Looks whether the metadata of an Arrow message (a flatbuffer: Arrow's format/Message.fbs) are whole: every table,
 * vector and text lies within its bytes, and no part of them is told again and again. The reader takes such metadata at
 * their word, and would walk vectors of two billion fields, or a field that holds itself. Throws `RangeError`.
 */
export function assertMessage(bytes: Buffer): void {
  const metadata = new Metadata(bytes);
  const message = metadata.root();
  metadata.keyValues(message.field(4));
  const header = message.field(2);
  const kind = message.byte(1);
  if (kind === schemaMessage) metadata.schema(metadata.table(header));
  else if (kind === dictionaryMessage) metadata.recordBatch(metadata.table(metadata.table(header).field(1)));
  else if (kind === recordMessage) metadata.recordBatch(metadata.table(header));
}

/** Throws as `assertMessage` does where the footer of an Arrow file (format/File.fbs) is not whole. */
export function assertFooter(bytes: Buffer): void {
  const metadata = new Metadata(bytes);
  const footer = metadata.root();
  metadata.schema(metadata.table(footer.field(1)));
  for (const blocks of [2, 3]) metadata.vector(footer.field(blocks), 24);
  metadata.keyValues(footer.field(4));
}

/** A table of a flatbuffer: `field` gives where a field lies, or 0 where it is left out. */
interface FlatTable {
  field(index: number): number;
  byte(index: number): number;
}

class Metadata {
  /** Texts and vectors may be shared, but not so often that a small file becomes a large one. */
  private left: number;

  constructor(private readonly bytes: Buffer) {
    this.left = bytes.length * 16;
  }

  root(): FlatTable {
    return this.tableAt(this.bytes.readUInt32LE(0));
  }

  schema(schema: FlatTable): void {
    this.fields(schema.field(1), 0);
    this.keyValues(schema.field(2));
    this.vector(schema.field(3), 8);
  }

  recordBatch(batch: FlatTable): void {
    for (const structs of [1, 2]) this.vector(batch.field(structs), 16);
    if (batch.field(3) !== 0) this.table(batch.field(3));
    this.vector(batch.field(4), 8);
  }

  keyValues(at: number): void {
    for (const entry of this.tables(at)) for (const text of [0, 1]) this.vector(entry.field(text), 1);
  }

  /** The table that the offset at `at` leads to. */
  table(at: number): FlatTable {
    if (at === 0) throw new RangeError('its metadata lack a part');
    return this.tableAt(at + this.bytes.readUInt32LE(at));
  }

  /** Where the elements of a vector begin and how many there are, each of so many bytes; none where it is left out. */
  vector(at: number, size: number): { start: number; count: number } {
    if (at === 0) return { start: 0, count: 0 };
    const vector = at + this.bytes.readUInt32LE(at);
    const count = this.bytes.readUInt32LE(vector);
    this.spend(4 + count * size);
    if (vector + 4 + count * size > this.bytes.length) throw new RangeError(`its metadata claim a list of ${count}`);
    return { start: vector + 4, count };
  }

  private fields(at: number, depth: number): void {
    if (depth > deepest) throw new RangeError(`its types nest deeper than ${deepest} levels`);
    for (const field of this.tables(at)) {
      this.vector(field.field(0), 1);
      if (field.field(3) !== 0) {
        const type = this.table(field.field(3));
        if (field.byte(2) === timestamp) this.vector(type.field(1), 1);
        if (field.byte(2) === union) this.vector(type.field(1), 4);
      }
      if (field.field(4) !== 0) {
        const dictionary = this.table(field.field(4));
        if (dictionary.field(1) !== 0) this.table(dictionary.field(1));
      }
      this.fields(field.field(5), depth + 1);
      this.keyValues(field.field(6));
    }
  }

  private *tables(at: number): Generator<FlatTable> {
    const { start, count } = this.vector(at, 4);
    for (let i = 0; i < count; i++) yield this.table(start + i * 4);
  }

  private tableAt(at: number): FlatTable {
    this.spend(4);
    const { bytes } = this;
    const fields = at - bytes.readInt32LE(at);
    const size = bytes.readUInt16LE(fields);
    if (size < 4 || fields + size > bytes.length) throw new RangeError('its metadata are no table');
    const field = (index: number): number => {
      const slot = 4 + index * 2;
      const offset = slot + 2 <= size ? bytes.readUInt16LE(fields + slot) : 0;
      // Every field is read as eight bytes at the most, and what lies behind the end is read as nothing.
      if (offset !== 0 && at + offset >= bytes.length) throw new RangeError('its metadata lead outside');
      return offset === 0 ? 0 : at + offset;
    };
    return { field, byte: (index) => (field(index) === 0 ? 0 : bytes.readUInt8(field(index))) };
  }

  private spend(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new RangeError('its metadata claim more than they hold');
  }
}
