import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { severities } from '../../../src/core/model/annotation/judgementValues';
import type { DraftField } from '../../../src/core/model/annotation/draft';
import type { DeskItem, DeskPassage } from '../../../src/core/model/desk/deskState';
import type { JudgementAction } from '../../../src/core/model/annotation/judgementAction';
import { choiceKeys, type DeskMarking } from '../../../src/core/model/desk/marking';
import { choicesOf, type SpanType } from '../../../src/core/model/annotation/taxonomy';
import { keepFocus } from '../../ui/keyboardFocus';
import { TextField, useOpen } from '../cards/textField';
import { brief, polaritySign, polarityText, severityText } from '../words/spanTexts';
import { selectionLengthText, announceSelection } from './markingText';
import { judge, setting } from '../store';

interface Props {
  readonly item: DeskItem;
  readonly marking: DeskMarking;
  readonly types: readonly SpanType[];
  readonly passages: readonly DeskPassage[];
}

/**
 * What can be said of the passage that is selected, or of what is in hand: the types with their keys, and below them
 * what can be done with a mark. What cannot be done now is not seen and keeps its room, so that nothing moves.
 */
export function MarkingBar({ item, marking, types, passages }: Props): JSX.Element {
  const { index, active } = marking;
  const number = active?.number ?? 0;
  const span = active?.kind === 'span' ? item.draft.spans[index]?.[number] : undefined;
  const missing = active?.kind === 'missing' ? item.draft.missing[index]?.[number] : undefined;
  const hasMarks = [item.draft.spans, item.draft.missing].some((marks) => (marks[index] ?? []).length > 0);
  const press = (action: JudgementAction): void => {
    announceSelection();
    judge(item.key, action);
  };
  return (
    <section class="way-bar marking" aria-label={l10n.t('Marking passages in {0}', letterOf(index))}>
      <div class="of">
        <p>
          <strong>
            {missing
              ? l10n.t('What is missing in {0}?', letterOf(index))
              : l10n.t('Marking passages in {0}', letterOf(index))}
          </strong>
          <Subject span={span?.quote} isMissing={missing !== undefined} />
          {marking.about && (
            <span class="link" dir="auto">
              {l10n.t('the next passage is linked to the critique: “{0}”', brief(marking.about.quote))}
            </span>
          )}
        </p>
        <div class="tools" role="toolbar" aria-label={l10n.t('Marking')}>
          <Tool name="markMissing" press={press} action={{ do: 'markMissing' }}>
            {l10n.t('missing')}
          </Tool>
          <Tool name="markPrevious" disabled={!hasMarks} press={press} action={{ do: 'markBy', by: -1 }}>
            {l10n.t('previous')}
          </Tool>
          <Tool name="markNext" disabled={!hasMarks} press={press} action={{ do: 'markBy', by: 1 }}>
            {l10n.t('next')}
          </Tool>
          <Tool name="markEnd" press={press} action={{ do: 'markEnd' }}>
            {marking.path.length > 0 ? l10n.t('back') : l10n.t('done')}
          </Tool>
        </div>
      </div>
      <Menu marking={marking} types={types} now={span?.type ?? missing?.type} press={press} />
      <div class="tools" role="toolbar" aria-label={l10n.t('Selected mark')}>
        <Tool name="markNote" disabled={!active} press={press} action={{ do: 'markNote' }}>
          {l10n.t('note')}
        </Tool>
        <Tool name="markRemove" disabled={!active} press={press} action={{ do: 'markRemove' }}>
          {l10n.t('remove')}
        </Tool>
        <Tool name="markPolarity" disabled={!span} press={press} action={{ do: 'markPolarity' }}>
          <span class="sign" aria-hidden="true">
            {polaritySign(span?.polarity)}
          </span>{' '}
          {span?.polarity ? polarityText(span.polarity) : l10n.t('good or fault')}
        </Tool>
        <span class="group">
          {Array.from({ length: severities }, (_, i) => i + 1).map((value) => (
            <button
              key={value}
              class="toggle"
              tabIndex={-1}
              disabled={!span}
              aria-pressed={span?.severity === value}
              onMouseDown={keepFocus}
              onClick={() => press({ do: 'markSeverity', value })}
            >
              {severityText(value)} <kbd>{`⇧${value}`}</kbd>
            </button>
          ))}
        </span>
        <Tool name="markTake" disabled={!span} press={press} action={{ do: 'markTake' }}>
          {marking.about && span ? l10n.t('link') : l10n.t('move here')}
        </Tool>
        <Tool name="markAgain" disabled={!span} press={press} action={{ do: 'markAgain' }}>
          {l10n.t('mark again')}
        </Tool>
      </div>
      <Evidence passages={passages} chosen={missing?.evidence} isOpen={missing !== undefined} press={press} />
      {active && (span ?? missing) && (
        <Note
          key={`${item.key} ${active.kind} ${number}`}
          itemKey={item.key}
          field={{ kind: active.kind === 'span' ? 'spanNote' : 'missingNote', index, number }}
          text={(span ?? missing)?.note ?? ''}
        />
      )}
    </section>
  );
}

