import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../dataset/fields/recordFields';
import { criterionFields } from '../../model/rubric/criterion';
import { LineError, messageOf, problem, UserError, wordsOf } from '../../model/problems/problem';
import { SkippedFields, type Counted, type PackFormat, type PackOptions } from './packFormat';
import { healthBenchPack } from './healthbench';
import { openInstructPack } from './openInstruct';
import { jsonPack, oneLinePack, yamlPack } from './tiebreakPack';
import { checkedPack, normalPack, packFields, type Pack } from './pack';
import { nemoGymPack, principlePack } from './nemoGym';
import { prometheusPack } from './prometheus';
import { tinkerPack } from './tinker';
import { verifiersPack } from './verifiers';
import { rubricsAsRewardsPack } from './rubricsAsRewards';
import { parseRecords, formatRecords, type RecordsRead, type Syntax } from './recordSyntax';

/** Every form in which rubrics are read and written. */
export const packFormats: readonly PackFormat[] = [
  jsonPack,
  yamlPack,
  oneLinePack,
  healthBenchPack,
  rubricsAsRewardsPack,
  openInstructPack,
  verifiersPack,
  nemoGymPack,
  principlePack,
  prometheusPack,
  tinkerPack,
];

export const packFormatNamed = (name: string): PackFormat | undefined => packFormats.find((form) => form.name === name);

/** The rubrics of a file. */
export interface PacksRead {
  readonly form: PackFormat;
  readonly packs: readonly Pack[];
  /** Fields that were not taken over, or not as they stand, with how often. */
  readonly skipped: readonly Counted[];
}

/**
 * Reads rubrics; their form is found by looking. Throws `UserError` that says in which record and field it is none, or
 * what has to be chosen.
 */
export async function readPacks(text: string, options: PackOptions = {}): Promise<PacksRead> {
  const found = await parseRecords(text);
  const { syntax, records } = found;
  const form = formOf(records, syntax);
  const skipped = new SkippedFields();
  const read = readAs(form, found, options, skipped);
  const packs = read.map((pack, at) => {
    try {
      return checkedPack(pack);
    } catch (error) {
      throw read.length === records.length ? atRecord(found, at, error, 'rubric') : error;
    }
  });
  refuseSameIds(packs);
  const different = isOwnForm(form) ? packs : withoutRepeats(packs);
  skipped.count(problem('pack.repeated', {}), packs.length - different.length);
  return { form, packs: different, skipped: skipped.all() };
}

/** Rows for training repeat a rubric for each prompt: each of those that say the same once. */
const withoutRepeats = (packs: readonly Pack[]): readonly Pack[] =>
  [...new Map(packs.toReversed().map((pack) => [JSON.stringify(pack), pack])).values()].toReversed();

/** Reads records in one form. Throws `UserError` that names the first record of several that is at fault by itself. */
function readAs(form: PackFormat, found: RecordsRead, options: PackOptions, skipped: SkippedFields): unknown[] {
  try {
    return form.read(found.records, options, skipped);
  } catch (error) {
    const at = found.records.findIndex((record) => !canBeRead(form, record, options));
    throw at < 0 ? error : atRecord(found, at, error, 'record');
  }
}

function canBeRead(form: PackFormat, record: JsonObject, options: PackOptions): boolean {
  try {
    form.read([record], { negative: 'fault', ...options }, new SkippedFields());
    return true;
  } catch {
    return false;
  }
}

/** An error with the line of the record that it is about, or its number where there are several. */
function atRecord({ records, lines }: RecordsRead, at: number, error: unknown, noun: 'record' | 'rubric'): unknown {
  if (!(error instanceof UserError) || records.length === 1) return error;
  const line = lines?.[at];
  return line === undefined
    ? new UserError(
        noun === 'record'
          ? problem('pack.atRecord', { record: at + 1, reason: messageOf(error) })
          : problem('pack.atRubric', { rubric: at + 1, reason: messageOf(error) }),
        { cause: error },
      )
    : new LineError(line, error.problem ?? messageOf(error), { cause: error });
}

