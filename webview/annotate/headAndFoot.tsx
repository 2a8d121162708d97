import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem, DeskState } from '../../src/core/model/desk/deskState';
import type { DeskAction } from '../../src/protocol/desk';
import { GuidelinesLink } from './conversation/guidelines';
import { act, isWriting, notice, setting } from './store';
import { DisplayMenu } from './displayMenu';
import { TurnJudged } from './conversation/turnJudged';
import { queueReasonText } from './words/queueReasonText';
import { replacedText, noticeText } from './words/announcements';
import { modeLabels } from '../../src/core/model/annotation/modeLabels';
import { questionText } from './words/questionText';

/** The head of the desk: the question, where one is, and whether the judgement is saved. */
export function Head({ state }: { readonly state: DeskState }): JSX.Element {
  const { ordinal, count, counted, mine, done, view, annotator } = state;
  const shown = `${count.toLocaleString()}${counted ? '' : '+'}`;
  const of = mine?.count ?? count;
  const progress = mine
    ? l10n.t(
        'Your items: {0} of {1} done',
        done,
        mine.counted ? of.toLocaleString() : l10n.t('about {0}', of.toLocaleString()),
      )
    : of === 1 && counted
      ? l10n.t('{0} of 1 item done', done)
      : l10n.t('{0} of {1} items done', done, shown);
  return (
    <header class="head">
      {state.question !== '' && (
        <h1 class="question" title={questionText(state.question)}>
          {questionText(state.question)}
        </h1>
      )}
      {state.guidelines && <GuidelinesLink />}
      <div class="told">
        {view.kind === 'item' && <Status item={view.item} saving={state.saving} />}
        {view.kind === 'item' && (
          <button class="quiet way" onClick={() => act('mode')} title={l10n.t('Switch annotation mode for this item')}>
            {modeLabels[view.item.draft.mode]()}{' '}
            {!areCritiquesSelected(view.item) && <kbd>{setting.value.keys.mode}</kbd>}
          </button>
        )}
        {view.kind === 'item' && <TurnJudged item={view.item} />}
        {!isWithoutItems(state) && (
          <button
            class="quiet where"
            onClick={() => act('goTo')}
            title={l10n.t('Go to item ({0})', setting.value.spokenKeys.goTo ?? '')}
          >
            {view.kind === 'item' && view.item.hidesPlace
              ? count === 1 && counted
                ? l10n.t('The only item')
                : l10n.t('One of {0} items', shown)
              : l10n.t('Item {0} of {1}', (ordinal + 1).toLocaleString(), shown)}
          </button>
        )}
        {view.kind === 'item' && (
          <button
            class="quiet served"
            onClick={() => act('order')}
            title={l10n.t(
              'Why you see this item: {0}. Change the order of items ({1})',
              queueReasonText(view.item.queuePosition),
              setting.value.spokenKeys.order ?? '',
            )}
          >
            {queueReasonText(view.item.queuePosition)}
          </button>
        )}
        {view.kind === 'item' && <DisplayMenu itemKey={view.item.key} />}
        <span class="person">
          <button
            class="quiet who"
            onClick={() => act('changeAnnotator')}
            title={l10n.t(
              'Annotator: {0}. Change annotator ({1})',
              annotator,
              setting.value.spokenKeys.changeAnnotator ?? '',
            )}
          >
            {annotator}
          </button>
          <button
            class="quiet sheet"
            onClick={() => act('keys')}
            aria-label={l10n.t('Keyboard shortcuts')}
            title={l10n.t('Keyboard shortcuts ({0})', setting.value.spokenKeys.keys ?? '')}
          >
            <kbd>{setting.value.keys.keys ?? '…'}</kbd>
          </button>
        </span>
      </div>
      <progress class="progress" value={done} max={Math.max(of, 1)} aria-label={progress} title={progress} />
    </header>
  );
}

/** Tells whether there is no item to go to: of a study that cannot be opened, or whose dataset is empty. */
export const isWithoutItems = ({ count, counted }: DeskState): boolean => count === 0 && counted;

