import { writtenAsPattern } from '../dataset/readers/dataFileNames';
import { basename } from 'node:path';
import type { Label } from '../dataset/layouts/layout';
import type { Replay } from '../journal/replay';

/** In whose name a label is imported: a person or a model whom the source names is kept apart, as NAME:person. */
export function importedAnnotator(
  annotator: string,
  { annotator: person, judge }: Pick<Label, 'annotator' | 'judge'>,
): string {
  const name = person ?? judge;
  return name === undefined ? annotator : `${annotator}:${name}`;
}

/** A file's name without what says how it is written: `prefs` of `prefs.jsonl.gz`. */
export const plainFileName = (path: string): string => basename(path).replace(writtenAsPattern, '');

/** What a name for labels is chosen by. */
export interface ImportSource {
  readonly sources: readonly string[];
  readonly study: string;
  /** Who sits at the desk. */
  readonly annotator: string;
  readonly replay: Replay;
}

/**
 * In whose name the labels of a study's dataset are taken over where nobody says otherwise: in the dataset's, or the
 * study's where it has several files. A name under which somebody judges by hand is not taken, as the labels would be
 * shown as judgements of this person.
 */
export function nameForLabels({ sources, study, annotator, replay }: ImportSource): string {
  const [only = study, ...more] = sources;
  const name = (more.length === 0 ? plainFileName(only) : study).trim() || study;
  const isPerson = [annotator, ...replay.annotators().filter((each) => judgesByHand(replay, each, name))].some((each) =>
    isSame(each, name),
  );
  return isPerson ? `${name}-labels` : name;
}

/** Journals are files, whose names some disks tell apart by letters alone. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function judgesByHand(replay: Replay, annotator: string, name: string): boolean {
  if (!isSame(annotator, name)) return false;
  for (const { imported } of replay.all(annotator)) if (!imported) return true;
  return false;
}
