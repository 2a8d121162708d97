import * as l10n from '@vscode/l10n';
import type { QueueReason, Served, Thinness, Uncertainty } from '../../src/core/model/desk';
import { language } from './language';

/** Why an item is on the desk, in a few words. */
export function reason(served: Served): string {
  if (served.kind === 'asked') return l10n.t('you went here');
  if (served.kind === 'resumed') return l10n.t('where you left off');
  const next = nextReason(served);
  if (served.filter === undefined) return next;
  return served.filter === null
    ? l10n.t('{0} · only what the plan asks for', next)
    : l10n.t('{0} · only: {1}', next, served.filter);
}

function nextReason(next: QueueReason): string {
  switch (next.kind) {
    case 'file':
      return l10n.t('next in file order');
    case 'shuffled':
      return l10n.t('shuffled');
    case 'uncertain':
      return uncertainty(next.why);
    case 'thin':
      return thinness(next.why);
    case 'found':
      return l10n.t('matches {0}', next.what);
  }
}

function thinness(why: Thinness | null | 'untold'): string {
  if (why === 'untold') return l10n.t('thin slices first');
  if (why === null) return l10n.t('in no slice');
  const { slice, judged } = why;
  if (slice === null)
    return judged === 1 ? l10n.t('its slice has one judgement') : l10n.t('its slice has {0} judgements', judged);
  return judged === 1
    ? l10n.t('its slice {0} has one judgement', slice)
    : l10n.t('its slice {0} has {1} judgements', slice, judged);
}

function uncertainty(why: Uncertainty | null | 'untold'): string {
  if (why === 'untold') return l10n.t('most uncertain first');
  switch (why?.kind) {
    case undefined:
      return l10n.t('nothing more is uncertain');
    case 'close':
      return l10n.t(
        'most uncertain: best scores {0} and {1}',
        why.first.toLocaleString(language()),
        why.second.toLocaleString(language()),
      );
    case 'disputed':
      return why.of === 'labels'
        ? l10n.t('most uncertain: labels disagree, {0} to {1}', why.agree, why.against)
        : l10n.t('most uncertain: scorers disagree, {0} to {1}', why.agree, why.against);
  }
}
