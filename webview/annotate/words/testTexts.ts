import * as l10n from '@vscode/l10n';
import type { TestStatus } from '../../../src/core/model/annotation/checkEvidence';
import type { DeskTestRun } from '../../../src/core/model/desk/deskTests';

/** Words what a test did; null for one of which nothing is told. */
export function testStatusText(status: TestStatus | null): string {
  switch (status) {
    case 'passed':
      return l10n.t('passed');
    case 'failed':
      return l10n.t('failed');
    case 'error':
      return l10n.t('error');
    case 'skipped':
      return l10n.t('skipped');
    case null:
      return l10n.t('no result');
  }
}

/** Sums up a run: "3 of 4 that should pass do, 1 broken, 41 passed". */
export function testSummary(run: DeskTestRun): string {
  const { shouldPass, passed, failed, skipped, fixed = 0, broken = 0, gone = 0, flaky = 0 } = run;
  if (passed + failed + skipped === 0) return l10n.t('No results of tests were found in the output.');
  return [
    ...(shouldPass ? [l10n.t('{0} of {1} that should pass do', shouldPass.passed, shouldPass.of)] : []),
    ...(fixed > 0 ? [l10n.t('{0} fixed', fixed)] : []),
    ...(broken > 0 ? [l10n.t('{0} broken', broken)] : []),
    ...(shouldPass ? [] : [l10n.t('{0} passed', passed)]),
    ...(failed > 0 ? [l10n.t('{0} failed', failed)] : []),
    ...(gone > 0 ? [l10n.t('{0} no longer there', gone)] : []),
    ...(flaky > 0 ? [l10n.t('{0} not the same each time', flaky)] : []),
  ].join(' · ');
}

/** How a run ended, and how long it took. */
export function testEndText({ ended, exit, seconds }: DeskTestRun): string {
  const end =
    ended === 'exit' ? (exit === null || exit === 0 ? [] : [l10n.t('exit code {0}', exit)]) : [endText(ended)];
  return [...end, l10n.t('{0} s', seconds.toFixed(1))].join(', ');
}

function endText(ended: Exclude<DeskTestRun['ended'], 'exit'>): string {
  switch (ended) {
    case 'timeout':
      return l10n.t('ended at the time limit');
    case 'output':
      return l10n.t('ended because of too much output');
    case 'disk':
      return l10n.t('ended because of too much on the disk');
    case 'processes':
      return l10n.t('ended because of too many processes');
    case 'memory':
      return l10n.t('ended because of too much memory');
    case 'aborted':
      return l10n.t('stopped');
  }
}
