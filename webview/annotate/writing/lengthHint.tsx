import type { JSX } from 'preact';
import { lengthHintText } from '../words/textFieldTexts';

/** Shows how much is written of what the study asks for; nothing where it asks for nothing. */
export function LengthHint({ length, min }: { readonly length: number; readonly min: number }): JSX.Element | null {
  return min === 0 ? null : <p class={length < min ? 'asked' : 'asked met'}>{lengthHintText(length, min)}</p>;
}