function Status({ item, saving }: { readonly item: DeskItem; readonly saving: boolean }): JSX.Element {
  const time = item.savedAt === undefined ? '' : when(new Date(item.savedAt));
  const texts: Record<DeskItem['status'], string> = {
    empty: l10n.t('Not judged'),
    draft: item.savedAt === undefined ? l10n.t('Draft, not saved') : l10n.t('Unsaved changes'),
    saved: l10n.t('Saved {0}', time),
    skipped: l10n.t('Skipped {0}', time),
    imported: l10n.t('Imported label'),
    suggested: l10n.t('Suggested, not saved'),
  };
  const isStale = item.stale && item.status !== 'draft';
  const text = item.replaces
    ? l10n.t('Not saved: saving will replace {0}', replacedText(item.replaces))
    : texts[item.status];
  return (
    <span class={`status ${isStale ? '' : item.status}`} title={item.skipReason ?? ''} data-room={texts.draft}>
      {saving ? l10n.t('Saving…') : isStale ? l10n.t('Judged {0}, but the item has changed since then', time) : text}
    </span>
  );
}

/** The time of day, with the date where it was another day. */
function when(time: Date): string {
  const clock = time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return time.toDateString() === new Date().toDateString() ? clock : `${time.toLocaleDateString()} ${clock}`;
}

/** The foot of the desk: what one can do, and what just happened. */
export function Foot({ state }: { readonly state: DeskState }): JSX.Element {
  const last = notice.value;
  const isItem = state.view.kind === 'item';
  const item = state.view.kind === 'item' ? state.view.item : undefined;
  const isCritiques = state.view.kind === 'item' && areCritiquesSelected(state.view.item);
  // Letters, digits and Enter mark passages then.
  const isMarking = item?.marking !== undefined;
  const text = last && last.notice.kind !== 'error' ? noticeText(last.notice, setting.value.spokenKeys) : '';
  return (
    <footer class="foot">
      <ActionButton action="previous" label={l10n.t('Back')} disabled={isWithoutItems(state)} hasKey={!isMarking} />
      <ActionButton
        action="next"
        label={l10n.t('Next')}
        disabled={state.view.kind === 'done' || isWithoutItems(state)}
        hasKey={!isMarking}
      />
      <ActionButton action="skip" label={l10n.t('Skip')} disabled={!isItem} hasKey={!isCritiques && !isMarking} />
      <ActionButton action="undo" label={l10n.t('Undo')} disabled={!state.canUndo} />
      <ActionButton action="redo" label={l10n.t('Redo')} disabled={!state.canRedo} />
      <p class={`notice ${last?.notice.kind ?? ''}`} role="status">
        {/* A new element for each notice, so that a screen reader says the same sentence twice where it happened twice. */}
        <span key={last?.serial}>{text}</span>
      </p>
      <ActionButton
        action="save"
        label={goesOnWithin(state) ? l10n.t('Next comparison') : l10n.t('Save and next')}
        primary
        disabled={!isItem || state.saving}
        hasKey={!isMarking}
      />
    </footer>
  );
}

/** Tells whether some keys are about others' critiques. */
const areCritiquesSelected = ({ critiques }: DeskItem): boolean => (critiques?.active ?? null) !== null;

/** Tells whether the next two responses of the same item come before anything is saved. */
function goesOnWithin({ view }: DeskState): boolean {
  if (view.kind !== 'item') return false;
  const { pair, part, draft } = view.item;
  return pair !== undefined && pair.left > 0 && part < draft.comparisons.length;
}

export function ActionButton({
  action,
  label,
  primary = false,
  disabled = false,
  hasKey = true,
}: {
  readonly action: DeskAction;
  readonly label: string;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  readonly hasKey?: boolean;
}): JSX.Element {
  // In a text field a letter is text, and Enter begins a line.
  const { keys, keysInText } = setting.value;
  const isHeard = hasKey && !isWriting.value;
  const key = isHeard ? keys[action] : (keysInText[action] ?? (hasKey ? keys[action] : undefined));
  return (
    <vscode-button
      data-action={action}
      appearance={primary ? 'primary' : 'secondary'}
      disabled={disabled}
      onClick={() => act(action)}
    >
      {label}
      {/* One that is not heard now keeps its room, so that nothing moves. */}
      {key !== undefined && <kbd class={isHeard || key === keysInText[action] ? '' : 'unheard'}>{key}</kbd>}
    </vscode-button>
  );
}
