import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFormats } from '../../../src/core/export';
import type { ExportFormat } from '../../../src/core/export/format';
import { validateExport } from '../../../src/core/export/validate';
import type { FileProblem } from '../../../src/core/model/problems/problem';
import { root } from '../made/bundle';

/**
 * The golden file of every format, damaged in one way after the other, field by field: `tiebreak validate` says so at
 * the line, and is silent where no reader minds.
 */

type Row = Readonly<Record<string, unknown>>;
const golden = join(root, 'test/golden');

function goldenRows({ name }: ExportFormat): Row[] {
  for (const study of readdirSync(golden).sort()) {
    for (const file of ['train.jsonl', 'train.json', 'train.parquet.jsonl']) {
      const path = join(golden, study, 'expected', name, file);
      if (!existsSync(path)) continue;
      const text = readFileSync(path, 'utf8');
      return file === 'train.json'
        ? (JSON.parse(text) as Row[])
        : text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Row);
    }
  }
  throw new Error(`no golden rows of ${name}: UPDATE_GOLDEN=1 npx vitest run test/unit/export/golden writes them`);
}

/** Two rows that stand together: NeMo-Aligner's reward model reads pairs of lines. */
const twoRows = (format: ExportFormat): [Row, Row] => {
  const [first = {}, second = first] = goldenRows(format);
  return [first, second];
};

const linesOf = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row));
const isLines = ({ files }: ExportFormat): boolean => files.includes('jsonl');
const fileWith = (format: ExportFormat, lines: readonly string[]): string =>
  isLines(format) ? `${lines.join('\n')}\n` : `[\n${lines.join(',\n')}\n]`;
/** The line of the row with a number from 0. */
const lineOf = (format: ExportFormat, at: number): number => at + (isLines(format) ? 1 : 2);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function problemsOf(format: ExportFormat, text: string): Promise<readonly FileProblem[]> {
  const path = join(folder, isLines(format) ? 'train.jsonl' : 'train.json');
  writeFileSync(path, text);
  return (await validateExport(path, format.name)).problems;
}

/** A change of a field; undefined where it is none. */
const changes: Readonly<Record<string, (row: Row, key: string) => Row | undefined>> = {
  missing: (row, key) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== key)),
  null: (row, key) => (row[key] === null ? undefined : { ...row, [key]: null }),
  text: (row, key) =>
    typeof row[key] === 'string' ? undefined : { ...row, [key]: typeof row[key] === 'number' ? String(row[key]) : 'x' },
  number: (row, key) => (typeof row[key] === 'number' ? undefined : { ...row, [key]: 7 }),
  'empty list': (row, key) => (Array.isArray(row[key]) ? { ...row, [key]: [] } : undefined),
  'a list of it': (row, key) => (Array.isArray(row[key]) ? undefined : { ...row, [key]: [row[key]] }),
  'empty text': (row, key) => (typeof row[key] === 'string' && row[key] !== '' ? { ...row, [key]: '' } : undefined),
  'a cut emoji': (row, key) => (typeof row[key] === 'string' ? { ...row, [key]: `${row[key]}\ud83d` } : undefined),
};

/** What no reader stops at: changes of fields, as FORMAT FIELD, and why. */
const harmless: readonly (readonly [change: string, field: RegExp, why: string])[] = [
  ['missing', /^\S+ (tools|system|task)$/, 'a column that a file may do without, where no other row has it'],
  ['null', /^\S+ tools$/, 'a row without tools'],
  [
    'null',
    /^(armorm \w+|refinements score|healthbench ideal_completions_data)$/,
    'what nobody said: the loss is masked, or the row is passed over',
  ],
  [
    'null',
    /^(spans|annotators(-[a-z-]+)?) (context|type|polarity|severity|note|group|strength|criterion|duration|confidence|seed|acceptable|value|verdict|kind|text|label|passage|accepted|soundness|agrees|rank|text_id|score|category|fault|call|corrected|corrected_call|response|step|at|image|exit|flaky)$/,
    "tables of Tiebreak's own have null where nothing was said",
  ],
  [
    'text',
    /^(nemo-aligner-dpo \w+|(spans|annotators(-[a-z-]+)?) (context|type|note|group|criterion|origin_\w+|guidelines|rationale|clarification|skip|suggested|suggested_by|verdict_before|strengths|weaknesses|suggestion|about_quote|rule|tool_\w+|response|detail|text|category)|annotators-critiques step)$/,
    'either may stand there',
  ],
  [
    'number',
    /^(halos(-kto|-grpo)? prompt_id|armorm \w+|refinements score|spans severity|annotators\S* (repeat|turn|rank|about_\w+|of_edit|rule_version|served_value|severity))$/,
    'either may stand there',
  ],
  [
    'empty list',
    /^(ultrafeedback \w+|fg-rlhf passages|helpsteer2-preference (three|all)\w+|helpsteer3-preference individual_preference|healthbench example_tags|helpsteer3-edit(-quality)? feedback|annotators\S* (rubrics|texts|shown|views|because|sentences|media|tool_calls|left_out|flaky|settings|unapplied|statuses))$/,
    'there may be none',
  ],
  [
    'empty text',
    /^\S+ (tools|system|chosen|rejected|rejected_response|completion|critique|(\w+_)?response\w*|response [12]|prediction \d|initial|refined)$/,
    'an answer may be empty',
  ],
  [
    'empty text',
    /^(halos(-kto|-grpo)?|healthbench|rewardbench2|arena|auto-j|verl|verl-generative-rm|skyrl|verifiers|verdicts|ultrafeedback|rar|rule-(pairs|keep)|spans|critique-soundness) \w+$|^(prime-rl-opsd name|\S+ system_prompt)$/,
    'names, notes and references that may be missing',
  ],
  [
    'empty text',
    /^annotators\S* (group|type|note|passage|text|text_id|flag|verifier|aspect|criterion|verdict|quote|content|category|tool|path|step|image|tail)$/,
    'whatever a journal holds',
  ],
  ['empty text', /^(feedback|preference)-collection (orig_\w+|instruction)$/, 'the columns that recipes do not read'],
  ['empty text', /^helpsteer3-\S+ (domain|language)$/, 'what a row is about, for people'],
  ['missing', /^annotators\S* annotator_role$/, 'tables from before there were adjudicators'],
  ['missing', /^annotators\S* views$/, 'tables from before responses had views'],
  ['missing', /^annotators\S* verdict_before$/, 'tables from before tests were run'],
];
const isHarmless = (change: string, field: string): boolean =>
  harmless.some(([name, pattern]) => name === change && pattern.test(field));

