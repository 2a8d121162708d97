import * as l10n from '@vscode/l10n';
import type { ComponentChild } from 'preact';
import type { ReportQuestion } from '../../../src/core/model/report/document/todo';
import { queueText } from './queueText';
import { send } from '../store';

/** What is told, as a button where it opens items. */
export function opening(child: ComponentChild, question: ReportQuestion | undefined): ComponentChild {
  return question ? (
    <button
      type="button"
      class="link number"
      title={l10n.t('Open the items: {0}', queueText(question))}
      onClick={() => send({ method: 'openItems', question, text: queueText(question) })}
    >
      {child}
    </button>
  ) : (
    child
  );
}
