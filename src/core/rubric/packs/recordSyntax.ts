import { isObject, type JsonObject } from '../../dataset/fields/recordFields';
import { isDeeperThan, describeJsonFault } from '../../dataset/records/jsonFault';
import type { FoundValue, PackNoun } from '../../model/problems/packs';
import { LineError, problem, UserError } from '../../model/problems/problem';

/** The syntax of a text: one JSON value, JSON a line, or YAML. */
export type Syntax = 'json' | 'lines' | 'yaml';

/** Characters of YAML at most: it is written by hand, and reading it takes a hundred times its size. */
const maxYamlLength = 8 << 20;
/** Lists and objects in one another, at most: a rubric has five. */
const deepest = 64;

/** The records of a text, and how it is written. */
export interface RecordsRead {
  readonly syntax: Syntax;
  readonly records: readonly JsonObject[];
  /** The line of each record, 1-based, where each stands on one. */
  readonly lines?: readonly number[];
}

/**
 * The records of a pack's text, found by looking: an object is one, a list holds several, and so do lines of JSON and
 * documents of YAML. Throws `UserError` with the line where it is none of that.
 * @param noun what a record is
 */
export async function parseRecords(written: string, noun: PackNoun = 'rubric'): Promise<RecordsRead> {
  const text = written.replace(/^\uFEFF/, '');
  if (!/\S/.test(text)) throw new UserError(problem('pack.empty', {}));
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) throw new UserError(problem('pack.webPage', {}));
  const found = await syntaxOf(text, noun);
  for (const [at, record] of found.records.entries()) {
    if (isDeeperThan(record, deepest))
      throw new UserError(
        found.records.length > 1
          ? problem('pack.recordTooDeep', { record: at + 1, most: deepest })
          : problem('pack.tooDeep', { most: deepest }),
      );
  }
  return found;
}

async function syntaxOf(text: string, noun: PackNoun): Promise<RecordsRead> {
  const whole = parsed(text);
  if (whole)
    return {
      syntax: text.trim().includes('\n') || Array.isArray(whole.value) ? 'json' : 'lines',
      records: objectsOf(whole.value, noun),
    };
  const lines = linesOf(text);
  if (lines) return { syntax: 'lines', ...lines };
  const looksLikeJson = /^\s*[{[]/.test(text);
  const yaml =
    text.length > maxYamlLength
      ? { fault: new UserError(problem('pack.tooLongForYaml', { noun, megabytes: maxYamlLength >> 20 })) }
      : await parsedYaml(text);
  if ('values' in yaml) return { syntax: 'yaml', records: yaml.values.flatMap((value) => objectsOf(value, noun)) };
  if (!looksLikeJson) throw yaml.fault;
  const { line, reason } = describeJsonFault(text);
  throw new LineError(line, problem('pack.brokenJson', { reason }));
}

/** The text of records; ends with a newline. */
export async function formatRecords(records: readonly JsonObject[], syntax: Syntax): Promise<string> {
  if (syntax === 'lines') return records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const value = records.length === 1 ? records[0] : records;
  if (syntax === 'json') return `${JSON.stringify(value, undefined, 2)}\n`;
  const { stringify } = await import('../libraries/yaml');
  return stringify(value, { lineWidth: 120 });
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** JSON objects, one a line; undefined where the first line is none. */
function linesOf(text: string): { records: JsonObject[]; lines: number[] } | undefined {
  const records: JsonObject[] = [];
  const lines: number[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const found = parsed(line);
    if (found && isObject(found.value)) {
      records.push(found.value);
      lines.push(at + 1);
    } else if (records.length === 0) return undefined;
    else
      throw new LineError(
        at + 1,
        found
          ? problem('pack.lineNotObject', { found: foundIn(found.value) })
          : problem('pack.brokenLine', { reason: describeJsonFault(line).reason }),
      );
  }
  return { records, lines };
}

/** The documents of a YAML text, or what is wrong with it. */
async function parsedYaml(
  text: string,
): Promise<{ readonly values: readonly unknown[] } | { readonly fault: UserError }> {
  const { parseAllDocuments } = await import('../libraries/yaml');
  try {
    const documents = Array.from(parseAllDocuments(text, { logLevel: 'error' }));
    for (const { errors, warnings } of documents) {
      const fault = errors[0] ?? warnings[0];
      if (!fault) continue;
      if (fault.message.includes('call stack'))
        return { fault: new UserError(problem('pack.tooDeep', { most: deepest })) };
      const [what = ''] = fault.message.split('\n');
      return {
        fault: new LineError(
          fault.linePos?.[0].line ?? 1,
          problem('pack.notYaml', { reason: what.replace(/ at line \d+, column \d+:?$/, '') }),
        ),
      };
    }
    return { values: documents.map((document) => document.toJS() as unknown) };
  } catch (error) {
    // The library goes down as deep as the text does, and counts what aliases stand for.
    if (error instanceof RangeError)
      return { fault: new UserError(problem('pack.tooDeep', { most: deepest }), { cause: error }) };
    if (error instanceof ReferenceError)
      return { fault: new UserError(problem('pack.yamlRepeats', {}), { cause: error }) };
    throw error;
  }
}

function objectsOf(value: unknown, noun: PackNoun): readonly JsonObject[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw new UserError(problem('pack.emptyList', {}));
  const odd = list.findIndex((each) => !isObject(each));
  if (odd >= 0) {
    const found = foundIn(list[odd]);
    throw new UserError(
      Array.isArray(value)
        ? problem('pack.recordNotObject', { noun, record: odd + 1, found })
        : problem('pack.notObject', { noun, found }),
    );
  }
  return list as readonly JsonObject[];
}

/** Names the kind of a value, for a message. */
export function foundIn(value: unknown): FoundValue {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'emptyList' : 'list';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' ? 'object' : 'text';
}
