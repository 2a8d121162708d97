import * as l10n from '@vscode/l10n';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { DeskMarking } from '../../../src/core/model/desk/marking';
import { keysAreHeld } from '../../ui/keyboardFocus';
import { moveOf, pageOfLines, windowAround, type TextWindow } from './caret';
import { ask } from '../host';
import { revealRange } from '../scrollIntoView';
import { drawSpans, eraseSpans } from './spanHighlights';
import { failed, judge } from '../store';

/**
 * Rendered Markdown has no offsets of its source, so a response whose passages are marked is shown as it is written:
 * one text node, whose offsets are those of the text, with a native caret in it and nothing that could change it.
 * Underlines are CSS highlights on ranges and do not touch it. Of a long text the part around the caret stands there.
 * What is selected is told to the host before the key that needs it, in their order, so that no key falls on another
 * passage than the one that was seen.
 */

/**
 * What is selected of the text in which passages are marked, in UTF-16 units of the whole text: from the anchor to the
 * caret.
 */
interface Selected {
  readonly anchor: number;
  readonly caret: number;
}

/** How many UTF-16 units are selected, for whoever shows it. */
export const selectionLengthText = signal('');

/** Tells the host what is selected; before every key and button that asks for something. */
let tell = (): void => undefined;
export const announceSelection = (): void => tell();

/**
 * The exact raw text of the response in which passages are marked, with a caret. Of a long one the part around the
 * caret stands on the page.
 */
export function MarkingText({
  item,
  marking,
}: {
  readonly item: DeskItem;
  readonly marking: DeskMarking;
}): JSX.Element {
  const { key } = item;
  const { index } = marking;
  const [text, setText] = useState<string | undefined>();
  useEffect(() => {
    let wanted = true;
    ask({ method: 'rawText', key, response: index }).then((raw) => wanted && setText(raw ?? ''), failed);
    return () => {
      wanted = false;
    };
  }, [key, index]);
  return text === undefined ? (
    <p class="empty">{l10n.t('Loading')}</p>
  ) : (
    <Region item={item} marking={marking} text={text} />
  );
}

