import type { Mapping } from '../fields/fieldMapping';
import type { JsonObject } from '../fields/recordFields';

/**
 * Holds what the records of a file have in common that have the same fields: their names, in their order, and which of
 * them are texts. What follows from that is decided once (`byShape`).
 */
export class RecordShape {
  constructor(
    readonly keys: readonly string[],
    private readonly areTexts: readonly boolean[],
    private readonly mapping: Mapping,
  ) {}

  /** The names of fields that hold a text. */
  get texts(): readonly string[] {
    return this.keys.filter((_, at) => this.areTexts[at]);
  }

  /** Tells where a field of the layout stands. */
  path(name: string): string {
    return pathIn(this.mapping, name);
  }

  /** Tells whether something may stand where a field of the layout does: only plain names are known not to be there. */
  mayHave(name: string): boolean {
    const path = this.path(name);
    return path === '' || /[.,]/.test(path) || this.keys.includes(path);
  }

  /** Tells whether a record has these fields in this order, and the same of them are texts. */
  fits(record: JsonObject): boolean {
    let at = 0;
    for (const key in record) {
      if (this.keys[at] !== key || this.areTexts[at] !== (typeof record[key] === 'string')) return false;
      at++;
    }
    return at === this.keys.length;
  }
}

/** Tells where a mapping has a field: what objects inherit is no text. */
export function pathIn(mapping: Mapping, name: string): string {
  const path: unknown = mapping[name];
  return typeof path === 'string' ? path : name;
}

/** So many shapes are kept of one mapping; then they are found anew, as names may be data. */
const most = 100;

/** The shapes of records that are read by one mapping. Most records have that of the one before them. */
class RecordShapes {
  private lastShape: RecordShape | undefined;
  private knownShapes: RecordShape[] = [];

  constructor(private readonly mapping: Mapping) {}

  of(record: JsonObject): RecordShape {
    if (!this.lastShape?.fits(record))
      this.lastShape = this.knownShapes.find((shape) => shape.fits(record)) ?? this.add(record);
    return this.lastShape;
  }

  private add(record: JsonObject): RecordShape {
    const keys = Object.keys(record);
    const shape = new RecordShape(
      keys,
      keys.map((key) => typeof record[key] === 'string'),
      this.mapping,
    );
    this.knownShapes = this.knownShapes.length < most ? [...this.knownShapes, shape] : [shape];
    return shape;
  }
}

const shapesBy = new WeakMap<Mapping, RecordShapes>();

/** The shape of a record that is read by a mapping. */
export function shapeOf(record: JsonObject, mapping: Mapping): RecordShape {
  let shapes = shapesBy.get(mapping);
  if (!shapes) shapesBy.set(mapping, (shapes = new RecordShapes(mapping)));
  return shapes.of(record);
}

/** Decides something of a record by its shape and the mapping alone, and so once for all records that have them. */
export function byShape<T>(decide: (shape: RecordShape) => T): (record: { readonly shape: RecordShape }) => T {
  const decisions = new WeakMap<RecordShape, { readonly answer: T }>();
  return ({ shape }) => {
    let decision = decisions.get(shape);
    if (!decision) decisions.set(shape, (decision = { answer: decide(shape) }));
    return decision.answer;
  };
}
