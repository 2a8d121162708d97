import { isDeepStrictEqual } from 'node:util';
import { problem, wordsOf } from '../../model/problems/problem';
import type { Mapping } from '../fields/fieldMapping';
import { promptRowsOf } from '../grouping/promptRows';
import { NoLayoutError } from '../items/noLayoutError';
import type { Layout } from '../layouts/layout';
import { readHead } from '../records/recordStream';
import { firstObjects } from './firstObjects';
import { planOf, type Plan } from './plan';
import { proposalFault, proposalOf } from './proposal';
import { lacksPrompt } from './planCommand';

/**
 * The plan that all files with records have, with what a person maps in place of what was found; undefined where they
 * differ, or one has none.
 */
export async function commonPlan(
  paths: readonly string[],
  mapping: Mapping,
  ofSeveral = paths.length > 1,
): Promise<Plan | undefined> {
  let common: Plan | undefined;
  for (const path of paths) {
    if (paths.length > 1 && (await readHead(path, 1, { mapping })).records.length === 0) continue;
    const plan = planOf(await firstObjects(path, mapping), ofSeveral);
    if (!plan || (common && !isDeepStrictEqual([plan.layout.name, plan.mapping], [common.layout.name, common.mapping])))
      return undefined;
    if (!common || plan.doubts.length > 0) common = { ...plan, file: path };
  }
  if (!common) return undefined;
  const plan = { ...common, mapping: { ...common.mapping, ...mapping } };
  // Only all of the rows say whether these are of one item.
  const { gather } = common.mapping;
  if (gather === undefined || plan.doubts.length > 0 || (await promptRowsOf(paths, readingOf(plan)))) return plan;
  return ofSeveral
    ? commonPlan(paths, mapping, false)
    : { ...plan, doubts: [wordsOf(problem('doubt.samePromptId', { field: gather }))] };
}

/** How files are read, and whether that was planned by their fields, as no layout knows them. */
export interface DetectedReading {
  readonly layout: Layout;
  readonly mapping: Mapping;
  readonly isPlanned: boolean;
}

export const readingOf = ({ layout, mapping }: Plan): DetectedReading => ({ layout, mapping, isPlanned: true });

/** Makes the reading of a plan that is tried on the files. Throws `NoLayoutError` where it cannot read them. */
export async function triedReading(paths: readonly string[], plan: Plan): Promise<DetectedReading> {
  const fault = await proposalFault(paths, plan.layout, plan.mapping);
  if (fault) throw await uncertain(paths, { ...plan, doubts: [wordsOf(fault)] });
  return readingOf(plan);
}

/** The error for a reading that a person has to look at, with a command to use it that was tried. */
export async function uncertain(paths: readonly string[], plan: Plan): Promise<NoLayoutError> {
  const proposal = await proposalOf(paths, plan);
  const command = plan.readsNone || 'fault' in proposal ? null : proposal.command;
  return new NoLayoutError(
    [],
    problem(
      'recognition.notCertain',
      {
        doubts: 'fault' in proposal ? [...new Set([...plan.doubts, wordsOf(proposal.fault)])] : plan.doubts,
        command,
        lacksPrompt: lacksPrompt(plan),
      },
      plan.file ?? paths[0] ?? '',
    ),
    plan,
  );
}
