import type { CheckEvidence, Checks } from '../../model/annotation/checkEvidence';
import { flakyTests } from '../../code/tests/compareTests';
import { judgementOf } from '../drafts/draftConversion';
import type { OpenItem } from '../item/openItem';

/** Where tests ran: on the code of the response with that id, or on what patches are based on. */
export type TestedCode = 'base' | { readonly response: string };

/**
 * Adds results of tests to what an item has. Of the same command on the same files, what differs from the results
 * before is flaky. What was said of the responses is kept when the first results come.
 */
export function withResults(
  { checks, draft, shown, annotation }: Pick<OpenItem, 'checks' | 'draft' | 'shown' | 'annotation'>,
  at: TestedCode,
  evidence: CheckEvidence,
): Checks {
  const verdictBefore = checks ? checks.verdictBefore : verdictOf(draft, shown, annotation);
  const responses = checks?.responses ?? [];
  const before = at === 'base' ? checks?.base : responses.find(({ response }) => response === at.response);
  const again = withFlaky(evidence, before);
  const base = at === 'base' ? again : checks?.base;
  return {
    ...(base && { base }),
    responses:
      at === 'base'
        ? responses
        : [...responses.filter(({ response }) => response !== at.response), { response: at.response, ...again }],
    ...(verdictBefore && { verdictBefore }),
  };
}

function withFlaky(evidence: CheckEvidence, before: CheckEvidence | undefined): CheckEvidence {
  const isAgain =
    before?.ended === 'exit' &&
    evidence.ended === 'exit' &&
    before.tree === evidence.tree &&
    before.command === evidence.command;
  if (!isAgain) return evidence;
  const flaky = new Set([...flakyTests(before.statuses, evidence.statuses), ...(before.flaky ?? [])]);
  return { ...evidence, flaky: [...flaky].sort() };
}

function verdictOf(
  draft: OpenItem['draft'],
  shown: OpenItem['shown'],
  annotation: OpenItem['annotation'],
): Checks['verdictBefore'] {
  const { ranking, comparisons, acceptable, ratings } = judgementOf(draft, shown, annotation?.judgement);
  const said = {
    ...(ranking && { ranking }),
    ...(comparisons && { comparisons }),
    ...(acceptable && { acceptable }),
    ...(ratings && { ratings }),
  };
  return Object.keys(said).length > 0 ? said : undefined;
}
