import { detectLayout } from '../../dataset/detectLayout';
import { NoLayoutError } from '../../dataset/items/noLayoutError';
import { firstObjects } from '../../dataset/recognition/firstObjects';
import { field, isObject, type JsonObject } from '../../dataset/fields/recordFields';
import { firstAtLeast, plainBytes } from '../../dataset/readers/decodedBytes';
import { demonstrations } from '../../dataset/layouts/edits/demonstrations';
import type { Layout } from '../../dataset/layouts/layout';
import { asMessages } from '../../dataset/items/messages';
import { maybeRecordValue, placeOf, type Place } from '../../dataset/records/rawRecord';
import { streamRecords } from '../../dataset/records/recordStream';
import { scan } from '../../dataset/sources/scan';
import type { Item } from '../../model/item/item';
import { fileProblem, problem, UserError, type FileProblem } from '../../model/problems/problem';

/** What a benchmark asks in one of its items, and where that stands. */
export interface BenchmarkText extends Place {
  readonly text: string;
  /** Absolute path. */
  readonly file: string;
}

export interface BenchmarkOptions {
  /** The field that holds what is asked, as a dotted path; found by looking where it is not named. */
  readonly field?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Hears what cannot be read; else nobody does. */
  readonly onProblem?: (problem: FileProblem) => void;
}

/**
 * What the items of benchmark files ask: files of any kind that a dataset may have, and plain text (`.txt`), each line
 * of which is an item. Of records it is what the named field holds; else the user's turns of the prompt, where a layout
 * of preference data fits; else the field that is called as benchmarks call it (`question`, `problem`, …), with the
 * passage that it is about. Throws `UserError` where a file cannot be read or has no such field.
 */
export async function* benchmarkTexts(
  files: readonly string[],
  options: BenchmarkOptions = {},
): AsyncGenerator<BenchmarkText> {
  for (const file of files) {
    let found = 0;
    let missing: BenchmarkText | undefined;
    let missed = 0;
    for await (const each of textsOf(file, options)) {
      if (each.text.trim() !== '') {
        found++;
        yield each;
        continue;
      }
      missing ??= each;
      missed++;
    }
    if (found === 0) throw await nothingIn(file, options.field);
    if (missing)
      options.onProblem?.(
        fileProblem(
          'warning',
          { file, ...placeOf(missing) },
          problem('export.benchmarkAsksNothing', { count: missed }),
        ),
      );
  }
}

/** The texts of all records; an empty one for each that has none. */
async function* textsOf(file: string, options: BenchmarkOptions): AsyncGenerator<BenchmarkText> {
  if (await isPlainText(file)) {
    yield* linesOf(file, options.signal);
    return;
  }
  const layout = options.field === undefined ? await layoutOf(file) : undefined;
  if (layout) {
    yield* promptsOf(file, layout, options);
    return;
  }
  for await (const batch of streamRecords(file, {
    signal: options.signal,
    onEnd: (problem) => options.onProblem?.({ severity: 'error', file, ...problem }),
  })) {
    for (const raw of batch) {
      const record = maybeRecordValue(raw);
      yield { text: record ? askedIn(record, options.field) : '', file, ...placeOf(raw) };
    }
  }
}

async function isPlainText(file: string): Promise<boolean> {
  if (!/\.txt(\.(gz|zst))?$/i.test(file)) return false;
  for await (const head of firstAtLeast(plainBytes(file), 1000))
    return !/^\ufeff?\s*(\{|\[\s*[{\]])/.test(head.toString('utf8', 0, 1000));
  return true;
}

async function* linesOf(file: string, signal: AbortSignal | undefined): AsyncGenerator<BenchmarkText> {
  const decoder = new TextDecoder();
  let line = 0;
  let rest = '';
  const taken = function* (text: string): Generator<BenchmarkText> {
    line++;
    // A blank line parts items; it is none.
    if (text.trim() !== '') yield { text, file, line };
  };
  for await (const chunk of plainBytes(file, { signal })) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) yield* taken(each);
  }
  yield* taken(rest + decoder.decode());
}

async function layoutOf(file: string): Promise<Layout | undefined> {
  try {
    const layout = await detectLayout(file);
    // Of what is to be imitated every record has an answer; a benchmark need not.
    return layout === demonstrations ? undefined : layout;
  } catch (error) {
    if (error instanceof NoLayoutError) return undefined;
    throw error;
  }
}

async function* promptsOf(
  file: string,
  layout: Layout,
  { signal, onProblem }: BenchmarkOptions,
): AsyncGenerator<BenchmarkText> {
  for await (const batch of scan(
    [file],
    { layout, mapping: {} },
    { signal, onEnd: (problem) => onProblem?.(problem) },
  )) {
    for (const parsed of batch) {
      if ('problem' in parsed) onProblem?.(parsed.problem);
      else yield { text: userTurnTexts(parsed.item).join('\n\n'), file, ...placeOf(parsed) };
    }
  }
}

/**
 * What the user says in a prompt, turn by turn: what training data and benchmarks are compared by, as open-instruct
 * does (decontamination/index.py, --query_filter role:user). All of its turns where the user says nothing.
 */
export function userTurnTexts({ prompt }: Pick<Item, 'prompt'>): readonly string[] {
  const asked = prompt.filter(({ role }) => role === 'user');
  return (asked.length > 0 ? asked : prompt).map(({ content }) => content);
}

/**
 * What benchmarks call the field that asks, the first that a record has: gsm8k, MMLU and GPQA `question`, MATH
 * `problem`, HumanEval and IFEval `prompt`, AlpacaEval `instruction`, MT-Bench `turns`, BBH `input`, HellaSwag `ctx`,
 * MBPP `text`.
 */
const askingFields = [
  'question',
  'problem',
  'prompt',
  'instruction',
  'query',
  'turns',
  'messages',
  'conversations',
  'conversation',
  'input',
  'ctx',
  'goal',
  'sentence',
  'text',
];
/** What stands before what is asked (DROP, BoolQ, SQuAD), where a record has it. */
const passageFields = ['passage', 'context'];

function askedIn(record: JsonObject, name: string | undefined): string {
  if (name !== undefined) return textIn(field(record, name));
  const keys = new Map(Object.keys(record).map((key) => [key.toLowerCase(), key]));
  const at = (lower: string): string => textIn(record[keys.get(lower) ?? '']);
  const asking = askingFields.find((each) => at(each) !== '');
  if (asking === undefined) return '';
  return [...passageFields.map(at), at(asking), asking === 'instruction' ? at('input') : '']
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The text in a field: as it is, the user's turns, or a list's texts. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const messages = asMessages(value);
  if (messages) return userTurnTexts({ prompt: messages }).join('\n\n');
  return value
    .map((each: unknown) => (isObject(each) ? each.content : each))
    .filter((each) => typeof each === 'string')
    .join('\n\n');
}

async function nothingIn(file: string, name: string | undefined): Promise<UserError> {
  if (await isPlainText(file)) return new UserError(problem('export.benchmarkEmpty', {}, file));
  const [first] = await firstObjects(file, {});
  const fields = Object.keys(first);
  return new UserError(
    name === undefined
      ? problem('export.benchmarkFieldUnknown', { fields }, file)
      : problem('export.benchmarkFieldMissing', { field: name, fields }, file),
  );
}
