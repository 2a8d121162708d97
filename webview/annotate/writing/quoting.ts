import * as l10n from '@vscode/l10n';
import { signal } from '@preact/signals';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { insertText } from '../../ui/textFieldEditing';
import { finishTexts } from '../../ui/putText';
import { revealRange } from '../scrollIntoView';
import { content, dock, itemKey, judge } from '../store';
import { nthOf } from '../words/runTexts';

/**
 * Sentences of responses are quoted into the text that is written, by a click, or chosen by arrow keys. The keyboard
 * stays in the text meanwhile, so that no key is a command.
 */

/** The sentence that is chosen by keys; undefined while none is. */
export const quoting = signal<string | undefined>(undefined);

interface Choice {
  readonly card: Element;
  readonly sentences: readonly Range[];
  readonly at: number;
}

let choice: Choice | undefined;
let lastField: HTMLElement | undefined;
const highlight = 'quoted';

/** Begins with the first sentence of the selected response that is in view. */
export function startQuoting(): void {
  const card = document.querySelector('.card.selected');
  if (!dock.value || !card) return;
  const sentences = sentencesIn(card);
  const { top } = (card.querySelector('.body') ?? card).getBoundingClientRect();
  const edge = Math.max(top, card.getBoundingClientRect().top);
  choose({
    card,
    sentences,
    at: Math.max(
      0,
      sentences.findIndex((each) => each.getBoundingClientRect().top >= edge),
    ),
  });
}

/** Notes in which of several fields one writes, as a click on a response takes the keyboard from it. */
export function noteField(target: EventTarget | null): void {
  if (target instanceof HTMLElement && target.matches('.field')) lastField = target;
}

export function stopQuoting(): void {
  choose(undefined);
}

/** Does what a key means while a sentence is chosen, and tells whether it means anything; any other key is text again. */
export function quotingKey({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (!choice || ctrlKey || altKey || metaKey || key === 'Shift') return false;
  const { card, sentences, at } = choice;
  const range = sentences[at];
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      const next = at + (key === 'ArrowDown' ? 1 : -1);
      if (sentences[next]) choose({ card, sentences, at: next });
      return true;
    }
    case 'ArrowRight':
    case 'ArrowLeft': {
      const cards = [...document.querySelectorAll('.card:not(.folded)')];
      const next = cards[cards.indexOf(card) + (key === 'ArrowRight' ? 1 : -1)];
      if (next) choose({ card: next, sentences: sentencesIn(next), at: 0 });
      return true;
    }
    case 'Enter':
      stopQuoting();
      if (range) insert(range.toString(), range.startContainer);
      return true;
    case 'Escape':
      stopQuoting();
      return true;
    default:
      stopQuoting();
      return false;
  }
}

/** Tells whether a press there quotes: on the text of a response, while one writes. */
export const isQuotable = (target: EventTarget | null): target is Element =>
  dock.value !== undefined &&
  target instanceof Element &&
  target.closest('.card:not(.folded) .body .text') !== null &&
  target.closest('button, a, summary, input') === null;

/** Quotes the text that is selected there, or else the sentence at a point of the window. */
export function quoteAt(target: Element, x: number, y: number): void {
  const selected = getSelection();
  const at = document.caretPositionFromPoint(x, y);
  const card = target.closest('.card');
  const sentence =
    selected?.isCollapsed === false && card?.contains(selected.anchorNode)
      ? selected
      : card && at && sentencesIn(card).find((range) => range.isPointInRange(at.offsetNode, at.offset));
  if (card && sentence) insert(sentence.toString(), target);
}

/**
 * Puts a quotation at the caret of the text, whose it is where that is not the response written about, and of which step
 * of a run.
 */
function insert(sentence: string, place: Node): void {
  const element = place instanceof Element ? place : place.parentElement;
  (lastField?.isConnected ? lastField : document.querySelector<HTMLElement>('.dock .field'))?.focus({
    preventScroll: true,
  });
  const about = dock.value?.kind === 'critique' ? dock.value.index : undefined;
  const quoted = Number(element?.closest('.card')?.getAttribute('data-index'));
  const step = element?.closest('[data-step]')?.getAttribute('data-step');
  const names = [
    ...(quoted === about ? [] : [letterOf(quoted)]),
    ...(step == null ? [] : [l10n.t('step {0}', nthOf(content.value?.runs, quoted, Number(step)))]),
  ];
  const whose = names.length === 0 ? '' : `${names.join(', ')}: `;
  if (step != null && quoted === about) judge(itemKey.value, { do: 'runCritique', index: quoted, step: Number(step) });
  insertText((before) => `${/\S$/.test(before) ? ' ' : ''}${whose}“${sentence.trim().replace(/\s+/g, ' ')}” `);
}

function choose(next: Choice | undefined): void {
  choice = next;
  const range = next?.sentences[next.at];
  quoting.value = range?.toString().trim();
  if (range) {
    CSS.highlights.set(highlight, new Highlight(range));
    revealRange(range, next.card);
  } else CSS.highlights.delete(highlight);
}

const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, dt, dd, blockquote, .text';

/** The sentences of the texts of a card, as they stand on the page; of code and plain text, no further than a line. */
function sentencesIn(card: Element): Range[] {
  finishTexts();
  const segmenter = new Intl.Segmenter(document.documentElement.lang || undefined, { granularity: 'sentence' });
  const byBlock = new Map<Element, Text[]>();
  for (const text of card.querySelectorAll('.body .text')) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
      const block = node.parentElement?.closest(blocks);
      if (block && !node.parentElement?.closest('button')) byBlock.set(block, [...(byBlock.get(block) ?? []), node]);
    }
  }
  return [...byBlock.values()].flatMap((nodes) => {
    const whole = nodes.map(({ data }) => data).join('');
    return [...segmenter.segment(whole)].flatMap(({ segment, index }) => {
      const start = index + segment.length - segment.trimStart().length;
      const end = index + segment.trimEnd().length;
      return start < end ? [rangeOver(nodes, start, end)] : [];
    });
  });
}

/** The range from `start` to `end`, in UTF-16 units of all the nodes' texts. */
function rangeOver(nodes: readonly Text[], start: number, end: number): Range {
  const range = document.createRange();
  let before = 0;
  for (const node of nodes) {
    const after = before + node.length;
    if (start >= before && start < after) range.setStart(node, start - before);
    if (end > before && end <= after) range.setEnd(node, end - before);
    before = after;
  }
  return range;
}
