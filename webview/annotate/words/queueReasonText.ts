import * as l10n from '@vscode/l10n';
import type {
  QueueReason,
  QueuePosition,
  LeastAnnotatedSlice,
  Uncertainty,
} from '../../../src/core/model/desk/deskState';
import { language } from './language';

/** Why an item is on the desk, in a few words. */
export function queueReasonText(queuePosition: QueuePosition): string {
  if (queuePosition.kind === 'asked') return l10n.t('opened by you');
  if (queuePosition.kind === 'resumed') return l10n.t('where you stopped last time');
  const next = nextReason(queuePosition);
  if (queuePosition.filter === undefined) return next;
  return queuePosition.filter === null
    ? l10n.t('{0} · filtered by the study plan', next)
    : l10n.t('{0} · filter: {1}', next, queuePosition.filter);
}

function nextReason(next: QueueReason): string {
  switch (next.kind) {
    case 'file':
      return l10n.t('file order');
    case 'shuffled':
      return l10n.t('shuffled');
    case 'outcomes':
      return l10n.t('most disputed outcomes first');
    case 'uncertain':
      return uncertainty(next.why);
    case 'thin':
      return thinness(next.why);
    case 'informative':
      return informativeness(next.why);
    case 'found':
      return l10n.t('No. {0} of {1}: {2}', next.place, next.of, next.what);
  }
}

function thinness(why: LeastAnnotatedSlice | null | 'untold'): string {
  if (why === 'untold') return l10n.t('least annotated slices first');
  if (why === null) return l10n.t('not in any slice');
  const { slice, judged } = why;
  if (slice === null)
    return judged === 1 ? l10n.t('its slice has one judgment') : l10n.t('its slice has {0} judgments', judged);
  return judged === 1
    ? l10n.t('its slice {0} has one judgment', slice)
    : l10n.t('its slice {0} has {1} judgments', slice, judged);
}

function informativeness(why: { readonly agree: number; readonly against: number } | null | 'untold'): string {
  if (why === 'untold' || why === null) return l10n.t('most informative first');
  const { agree, against } = why;
  if (against > 0) return l10n.t('most informative: judgments disagree ({0} against {1})', agree, against);
  return agree > 0
    ? l10n.t('most informative: judgments so far {0}', agree)
    : l10n.t('most informative: not judged yet');
}

function uncertainty(why: Uncertainty | null | 'untold'): string {
  if (why === 'untold') return l10n.t('most uncertain first');
  switch (why?.kind) {
    case undefined:
      return l10n.t('no uncertain items left');
    case 'close':
      return l10n.t(
        'most uncertain: the two top scores are close ({0}, {1})',
        why.first.toLocaleString(language()),
        why.second.toLocaleString(language()),
      );
    case 'disputed':
      return why.of === 'labels'
        ? l10n.t('most uncertain: labels disagree ({0} against {1})', why.agree, why.against)
        : l10n.t('most uncertain: scorers disagree ({0} against {1})', why.agree, why.against);
  }
}
