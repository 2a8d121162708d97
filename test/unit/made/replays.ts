import type { FileProblem } from '../../../src/core/model/problems/problem';
import type { Journal } from '../../../src/core/journal/journal';
import { Replay } from '../../../src/core/journal/replay';
import type { JournalLine } from '../../../src/core/model/annotation/annotation';

/** Reads all that a journal has not told before into `replay`. */
export async function readInto(replay: Replay, journal: Journal): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  for await (const entries of journal.read()) {
    for (const entry of entries) {
      if ('replaced' in entry) replay.forget(entry.replaced);
      else if ('problem' in entry) problems.push(entry.problem);
      else replay.add(entry.line, entry.ref);
    }
  }
  return problems;
}

/** What lines mean, given to replay in this order. */
export function replayOf(lines: readonly JournalLine[]): Replay {
  const replay = new Replay();
  lines.forEach((line, i) => replay.add(line, { id: line.id, source: 'memory', line: i + 1, offset: 0, length: 0 }));
  return replay;
}

/** All that a replay answers, without where the lines are kept. */
export function meaningOf(replay: Replay): unknown {
  const currentAnnotation = [...replay.all()].map(({ id, item, annotator, hash, skipped, turn }) => [
    id,
    item,
    annotator,
    hash,
    skipped,
    turn,
  ]);
  const counted = [...replay.everyCounted()].map(({ id }) => id).sort();
  const byAnnotator = replay
    .annotators()
    .map((annotator) => [annotator, replay.lastId(annotator), replay.progress(annotator)]);
  return {
    currentAnnotation: currentAnnotation.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    counted,
    byAnnotator,
  };
}
