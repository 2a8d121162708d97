import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import type { DeskTurn } from '../../../src/core/model/desk/deskState';
import type { DeskRunStep } from '../../../src/core/model/desk/deskRun';
import type { DraftCallMark } from '../../../src/core/model/annotation/callMarks';
import type { DraftRunStep } from '../../../src/core/model/annotation/runSteps';
import { keepFocus } from '../../ui/keyboardFocus';
import { TextField, useOpen } from '../cards/textField';
import { withoutMarkdown } from '../../../src/core/model/text/withoutMarkdown';
import { isReasoningRole } from '../../../src/core/model/item/reasoning';
import { Reasoning } from '../conversation/reasoning';
import { TurnText } from '../conversation/turns';
import { judge } from '../store';
import { textViewOf } from '../textViews';
import { charactersText } from '../words/countText';
import { compact } from '../words/language';
import { actorOf, callMarkText, endOfStep, labelSign, mediaText, signText, stepLabel } from '../words/runTexts';
import { CallMarks, markCall } from './callMarks';
import { beginningOfMessage, isDialogue, isOutput } from './runRows';
import { StepSign } from './signs';

interface Props {
  readonly itemKey: string;
  /** Shown index of the response. */
  readonly index: number;
  readonly number: number;
  readonly step: DeskRunStep;
  readonly said: DraftRunStep | undefined;
  /** What is wrong in its call. */
  readonly marks: readonly DraftCallMark[];
  readonly isOpen: boolean;
  /** Keys fall on it. */
  readonly isInHand: boolean;
  readonly turn: DeskTurn | undefined;
  readonly observation: DeskTurn | undefined;
}

/** A step in one line, with what is said of it; of a dialogue its words too, and of the open step all of it. */
export function RunStep(props: Props): JSX.Element {
  const { itemKey, index, number, step, said, marks, isOpen, isInHand, turn } = props;
  const open = (): void => {
    if (!isInHand) judge(itemKey, { do: 'runStep', index, step: number });
  };
  const spoken = isDialogue(step) && turn ? turn : undefined;
  const isFormatted = textViewOf(itemKey, index) === 'formatted';
  return (
    <>
      <button
        class={`run-line ${isOutput(step) ? 'output' : step.kind}${step.isCommand ? ' command' : ''}`}
        tabIndex={-1}
        aria-expanded={isOpen}
        aria-current={isInHand ? 'step' : undefined}
        title={step.line}
        onMouseDown={keepFocus}
        onClick={open}
      >
        <span class="seen" aria-hidden="true">
          <span class="nth">{step.nth}</span>
          <Label said={said} />
          <span class="what" title={signText(step)}>
            <StepSign step={step} />
          </span>
          <span class="actor">{actorOf(step)}</span>
          <span class={`line${step.kind === 'say' && !isOutput(step) ? '' : ' code'}`} dir="auto">
            {step.tool !== undefined && !step.isCommand && <span class="tool">{step.tool} </span>}
            {spoken ? '' : step.line}
          </span>
          <End step={step} said={said} marks={marks} />
        </span>
        <span class="heard">{stepLabel(step, said, marks)}</span>
      </button>
      {isOpen ? (
        <Opened {...props} />
      ) : (
        spoken && (
          <Spoken
            text={isFormatted ? withoutMarkdown(spoken.text) : spoken.text}
            isMore={spoken.left > 0}
            role={step.role}
            onOpen={open}
          />
        )
      )}
    </>
  );
}

function Label({ said }: { readonly said: DraftRunStep | undefined }): JSX.Element {
  const label = said?.label ?? null;
  return (
    <span class={`said ${label === null ? '' : label > 0 ? 'good' : label < 0 ? 'wrong' : ''}`}>
      {labelSign(label)}
    </span>
  );
}

