import { isProblem, problem, UserError, type Problem } from '../../model/problems/problem';
import { noPromptPath, type Mapping } from '../fields/fieldMapping';
import { assertPathsExist, unknownIn } from '../fields/mappingChecks';
import type { Layout } from '../layouts/layout';
import { firstObjects } from './firstObjects';
import { readingProblem } from './planChecks';
import { lacksPrompt, planCommand } from './planCommand';
import type { Plan } from './plan';

/** What a person is told to type: a command that was tried on the files, or why there is none. */
export type Proposal = { readonly command: string } | { readonly fault: Problem };

/**
 * The command for a plan, once the files were read so. Where the plan has no field for the prompt, and it is not in the
 * responses themselves, the command says that there is none.
 */
export async function proposalOf(paths: readonly string[], plan: Plan): Promise<Proposal> {
  const { layout, mapping } = plan;
  let fault: Problem | undefined;
  for (const each of lacksPrompt(plan) ? [mapping, { prompt: noPromptPath, ...mapping }] : [mapping]) {
    const found = await proposalFault(paths, layout, each);
    if (!found) return { command: planCommand(paths, layout, each) };
    fault = found;
  }
  return { fault: fault ?? problem('recognition.noRecord', {}) };
}

/** Why files cannot be read so, as the command that names this reading would say; undefined where they can. */
export async function proposalFault(
  paths: readonly string[],
  layout: Layout,
  mapping: Mapping,
): Promise<Problem | undefined> {
  const unknown = unknownIn(mapping, layout);
  if (unknown) return problem('recognition.noSuchField', unknown);
  try {
    await assertPathsExist(paths, { layout, mapping });
    for (const path of paths) {
      const records = await firstObjects(path, mapping);
      const fault = readingProblem(records, layout, mapping);
      if (fault && isProblem(fault, 'doubt.unreadRecords') && fault.params.faults === records.length) return fault;
    }
  } catch (error) {
    if (!(error instanceof UserError) || !error.problem) throw error;
    return error.problem;
  }
  return undefined;
}