describe.each(exportFormats.map((format) => [format.name, format] as const))('a file of %s', (name, format) => {
  const base = twoRows(format);

  it('is told of by line where a field is missing, or is something else', async () => {
    const unsaid: string[] = [];
    for (const [change, of] of Object.entries(changes)) {
      // Of problems in the same words the first few are told: a cut emoji is one wherever it stands.
      const damaged = Object.keys(base[1])
        .flatMap((key) => {
          const row = of(base[1], key);
          return row ? [{ key, row }] : [];
        })
        .slice(0, change === 'a cut emoji' ? 4 : Infinity);
      if (damaged.length === 0) continue;
      const problems = await problemsOf(
        format,
        fileWith(format, linesOf([...base, ...damaged.flatMap(({ row }) => [base[0], row])])),
      );
      for (const [n, { key }] of damaged.entries()) {
        const line = lineOf(format, 3 + 2 * n);
        const told = problems.some((problem) => problem.line === line);
        if (!told && !isHarmless(change, `${name} ${key}`)) unsaid.push(`${change}: ${key}`);
      }
    }
    expect(unsaid).toEqual([]);
  });

  it('is told of by line where a row is no object, is broken off, has a key twice or a column too many', async () => {
    const [first, last] = linesOf(base);
    const [column = ''] = Object.keys(base[1]);
    const put = async (line: string): Promise<readonly FileProblem[]> =>
      (await problemsOf(format, fileWith(format, [first ?? '', last ?? '', first ?? '', line]))).filter(
        (problem) => problem.line === lineOf(format, 3),
      );
    expect(await put('[1]')).toMatchObject([
      { severity: 'error', message: expect.stringMatching(/^is a list|^is /) as string },
    ]);
    if (isLines(format))
      expect(await put((last ?? '').slice(0, -1))).toMatchObject([
        { severity: 'error', message: expect.stringContaining('is not JSON') as string },
      ]);
    expect(
      (await put((last ?? '').replace('{', `{${JSON.stringify(column)}:0,`))).map(({ message }) => message),
    ).toContainEqual(expect.stringContaining(`has the key “${column}” twice`));
    expect((await put(JSON.stringify({ ...base[1], provenance: 1 }))).map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^(“provenance” is not a column of|the column "provenance" is not in every row)/),
    );
  });

  it('is as good with a byte order mark, other ends of lines, blank lines and long texts, for those who read it by HF datasets or as an array', async () => {
    const text = fileWith(format, linesOf(base));
    const before = new Set((await problemsOf(format, text)).map(({ message }) => message));
    const more = async (damaged: string): Promise<FileProblem[]> =>
      (await problemsOf(format, damaged)).filter(({ message }) => !before.has(message));
    const isStrict = format.rules.blankLine !== undefined;
    expect(await more(text.replaceAll('\n', '\r\n'))).toEqual([]);
    expect((await more(`\ufeff${text}`)).map(({ line }) => line)).toEqual(isStrict ? [1] : []);
    expect((await more(text.replace('\n', '\n\n'))).map(({ line }) => line)).toEqual(isStrict ? [2] : []);
    // An answer of a megabyte: in whichever messages or texts the format has it.
    const long = 'word '.repeat(200_000);
    const column = ['chosen', 'rejected_response', 'completion', 'response', 'output_A', 'refined'].find(
      (each) => typeof base[1][each] === 'string',
    );
    if (column !== undefined)
      expect(await more(fileWith(format, linesOf([base[0], { ...base[1], [column]: long }])))).toEqual([]);
  });
});
