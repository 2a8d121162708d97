import { computed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { modeLabels } from '../../../src/core/model/annotation/modeLabels';
import type { KeyList, KeyRow } from '../../../src/protocol/keyList';
import { focusResponses } from '../../ui/keyboardFocus';
import { item, keyList, send, setting, state } from '../store';
import { hintText } from './keyHint';
import { matchingKeys } from './matchingKeys';

/** The item, while keys are about its responses and about nothing that is open over them. */
const atResponses = computed(() => {
  const { value } = item;
  const isOver = value?.marking ?? value?.critiques?.active ?? value?.rules?.row ?? value?.rubric?.cell ?? undefined;
  return isOver === undefined ? value : undefined;
});

/** The keys that matter now, on one screen over the desk, with a search for all others, while it is open. */
export const KeysDialog = (): JSX.Element | null => (keyList.value ? <Open list={keyList.value} /> : null);

function Open({ list: { groups, isCertain } }: { readonly list: KeyList }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const found = matchingKeys(groups, query);
  const count = found.reduce((sum, { rows }) => sum + rows.length, 0);
  const close = (): void => {
    dialog.current?.close();
    keyList.value = undefined;
    focusResponses();
  };
  const run = (row: KeyRow): void => {
    close();
    send({ method: 'run', command: row.command });
  };
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // No command has a question mark in its name, so that it closes the list from its search too.
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || (event.key !== 'Escape' && event.key !== '?')) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return (
    <dialog
      ref={dialog}
      class="keys-dialog"
      aria-labelledby="keys-title"
      data-over
      onKeyDown={moveAlong}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <header>
        <h2 id="keys-title">{l10n.t('Keyboard shortcuts')}</h2>
        <input
          type="text"
          autofocus
          value={query}
          aria-label={l10n.t('Search all shortcuts')}
          placeholder={l10n.t('Search all shortcuts')}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={({ key, isComposing }) => {
            const first = found.flatMap(({ rows }) => rows).find(({ isRun }) => isRun);
            if (key === 'Enter' && !isComposing && query.trim() !== '' && first) run(first);
          }}
        />
        <button class="quiet" onClick={close}>
          {l10n.t('Close')} <kbd>Esc</kbd>
        </button>
      </header>
      <p class="heard" role="status">
        {query === '' ? '' : count === 0 ? l10n.t('No results') : l10n.t('Shortcuts found: {0}', count)}
      </p>
      <div class="groups">
        <div>
          {found.map(({ title, rows }) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul>
                {rows.map((row) => (
                  <li key={row.command}>
                    {row.isRun ? (
                      <button onClick={() => run(row)}>
                        <Row row={row} />
                      </button>
                    ) : (
                      <div>
                        <Row row={row} />
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {count === 0 && <p class="none">{l10n.t('No results')}</p>}
      </div>
      <footer>
        <p>
          {isCertain
            ? l10n.t('Type to search. Enter runs the first command found.')
            : l10n.t(
                'These are the default shortcuts: your own changes cannot be read in this window. Change shortcuts… shows them.',
              )}
        </p>
        <button
          class="quiet"
          onClick={() => {
            close();
            send({ method: 'changeKeys' });
          }}
        >
          {l10n.t('Change shortcuts…')}
        </button>
      </footer>
    </dialog>
  );
}

/** What a key does, and the key. Digits do what the mode says, in its words. */
function Row({ row: { command, title, keys, isChanged } }: { readonly row: KeyRow }): JSX.Element {
  const judged = command === 'place' ? atResponses.value : undefined;
  return (
    <>
      <span class="does">
        {judged ? (judged.run ? l10n.t('Judge the step') : modeLabels[judged.draft.mode]()) : title}
        {judged && state.value && (
          <span class="digits">{hintText(judged, state.value.task.strength, setting.value.keys)}</span>
        )}
      </span>
      <span class="pressed">
        {isChanged && <span class="changed">{keys.length === 0 ? l10n.t('no key') : l10n.t('changed by you')}</span>}
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </>
  );
}

/** The arrows go from the search to the commands and along them. */
function moveAlong(event: TargetedKeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button')];
  const at = places.findIndex((place) => place === document.activeElement);
  places[Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))]?.focus();
  event.preventDefault();
}
