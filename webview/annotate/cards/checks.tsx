import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskVerifierResult } from '../../../src/core/model/desk/deskState';
import { keepFocus } from '../../ui/keyboardFocus';
import { setting } from '../store';
import { notShownText } from '../words/announcements';
import { valueText } from '../words/language';

interface Props {
  readonly checks: readonly DeskVerifierResult[];
  readonly open: boolean;
}

/** Shows the results of checks on a response, in a few words on a button that unfolds them. */
export function ChecksBadge({
  checks,
  open,
  isSelected,
  onToggle,
}: Props & { readonly isSelected: boolean; readonly onToggle: () => void }): JSX.Element | null {
  const key = setting.value.keys.unfoldChecks;
  if (checks.length === 0) return null;
  return (
    <button
      class="checks-badge"
      tabIndex={isSelected ? 0 : -1}
      aria-expanded={open}
      onMouseDown={keepFocus}
      onClick={onToggle}
    >
      {summary(checks)} {isSelected && key !== undefined && <kbd>{key}</kbd>}
    </button>
  );
}

/** Each check with what it found. */
export function Checks({ checks, open }: Props): JSX.Element | null {
  if (!open || checks.length === 0) return null;
  return (
    <ul class="checks" aria-label={l10n.t('Checks')}>
      {checks.map((check, at) => (
        <li key={at}>
          <Check check={check} />
        </li>
      ))}
    </ul>
  );
}

function Check({ check: { name, passed, score, detail, left } }: { readonly check: DeskVerifierResult }): JSX.Element {
  return (
    <>
      <p class="found">
        {passed !== undefined && (
          <span class={passed ? 'sign passed' : 'sign failed'} aria-hidden="true">
            {passed ? '✓' : '✗'}
          </span>
        )}
        <strong dir="auto">{name}</strong>
        {passed !== undefined && <span>{passed ? l10n.t('passed') : l10n.t('failed')}</span>}
        {score !== undefined && <span>{l10n.t('score {0}', valueText(score))}</span>}
      </p>
      {detail !== undefined && detail !== '' && (
        <pre tabIndex={0} role="group" aria-label={l10n.t('Details of {0}', name)} dir="auto">
          {detail}
          {left !== undefined && `\n… ${notShownText(left)}`}
        </pre>
      )}
    </>
  );
}

/** "2 of 3 checks passed"; of scores alone, how many there are. */
function summary(checks: readonly DeskVerifierResult[]): string {
  const decided = checks.filter(({ passed }) => passed !== undefined);
  const passed = decided.filter((check) => check.passed === true).length;
  const [only] = checks;
  if (decided.length > 1) return l10n.t('{0} of {1} checks passed', passed, decided.length);
  if (decided.length === 1) return passed === 1 ? l10n.t('Check passed') : l10n.t('Check failed');
  if (checks.length > 1) return l10n.t('{0} scores', checks.length);
  return only?.score === undefined ? l10n.t('One check') : l10n.t('Score {0}', valueText(only.score));
}

/** Unfolds what checks found out about the response within `card`, or folds it; false where nothing checked it. */
export function unfoldChecks(card: Element | null): boolean {
  const badge = card?.querySelector<HTMLButtonElement>('.checks-badge');
  badge?.click();
  return badge !== null && badge !== undefined;
}
