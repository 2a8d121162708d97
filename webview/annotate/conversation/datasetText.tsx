import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TextPlace } from '../../../src/core/model/desk/deskState';
import type { DeskMedia } from '../../../src/core/model/item/media';
import type { TextPart } from '../../../src/core/model/item/textPart';
import { sectionsOf } from '../../../src/core/model/item/reasoning';
import { screenful } from '../../ui/firstScreen';
import { keepScrollPosition } from '../../ui/keepScrollPosition';
import { whenIdle } from '../../ui/idle';
import type { TextView } from '../../../src/core/model/desk/textView';
import { isRendered, render, type RenderedView } from '../../ui/markdown';
import { putPlain, putText } from '../../ui/putText';
import { charactersText } from '../words/countText';
import { showImages } from './media';
import { Reasoning } from './reasoning';
import { more, announce, setting } from '../store';
import { textViewOf } from '../textViews';
import { compact } from '../words/language';

interface Props extends TextPlace {
  readonly itemKey: string;
  readonly first: TextPart;
  /** What comes with the text, of which it names some. */
  readonly media?: readonly DeskMedia[] | undefined;
  /** Fetches what follows a beginning of a few lines at once: of an item with thousands of texts no more was sent. */
  readonly isEager?: boolean | undefined;
  /** Marks something in the text once it is drawn as Markdown; returns what takes that out again. */
  readonly decorate?: ((element: HTMLElement) => () => void) | undefined;
}

/** A beginning shorter than that, in UTF-16 units, is no more than a few lines. */
const fewLines = 4096;

/** A text of the dataset, rendered as Markdown: its first part, and one more with each press of a button at its end. */
export function DatasetText({ itemKey, response, turn, first, media, isEager = false, decorate }: Props): JSX.Element {
  const [others, setOthers] = useState<readonly TextPart[]>([]);
  const loading = useRef(false);
  const button = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const parts = useMemo(() => [first, ...others], [first, others]);
  const sections = useMemo(() => sectionsOf(parts), [parts]);
  const complete = useCallback(
    (element: HTMLElement) => {
      const takeOut = [showImages(element, { key: itemKey, response, turn }, media ?? []), decorate?.(element)];
      return () => takeOut.forEach((each) => each?.());
    },
    [itemKey, response, turn, media, decorate],
  );
  const key = setting.value.keys.showMore;
  const view = textViewOf(itemKey, response);
  const left = parts.at(-1)?.left ?? 0;
  const fetchesMore = isEager && others.length === 0 && left > 0 && first.text.length < fewLines;
  const fetchMore = useRef((): unknown => undefined);
  useEffect(() => {
    if (fetchesMore) fetchMore.current();
  }, [fetchesMore]);
  if (left === 0 && parts.every(({ text }) => text.trim() === '')) return <p class="empty">{l10n.t('(empty)')}</p>;

  const fetchNext = async (): Promise<TextPart | undefined> => {
    if (loading.current) return undefined;
    loading.current = true;
    const part = await more(
      itemKey,
      { response, turn },
      parts.reduce((sum, { text }) => sum + text.length, 0),
    );
    loading.current = false;
    if (!part) return undefined;
    hadFocus.current = document.activeElement === button.current;
    setOthers((known) => [...known, part]);
    return part;
  };
  fetchMore.current = fetchNext;
  const load = async (): Promise<void> => {
    const part = await fetchNext();
    if (part) announce({ kind: 'more-shown', left: part.left });
  };
  return (
    <>
      {sections.map(({ reasoning: thought, pieces }, index) => {
        const texts = pieces.map(({ part, piece }, number) => (
          <Part
            key={number}
            part={piece}
            view={view}
            complete={complete}
            takesFocus={hadFocus.current && left === 0 && part > 0 && part === parts.length - 1}
          />
        ));
        return thought === null ? (
          texts
        ) : (
          <Reasoning key={index} length={thought}>
            {texts}
          </Reasoning>
        );
      })}
      {left > 0 && (
        <p class="more">
          <vscode-button ref={button} appearance="secondary" aria-keyshortcuts={key} onClick={() => void load()}>
            {l10n.t('Show more ({0} left)', charactersText(left, compact(left)))}
            {key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
          </vscode-button>
        </p>
      )}
    </>
  );
}

/** `takesFocus`: the button that had the focus goes when this part comes. */
function Part({
  part,
  view,
  complete,
  takesFocus,
}: {
  readonly part: TextPart;
  readonly view: TextView;
  readonly complete: (element: HTMLElement) => () => void;
  readonly takesFocus: boolean;
}): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const putBack = useRef((): void => undefined);
  const [rendered, setNow] = useState(() => view !== 'plain' && claim(part, view));
  const now = rendered && view !== 'plain';
  useEffect(() => {
    if (rendered || view === 'plain') return undefined;
    return whenIdle(() => {
      render(part, view);
      putBack.current = keepScrollPosition(element.current);
      setNow(true);
    });
  }, [rendered, view, part]);
  useLayoutEffect(() => {
    if (takesFocus) element.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  // Its buttons bear the keys that the host tells.
  const { keys } = setting.value;
  // By its text: the part is another object whenever more of the text comes, and stays on the page as it is.
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    return now
      ? putText(element.current, render(part, view === 'source' ? view : 'formatted'), complete)
      : putPlain(element.current, part.text, view === 'plain');
  }, [now, view, part.text, part.fence, part.patch, part.whole, keys, complete]);
  useLayoutEffect(() => putBack.current(), [now]);
  const shared = { ref: element, dir: 'auto', tabIndex: takesFocus ? -1 : undefined } as const;
  return now ? <div key="markdown" class="text" {...shared} /> : <div key="plain" class="text plain" {...shared} />;
}

/**
 * What one frame renders at most; the texts beyond it stand there as they are until the page is idle. In UTF-16 units.
 */
const maxConcurrency = 32_768;
let allowance = maxConcurrency;

/** What was rendered before costs the layout of its beginning only, about this share. */
const costAgain = 1 / 4;

function claim(part: TextPart, view: RenderedView): boolean {
  const cost = isRendered(part, view) ? Math.min(part.text.length, screenful()) * costAgain : part.text.length;
  if (cost > allowance && allowance < maxConcurrency) return false;
  if (allowance === maxConcurrency) requestAnimationFrame(() => (allowance = maxConcurrency));
  allowance -= cost;
  return true;
}
