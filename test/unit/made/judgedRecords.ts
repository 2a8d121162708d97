import type { Annotation, Judgement } from '../../../src/core/model/annotation/annotation';
import { newId } from '../../../src/core/journal/newId';
import type { Study } from '../../../src/core/study/study';
import { itemsOf, studyOf } from './study';

/** What somebody says of the item at a place of the dataset. */
export interface Said {
  readonly at: number;
  readonly by?: string;
  readonly judgement: Judgement;
  readonly changes?: Partial<Annotation>;
}

/** The lines of what is said of a study's items. */
export async function annotationsOf(study: Study, said: readonly Said[]): Promise<Annotation[]> {
  const { items } = await itemsOf(study);
  let id: string | undefined;
  return said.map(({ at, by = 'ana', judgement, changes }): Annotation => {
    const item = items[at];
    if (!item) throw new RangeError(`no item ${at}`);
    id = newId(id);
    return {
      v: 1,
      type: 'annotation',
      id,
      item: item.id,
      hash: item.hash,
      annotator: by,
      time: '2026-11-21T08:00:00.000Z',
      duration: 4000,
      origin: { kind: 'human' },
      round: 1,
      question: { version: 1 },
      rubrics: [],
      shown: item.responses.map((response) => response.id),
      seed: 3,
      judgement,
      ...changes,
    };
  });
}

/** A study over these records with these judgements, which are saved at once. */
export async function judgedRecords(
  folder: string,
  records: readonly unknown[],
  said: readonly Said[],
): Promise<Study> {
  const study = await studyOf(folder, records);
  const annotations = await annotationsOf(study, said);
  for (const name of new Set(annotations.map(({ annotator }) => annotator)))
    await study.append(annotations.filter(({ annotator }) => annotator === name));
  await study.refresh();
  return study;
}
