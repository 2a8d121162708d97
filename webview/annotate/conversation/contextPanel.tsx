import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem, DeskPassage } from '../../../src/core/model/desk/deskState';
import { keepFocus } from '../../ui/keyboardFocus';
import { act, contextPanelShown, judge, announce, setting } from '../store';
import { DatasetText } from './datasetText';
import { listed } from '../words/language';

/** More passages than this have no key of their own. */
const maxKeys = 9;

interface Props {
  readonly item: DeskItem;
  readonly passages: readonly DeskPassage[];
}

/** Context and evidence, beside the conversation or (in a narrow editor) above the responses. */
export function ContextPanel({ item, passages }: Props): JSX.Element | null {
  const { toggleBeside: key, besideDown } = setting.value.keys;
  const section = useRef<HTMLElement>(null);
  useRoom(section);
  // References are pinned above.
  const own = passages.map((passage, at) => ({ passage, at })).filter(({ passage }) => passage.kind !== 'reference');
  if (own.length === 0) return null;
  return (
    <section ref={section} class="beside" aria-label={l10n.t('Context and evidence')}>
      <button
        class="quiet"
        aria-expanded={contextPanelShown.value}
        onClick={() => (contextPanelShown.value = !contextPanelShown.value)}
      >
        {summary(own.map(({ passage }) => passage))} {key !== undefined && <kbd>{key}</kbd>}
      </button>
      {contextPanelShown.value && (
        <button class="quiet" tabIndex={-1} onMouseDown={keepFocus} onClick={() => act('besideDown')}>
          {l10n.t('Scroll down')} {besideDown !== undefined && <kbd>{besideDown}</kbd>}
        </button>
      )}
      {contextPanelShown.value && (
        <ol>
          {own.map(({ passage, at }) => (
            <li key={at} class={`passage ${passage.kind}`}>
              <Passage item={item} passage={passage} at={at} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What stays in view of a page that was read, so that the next one is found. In pixels. */
const overlap = 40;

/** Scrolls context and evidence by a page, down (1) or up (-1); unfolds them where they are folded. */
export function scrollContextPanel(by: 1 | -1): void {
  const pane = document.querySelector('.beside > ol');
  if (pane) pane.scrollBy({ top: by * (pane.clientHeight - overlap) });
  else if (document.querySelector('.beside')) contextPanelShown.value = true;
  else announce({ kind: 'no-such-passage', count: 0 });
}

/**
 * Tells the style sheet how high the part of the desk is that scrolls, which bars make lower: the pane beside the
 * conversation ends where it does.
 */
function useRoom(section: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const [view, pane] = [section.current?.closest('main'), section.current];
    if (!view || !pane) return undefined;
    const observer = new ResizeObserver(() => pane.style.setProperty('--room', `${view.clientHeight}px`));
    observer.observe(view);
    return () => observer.disconnect();
  }, [section]);
}

function Passage({
  item,
  passage,
  at,
}: {
  readonly item: DeskItem;
  readonly passage: DeskPassage;
  readonly at: number;
}): JSX.Element {
  return (
    <>
      <header>
        <span class="kind">{kindText(passage)}</span>
        {passage.title !== undefined && <strong dir="auto">{passage.title}</strong>}
        {passage.number !== undefined && <Supports item={item} number={passage.number} />}
      </header>
      <DatasetText itemKey={item.key} response="beside" turn={at} first={passage} />
      {passage.source !== undefined && <p class="source">{passage.source}</p>}
    </>
  );
}

/** Whether the selected response rests on the passage, and which others do. */
function Supports({ item, number }: { readonly item: DeskItem; readonly number: number }): JSX.Element {
  const { selected } = item;
  const others = item.draft.supports
    .filter((each) => each.passage === number && each.index !== selected)
    .map(({ index }) => index);
  const chosen = item.draft.supports.some((each) => each.passage === number && each.index === selected);
  const first = setting.value.keys.support;
  return (
    <span class="supports">
      {others.length > 0 && (
        <span class="standing">{l10n.t('supports {0}', listed(others.toSorted((a, b) => a - b)))}</span>
      )}
      <button
        class={`toggle${chosen ? ' chosen' : ''}`}
        tabIndex={-1}
        aria-pressed={chosen}
        onMouseDown={keepFocus}
        onClick={() => judge(item.key, { do: 'support', passage: number, index: selected })}
      >
        {l10n.t('Supports {0}', letterOf(selected))}{' '}
        {first !== undefined && number < maxKeys && <kbd>{first.replace(/\d$/, String(number + 1))}</kbd>}
      </button>
    </span>
  );
}

function kindText({ kind, number, of }: DeskPassage): string {
  if (kind === 'context') return l10n.t('Context');
  const name = l10n.t('Passage {0}', (number ?? 0) + 1);
  return of === undefined ? name : l10n.t('{0} (for response {1})', name, letterOf(of));
}

function summary(passages: readonly DeskPassage[]): string {
  const count = (kind: DeskPassage['kind']): number => passages.filter((each) => each.kind === kind).length;
  const parts = [
    count('context') > 0 ? l10n.t('Context') : '',
    count('evidence') > 0 ? l10n.t('Evidence ({0})', count('evidence')) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
