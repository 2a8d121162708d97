import * as l10n from '@vscode/l10n';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { MarkingNotice } from '../../../src/core/model/desk/marking';
import { quotedIn } from '../../../src/core/model/annotation/spans';
import type { Polarity } from '../../../src/core/model/annotation/taxonomy';

/** What happened while passages are marked, as it is written at the foot of the desk and heard from a screen reader. */
export function markingNoticeText(notice: MarkingNotice, keys: Readonly<Record<string, string>>): string {
  switch (notice.what) {
    case 'began':
      return l10n.t(
        'Marking passages in {0}. Select text with Shift and the arrow keys, then type the number of a type. Press {1} to finish.',
        letterOf(notice.index),
        keys.markEnd ?? '',
      );
    case 'ended':
      return l10n.t('Marked passages: {0}. Missing information: {1}.', notice.spans, notice.missing);
    case 'group':
      return l10n.t(
        '{0} is a group. Choose a type in it, or press {1} to use the group.',
        notice.name,
        keys.markTake ?? '',
      );
    case 'no-type':
      return notice.count === 1
        ? l10n.t('There is only one type here.')
        : l10n.t('There are only {0} types here.', notice.count);
    case 'nothing-selected':
      return l10n.t(
        'First select a passage with Shift and the arrow keys. Press {0} to add missing information.',
        keys.markMissing ?? '',
      );
    case 'nothing-in-hand':
      return l10n.t('No mark selected. Press {0} to select the next one.', keys.markNext ?? '');
    case 'no-span-in-hand':
      return l10n.t('No marked passage selected. Press {0} to select the next one.', keys.markNext ?? '');
    case 'no-missing-in-hand':
      return l10n.t('No missing information selected. Press {0} to add one.', keys.markMissing ?? '');
    case 'nothing-to-take':
      return l10n.t('First select the text that the selected mark should move to.');
    case 'nothing-marked':
      return l10n.t('Nothing is marked yet.');
    case 'marked':
      return notice.linked
        ? l10n.t('Marked as {0} and linked to the critique: “{1}”', notice.type, brief(notice.quote))
        : l10n.t('Marked as {0}: “{1}”', notice.type, brief(notice.quote));
    case 'retyped':
      return l10n.t('The mark now has the type {0}: “{1}”', notice.type, brief(notice.quote));
    case 'missing':
      return notice.type === null
        ? l10n.t('Missing information added. Type a number to choose its type.')
        : l10n.t('The missing information has the type {0}.', notice.type);
    case 'polarity':
      return notice.polarity === null ? l10n.t('Neither good nor bad.') : polarityText(notice.polarity);
    case 'severity':
      return notice.severity === null ? l10n.t('No severity.') : severityText(notice.severity);
    case 'again':
      return l10n.t('Marked again: “{0}”. Choose a type for the new mark.', brief(notice.quote));
    case 'moved':
      return l10n.t('Mark moved to: “{0}”', brief(notice.quote));
    case 'linked':
      return l10n.t('“{0}” is linked to “{1}” in the critique.', brief(notice.quote), brief(notice.about));
    case 'about':
      return l10n.t(
        'Mark the passage that this part of the critique is about: “{0}”. The next passage you mark is linked to it.',
        brief(notice.quote),
      );
    case 'removed':
      return notice.kind === 'span'
        ? l10n.t('Mark removed. Press {0} to undo.', keys.undo ?? '')
        : l10n.t('Missing information removed. Press {0} to undo.', keys.undo ?? '');
    case 'evidence':
      return notice.passage === null
        ? l10n.t('No evidence passage selected.')
        : l10n.t('The missing information is in passage {0}.', notice.passage + 1);
  }
}

export function polarityText(polarity: Polarity): string {
  return polarity === 'positive' ? l10n.t('good') : l10n.t('fault');
}

/** Beside a colour, so that it never is all that tells. */
export const polaritySign = (polarity: Polarity | undefined): string =>
  polarity === 'positive' ? '+' : polarity === 'negative' ? '−' : '·';

export function severityText(severity: number): string {
  switch (severity) {
    case 1:
      return l10n.t('minor');
    case 2:
      return l10n.t('major');
    case 3:
      return l10n.t('critical');
    default:
      return l10n.t('severity {0}', severity);
  }
}

/** The UTF-16 units of a quote that are written at most. */
const maxLength = 80;

/** A quote on one line, cut in its middle where it is long. */
export function brief(quote: string, most = maxLength): string {
  const line = quote.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const half = Math.floor(most / 2);
  const { length: first } = quotedIn(line, { start: 0, end: half }).quote;
  const last = quotedIn(line, { start: line.length - half, end: line.length }).quote;
  return `${line.slice(0, first).trimEnd()} … ${last.trimStart()}`;
}
