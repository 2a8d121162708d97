import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { keepFocus } from '../ui/keyboardFocus';
import { question, send } from './store';

/** A question about the study that can wait, above the item: it covers nothing. */
export function QuestionLine(): JSX.Element | null {
  const asked = question.value;
  if (!asked) return null;
  const answer = (action: number | null): void => send({ method: 'answerQuestion', action });
  return (
    <section class="question-line" aria-label={l10n.t('Question')}>
      <p aria-live="polite">{asked.text}</p>
      {asked.actions.map((action, at) => (
        <button
          key={action}
          type="button"
          class={at === 0 ? 'action' : 'link'}
          onMouseDown={keepFocus}
          onClick={() => answer(at)}
        >
          {action}
        </button>
      ))}
      <button
        type="button"
        class="quiet"
        onMouseDown={keepFocus}
        title={l10n.t('Close')}
        aria-label={l10n.t('Close')}
        onClick={() => answer(null)}
      >
        ×
      </button>
    </section>
  );
}
