import { isObject, kindOf, type JsonObject } from '../../dataset/fields';
import { messageOf, UserError } from '../../model/problem';

/** How a text is written: one JSON value, JSON a line, or YAML. */
export type Syntax = 'json' | 'lines' | 'yaml';

/** The records of a pack's text, found by looking: an object is one, a list holds several, and so do lines of JSON. Throws `UserError` with the line where it is none of that. */
export async function recordsOf(written: string): Promise<{ readonly syntax: Syntax; readonly records: readonly JsonObject[] }> {
  const text = written.replace(/^\uFEFF/, '').trim();
  if (text === '') throw new UserError('is empty');
  const whole = parsed(text);
  if ('value' in whole) return { syntax: text.includes('\n') || Array.isArray(whole.value) ? 'json' : 'lines', records: objectsOf(whole.value) };
  const lines = linesOf(text);
  if (lines) return { syntax: 'lines', records: lines };
  const yaml = await parsedYaml(text);
  if ('value' in yaml) return { syntax: 'yaml', records: objectsOf(yaml.value) };
  throw new UserError(/^[{[]/.test(text) ? `is not JSON: ${whole.reason}` : `is neither JSON nor YAML: ${yaml.reason}`);
}

/** The text of records; ends with a newline. */
export async function textOf(records: readonly JsonObject[], syntax: Syntax): Promise<string> {
  if (syntax === 'lines') return records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const value = records.length === 1 ? records[0] : records;
  if (syntax === 'json') return `${JSON.stringify(value, undefined, 2)}\n`;
  const { stringify } = await import('../libraries/yaml');
  return stringify(value, { lineWidth: 120 });
}

type Parsed = { readonly value: unknown } | { readonly reason: string };

function parsed(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { reason: messageOf(error) };
  }
}

/** JSON objects, one a line; undefined where the first line is none. */
function linesOf(text: string): JsonObject[] | undefined {
  const lines = text.split(/\r?\n/).flatMap((line, at) => (line.trim() === '' ? [] : [{ number: at + 1, found: parsed(line) }]));
  const first = lines[0]?.found;
  if (!first || !('value' in first) || !isObject(first.value)) return undefined;
  return lines.map(({ number, found }) => {
    if ('reason' in found) throw new UserError(`line ${number} is not JSON: ${found.reason}`);
    if (!isObject(found.value)) throw new UserError(`line ${number} is ${kindOf(found.value)}; it must be an object`);
    return found.value;
  });
}

async function parsedYaml(text: string): Promise<Parsed> {
  const { parse, YAMLParseError } = await import('../libraries/yaml');
  try {
    return { value: parse(text) as unknown };
  } catch (error) {
    if (!(error instanceof YAMLParseError)) return { reason: messageOf(error) };
    const [what = ''] = error.message.split('\n');
    return { reason: `line ${error.linePos?.[0].line ?? 1}: ${what.replace(/ at line \d+, column \d+:?$/, '')}` };
  }
}

function objectsOf(value: unknown): readonly JsonObject[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw new UserError('is an empty list');
  const odd = list.findIndex((each) => !isObject(each));
  if (odd >= 0) throw new UserError(`${Array.isArray(value) ? `record ${odd + 1} ` : ''}is ${kindOf(list[odd])}; a rubric is an object, or a list of them`);
  return list as readonly JsonObject[];
}
