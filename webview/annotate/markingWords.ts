import * as l10n from '@vscode/l10n';
import { letterOf } from '../../src/core/model/blind';
import type { MarkingNotice } from '../../src/core/model/marking';
import { quotedIn } from '../../src/core/model/spans';
import type { Polarity } from '../../src/core/model/taxonomy';

/** What happened while passages are marked, as it is written at the foot of the desk and heard from a screen reader. */
export function markingSentence(notice: MarkingNotice, keys: Readonly<Record<string, string>>): string {
  switch (notice.what) {
    case 'began':
      return l10n.t(
        'Marking passages of {0}: select with Shift and the arrows, then choose a type by its number. {1} ends it.',
        letterOf(notice.index),
        keys.markEnd ?? '',
      );
    case 'ended':
      return l10n.t('Marked: {0}, missing: {1}.', notice.spans, notice.missing);
    case 'group':
      return l10n.t('{0}: choose within it, or {1} for the group itself.', notice.name, keys.markTake ?? '');
    case 'no-type':
      return notice.count === 1
        ? l10n.t('There is one type to choose here.')
        : l10n.t('There are {0} types to choose here.', notice.count);
    case 'nothing-selected':
      return l10n.t(
        'Select a passage first, with Shift and the arrows; {0} adds what is missing.',
        keys.markMissing ?? '',
      );
    case 'nothing-in-hand':
      return l10n.t('Nothing marked is in hand. {0} takes the next one.', keys.markNext ?? '');
    case 'no-span-in-hand':
      return l10n.t('No marked passage is in hand. {0} takes the next one.', keys.markNext ?? '');
    case 'no-missing-in-hand':
      return l10n.t('Nothing missing is in hand. {0} adds it.', keys.markMissing ?? '');
    case 'nothing-to-take':
      return l10n.t('Select another passage for the one in hand first.');
    case 'nothing-marked':
      return l10n.t('Nothing is marked yet.');
    case 'marked':
      return notice.linked
        ? l10n.t('Marked as {0} and linked to the critique: “{1}”', notice.type, brief(notice.quote))
        : l10n.t('Marked as {0}: “{1}”', notice.type, brief(notice.quote));
    case 'retyped':
      return l10n.t('Now {0}: “{1}”', notice.type, brief(notice.quote));
    case 'missing':
      return notice.type === null
        ? l10n.t('Something is missing: choose what by its number.')
        : l10n.t('Missing: {0}.', notice.type);
    case 'polarity':
      return notice.polarity === null ? l10n.t('Neither good nor bad.') : polarityText(notice.polarity);
    case 'severity':
      return notice.severity === null ? l10n.t('No severity.') : severityText(notice.severity);
    case 'again':
      return l10n.t('Marked once more, choose its type: “{0}”', brief(notice.quote));
    case 'moved':
      return l10n.t('It reaches over this now: “{0}”', brief(notice.quote));
    case 'linked':
      return l10n.t('“{0}” is linked to “{1}” of the critique.', brief(notice.quote), brief(notice.about));
    case 'about':
      return l10n.t('Mark where: “{0}”. The passage that you mark next is linked to it.', brief(notice.quote));
    case 'removed':
      return notice.kind === 'span'
        ? l10n.t('The mark is removed. {0} brings it back.', keys.undo ?? '')
        : l10n.t('It is missing no more. {0} brings it back.', keys.undo ?? '');
    case 'evidence':
      return notice.passage === null
        ? l10n.t('No passage is named.')
        : l10n.t('It stands in passage {0}.', notice.passage + 1);
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

/** Of a quote so much is written. In UTF-16 units. */
const longest = 80;

/** A quote on one line, cut in its middle where it is long. */
export function brief(quote: string, most = longest): string {
  const line = quote.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const half = Math.floor(most / 2);
  const { length: first } = quotedIn(line, { start: 0, end: half }).quote;
  const last = quotedIn(line, { start: line.length - half, end: line.length }).quote;
  return `${line.slice(0, first).trimEnd()} … ${last.trimStart()}`;
}
