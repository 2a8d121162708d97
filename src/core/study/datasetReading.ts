import { dirname, resolve } from 'node:path';
import { detectReading } from '../dataset/detectReading';
import type { DetectOptions } from '../dataset/detectLayout';
import { assertPathsExist } from '../dataset/fields/mappingChecks';
import { parseRecord, type Reading } from '../dataset/items/parse';
import { isRunFile } from '../dataset/readers/fileKind';
import { readHead } from '../dataset/records/recordStream';
import { expandSources } from '../dataset/sources/sources';
import { problem, UserError } from '../model/problems/problem';
import { FileJournal } from '../journal/fileJournal';
import { Replay } from '../journal/replay';
import { openProject } from './projectFile';
import { studyPaths } from './studyPaths';

/**
 * The layout that is named or found, once it is seen to read the files. Throws `UserError` where it does not, and
 * `UsageError` for a mapping that leads nowhere.
 */
export async function checkedReading(files: readonly string[], options: DetectOptions): Promise<Reading> {
  const { layout, mapping } = await detectReading(files, options);
  const reading = { layout, mapping };
  if (reading.layout.labelsOnly)
    throw new UserError(problem('study.labelsOnly', { layout: reading.layout.name }, files[0] ?? ''));
  await assertPathsExist(files, reading);
  // What a harness wrote is known by its marks; what of it cannot be read is told where it is.
  for (const path of files) if (!(await isRunFile(path))) await assertReadable(path, reading);
  return reading;
}

/**
 * Has a project's dataset read otherwise from here on; all else in its file stays. Looks at the dataset first: throws
 * as `checkedReading` does, and nothing is written then. Judgements of items that become others are kept, and no longer
 * count for them.
 */
export async function changeReading(projectFile: string, { layout, mapping, gather }: Reading): Promise<void> {
  const file = resolve(projectFile);
  const document = await openProject(file);
  const { dataset } = document.data;
  const { files } = await expandSources(dataset.sources, dirname(file));
  await checkedReading(files, { layout: layout.name, mapping });
  const { gather: _, ...rest } = dataset;
  await document.write({
    ...document.data,
    dataset: { ...rest, layout: layout.name, mapping, ...(gather && { gather }) },
  });
}

/** Counts the annotations in force in a project's journals. */
export async function countJudgements(projectFile: string): Promise<number> {
  const journal = new FileJournal(studyPaths(resolve(projectFile)).annotations);
  const replay = new Replay();
  try {
    for await (const entries of journal.read({}))
      for (const entry of entries) if ('line' in entry) replay.add(entry.line, entry.ref);
  } finally {
    await journal.close();
  }
  return replay.size;
}

/** A layout that was named may be the wrong one: then not even one of the first records can be read. */
async function assertReadable(path: string, reading: Reading): Promise<void> {
  const { records } = await readHead(path, undefined, { mapping: reading.mapping });
  const parsed = records.flatMap((record) => parseRecord(record, path, reading));
  const [first] = parsed;
  if (first && 'problem' in first && parsed.every((each) => 'problem' in each))
    throw new UserError(
      problem(
        'study.layoutReadsNothing',
        { layout: reading.layout.name, reason: first.problem.message },
        { file: path, line: first.problem.line ?? 1 },
      ),
    );
}
