import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem, DeskPassage } from '../../../src/core/model/desk/deskState';
import { keepFocus } from '../../ui/keyboardFocus';
import { contextPanelShown, judge, setting } from '../store';
import { DatasetText } from './datasetText';
import { listed } from '../words/language';

/** More passages than this have no key of their own. */
const maxKeys = 9;

interface Props {
  readonly item: DeskItem;
  readonly passages: readonly DeskPassage[];
}

/** Context and evidence, below the prompt. */
export function ContextPanel({ item, passages }: Props): JSX.Element | null {
  const { toggleBeside: key } = setting.value.keys;
  // References are pinned above.
  const own = passages.map((passage, at) => ({ passage, at })).filter(({ passage }) => passage.kind !== 'reference');
  if (own.length === 0) return null;
  return (
    <section class="beside" aria-label={l10n.t('Context and evidence')}>
      <button
        class="quiet"
        aria-expanded={contextPanelShown.value}
        onClick={() => (contextPanelShown.value = !contextPanelShown.value)}
      >
        {summary(own.map(({ passage }) => passage))} {key !== undefined && <kbd>{key}</kbd>}
      </button>
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

/** Shows whether the selected response rests on the passage, and which others do. */
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
