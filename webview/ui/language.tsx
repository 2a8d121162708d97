import { signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { ComponentType, JSX } from 'preact';

/** How often the texts changed: a view that was drawn before they came is English. */
const changes = signal(0);

/** Takes the texts of the language of VS Code, by the English ones; none for English. */
export function setTexts(contents: Readonly<Record<string, string>>): void {
  if (Object.keys(contents).length === 0) return;
  l10n.config({ contents: { ...contents } });
  changes.value++;
}

/** A view, drawn anew once its texts are there, whatever of it asks for them. */
export function InLanguage({ of: View }: { readonly of: ComponentType }): JSX.Element {
  return <View key={changes.value} />;
}
