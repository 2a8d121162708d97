import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Dataset } from '../../../src/core/dataset/dataset';
import { indexCached } from '../../../src/core/dataset/sources/indexCache';
import { materializedCopy, mustMaterialize } from '../../../src/core/dataset/sources/scan';
import { unpackedCopy } from '../../../src/core/dataset/sources/unpackedCopy';
import { Desk } from '../../../src/core/desk/desk';
import { DraftStore } from '../../../src/core/desk/drafts/draftStore';
import { Session } from '../../../src/core/desk/session';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { Project } from '../../../src/core/model/study/project';
import { FakeAudience } from './fakeAudience';
import { temporaryFolder } from './temporaryFolder';
import { opened, studyOf } from './study';

/** A desk on a study, and what it tells a webview. */
export class DeskWindow extends FakeAudience {
  desk!: Desk;

  constructor(readonly session: Session) {
    super();
  }

  /** The id of the item on the screen. */
  get id(): string {
    return this.desk.open!.shown.item.id;
  }

  /** Places A, B, C, … and saves. */
  async rank(...places: number[]): Promise<void> {
    for (const [index, value] of places.entries()) await this.desk.judge({ do: 'number', value, index });
    await this.desk.save();
  }
}

/** A folder with a study of so many items of three responses, whose project says more. */
export async function folderOf(count: number, change: (project: Project) => object): Promise<string> {
  const folder = temporaryFolder();
  await (
    await studyOf(
      folder,
      [...Array(count).keys()].map((n) => ({
        id: `q${n}`,
        prompt: `Question ${n}`,
        responses: ['x', 'y', 'z'].map((model) => ({ id: `${model}-id`, text: `text ${model}`, model })),
      })),
    )
  ).close();
  const file = join(folder, 'data.tiebreak');
  const project = JSON.parse(readFileSync(file, 'utf8')) as Project;
  writeFileSync(file, JSON.stringify({ ...project, ...change(project) }));
  return folder;
}

/**
 * A window on the study in `folder`, until the test ends; drafts outlive it. Nothing is shown yet.
 * @param cache where the copies are that it reads from, if it needs any
 */
export async function windowIn(
  folder: string,
  annotator = 'ana',
  { name = 'data', cache = join(folder, 'cache') } = {},
): Promise<DeskWindow> {
  const study = await opened(join(folder, `${name}.tiebreak`));
  const isCopy = mustMaterialize(study.reading);
  if (isCopy) study.readFrom(await materializedCopy(study.sources, study.reading, cache));
  const dataset = await Dataset.open(study.data.paths, study.data.reading, {
    isCopy,
    indexer: (path, framing, onBatch, signal) => indexCached(path, framing, cache, onBatch, signal),
    unpack: (path, signal, whole) => unpackedCopy(path, cache, { signal, ...(whole && { whole }) }),
  });
  const session = new Session(study, dataset, new DraftStore(join(folder, 'drafts'), () => undefined), annotator);
  const seen = new DeskWindow(session);
  seen.desk = new Desk(session, seen);
  onTestFinished(async () => {
    seen.desk.close();
    await seen.desk.settled();
    await session.flush();
    await dataset.close();
    await study.close();
  });
  return seen;
}

/** The annotations in ana's journal. */
export function annotationsIn(folder: string): Annotation[] {
  const text = readFileSync(join(folder, 'data.tiebreak.d', 'annotations', 'ana.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Annotation);
}
