import type { JSX } from 'preact';
import { askedText } from '../words/textWords';

/** How much is written of what the study asks for; nothing where it asks for nothing. */
export function Asked({ length, min }: { readonly length: number; readonly min: number }): JSX.Element | null {
  return min === 0 ? null : <p class={length < min ? 'asked' : 'asked met'}>{askedText(length, min)}</p>;
}
