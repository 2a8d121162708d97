import { itemWarningsOf } from '../dataset/items/itemWarnings';
import { DuplicateIdFinder } from '../dataset/items/duplicateIds';
import { LabelCounter, type LabelCounts } from '../import/labelCounter';
import { scan, type ScanOptions } from '../dataset/sources/scan';
import { finderOf, type SearchQuery } from '../dataset/search/search';
import type { Replay } from '../journal/replay';
import type { FileProblem } from '../model/problems/problem';
import { annotatorsOf, type Assignment } from '../model/study/assignment';
import { ControlProblems, type Controls } from './controlProblems';
import { OrphanFinder, type OrphanedAnnotations } from './orphanedAnnotations';
import type { ItemSource } from './study';

/**
 * Nothing is lost from sight: once the index stands, a process of its own reads every record and every journal. It
 * takes as long as the dataset is large, and what it took (some 100 MB) goes back to the system, where of a thread's
 * memory half would stay with the extension host. It tells faulty records and strays - annotations in force whose item
 * has other texts or is gone - as numbers, 66 bytes each, so that a list of any length is read where it is unfolded. A
 * judgement made here leaves the list by the place of its item; what others append waits for the next look.
 */

/** What a look at every record of a study's dataset tells. */
export interface StudyScan {
  /** Records that cannot be read or are odd, then those with the id of another. */
  readonly problems: readonly FileProblem[];
  readonly orphans: OrphanedAnnotations;
  /**
   * The number of items that come to each annotator, where the items are shared out: of all, or of those that the
   * plan's filter lets through.
   */
  readonly shares?: Readonly<Record<string, number>>;
  /** 0-based places of the first items with the ids that were asked for. */
  readonly places: ReadonlyMap<string, number>;
  /**
   * The labels that the records came with; undefined where the look ended before the last record, so that nobody knows
   * how many there are.
   */
  readonly labels?: LabelCounts;
}

export interface ScanStudyOptions extends ScanOptions {
  readonly max?: number;
  readonly shares?: Assignment | undefined;
  /** Ids of items whose places are asked for. */
  readonly wanted?: readonly string[];
  readonly controls?: Controls | undefined;
  /** The plan's filter, for the shares. */
  readonly filter?: SearchQuery | undefined;
}

/**
 * Reads a study's items once and tells of at most `max` problems; strays are told of all annotations, whatever is
 * wrong with records. Throws `signal.reason` once aborted, and the file system's error if a file cannot be read.
 */
export async function scanStudy(
  { paths, reading }: ItemSource,
  replay: Replay,
  { max = Infinity, shares, filter, wanted = [], controls, ...options }: ScanStudyOptions = {},
): Promise<StudyScan> {
  const problems: FileProblem[] = [];
  const ids = new DuplicateIdFinder();
  const orphans = new OrphanFinder(replay);
  const isJudged = replay.annotators().length > 0;
  const counts = Object.fromEntries(shares?.annotators.map((name) => [name, 0]) ?? []);
  const comes = filter && finderOf(filter);
  const sought = new Set(wanted);
  const places = new Map<string, number>();
  const controlProblems = new ControlProblems(controls);
  const labels = new LabelCounter(replay);
  let isWhole = true;
  let ordinal = 0;
  for await (const batch of scan(paths, reading, { ...options, onEnd: (problem) => problems.push(problem) })) {
    for (const parsed of batch) {
      if ('item' in parsed) {
        ids.add(parsed.item, parsed);
        orphans.look(parsed.item, ordinal);
        if (sought.delete(parsed.item.id)) places.set(parsed.item.id, ordinal);
        controlProblems.look(parsed.item);
        labels.look(parsed);
        if (shares && comes?.({ ...parsed.item, labels: parsed.labels }) !== false)
          for (const name of annotatorsOf(shares, parsed.item.id)) counts[name] = (counts[name] ?? 0) + 1;
      }
      ordinal++;
      if (problems.length < max) problems.push(...('problem' in parsed ? [parsed.problem] : itemWarningsOf(parsed)));
    }
    if (problems.length >= max && !isJudged && !shares && !controls) {
      isWhole = false;
      break;
    }
  }
  return {
    problems: [...controlProblems.problems(), ...problems, ...ids.problems()].slice(0, max),
    orphans: orphans.found(),
    places,
    ...(isWhole && { labels: labels.found() }),
    ...(shares && { shares: counts }),
  };
}
