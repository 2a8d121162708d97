import { visibleHeight } from '../scrollIntoView';

/** Where the desk was before the prompt was shown, and where it was shown. In CSS pixels from the top. */
let left: { readonly view: HTMLElement; readonly from: number; readonly at: number } | undefined;

/**
 * Brings the prompt into view - of a long one its last turn, and of that the beginning - or the desk back to where it
 * was; true where the prompt is shown now.
 */
export function togglePrompt(): boolean {
  const view = document.querySelector<HTMLElement>('main');
  const prompt = view?.querySelector<HTMLElement>('.prompt');
  if (!view || !prompt) return false;
  const isThere = left?.view === view && Math.abs(view.scrollTop - left.at) < 2;
  const fits = prompt.clientHeight <= view.clientHeight;
  if (isThere || visibleHeight(prompt, view) >= Math.min(prompt.clientHeight, view.clientHeight) - 1) {
    if (isThere && left) view.scrollTo({ top: left.from });
    else view.querySelector('.card.selected')?.scrollIntoView({ block: 'start' });
    left = undefined;
    return false;
  }
  const from = view.scrollTop;
  prompt.scrollIntoView({ block: fits ? 'start' : 'end' });
  const asked = [...prompt.querySelectorAll<HTMLElement>('.turn')].at(-1);
  if (asked && asked.clientHeight > view.clientHeight) asked.scrollIntoView({ block: 'start' });
  left = { view, from, at: view.scrollTop };
  return true;
}
