import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Annotation, Judgement } from '../../../src/core/model/annotation/annotation';
import type { Item } from '../../../src/core/model/item/item';
import type { FileProblem } from '../../../src/core/model/problems/problem';
import { scan } from '../../../src/core/dataset/sources/scan';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import { newId } from '../../../src/core/journal/newId';
import { createStudy } from '../../../src/core/study/create';
import { Study } from '../../../src/core/study/study';
import { jsonl } from './temporaryFolder';

/** A study over these records, opened. */
export async function studyOf(
  folder: string,
  records: readonly unknown[],
  options: { layout?: string; mapping?: Readonly<Record<string, string>>; name?: string } = {},
): Promise<Study> {
  const { name = 'data', ...reading } = options;
  const dataset = join(folder, `${name}.jsonl`);
  writeFileSync(dataset, jsonl(records));
  const projectFile = join(folder, `${name}.tiebreak`);
  await createStudy({ projectFile, datasets: [dataset], mode: 'rank', ...reading });
  return opened(projectFile);
}

export async function opened(projectFile: string): Promise<Study> {
  const study = await Study.open(projectFile);
  await study.refresh();
  return study;
}

/** Everything in the study's dataset: its items with their labels, and what could not be read. */
export async function itemsOf(
  study: Study,
): Promise<{ items: Item[]; labels: (Label | undefined)[]; problems: FileProblem[] }> {
  const items: Item[] = [];
  const labels: (Label | undefined)[] = [];
  const problems: FileProblem[] = [];
  for await (const batch of scan(study.sources, study.reading)) {
    for (const parsed of batch) {
      if ('problem' in parsed) problems.push(parsed.problem);
      else {
        items.push(parsed.item);
        labels.push(parsed.labels[0]);
      }
    }
  }
  return { items, labels, problems };
}

/** Saves a judgement on the item at `ordinal`, as the editor does. */
export async function judge(
  study: Study,
  ordinal: number,
  judgement: Judgement,
  changes: Partial<Annotation> = {},
): Promise<Annotation> {
  const item = (await itemsOf(study)).items[ordinal];
  if (!item) throw new RangeError(`no item ${ordinal}`);
  const annotator = changes.annotator ?? 'ana';
  const annotation: Annotation = {
    v: 1,
    type: 'annotation',
    id: newId(study.replay.lastId(annotator)),
    item: item.id,
    hash: item.hash,
    annotator,
    time: '2026-11-21T08:00:00.000Z',
    duration: 4000,
    origin: { kind: 'human' },
    round: 1,
    question: { version: 1 },
    rubrics: [],
    shown: item.responses.map(({ id }) => id),
    seed: 3,
    judgement,
    ...changes,
  };
  await study.append([annotation]);
  return annotation;
}
