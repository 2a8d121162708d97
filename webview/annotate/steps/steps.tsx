import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem, DeskStep, DeskSteps } from '../../../src/core/model/desk/deskState';
import { stepLabels } from '../../../src/core/model/annotation/judgementValues';
import type { StepLabel } from '../../../src/core/model/annotation/steps';
import { keepFocus } from '../../ui/keyboardFocus';
import { judge, setting } from '../store';
import { outcomeMark, stepText } from '../words/announcements';
import { reveal } from '../scrollIntoView';

interface Props {
  readonly item: DeskItem;
  readonly steps: DeskSteps;
}

/** The signs beside steps, so that their colour is never all that tells. */
const symbols: Readonly<Record<StepLabel, string>> = { correct: '✓', incorrect: '✗', unnecessary: '~', neutral: '–' };

/** The steps of the selected response around the one in hand. */
export function Steps({ item, steps: { count, from, shown } }: Props): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const { key, selected, part } = item;
  useEffect(() => reveal(list.current?.querySelector('.in-hand')), [key, selected, part]);
  const below = count - from - shown.length;
  const active = shown[part - from];
  const take = (step: number): void => judge(key, { do: 'select', index: selected, part: step });
  if (count === 0) return <p class="empty">{l10n.t('This response has no steps.')}</p>;
  return (
    <>
      {from > 0 && (
        <Elsewhere
          text={from === 1 ? l10n.t('1 more step above') : l10n.t('{0} more steps above', from)}
          onClick={() => take(from - 1)}
        />
      )}
      <ol ref={list} class="steps" aria-label={l10n.t('Steps of {0}', letterOf(selected))}>
        {shown.map((step, i) => (
          <Step
            key={from + i}
            step={step}
            number={from + i + 1}
            isSelected={part === from + i}
            onSelect={() => take(from + i)}
            onCut={(at) => judge(key, { do: 'cutStep', at })}
          />
        ))}
      </ol>
      {below > 0 && (
        <Elsewhere
          text={below === 1 ? l10n.t('1 more step below') : l10n.t('{0} more steps below', below)}
          onClick={() => take(from + shown.length)}
        />
      )}
      <span class="heard" aria-live="polite">
        {active && l10n.t('Step {0} of {1}, {2}: {3}', part + 1, count, labelText(active.label), active.text)}
      </span>
    </>
  );
}

function Elsewhere({ text, onClick }: { readonly text: string; readonly onClick: () => void }): JSX.Element {
  return (
    <button class="quiet elsewhere" tabIndex={-1} onMouseDown={keepFocus} onClick={onClick}>
      {text}
    </button>
  );
}

function Step({
  step,
  number,
  isSelected,
  onSelect,
  onCut,
}: {
  readonly step: DeskStep;
  readonly number: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onCut: (at: number) => void;
}): JSX.Element {
  const { start, text, label, left } = step;
  const element = useRef<HTMLSpanElement>(null);
  // A double click selects a word: the next step begins with it.
  const cutBeforeWord = (): void => {
    const selection = getSelection();
    if (!selection || selection.rangeCount === 0) return;
    const { startContainer, startOffset } = selection.getRangeAt(0);
    if (startContainer !== element.current?.firstChild) return;
    selection.removeAllRanges();
    onCut(start + startOffset);
  };
  return (
    <li
      class={`step ${label ?? 'open'}${isSelected ? ' in-hand' : ''}`}
      aria-current={isSelected ? 'step' : undefined}
      onPointerDown={onSelect}
      onDblClick={cutBeforeWord}
    >
      <span class="nth">{number}</span>
      <span class="symbol" aria-hidden="true">
        {label && symbols[label]}
      </span>
      <span class="words">
        <span ref={element} class="text plain" dir="auto">
          {text}
        </span>
        {left > 0 && (
          <em class="cut-off">
            {left === 1
              ? l10n.t('… 1 more character of this step is not shown')
              : l10n.t('… {0} more characters of this step are not shown', left.toLocaleString())}
          </em>
        )}
      </span>
      <span class="label">{label && stepText(label)}</span>
    </li>
  );
}

const labelText = (label: StepLabel | null): string => (label === null ? l10n.t('not judged') : stepText(label));

/** Draws the tools for the step in hand and for the whole, each with its key. */
export function StepTools({ item, steps: { count, from, shown } }: Props): JSX.Element {
  const { key, selected, part } = item;
  const now = shown[part - from]?.label ?? null;
  const { keys } = setting.value;
  const outcome = outcomeMark(item.draft.acceptable[selected] ?? null) ?? l10n.t('outcome not set');
  return (
    <div class="step-tools" role="toolbar" aria-label={l10n.t('Step {0} of {1}', Math.min(part + 1, count), count)}>
      <span class="which">{l10n.t('Step {0} of {1}', Math.min(part + 1, count), count)}</span>
      <span class="group">
        {stepLabels.map((label, i) => (
          <button
            key={label}
            class={`toggle ${label}`}
            tabIndex={-1}
            onMouseDown={keepFocus}
            aria-pressed={now === label}
            disabled={count === 0}
            onClick={() => judge(key, now === label ? { do: 'clear' } : { do: 'number', value: i + 1 })}
          >
            <span class="symbol" aria-hidden="true">
              {symbols[label]}
            </span>
            {stepText(label)} <kbd>{i + 1}</kbd>
          </button>
        ))}
      </span>
      <span class="group">
        <button
          class="toggle"
          tabIndex={-1}
          onMouseDown={keepFocus}
          disabled={count === 0}
          title={l10n.t(
            'Mark this step as the first error: earlier steps count as correct, later steps need no judgment',
          )}
          onClick={() => judge(key, { do: 'firstError' })}
        >
          {l10n.t('first error')} {keys.firstError !== undefined && <kbd>{keys.firstError}</kbd>}
        </button>
        <button
          class="toggle"
          tabIndex={-1}
          onMouseDown={keepFocus}
          disabled={count === 0}
          title={l10n.t('Split this step after its first line or sentence, or double-click a word to split before it')}
          onClick={() => judge(key, { do: 'cutStep' })}
        >
          {l10n.t('split')} {keys.cutStep !== undefined && <kbd>{keys.cutStep}</kbd>}
        </button>
        <button
          class="toggle"
          tabIndex={-1}
          onMouseDown={keepFocus}
          disabled={part + 1 >= count}
          title={l10n.t('Join this step with the next one')}
          onClick={() => judge(key, { do: 'joinStep' })}
        >
          {l10n.t('join with next')} {keys.joinStep !== undefined && <kbd>{keys.joinStep}</kbd>}
        </button>
      </span>
      <span class="group">
        <button class="toggle" tabIndex={-1} onMouseDown={keepFocus} onClick={() => judge(key, { do: 'accept' })}>
          {outcome} {keys.accept !== undefined && <kbd>{keys.accept}</kbd>}
        </button>
      </span>
    </div>
  );
}
