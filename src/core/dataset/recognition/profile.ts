import { asMessage, asMessages } from '../items/messages';
import { entryFields, isObject, type JsonObject } from '../fields/recordFields';
import { areGrades } from '../layouts/labels/grades';

/**
 * What the values of a field are, where they are not null: by what nine in ten of them are. Texts beside messages are
 * messages that were written shorter.
 */
export type FieldKind =
  'text' | 'messages' | 'texts' | 'objects' | 'number' | 'numbers' | 'boolean' | 'object' | 'other';

/** A field of records, as a sample shows it. */
export interface FieldProfile {
  /** Its key, or for a field of an object within the record a dotted path. */
  readonly path: string;
  readonly kind: FieldKind;
  /** The share of records that have a value there that is not empty, 0 to 1. */
  readonly present: number;
  /** Characters of a text, on average; 0 where it is none. */
  readonly length: number;
  /** Different values of texts, numbers and booleans, as a share of those that are there, 0 to 1; 0 for all others. */
  readonly distinct: number;
  /** Whether its texts are codes: a letter, a number, a yes or no, an id. No response is. */
  readonly isCode: boolean;
  /** The values of the sample that are not empty. */
  readonly values: readonly unknown[];
}

/** So much of a sample has to fit a rule that is used unasked. */
export const minRecordsRead = 0.98;
/** Objects within a record are looked into so deep. */
const deepest = 2;
/** Keys of objects beyond this are names of things, and no fields. */
const maxKeys = 60;
/** Texts of one record are looked at so far, so that a profile costs the same however long they are. */
const looked = 4000;

const code =
  /^((answer|choice|option)?:? ?\(?[a-h]\)?\.?|yes|no|true|false|tie|none|null|positive|negative|good|bad|[a-z]|[+-]?\d+([.,]\d+)?|[\da-f]{8,}(-[\da-f]+)*|https?:\/\/\S+|[^\s"'<>()]+\.(jpe?g|png|gif|webp|bmp|svg|mp[34]|wav|flac|ogg|webm|avi|mov|pdf|txt|json)|\d{4}-\d{2}-\d{2}([T ][\d:.,+Z-]+)?|\S*\d\S*-\S+|[[({][\d\s.,;:eE+[\](){}-]+)$/i;

/**
 * Every field of the records with what stands in it; an object's own fields come before it. Costs some microseconds a
 * field and record.
 */
export function profileOf(records: readonly JsonObject[]): readonly FieldProfile[] {
  const values = new Map<string, unknown[]>();
  const collect = (object: JsonObject, before: string, depth: number): void => {
    const keys = Object.keys(object);
    if (keys.length > maxKeys) return;
    for (const key of keys) {
      const value = object[key];
      const path = `${before}${key}`;
      // A key with a dot would be taken for a path.
      if (isObject(value) && depth < deepest && !key.includes('.') && !isMessage(value))
        collect(value, `${path}.`, depth + 1);
      const all = values.get(path) ?? [];
      values.set(path, all);
      if (!isEmpty(value)) all.push(value);
    }
  };
  for (const record of records) collect(record, '', 1);
  return [...values].map(([path, found]) => fieldOf(path, found, records.length));
}

/** A field with its values in records, without those that are empty. @param records how many there are */
export function fieldOf(path: string, values: readonly unknown[], records: number): FieldProfile {
  const kinds = new Map<FieldKind, number>();
  for (const value of values) {
    const kind = kindOf(value);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const [most] = [...kinds].sort(([, a], [, b]) => b - a);
  const said = (kinds.get('text') ?? 0) + (kinds.get('messages') ?? 0);
  const kind =
    most && most[1] >= values.length * 0.9
      ? most[0]
      : kinds.has('messages') && said >= values.length * 0.9
        ? 'messages'
        : 'other';
  const texts = kind === 'text' ? values.filter((value): value is string => typeof value === 'string') : [];
  const different = new Set(
    isSimple(kind) ? values.map((value) => (typeof value === 'string' ? value.slice(0, looked) : value)) : [],
  );
  return {
    path,
    kind,
    present: records === 0 ? 0 : values.length / records,
    length: texts.length === 0 ? 0 : texts.reduce((sum, text) => sum + text.length, 0) / texts.length,
    distinct: !isSimple(kind) || values.length === 0 ? 0 : different.size / values.length,
    isCode:
      texts.length > 0 &&
      (texts.filter((text) => code.test(text.trim())).length > texts.length * 0.5 || areNames(texts, different.size)),
    values,
  };
}

/**
 * Whether texts are the same few words of one piece ("absent", "minimal_doctrine") again and again: names of states,
 * and no language.
 */
const areNames = (texts: readonly string[], different: number): boolean =>
  texts.length >= 10 &&
  different < texts.length * 0.5 &&
  texts.filter((text) => /^[!-~]{1,40}$/.test(text.trim())).length >= texts.length * 0.9;

function kindOf(value: unknown): FieldKind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  const turns = asMessages(value);
  // Several answers behind one another are no conversation: they are answers to one prompt.
  if (turns && turns.length > 1 && turns.every(({ role, toolCalls }) => role === 'assistant' && !toolCalls))
    return 'objects';
  if (turns ?? isMessage(value)) return 'messages';
  if (isObject(value)) return 'object';
  if (!Array.isArray(value)) return 'other';
  if (value.every((each) => typeof each === 'string')) return 'texts';
  if (value.every((each) => typeof each === 'number')) return 'numbers';
  return value.every((entry) => entryFields(entry) !== undefined) ? 'objects' : 'other';
}

const isSimple = (kind: FieldKind): boolean => kind === 'text' || kind === 'number' || kind === 'boolean';

/** A message on its own; of a text beside a role nobody can tell, as that of a tree is one too. */
const isMessage = (value: unknown): boolean =>
  asMessage(value) !== undefined &&
  isObject(value) &&
  (Object.hasOwn(value, 'content') || Object.hasOwn(value, 'value'));

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether values are numbers, as themselves or as texts, or grades as people write them. */
export const isNumbers = ({ kind, values }: FieldProfile): boolean =>
  kind === 'text' ? areGrades(values) : kind === 'number';
