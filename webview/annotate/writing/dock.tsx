import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { critiqueParts, type CritiquePart } from '../../../src/core/model/annotation/judgementValues';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { Task } from '../../../src/core/model/study/taskSchema';
import { critiqueTexts, writtenLength } from '../../../src/core/model/annotation/writingRequirements';
import { focusResponses } from '../../ui/keyboardFocus';
import { scrollResponses } from '../cards/scrollResponses';
import { TextField } from '../cards/textField';
import { scrollPrompt } from '../conversation/promptPane';
import { act, content, displaySetting, dock, judge, setting } from '../store';
import { rationaleHint } from '../words/cardLabels';
import { nthOf } from '../words/runTexts';
import { partName } from '../words/textFieldTexts';
import { LengthHint } from './lengthHint';
import { isQuotable, noteField, quoteAt, quoting, quotingKey, startQuoting, stopQuoting } from './quoting';

interface Props {
  readonly item: DeskItem;
  readonly task: Task;
}

/**
 * Where the rationale, or the critique of a response, is written while all responses stay in view: below them, or at
 * their side. A click on a sentence of a response quotes it.
 */
export function Dock({ item, task }: Props): JSX.Element | null {
  const field = dock.value;
  useEffect(() => {
    if (!field) return undefined;
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('click', onClick);
    return () => {
      stopQuoting();
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('click', onClick);
    };
  }, [field]);
  if (!field) return null;
  const isCritique = field.kind === 'critique';
  const texts = isCritique ? critiqueTexts(item.draft, field.index) : [item.draft.rationale];
  return (
    <section
      class={displaySetting.value.writeBeside ? 'dock beside' : 'dock'}
      aria-label={isCritique ? l10n.t('Critique of {0}', letterOf(field.index)) : l10n.t('Rationale')}
    >
      <div class="texts" onFocusIn={({ target }) => noteField(target)}>
        {isCritique ? (
          <CritiqueFields item={item} task={task} index={field.index} texts={texts} />
        ) : (
          <TextField
            itemKey={item.key}
            field={field}
            label={l10n.t('Rationale')}
            text={item.draft.rationale}
            placeholder={
              task.rationale.first
                ? l10n.t('Write this before you judge: which responses are better or worse, and why?')
                : rationaleHint(item.draft.mode)
            }
          />
        )}
      </div>
      <DockBar
        length={texts.reduce((sum, text) => sum + writtenLength(text), 0)}
        min={task[isCritique ? 'critique' : 'rationale'].minLength}
        about={isCritique && <AboutStep item={item} index={field.index} />}
      />
    </section>
  );
}

/** One text, or strengths, weaknesses and a suggestion; what was written in the other way is not out of sight. */
function CritiqueFields({
  item,
  task,
  index,
  texts: [free = '', ...parts],
}: Props & { readonly index: number; readonly texts: readonly string[] }): JSX.Element {
  const letter = letterOf(index);
  const isParted = task.critique.fields === 'parts';
  return (
    <>
      {(!isParted || free !== '') && (
        <TextField
          key={index}
          itemKey={item.key}
          field={{ kind: 'critique', index }}
          label={l10n.t('Critique of {0}', letter)}
          text={free}
          placeholder={l10n.t('What is good or bad about the response, and how could it be better?')}
        />
      )}
      {critiqueParts.map((part, at) => {
        const text = parts[at] ?? '';
        return isParted || text !== '' ? (
          <TextField
            key={`${index} ${part}`}
            itemKey={item.key}
            field={{ kind: 'critique', index, part }}
            label={partName(part, letter)}
            text={text}
            placeholder={partHint(part)}
          />
        ) : null;
      })}
    </>
  );
}

/** The step of a run that a critique is about: goes there, or is about it no more. */
function AboutStep({ item, index }: { readonly item: DeskItem; readonly index: number }): JSX.Element | null {
  const step = item.draft.critiqueSteps[index] ?? null;
  if (step === null) return null;
  const nth = nthOf(content.value?.runs, index, step);
  const keepFocus = (event: MouseEvent): void => event.preventDefault();
  return (
    <span class="about-step">
      <button class="quiet" onMouseDown={keepFocus} onClick={() => judge(item.key, { do: 'runStep', index, step })}>
        {l10n.t('about step {0}', nth)}
      </button>
      <button
        class="quiet"
        aria-label={l10n.t('Not about step {0}', nth)}
        onMouseDown={keepFocus}
        onClick={() => judge(item.key, { do: 'runCritique', index, step: null })}
      >
        ✕
      </button>
    </span>
  );
}

/** How much is written, and what else can be done; while a sentence is chosen, that sentence and its keys. */
function DockBar({
  length,
  min,
  about,
}: {
  readonly length: number;
  readonly min: number;
  readonly about: ComponentChildren;
}): JSX.Element {
  const { keysInText, keys } = setting.value;
  const sentence = quoting.value;
  const { writeBeside } = displaySetting.value;
  return (
    <div class="bar">
      <LengthHint length={length} min={min} />
      {about}
      <p class="sentence" aria-live="polite" dir="auto">
        {sentence}
      </p>
      {sentence === undefined ? (
        <>
          <BarButton name={l10n.t('Quote')} shortcut={keysInText.quote} press={startQuoting} />
          <BarButton
            name={writeBeside ? l10n.t('Write below') : l10n.t('Write at the side')}
            shortcut={keysInText.toggleWriteBeside}
            press={() => act('toggleWriteBeside')}
          />
          <BarButton name={l10n.t('Close')} shortcut={keys.leaveField} press={closeDock} />
        </>
      ) : (
        <span class="quiet-text">{l10n.t('↑ ↓ sentence · ← → response · Enter quotes · Esc cancels')}</span>
      )}
    </div>
  );
}

function BarButton({
  name,
  shortcut,
  press,
}: {
  readonly name: ComponentChildren;
  readonly shortcut: string | undefined;
  readonly press: () => void;
}): JSX.Element {
  return (
    <button class="quiet" onMouseDown={(event) => event.preventDefault()} onClick={press}>
      {name} {shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  );
}

/** The keyboard goes back to the responses first: with the field it would be nowhere. */
function closeDock(): void {
  focusResponses();
  dock.value = undefined;
}

/** In the text, the keys that scroll on the desk scroll too; Escape closes it from there and from the responses. */
function onKey(event: KeyboardEvent): void {
  const { key, target, isComposing } = event;
  if (isComposing || !(target instanceof Element)) return;
  const isInDock = target.closest('.dock') !== null;
  if (isInDock && quotingKey(event)) {
    event.preventDefault();
    event.stopPropagation();
  } else if (key === 'Escape' && (isInDock || target.closest('.card'))) closeDock();
  else if (isInDock && /^Page(Up|Down)$/.test(key)) {
    event.preventDefault();
    event.stopPropagation();
    const by = key === 'PageDown' ? 1 : -1;
    if (event.altKey) scrollPrompt(by);
    else scrollResponses(event.shiftKey ? 'all' : 'selected', by);
  }
  // It would begin a line too.
  else if (isInDock && key === 'Enter' && event.shiftKey && (event.ctrlKey || event.metaKey)) event.preventDefault();
}

function onClick({ target, clientX, clientY }: MouseEvent): void {
  if (isQuotable(target)) quoteAt(target, clientX, clientY);
}

/** Words what an empty part asks for. */
function partHint(part: CritiquePart): string {
  switch (part) {
    case 'strengths':
      return l10n.t('What is good about the response?');
    case 'weaknesses':
      return l10n.t('What is bad about the response?');
    case 'suggestion':
      return l10n.t('How could the response be better?');
  }
}
