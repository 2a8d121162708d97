import { exportFormatNamed } from '../../../../src/core/export';
import type { ExportOptions } from '../../../../src/core/export/format';
import { linesIn } from '../../../../src/core/export/rows/rowBatch';
import { restartRows, rowsOf } from '../../../../src/core/export/rows/exportRows';
import { newTally, type Tally } from '../../../../src/core/export/rows/tally';
import type { Annotation, Judgement } from '../../../../src/core/model/annotation/annotation';
import type { Rubric } from '../../../../src/core/model/rubric/rubric';
import type { Study } from '../../../../src/core/study/study';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

export type Value = Readonly<Record<string, unknown>>;

/** What a format makes of a study: its rows, where they are from, and all that was dropped or noted. */
export async function exported(
  study: Study,
  format: string,
  options: Omit<Partial<ExportOptions>, 'format'> = {},
): Promise<{ rows: Value[]; from: Value[]; tally: Tally }> {
  const found = exportFormatNamed(format);
  if (!found) throw new RangeError(`no format ${format}`);
  const tally = newTally();
  const rows: Value[] = [];
  const from: Value[] = [];
  for await (const batch of rowsOf(study, { format: found, ...options }, tally)) {
    if (batch === restartRows) rows.length = from.length = 0;
    else {
      rows.push(...valuesIn(batch.lines));
      from.push(...valuesIn(batch.provenance));
    }
  }
  return { rows, from, tally };
}

const valuesIn = (lines: Uint8Array): Value[] =>
  [...linesIn(lines)].map((line) => JSON.parse(line.toString()) as Value);

/** What the rules of a format say of a row, in words; its silent damage in brackets. */
export function said(format: string, row: Value, ...before: readonly Value[]): string[] {
  const rules = exportFormatNamed(format)?.rules;
  if (!rules) throw new RangeError(`no format ${format}`);
  const result = rules.row.safeParse(row);
  if (!result.success)
    return result.error.issues.map(({ path, message }) =>
      [...(path.length > 0 ? [path.join('.')] : []), message].join(': '),
    );
  const across = rules.across?.();
  for (const each of before) across?.(each);
  const [between, silent] = [across?.(row), rules.silent?.(row)];
  return [...(between === undefined ? [] : [between]), ...(silent === undefined ? [] : [`(${silent})`])];
}

/** A study over items with these rubrics, and judgements of its items in turn. */
export async function judgedStudy(
  records: readonly object[],
  rubrics: readonly Rubric[],
  judgements: readonly (Judgement & { readonly by?: Partial<Annotation>; readonly at?: number })[],
): Promise<Study> {
  const study = await studyOf(temporaryFolder(), records);
  if (rubrics.length > 0) await study.changeRubrics(() => ({ version: 1, rubrics: [...rubrics] }));
  for (const [number, { by, at = number, ...judgement }] of judgements.entries()) await judge(study, at, judgement, by);
  return study;
}

/** Rows as a file that is read like any other dataset. */
export const fileOf = (rows: readonly Value[], name = 'train.jsonl'): string => temporaryFile(name, jsonl(rows));
