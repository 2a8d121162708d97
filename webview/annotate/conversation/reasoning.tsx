import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { charactersText } from '../words/countText';
import { setting } from '../store';
import { compact } from '../words/language';

/**
 * Shows what a model wrote before its answer: folded, and drawn when it is first unfolded. `length` is in characters.
 */
export function Reasoning({
  length,
  children,
}: {
  readonly length: number;
  readonly children: ComponentChildren;
}): JSX.Element {
  const element = useRef<HTMLDetailsElement>(null);
  const [opened, setOpened] = useState(false);
  const key = setting.value.keys.unfoldReasoning;
  return (
    <details ref={element} class="reasoning" onToggle={() => element.current?.open && setOpened(true)}>
      <summary>
        {l10n.t('Reasoning, {0}', charactersText(length, compact(length)))} {key !== undefined && <kbd>{key}</kbd>}
      </summary>
      {opened && children}
    </details>
  );
}

/**
 * Unfolds the reasoning within `view`, or (not `only`) folds it where all of it is unfolded; false where there is none.
 */
export function unfoldReasoning(view: Element | null, only = false): boolean {
  const all = [...(view?.querySelectorAll<HTMLDetailsElement>('details.reasoning') ?? [])];
  const open = only || all.some((each) => !each.open);
  for (const each of all) each.open = open;
  return all.length > 0;
}
