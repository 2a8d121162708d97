import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { act, judge, setting } from '../store';
import { turnName } from '../conversation/turnJudged';

/**
 * The context that the item is judged under, and what of it was judged so far, each by itself: under contexts, and
 * turns. Nothing where there is neither.
 */
export function JudgingContext({ item }: { readonly item: DeskItem }): JSX.Element {
  return (
    <>
      <Contexts item={item} />
      <TurnsJudged item={item} />
    </>
  );
}

function Contexts({ item: { context, judgedUnder } }: { readonly item: DeskItem }): JSX.Element | null {
  if (!context && judgedUnder.every((each) => each === null)) return null;
  const key = setting.value.keys.context;
  return (
    <section class={context ? 'under' : 'under bare'} aria-label={l10n.t('Context')}>
      {context && (
        <p class="given" dir="auto">
          <span class="kind">{l10n.t('Judging under this context')}</span>
          {context.name !== undefined && <strong>{context.name}</strong>}
          <span class="text">{context.text}</span>
        </p>
      )}
      <p class="seats">
        <span class="kind">{judgedUnder.length > 0 ? l10n.t('Judged so far:') : l10n.t('Not judged yet')}</span>
        {judgedUnder.map((each) => (
          <span
            key={each?.text ?? ''}
            class="mark"
            dir="auto"
            title={each?.text}
            aria-current={(each?.text ?? null) === (context?.text ?? null)}
          >
            {each === null ? l10n.t('without a context') : (each.name ?? each.text)}
          </span>
        ))}
        <button class="quiet" onClick={() => act('context')}>
          {l10n.t('Change context')} {key !== undefined && <kbd>{key}</kbd>}
        </button>
      </p>
    </section>
  );
}

/** Shows which turns were judged by themselves, beside the whole; nothing while only the whole is. */
function TurnsJudged({
  item: { key: itemKey, turn: now, turnsJudged },
}: {
  readonly item: DeskItem;
}): JSX.Element | null {
  if (turnsJudged.every((each) => each === null) && (now === null || turnsJudged.length === 0)) return null;
  const key = setting.value.keys.judgeTurn;
  return (
    <section class="under bare" aria-label={l10n.t('Judged turns')}>
      <p class="seats">
        <span class="kind">{l10n.t('Judged so far:')}</span>
        {turnsJudged.map((each) => (
          <span key={each ?? ''} class="mark" aria-current={each === now}>
            {turnName(each)}
          </span>
        ))}
        <button class="quiet" onClick={() => judge(itemKey, { do: 'turn' })}>
          {l10n.t('Change turn')} {key !== undefined && <kbd>{key}</kbd>}
        </button>
      </p>
    </section>
  );
}
