import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskPassage } from '../../../src/core/model/desk/deskState';
import { keepFocus } from '../../ui/keyboardFocus';
import { referencesShown, setting } from '../store';
import { DatasetText } from './datasetText';

interface Props {
  readonly itemKey: string;
  /** All that stands beside the conversation. */
  readonly passages: readonly DeskPassage[];
}

/** Answers known to be right, pinned above the conversation while one reads the responses. */
export function References({ itemKey, passages }: Props): JSX.Element | null {
  const found = passages.map((passage, at) => ({ passage, at })).filter(({ passage }) => passage.kind === 'reference');
  const key = setting.value.keys.toggleReferences;
  const open = referencesShown.value;
  if (found.length === 0) return null;
  return (
    <section class="references" aria-label={l10n.t('Reference answer')}>
      <button
        class="quiet"
        aria-expanded={open}
        onMouseDown={keepFocus}
        onClick={() => (referencesShown.value = !open)}
      >
        {found.length === 1 ? l10n.t('Reference answer') : l10n.t('{0} reference answers', found.length)}{' '}
        {key !== undefined && <kbd>{key}</kbd>}
      </button>
      {open && (
        <ol tabIndex={0}>
          {found.map(({ passage, at }) => (
            <li key={at} class="passage reference">
              <DatasetText itemKey={itemKey} response="beside" turn={at} first={passage} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
