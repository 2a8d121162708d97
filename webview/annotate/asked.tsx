import type { JSX } from 'preact';
import { askedText } from './textWords';

/** How much is written of what the study asks for; nothing where it asks for nothing. */
export function Asked({ length, least }: { readonly length: number; readonly least: number }): JSX.Element | null {
  return least === 0 ? null : <p class={length < least ? 'asked' : 'asked met'}>{askedText(length, least)}</p>;
}
