import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DraftField } from '../../../src/core/model/annotation/draft';
import { reveal } from '../scrollIntoView';
import { focusRequest, setText } from '../store';

interface Props {
  /** The item's key: what is typed belongs to it, also when it arrives late. */
  readonly itemKey: string;
  readonly field: DraftField;
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  /** Lines that are seen at once. */
  readonly rows?: number;
}

/**
 * A free text of the judgement. While it has the focus the person's text stands; the host's is taken over otherwise.
 */
export function TextField({ itemKey, field, label, text, placeholder, rows = 2 }: Props): JSX.Element {
  const element = useRef<HTMLElement & { value: string }>(null);
  const request = focusRequest.value;
  const name = JSON.stringify(field);

  // Before the focus comes: what a person types in stands.
  useLayoutEffect(() => {
    const { current } = element;
    const isTypedIn = document.hasFocus() && document.activeElement === current;
    if (current && !isTypedIn && current.value !== text) current.value = text;
  }, [text]);
  useEffect(() => {
    if (request?.target.kind !== 'field' || JSON.stringify(request.target.field) !== name) return undefined;
    const go = (): void => {
      focusRequest.value = undefined;
      element.current?.focus({ preventScroll: true });
      reveal(element.current);
    };
    // A desk in the background must not take the keyboard from where the person is.
    if (request.target.waits !== true || document.hasFocus()) {
      go();
      return undefined;
    }
    window.addEventListener('focus', go, { once: true });
    return () => window.removeEventListener('focus', go);
  }, [request, name]);

  return (
    <vscode-text-area
      ref={element}
      class="field"
      rows={rows}
      resize="none"
      placeholder={placeholder}
      dir="auto"
      onInput={() => element.current && setText(itemKey, field, element.current.value)}
    >
      {label}
    </vscode-text-area>
  );
}

/** Tells whether a field is open: it has a text, or the person went to it. */
export function useOpen(kind: DraftField['kind'], text: string): boolean {
  const request = focusRequest.value;
  const isWanted = request?.target.kind === 'field' && request.target.field.kind === kind;
  const [opened, setOpened] = useState(text !== '');
  useEffect(() => {
    if (isWanted || text !== '') setOpened(true);
  }, [isWanted, text]);
  return opened || isWanted;
}
