import * as l10n from '@vscode/l10n';
import type { RunNotice } from '../../../src/core/model/desk/deskRun';
import type { Fault, RunStepLabel } from '../../../src/core/model/annotation/judgementValues';

/** Words what is thought of a step of a run. */
export function runStepText(label: RunStepLabel): string {
  return label === 1 ? l10n.t('good') : label === 0 ? l10n.t('neutral') : l10n.t('wrong');
}

/** Words who is to blame. */
export const faultTexts: Readonly<Record<Fault, () => string>> = {
  agent: () => l10n.t('agent'),
  user: () => l10n.t('user'),
  environment: () => l10n.t('environment'),
  grader: () => l10n.t('grader'),
};

/** Words what happened to the steps of runs. */
export function runNoticeText(notice: RunNotice): string {
  switch (notice.kind) {
    case 'run':
      return notice.on
        ? l10n.t('Number keys now judge the steps of the run.')
        : l10n.t('Number keys now judge the responses.');
    case 'no-run-steps':
      return l10n.t('This response has no steps of a run.');
    case 'no-such-step':
      return notice.to === 'edit'
        ? l10n.t('There is no other edit that way.')
        : notice.to === 'failure'
          ? l10n.t('There is no other failed step that way.')
          : notice.to === 'judged'
            ? l10n.t('There is no other judged step that way.')
            : l10n.t('The runs do not part: they do the same, or there is only one.');
    case 'no-such-step-label':
      return l10n.t('Press 1 for good, 2 for neutral or 3 for wrong.');
    case 'run-step':
      return notice.firstError
        ? l10n.t('Step {0} is the first error.', notice.step + 1)
        : notice.label === null
          ? l10n.t('Step {0} is not judged.', notice.step + 1)
          : l10n.t('Step {0}: {1}.', notice.step + 1, runStepText(notice.label));
  }
}
