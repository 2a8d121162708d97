import * as vscode from 'vscode';
import { isAboutResponses } from '../../core/desk/queue/revealingMetadata';
import type { CoverageSlice } from '../../core/model/report/coverage';
import type { CellQuestion, SpanQuestion } from '../../core/quality/coverage/items/cellItems';
import type { RuleQuestion } from '../../core/quality/coverage/items/ruleItems';
import type { ItemFinding } from '../../protocol/report';
import { markText } from '../search/ruleFilter';

/** What items behind a cell have in common, as the desk may show it to somebody who judges blind. */
export function cellText({ state, slice }: CellQuestion, name: string): string {
  const states: Record<CellQuestion['state'], string> = {
    filled: vscode.l10n.t('{0}: with a verdict', name),
    unfilled: vscode.l10n.t('{0}: without a verdict', name),
    'not-applicable': vscode.l10n.t('{0}: does not apply', name),
  };
  return withSlice(states[state], slice);
}

/** Says what items behind a figure of spans have in common. */
export function spansText({ kind, type, bare, slice }: SpanQuestion): string {
  if (bare) return withSlice(vscode.l10n.t('negative spans without an explanation'), slice);
  const named = type ?? vscode.l10n.t('no type');
  return withSlice(
    kind === 'missing' ? vscode.l10n.t('missing information: {0}', named) : vscode.l10n.t('spans: {0}', named),
    slice,
  );
}

/** Says what items behind a figure of marks by a rule have in common. */
export function ruleMarkText({ mark }: RuleQuestion, feedback: string): string {
  return vscode.l10n.t('{0}: {1}', mark === 'marked' ? vscode.l10n.t('marked') : markText(mark), feedback);
}

/** Says what items behind a finding have in common. */
export function findingText(finding: ItemFinding): string {
  switch (finding) {
    case 'unexplained':
      return vscode.l10n.t('unexplained preferences');
    case 'against':
      return vscode.l10n.t('preferences that contradict verdicts');
    case 'withoutRubric':
      return vscode.l10n.t('no active rubric');
    case 'withoutReason':
      return vscode.l10n.t('comparisons without a reason');
    case 'underOldVersions':
      return vscode.l10n.t('judged with an old rubric version');
  }
}

/** Names the slice but where its name may tell of responses. */
function withSlice(text: string, slice: CoverageSlice | undefined): string {
  if (!slice) return text;
  const { by, value } = slice;
  if (by === 'model' || by === 'response' || isAboutResponses(by)) return text;
  return `${text}, ${by} ${value ?? vscode.l10n.t('others')}`;
}
