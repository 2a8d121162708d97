import { focusedWithin } from '../../ui/textFieldEditing';
import { focusResponses } from '../../ui/keyboardFocus';
import { dock, item, judge } from '../store';

/**
 * Links the passage that is marked next to what is selected of the critique that has the keyboard, or else to the
 * sentence at the caret.
 */
export function linkSpanToCritique(): void {
  const field = focusedWithin(document);
  const about = dock.value;
  if (!(field instanceof HTMLTextAreaElement) || !item.value || about?.kind !== 'critique') return;
  const { value, selectionStart, selectionEnd } = field;
  const { start, end } =
    selectionStart === selectionEnd ? sentenceAt(value, selectionStart) : { start: selectionStart, end: selectionEnd };
  judge(item.value.key, { do: 'markAbout', index: about.index, start, end, quote: value.slice(start, end) });
  // Else what is typed next would be text.
  focusResponses();
  dock.value = undefined;
}

function sentenceAt(text: string, at: number): { start: number; end: number } {
  const all = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)];
  const found = all.findLast(({ index }) => index <= at);
  const [start, sentence] = [found?.index ?? 0, found?.segment ?? ''];
  return { start: start + sentence.length - sentence.trimStart().length, end: start + sentence.trimEnd().length };
}
