import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keepFocus } from '../ui/keyboardFocus';
import { question, send } from './store';

/** A question lies over the head for so long, in milliseconds; then a badge stands for it. */
const shownFor = 20_000;

/** A question about the study that can wait: nothing moves when it comes, folds or goes. */
export function QuestionLine(): JSX.Element | null {
  const asked = question.value;
  const [folded, setFolded] = useState<typeof asked>();
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => setFolded(asked), shownFor);
    return () => clearTimeout(timer);
  }, [asked]);
  if (!asked) return null;
  if (folded === asked)
    return (
      <section class="question-line folded" aria-label={l10n.t('Question')}>
        <button
          type="button"
          class="quiet"
          onMouseDown={keepFocus}
          title={asked.text}
          aria-expanded={false}
          onClick={() => setFolded(undefined)}
        >
          <span aria-hidden="true">?</span> <span class="heard">{asked.text}</span>
        </button>
      </section>
    );
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