/** What stands at the end of the line: what is said of the step, how it ended, how much it gave. */
function End({ step, said, marks }: Pick<Props, 'step' | 'said' | 'marks'>): JSX.Element {
  const end = endOfStep(step);
  return (
    <span class="end">
      {step.copied && <span class="mark quiet">{l10n.t('copied')}</span>}
      {said?.firstError && <span class="mark wrong">{l10n.t('first error')}</span>}
      {said && said.category !== null && <span class="mark category">{said.category}</span>}
      {marks.length > 0 && (
        <span class="call-marks" title={marks.map(callMarkText).join('\n')}>
          ≠{marks.length > 1 && marks.length}
        </span>
      )}
      {said && said.note !== '' && (
        <span class="noted" title={said.note}>
          ✎
        </span>
      )}
      {end !== undefined && <span class="failed">{end}</span>}
      {step.media !== undefined && <span class="size">{mediaText(step.media)}</span>}
      {step.size !== undefined && (step.size > 0 || step.media === undefined) && (
        <span class="size" title={charactersText(step.size)}>
          {compact(step.size)}
        </span>
      )}
    </span>
  );
}

/** The words of a user or an assistant, as far as a few lines go. */
function Spoken({
  text,
  isMore,
  role,
  onOpen,
}: {
  readonly text: string;
  readonly isMore: boolean;
  readonly role: string;
  readonly onOpen: () => void;
}): JSX.Element {
  const begun = beginningOfMessage(text);
  const isCut = begun.isCut || isMore;
  return (
    <div class={`run-words ${role}`}>
      <p class="text plain" dir="auto">
        {begun.text}
        {isCut && ' …'}
      </p>
      {isCut && (
        <button class="quiet" tabIndex={-1} onMouseDown={keepFocus} onClick={onOpen}>
          {l10n.t('more')}
        </button>
      )}
    </div>
  );
}

/** All of a step: its thought and call, or what it says, and what it gave; the note on it below. */
function Opened({ itemKey, index, number, step, said, marks, isInHand, turn, observation }: Props): JSX.Element {
  const { call = 0, tool = '' } = step;
  // By what they say: each state brings them anew, and a text that is marked is drawn again.
  const written = JSON.stringify(marks);
  const decorate = useCallback(
    (element: HTMLElement) => markCall(element, call, tool, JSON.parse(written) as readonly DraftCallMark[]),
    [call, tool, written],
  );
  const text = turn && (
    <TurnText
      itemKey={itemKey}
      response={index}
      turn={step.turn}
      first={turn}
      isEager
      decorate={marks.length > 0 ? decorate : undefined}
    />
  );
  return (
    <div class="run-opened">
      {turn && isReasoningRole(turn.role) ? (
        <Reasoning length={turn.text.length + turn.left}>{text}</Reasoning>
      ) : isOutput(step) ? (
        <Output nth={step.nth}>{text}</Output>
      ) : (
        text
      )}
      {marks.length > 0 && <CallMarks marks={marks} />}
      {observation && step.observation !== undefined && (
        <Output nth={step.nth}>
          <TurnText itemKey={itemKey} response={index} turn={step.observation} first={observation} isEager />
        </Output>
      )}
      {isInHand && <Note itemKey={itemKey} index={index} step={number} nth={step.nth} note={said?.note ?? ''} />}
    </div>
  );
}

/** What the environment gave, with a scroll of its own. */
const Output = ({ nth, children }: { readonly nth: string; readonly children: ComponentChildren }): JSX.Element => (
  <div class="gave" role="group" aria-label={l10n.t('Output of step {0}', nth)} tabIndex={0}>
    {children}
  </div>
);

/** The note on the step in hand, once it has one or is asked for. */
function Note({
  itemKey,
  index,
  step,
  nth,
  note,
}: Pick<Props, 'itemKey' | 'index'> & {
  readonly step: number;
  readonly nth: string;
  readonly note: string;
}): JSX.Element | null {
  return useOpen('runNote', note) ? (
    <TextField
      itemKey={itemKey}
      field={{ kind: 'runNote', index, step }}
      label={l10n.t('Note on step {0}', nth)}
      text={note}
      placeholder={l10n.t('What is good or wrong about this step?')}
    />
  ) : null;
}
