import type { FileProblem } from '../model/problems/problem';
import { scan } from './sources/scan';
import { detectReading } from './detectReading';
import { fullMapping } from './layouts/layout';
import { type Mapping } from './fields/fieldMapping';
import { assertPathsExist } from './fields/mappingChecks';
import { headOf } from './records/head';
import { detectGathering } from './grouping/detectGathering';
import { itemWarningsOf } from './items/itemWarnings';
import type { RunPairs } from './grouping/runPairs';
import type { GatherOption } from './items/parse';
import { previewOf } from './items/preview';
import { duplicateIdProblem, DuplicateIdFinder } from './items/duplicateIds';
import { UnreadLabels } from './items/unreadLabels';
import { withRunsOf, type RunTotals } from './runs/runTotals';
import { expandSources } from './sources/sources';

/** What `tiebreak inspect` tells about a dataset. */
export interface Inspection {
  readonly layout: string;
  /** Files read, in order. */
  readonly files: number;
  readonly items: number;
  readonly responses: { readonly min: number; readonly max: number };
  /** Where each field of the layout stands, by a mapping, by its name or by the layout's own. */
  readonly mapping: Mapping;
  /** Fields of the layout that some of the first records have where the mapping says. */
  readonly present: readonly string[];
  /** Fields of the layout that none of the first records has, but for those that are looked for by their names. */
  readonly absent: readonly string[];
  /** Fields of records that play no part: they stay with their item as metadata. The first ones, in order. */
  readonly unused: readonly string[];
  /** Items whose record holds a judgement of them. */
  readonly labelled: number;
  /** What there is of runs, where the responses are such. */
  readonly runs?: RunTotals;
  readonly problems: readonly FileProblem[];
}

/** So many are named. */
const maxUnused = 30;

/**
 * Reads the whole dataset (files, folders, patterns) once. Throws `UserError` where no layout fits all files or one
 * cannot be read, and `UsageError` for a mapping that leads nowhere.
 */
export async function inspect(
  sources: readonly [string, ...string[]],
  options: {
    layout?: string | undefined;
    mapping?: Mapping;
    gather?: GatherOption | undefined;
    /** Of a task's runs, the two that are its item. */
    pairs?: RunPairs | undefined;
    signal?: AbortSignal;
    onBytes?: (bytes: number) => void;
  } = {},
): Promise<Inspection> {
  const { files: paths, problems: oddities } = await expandSources(sources, process.cwd());
  const { layout, mapping } = await detectReading(paths, options);
  await assertPathsExist(paths, { layout, mapping });
  const { gather, problems: told } = await detectGathering(paths, { layout, mapping }, options.gather, options.signal);
  const { fields } = previewOf(await headOf(paths, mapping), { layout, mapping });
  const problems: FileProblem[] = [...oddities, ...told];
  const ids = new DuplicateIdFinder();
  const unread = new UnreadLabels(mapping.values);
  const unused = new Set<string>();
  let items = 0;
  let labelled = 0;
  let min = Infinity;
  let max = 0;
  let runs: RunTotals | undefined;
  for await (const batch of scan(paths, { layout, mapping, gather, pairs: options.pairs }, options)) {
    for (const parsed of batch) {
      if ('problem' in parsed) {
        problems.push(parsed.problem);
        continue;
      }
      const { item } = parsed;
      ids.add(item, parsed);
      unread.add(parsed);
      if (!layout.labelsOnly) problems.push(...itemWarningsOf(parsed));
      items++;
      runs = withRunsOf(runs, item);
      if (unused.size < maxUnused) for (const name of Object.keys(item.metadata ?? {})) unused.add(name);
      if (parsed.labels.length > 0) labelled++;
      min = Math.min(min, item.responses.length);
      max = Math.max(max, item.responses.length);
    }
  }
  // A label whose meaning is not certain stays in the metadata, and is told as such.
  for (const { path, sample } of fields) if (sample !== undefined) unused.delete(path);
  if (mapping.gather !== undefined) unused.delete(mapping.gather);
  problems.push(...ids.found().map(duplicateIdProblem), ...unread.problems());
  problems.sort((a, b) => paths.indexOf(a.file) - paths.indexOf(b.file) || (a.line ?? 0) - (b.line ?? 0));
  return {
    layout: layout.name,
    files: paths.length,
    items,
    responses: { min: items > 0 ? min : 0, max },
    mapping: { ...fullMapping(layout, mapping), ...Object.fromEntries(fields.map(({ name, path }) => [name, path])) },
    present: fields.filter(({ sample }) => sample !== undefined).map(({ name }) => name),
    absent: fields
      .filter(({ sample, free, mapped }) => sample === undefined && (mapped || !free))
      .map(({ name }) => name),
    unused: [...unused].slice(0, maxUnused),
    labelled,
    ...(runs && { runs }),
    problems,
  };
}
