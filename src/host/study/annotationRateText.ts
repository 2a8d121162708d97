import * as vscode from 'vscode';
import type { Session } from '../../core/desk/session';
import { itemsText } from './countText';

/**
 * How fast the person judges, and how long the rest takes at that pace, in a few words; undefined before anything can
 * be said.
 */
export function annotationRateText(session: Session): string | undefined {
  const { perHour } = session.annotationRate;
  if (perHour === undefined) return undefined;
  const annotationRate = vscode.l10n.t('about {0} per hour', itemsText(Math.round(perHour)));
  const { judged, skipped } = session.progressSummary();
  const left = (session.mine?.count ?? session.dataset.count) - judged - skipped;
  if (!session.dataset.complete || left <= 0) return annotationRate;
  return vscode.l10n.t('{0}, {1} left', annotationRate, timeText(left / perHour));
}

/** A time in hours, for people: in minutes below two hours. */
function timeText(hours: number): string {
  if (hours >= 2) return vscode.l10n.t('{0} hours', Math.round(hours).toLocaleString());
  const minutes = Math.max(1, Math.round(hours * 60));
  return minutes === 1 ? vscode.l10n.t('1 minute') : vscode.l10n.t('{0} minutes', minutes);
}
