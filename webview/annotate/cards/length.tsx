import * as l10n from '@vscode/l10n';
import { computed, effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { TextLength } from '../../../src/core/model/item/length';
import { charactersText } from '../words/countText';
import { ask } from '../host';
import { failed, item, displaySetting } from '../store';

/** The lengths of the item's texts on the screen, once they are asked for. */
const lengths = signal<{ readonly key: string; readonly all: readonly TextLength[] } | undefined>(undefined);

/** Asks for the lengths of what comes onto the screen, while the person wants to see them. */
export function followLengths(): void {
  const onScreen = computed(() => item.value?.key);
  effect(() => {
    const key = onScreen.value;
    if (!displaySetting.value.showLength || key === undefined || lengths.peek()?.key === key) return;
    ask({ method: 'lengths', key }).then((all) => {
      if (all) lengths.value = { key, all };
    }, failed);
  });
}

/** Shows the length of a response, where the person wants to see it. */
export function Length({ itemKey, index }: { readonly itemKey: string; readonly index: number }): JSX.Element | null {
  const known = lengths.value;
  const length = known?.key === itemKey ? known.all[index] : undefined;
  if (!displaySetting.value.showLength || !length) return null;
  const { words, characters } = length;
  return (
    <span class="length">
      {words === 1
        ? l10n.t('1 word · {0}', charactersText(characters))
        : l10n.t('{0} words · {1}', words.toLocaleString(), charactersText(characters))}
    </span>
  );
}