function Region({
  item,
  marking,
  text,
}: {
  readonly item: DeskItem;
  readonly marking: DeskMarking;
  readonly text: string;
}): JSX.Element {
  const region = useRef<HTMLDivElement>(null);
  const { index, active } = marking;
  const spans = item.draft.spans[index] ?? [];
  const held = active?.kind === 'span' ? spans[active.number] : undefined;
  const [shown, setShown] = useState<TextWindow>(() => windowAround(text, held?.start ?? 0, held?.end ?? 0));
  const now = useRef<Selected>({ anchor: 0, caret: 0 });
  const told = useRef('');
  /**
   * The part of the text that stands on the page; it changes at once, as the next key may be there before the next
   * frame.
   */
  const whole = useRef<TextWindow | undefined>(undefined);
  whole.current ??= shown;

  const node = (): Text | undefined =>
    region.current?.firstChild instanceof Text ? region.current.firstChild : undefined;
  const read = (): Selected => {
    const selection = getSelection();
    const own = node();
    const { start, end } = whole.current ?? shown;
    const at = (container: Node | null, offset: number): number | undefined => {
      if (!own || !region.current) return container === region.current ? start : undefined;
      return container === own
        ? start + offset
        : container === region.current
          ? offset === 0
            ? start
            : end
          : undefined;
    };
    const [anchor, caret] = [
      at(selection?.anchorNode ?? null, selection?.anchorOffset ?? 0),
      at(selection?.focusNode ?? null, selection?.focusOffset ?? 0),
    ];
    if (anchor !== undefined && caret !== undefined) now.current = { anchor, caret };
    return now.current;
  };
  const put = (part: TextWindow): void => {
    whole.current = part;
    if (region.current) region.current.textContent = text.slice(part.start, part.end);
    setShown(part);
  };
  const select = ({ anchor, caret }: Selected, part = whole.current ?? shown): void => {
    now.current = { anchor, caret };
    const holder =
      Math.min(anchor, caret) >= part.start && Math.max(anchor, caret) <= part.end
        ? part
        : windowAround(text, anchor, caret);
    if (holder !== whole.current) put(holder);
    const own = node();
    if (own) getSelection()?.setBaseAndExtent(own, anchor - holder.start, own, caret - holder.start);
    scrollToCaret(region.current);
  };

  useLayoutEffect(() => put(whole.current ?? shown), [text]);
  useLayoutEffect(() => {
    const own = node();
    if (own) drawSpans(own, shown.start, spans, active?.kind === 'span' ? active.number : undefined);
  }, [shown, spans, active?.kind, active?.number]);
  useEffect(() => eraseSpans, []);

  // The one that was gone to is selected, so that the next keys change its ends.
  useLayoutEffect(() => {
    const isFirst = document.activeElement !== region.current;
    if (isFirst && document.hasFocus()) region.current?.focus({ preventScroll: true });
    if (held && !held.lost) {
      const { anchor, caret } = read();
      if (Math.min(anchor, caret) !== held.start || Math.max(anchor, caret) !== held.end)
        select({ anchor: held.start, caret: held.end });
    } else if (isFirst) select({ anchor: now.current.anchor, caret: now.current.caret });
  }, [text, marking.jumps]);

  useEffect(() => {
    const own = (): void => {
      const { anchor, caret } = read();
      const range = { start: Math.min(anchor, caret), end: Math.max(anchor, caret) };
      const name = JSON.stringify(range);
      if (name === told.current) return;
      told.current = name;
      judge(item.key, { do: 'markSelection', ...range });
    };
    tell = own;
    const onKey = (event: KeyboardEvent): void => {
      if (event.target === region.current && !keysAreHeld()) own();
    };
    const onChange = (): void => {
      if (document.activeElement !== region.current) return;
      const { anchor, caret } = read();
      selectionLengthText.value = text.slice(Math.min(anchor, caret), Math.max(anchor, caret));
    };
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('pointerup', own);
    document.addEventListener('selectionchange', onChange);
    return () => {
      tell = () => undefined;
      selectionLengthText.value = '';
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('pointerup', own);
      document.removeEventListener('selectionchange', onChange);
    };
  }, [item.key, index, text]);

  const move = (event: KeyboardEvent): void => {
    if (event.isComposing || keysAreHeld()) return;
    const page = event.key === 'PageUp' ? 'backward' : event.key === 'PageDown' ? 'forward' : undefined;
    const [direction, by] = page ? ([page, 'line'] as const) : (moveOf(event) ?? []);
    if (direction === undefined || by === undefined) return;
    event.preventDefault();
    const ends = { backward: 0, forward: text.length, left: 0, right: text.length };
    if (by === 'documentboundary') {
      select({ anchor: event.shiftKey ? read().anchor : ends[direction], caret: ends[direction] });
      return;
    }
    for (let times = page ? pageOfLines : 1; times > 0; times--) step(event.shiftKey, direction, by);
    scrollToCaret(region.current);
  };
  const step = (extends_: boolean, direction: string, by: string): void => {
    getSelection()?.modify(extends_ ? 'extend' : 'move', direction, by);
    const after = read();
    const { start, end } = whole.current ?? shown;
    // At the edge of the part that is shown the text goes on.
    if ((start > 0 && after.caret === start) || (end < text.length && after.caret === end))
      select(after, windowAround(text, after.anchor, after.caret));
  };

  const below = text.length - shown.end;
  return (
    <>
      {shown.start > 0 && (
        <p class="elsewhere">
          {shown.start === 1
            ? l10n.t('1 more character above')
            : l10n.t('{0} more characters above', shown.start.toLocaleString())}
        </p>
      )}
      <div
        ref={region}
        class="text plain marking-text"
        contentEditable
        data-marking
        role="textbox"
        aria-multiline="true"
        aria-readonly="true"
        aria-label={l10n.t('Plain text of {0}. Select text with Shift and the arrow keys.', letterOf(index))}
        spellcheck={false}
        dir="auto"
        onKeyDown={move}
        onBeforeInput={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
      />
      {below > 0 && (
        <p class="elsewhere">
          {below === 1 ? l10n.t('1 more character below') : l10n.t('{0} more characters below', below.toLocaleString())}
        </p>
      )}
    </>
  );
}

/** Keeps the caret in view, and the selection as far as there is room. */
function scrollToCaret(region: HTMLElement | null): void {
  const selection = getSelection();
  if (!selection?.focusNode || !region?.contains(selection.focusNode)) return;
  const range = document.createRange();
  range.setStart(selection.focusNode, selection.focusOffset);
  revealRange(range, region);
}
