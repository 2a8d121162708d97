import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { journalFile } from '../../../src/core/journal/journalName';
import { formatLine } from '../../../src/core/journal/line';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { Criterion } from '../../../src/core/model/rubric/criterion';
import type { Item } from '../../../src/core/model/item/item';
import type { Rubric } from '../../../src/core/model/rubric/rubric';
import type { Study } from '../../../src/core/study/study';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { temporaryFolder } from './temporaryFolder';
import { annotation } from './journalLines';
import { itemsOf, opened, studyOf } from './study';

export const criterion = (id: string, changes: Partial<Criterion> = {}): Criterion => ({
  id,
  text: `Is it ${id}?`,
  weight: 1,
  ...changes,
});

/** A rubric of one version, for the whole study. */
export const rubric = (criteria: readonly Criterion[], changes: Partial<Rubric> = {}): Rubric => ({
  id: 'main',
  title: 'Main',
  versions: [{ version: 1, criteria: [...criteria] }],
  ...changes,
});

/** What a made annotation says; the item is named by its place. */
export interface MadeJudgement extends Partial<Omit<Annotation, 'item'>> {
  readonly at: number;
}

/** As many items of two responses. */
export const pairsOfResponses = (count: number): object[] =>
  [...Array(count).keys()].map((n) => ({
    id: `q${n}`,
    prompt: `Question ${n}`,
    responses: [`first ${n}`, `second ${n}`],
  }));

/**
 * A study over records with rubrics and annotations, made under version 1 of the rubric "main" where nothing else is
 * said; `arranged` may put its lines into another order.
 */
export async function rubricStudy(
  records: readonly object[],
  rubrics: readonly Rubric[],
  judgements: readonly MadeJudgement[],
  arranged: (lines: readonly Annotation[]) => readonly Annotation[] = (lines) => lines,
): Promise<Study> {
  const folder = temporaryFolder();
  const first = await studyOf(folder, records);
  const { items } = await itemsOf(first);
  await first.close();
  const paths = studyPaths(first.file);
  mkdirSync(paths.annotations, { recursive: true });
  writeFileSync(paths.rubrics.former, JSON.stringify({ version: 1, rubrics }));
  const lines = arranged(judgements.map((made, n) => lineOf(made, n, items)));
  for (const annotator of new Set(lines.map((line) => line.annotator)))
    writeFileSync(
      join(paths.annotations, journalFile(annotator)),
      lines
        .filter((line) => line.annotator === annotator)
        .map(formatLine)
        .join(''),
    );
  const study = await opened(first.file);
  onTestFinished(() => study.close());
  return study;
}

function lineOf({ at, ...changes }: MadeJudgement, n: number, items: readonly Item[]): Annotation {
  const item = items[at];
  if (!item) throw new RangeError(`no item ${at}`);
  return annotation(n + 1, {
    item: item.id,
    hash: item.hash,
    shown: item.responses.map(({ id }) => id),
    rubrics: [{ id: 'main', version: 1 }],
    judgement: {},
    ...changes,
  });
}
