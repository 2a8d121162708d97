import * as l10n from '@vscode/l10n';
import { computed, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DeskGuidelines } from '../../../src/core/model/desk/deskState';
import type { TextPart } from '../../../src/core/model/item/textPart';
import { isTextField } from '../../ui/keyboardFocus';
import { more, setting, state } from '../store';
import { DatasetText } from './datasetText';

const isOpen = signal(false);
const named = computed(() => state.value?.guidelines ?? null);

/** Opens or closes the guidelines; false where the study has none. */
export function toggleGuidelines(): boolean {
  if (isOpen.value) close();
  else isOpen.value = named.value !== null;
  return named.value !== null;
}

function close(): void {
  isOpen.value = false;
  document.querySelector<HTMLElement>('.card.selected')?.focus({ preventScroll: true });
}

/** Opens the guidelines, from the head of the desk. */
export function GuidelinesLink(): JSX.Element {
  const key = setting.value.keys.guidelines;
  return (
    <button class="quiet guidelines-link" aria-expanded={isOpen.value} onClick={() => void toggleGuidelines()}>
      {l10n.t('Guidelines')} {key !== undefined && <kbd>{key}</kbd>}
    </button>
  );
}

/** Shows the guidelines over the desk while they are open. */
export function Guidelines(): JSX.Element | null {
  const now = named.value;
  return isOpen.value && now ? <Pane now={now} /> : null;
}

function Pane({ now }: { readonly now: DeskGuidelines }): JSX.Element {
  const page = useRef<HTMLDivElement>(null);
  const key = setting.value.keys.guidelines;
  useEffect(() => page.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || isTextField(document.activeElement)) return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return (
    <section class="guidelines" role="dialog" aria-label={l10n.t('Guidelines')} data-over>
      <div class="title">
        <h2>{l10n.t('Guidelines')}</h2>
        {now.version !== null && <span class="version">{l10n.t('Version {0}', now.version)}</span>}
        <button class="quiet" onClick={close}>
          {l10n.t('Close')} {key !== undefined && <kbd>{key}</kbd>}
        </button>
      </div>
      <div ref={page} class="page" tabIndex={0} role="document" aria-label={l10n.t('Guidelines')}>
        {now.problem !== undefined && (
          <p role="alert">
            {now.version === null
              ? now.problem
              : l10n.t('{0}. The last version that could be read is shown.', now.problem)}
          </p>
        )}
        {now.version !== null && <Page key={now.version} version={now.version} />}
      </div>
    </section>
  );
}

/** The text of one version. */
function Page({ version }: { readonly version: string }): JSX.Element | null {
  const [first, setFirst] = useState<TextPart | undefined>();
  useEffect(() => {
    let wanted = true;
    void more(version, { response: 'guidelines', turn: 0 }, 0).then((part) => wanted && setFirst(part));
    return () => {
      wanted = false;
    };
  }, [version]);
  return first ? <DatasetText itemKey={version} response="guidelines" turn={0} first={first} /> : null;
}
