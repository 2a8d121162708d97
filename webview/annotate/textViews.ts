import { effect, signal } from '@preact/signals';
import { textViews, type TextView } from '../../src/core/model/desk/textView';
import type { TextPlace } from '../../src/core/model/desk/deskState';
import { announce, content, displaySetting, item, send, state } from './store';

/** How each response is shown, where that was switched: by item and number. */
const chosen = signal<ReadonlyMap<string, TextView>>(new Map());

const placeOf = (itemKey: string, response: number): string => `${itemKey} ${response}`;

/** How a text is shown: as the study says, else as the person chose for this response, else as for all. */
export const textViewOf = (itemKey: string, response: TextPlace['response']): TextView =>
  state.value?.task.view ??
  (typeof response !== 'number' ? undefined : chosen.value.get(placeOf(itemKey, response))) ??
  (displaySetting.value.plainText ? 'plain' : 'formatted');

/** Shows a response in the next of the ways; the one in hand where none is named. */
export function switchView(response = item.value?.next?.index ?? item.value?.selected): void {
  const { value } = item;
  if (!value || response === undefined) return;
  if (state.value?.task.view !== undefined) {
    announce({ kind: 'view-fixed', view: state.value.task.view });
    return;
  }
  const now = textViews.indexOf(textViewOf(value.key, response));
  const view = textViews[(now + 1) % textViews.length] ?? 'formatted';
  chosen.value = new Map(chosen.value).set(placeOf(value.key, response), view);
  announce({ kind: 'view', response, view });
}

/** Tells the host how the responses on the screen are shown: it is part of what was judged. */
export function followViews(): void {
  let told = '';
  effect(() => {
    const key = item.value?.key;
    const count = content.value?.responses.length ?? 0;
    if (key === undefined || count === 0) return;
    const views = Array.from({ length: count }, (_, response) => textViewOf(key, response));
    const said = JSON.stringify([key, views]);
    // An item begins with all formatted.
    if (
      said === told ||
      (!told.startsWith(JSON.stringify([key]).slice(0, -1)) && views.every((view) => view === 'formatted'))
    )
      return;
    told = said;
    send({ method: 'views', key, views });
  });
}