/** The note on the mark in hand, once it has one or is asked for. */
function Note({
  itemKey,
  field,
  text,
}: {
  readonly itemKey: string;
  readonly field: DraftField;
  readonly text: string;
}): JSX.Element | null {
  return useOpen(field.kind, text) ? (
    <TextField
      itemKey={itemKey}
      field={field}
      label={l10n.t('Note on the selected mark')}
      text={text}
      placeholder={
        field.kind === 'missingNote'
          ? l10n.t('What should the response say?')
          : l10n.t('What is good or bad about this passage?')
      }
    />
  ) : null;
}

/** Shows the passage that a type would be given to. */
function Subject({
  span,
  isMissing,
}: {
  readonly span: string | undefined;
  readonly isMissing: boolean;
}): JSX.Element | null {
  const selected = selectionLengthText.value;
  if (isMissing) return null;
  const quote = selected === '' ? span : selected;
  if (quote === undefined || quote === '')
    return <span class="hint">{l10n.t('select text with Shift and the arrow keys')}</span>;
  return <q dir="auto">{brief(quote)}</q>;
}

function Menu({
  marking,
  types,
  now,
  press,
}: Pick<Props, 'marking' | 'types'> & {
  readonly now: string | undefined;
  readonly press: (action: JudgementAction) => void;
}): JSX.Element {
  const kind = marking.active?.kind ?? 'span';
  const choices = choicesOf(types, kind, marking.path);
  const shown = choices.slice(marking.from, marking.from + choiceKeys);
  const groups = marking.path.map(
    (number, depth) => choicesOf(types, kind, marking.path.slice(0, depth))[number]?.name ?? '',
  );
  return (
    <div class="types" role="toolbar" aria-label={groups.length > 0 ? groups.join(', ') : l10n.t('Types')}>
      {groups.map((name) => (
        <span key={name} class="in-group">
          {name} ›
        </span>
      ))}
      {shown.map(({ name, description, polarity, within }, i) => (
        <button
          key={name}
          class={`toggle type ${polarity ?? 'neither'}`}
          tabIndex={-1}
          title={description}
          aria-pressed={name === now}
          aria-haspopup={within > 0 ? 'menu' : undefined}
          onMouseDown={keepFocus}
          onClick={() => press({ do: 'markType', key: i + 1 })}
        >
          <kbd>{i + 1}</kbd> {name}
          {within > 0 && ' ›'}
        </button>
      ))}
      {groups.length > 0 && (
        <Tool name="markTake" press={press} action={{ do: 'markTake' }}>
          {l10n.t('use group {0}', groups.at(-1) ?? '')}
        </Tool>
      )}
      {choices.length > choiceKeys && (
        <Tool name="markMore" press={press} action={{ do: 'markMore' }}>
          {l10n.t('more ({0} to {1} of {2})', marking.from + 1, marking.from + shown.length, choices.length)}
        </Tool>
      )}
    </div>
  );
}

/** The passages that what is missing should have come from. */
function Evidence({
  passages,
  chosen,
  isOpen,
  press,
}: {
  readonly passages: readonly DeskPassage[];
  readonly chosen: number | undefined;
  readonly isOpen: boolean;
  readonly press: (action: JudgementAction) => void;
}): JSX.Element | null {
  const evidence = passages.filter(({ kind }) => kind === 'evidence');
  if (!isOpen || evidence.length === 0) return null;
  return (
    <div class="types" role="toolbar" aria-label={l10n.t('Passage with the missing information')}>
      <span class="in-group">{l10n.t('Found in')}</span>
      {evidence.map(({ number = 0, title }) => (
        <button
          key={number}
          class="toggle"
          tabIndex={-1}
          aria-pressed={chosen === number}
          onMouseDown={keepFocus}
          onClick={() => press({ do: 'markEvidence', passage: number })}
        >
          {title === undefined ? l10n.t('Passage {0}', number + 1) : l10n.t('{0}: {1}', number + 1, title)}{' '}
          {number < choiceKeys && <kbd>{`⇧${l10n.t('Alt')}+${number + 1}`}</kbd>}
        </button>
      ))}
    </div>
  );
}

function Tool({
  name,
  action,
  disabled = false,
  press,
  children,
}: {
  readonly name: string;
  readonly action: JudgementAction;
  readonly disabled?: boolean;
  readonly press: (action: JudgementAction) => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const key = setting.value.keys[name];
  return (
    <button
      class="toggle"
      tabIndex={-1}
      disabled={disabled}
      aria-keyshortcuts={key}
      onMouseDown={keepFocus}
      onClick={() => press(action)}
    >
      {children} {key !== undefined && <kbd>{key}</kbd>}
    </button>
  );
}
