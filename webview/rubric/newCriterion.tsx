import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FieldIssue } from '../../src/core/model/rubric/rubricView';
import { Issues } from './fields';
import { toTree } from './outline';
import { Preview } from './preview';
import { addCriterion, adding, requestedAction, endAdding, library } from './store';

/** Criteria are written one after the other, like lines: Enter adds one, Escape ends it. */
export function NewCriterion(): JSX.Element {
  const field = useRef<HTMLElement & { value: string; readonly control: HTMLTextAreaElement }>(null);
  const [text, setText] = useState('');
  const [issues, setIssues] = useState<readonly FieldIssue[]>([]);
  const place = adding.value;
  const rubric = library.value?.rubrics.find(({ id }) => id === place?.rubric);
  const request = requestedAction.value;
  useEffect(() => field.current?.focus(), []);
  const add = (): Promise<boolean> => {
    const written = field.current?.value.trim() ?? '';
    if (written === '') return Promise.resolve(true);
    // What is typed on belongs to the next one, from this very moment: the element would empty what is typed into only
    // a moment later.
    if (field.current) {
      field.current.value = '';
      field.current.control.value = '';
    }
    setText('');
    return addCriterion(written).then((found) => {
      setIssues(found);
      if (found.length > 0 && field.current?.value === '') {
        field.current.value = written;
        setText(written);
      }
      return found.length === 0;
    });
  };
  const end = (): void => {
    void add().then((isDone) => {
      if (!isDone) return;
      endAdding();
      toTree();
    });
  };
  useEffect(() => {
    if (request?.action !== 'leave') return;
    requestedAction.value = undefined;
    end();
  }, [request]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    void add();
  };
  return (
    <div class="pane">
      <header class="pane-head">
        <p class="where">
          {l10n.t(
            'New criterion in {0}, number {1} in importance',
            rubric?.title ?? '',
            (place?.at ?? rubric?.criteria.length ?? 0) + 1,
          )}
        </p>
      </header>
      <div class="columns">
        <div class="form" data-over>
          <div class="field wide">
            <vscode-text-area
              ref={field}
              class="control"
              rows={3}
              resize="none"
              dir="auto"
              placeholder={l10n.t('Does the response answer the question?')}
              onInput={() => setText(field.current?.value ?? '')}
              onKeyDown={onKey}
            >
              {l10n.t('Criterion text')}
            </vscode-text-area>
            <Issues issues={issues} />
            <p class="hint">
              {l10n.t(
                'Press Enter to add the criterion and write the next one, Shift+Enter for a new line, Escape to finish. You can set the answer type, weight and examples afterwards.',
              )}
            </p>
          </div>
          <div class="actions">
            <vscode-button onClick={() => void add().then(() => field.current?.focus())}>
              {l10n.t('Add')}
              <kbd>Enter</kbd>
            </vscode-button>
            <vscode-button appearance="secondary" onClick={end}>
              {l10n.t('Done')}
              <kbd>Esc</kbd>
            </vscode-button>
          </div>
        </div>
        <Preview criterion={{ text }} />
      </div>
    </div>
  );
}
