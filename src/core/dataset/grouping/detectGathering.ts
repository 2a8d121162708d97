import { dirname } from 'node:path';
import type { FileProblem } from '../../model/problems/problem';
import { modelFilesOf, modelFilesWarning } from './modelFiles';
import type { GatherOption, Reading } from '../items/parse';
import { namedRowsOf, promptRowsOf, promptRowsWarning } from './promptRows';

/** How records of a dataset are put together, and what a person is told of it. */
export interface DetectedGathering {
  readonly gather: GatherOption;
  readonly problems: readonly FileProblem[];
}

/**
 * How records of these files are put together to items: as a person says, or as looking at them makes certain
 * (`modelFiles`, `promptRows`). Throws what reading them throws.
 */
export async function detectGathering(
  paths: readonly string[],
  reading: Reading,
  said: GatherOption | undefined,
  signal?: AbortSignal,
): Promise<DetectedGathering> {
  if (said !== undefined) return { gather: said, problems: [] };
  // Who names the field that rows are gathered by has said so.
  if (reading.mapping.gather !== undefined) {
    const named = await namedRowsOf(paths, reading, signal);
    return { gather: true, problems: named ? [promptRowsWarning(named, paths[0] ?? '')] : [] };
  }
  const models = await modelFilesOf(paths, reading, signal);
  if (models) return { gather: 'files', problems: [modelFilesWarning(models, dirname(paths[0] ?? ''))] };
  const rows = await promptRowsOf(paths, reading, signal);
  return rows ? { gather: true, problems: [promptRowsWarning(rows, paths[0] ?? '')] } : { gather: false, problems: [] };
}
