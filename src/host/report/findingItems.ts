import * as vscode from 'vscode';
import type { ItemFinding } from '../../protocol/report';
import type { CoverageTaskResult } from '../worker/coverageWorker';

/** One of the first items of a finding. */
export interface FindingItem {
  readonly item: string;
  /** 0-based place in the dataset. */
  readonly ordinal: number;
  readonly annotator?: string;
  readonly winner?: string;
  readonly loser?: string;
}

/** The first items of a finding. */
export function findingItems({ study }: CoverageTaskResult, finding: ItemFinding): readonly FindingItem[] {
  return finding === 'withoutRubric' ? study.items.withoutRubric.first : study[finding].first;
}

/** Asks for the criterion that explains the preference of a finding. */
export function criterionQuestion({ item, annotator, winner, loser }: FindingItem): string {
  return winner
    ? vscode.l10n.t(
        'In item {0}, {1} prefers {2} to {3}, and no criterion explains why. What is better about the preferred response?',
        item,
        annotator ?? '',
        winner,
        loser ?? '',
      )
    : vscode.l10n.t(
        'In item {0}, no criterion explains why one response is preferred. What is better about the preferred response?',
        item,
      );
}