/** Refuses two rubrics of one id in one file, as they would be versions of one another. */
function refuseSameIds(packs: readonly Pack[]): void {
  const first = new Map<string, number>();
  for (const [at, { id }] of packs.entries()) {
    if (id === undefined) continue;
    const before = first.get(id);
    if (before !== undefined) throw new UserError(problem('pack.sameIds', { first: before + 1, second: at + 1, id }));
    first.set(id, at);
  }
}

/** A rubric as the text of a form. */
export interface PackWritten {
  readonly text: string;
  /** The number of criteria written. */
  readonly criteria: number;
  /** What the form cannot carry: what reading the text gives back otherwise, or not at all. */
  readonly lost: readonly Counted[];
  /** Notes for readers of the form. */
  readonly notes: readonly string[];
}

/** Writes a rubric. Throws `UserError` where the form can hold none of its criteria. */
export async function writePack(pack: Pack, form: PackFormat, options: PackOptions = {}): Promise<PackWritten> {
  const skipped = new SkippedFields();
  const whole = normalPack(pack);
  const criteria = whole.criteria.filter((criterion) => {
    // Whoever reads the form would judge by it again.
    const reason = criterion.faulty && !isOwnForm(form) ? problem('pack.faulty', {}) : form.leavesOut(criterion);
    if (reason !== undefined) skipped.count(reason);
    return reason === undefined;
  });
  if (criteria.length === 0)
    throw new UserError(
      whole.criteria.length === 0
        ? problem('pack.noCriteria', { form: form.name })
        : problem('pack.nothingWritable', { form: form.name, reasons: skipped.all().map(({ reason }) => reason) }),
    );
  const kept = { ...whole, criteria };
  const records = form.write(kept, options);
  const [back] = form.read(records, { negative: options.negative ?? 'fault' }, new SkippedFields());
  countLosses(kept, checkedPack(back), skipped);
  return {
    text: await formatRecords(records, form.syntax),
    criteria: criteria.length,
    lost: skipped.all(),
    notes: (form.notes?.(kept, options) ?? []).map(wordsOf),
  };
}

/** Tells whether a form is Tiebreak's own, which holds all of a rubric: also that a criterion is faulty. */
const isOwnForm = (form: PackFormat): boolean => form === jsonPack || form === yamlPack || form === oneLinePack;

/** Counts what reads otherwise than it was. */
function countLosses(pack: Pack, back: Pack, skipped: SkippedFields): void {
  for (const field of fieldsOf(pack, packFields))
    skipped.count(problem('pack.rubricField', { field }), Number(!isDeepStrictEqual(pack[field], back[field])));
  for (const [at, criterion] of pack.criteria.entries()) {
    for (const field of fieldsOf(criterion, ['id', ...criterionFields]))
      skipped.count(
        problem('pack.criterionField', { field }),
        Number(!isDeepStrictEqual(criterion[field], back.criteria[at]?.[field])),
      );
  }
}

/** The fields named, and those that an object has beside them and its criteria. */
function fieldsOf(value: JsonObject, first: readonly string[]): string[] {
  return [...first, ...Object.keys(value).filter((field) => field !== 'criteria' && !first.includes(field))];
}

/** The form that every record has. Throws `UserError` where there is none. */
function formOf(records: readonly JsonObject[], syntax: Syntax): PackFormat {
  const [first = {}] = records;
  const own: Readonly<Record<Syntax, PackFormat>> = { json: jsonPack, yaml: yamlPack, lines: oneLinePack };
  if (Array.isArray(first.rubrics) && first.rubrics.some((each) => isObject(each) && Array.isArray(each.versions)))
    throw new UserError(problem('pack.isLibrary', {}));
  const form = own[syntax].matches(first) ? own[syntax] : packFormats.find((each) => each.matches(first));
  if (!form) {
    const [fields, forms] = [Object.keys(first).slice(0, 12), packFormats.map(({ name }) => name)];
    throw new UserError(
      fields.length === 0 ? problem('pack.emptyObject', { forms }) : problem('pack.unknownForm', { fields, forms }),
    );
  }
  const odd = records.findIndex((record) => !form.matches(record));
  if (odd >= 0) throw new UserError(problem('pack.otherForm', { record: odd + 1, form: form.name }));
  return form;
}
