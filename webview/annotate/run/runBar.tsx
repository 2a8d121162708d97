import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { runStepLabels } from '../../../src/core/model/annotation/judgementValues';
import type { JudgementAction } from '../../../src/core/model/annotation/judgementAction';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { DeskRun, DeskRuns, DeskStepInHand } from '../../../src/core/model/desk/deskRun';
import type { DeskAction } from '../../../src/protocol/desk';
import { keepFocus } from '../../ui/keyboardFocus';
import { act, judge, setting } from '../store';
import { actorOf, callMarkText, endOfStep, labelSign, runStepText, saidOfStep, stepLabel } from '../words/runTexts';

interface Props {
  readonly item: DeskItem;
  readonly runs: DeskRuns;
  readonly at: DeskStepInHand;
}

/** The step in hand: what it is, what is said of it, and what can be said, with the keys. Of one height for all steps. */
export function RunBar({ item, runs, at }: Props): JSX.Element | null {
  const { selected, key } = item;
  const run = runs.runs[selected];
  const step = run?.steps[at.step];
  if (!run || !step) return null;
  const said = item.draft.runSteps[selected]?.find((each) => each.step === at.step);
  const end = endOfStep(step);
  const marks = (item.draft.calls[selected] ?? []).filter((each) => each.step === at.step);
  const words = [...saidOfStep(said), ...marks.map(callMarkText)];
  const does = (action: JudgementAction) => (): void => judge(key, action);
  const asks = (action: DeskAction) => (): void => act(action);
  return (
    <section class="way-bar run-bar" data-step-in-hand aria-label={l10n.t('Selected step')}>
      <div class="of">
        <p>
          <strong>{l10n.t('{0} · Step {1} of {2}', letterOf(selected), step.nth, ownSteps(run))}</strong>
          <span> · {actorOf(step)}</span>
          {end !== undefined && <span class="failed"> · {end}</span>}
          {words.length > 0 && <span class="of-step"> · {words.join(' · ')}</span>}
          <span class="heard" aria-live="polite">
            {stepLabel(step, said, marks)}
          </span>
        </p>
        <div class="tools" role="toolbar" aria-label={l10n.t('Steps')}>
          <Tool name="runNextEdit" onPress={does({ do: 'runBy', by: 1, to: 'edit' })}>
            {l10n.t('next edit')}
          </Tool>
          <Tool name="runNextFailure" onPress={does({ do: 'runBy', by: 1, to: 'failure' })}>
            {l10n.t('next failure')}
          </Tool>
          {runs.divergence !== undefined && (
            <Tool name="runDivergence" onPress={does({ do: 'runBy', by: 1, to: 'divergence' })}>
              {l10n.t('first difference')}
            </Tool>
          )}
          {run.steps.some(({ inner }) => inner) && (
            <Tool name="runInner" onPress={does({ do: 'runBy', by: 1, to: 'inner' })}>
              {step.inner ? l10n.t('back to the run') : l10n.t('beside')}
            </Tool>
          )}
          <Tool name="leaveRun" onPress={does({ do: 'run', on: false })}>
            {l10n.t('done')}
          </Tool>
        </div>
      </div>
      <div class="tools" role="toolbar" aria-label={l10n.t('Selected step')}>
        <span class="group">
          {runStepLabels.map((label, number) => (
            <Tool
              key={label}
              shortcut={String(number + 1)}
              isOn={said?.label === label}
              onPress={does({ do: 'runLabel', label })}
            >
              <span class="sign" aria-hidden="true">
                {labelSign(label)}
              </span>{' '}
              {runStepText(label)}
            </Tool>
          ))}
          <Tool name="firstError" isOn={said?.firstError ?? false} onPress={does({ do: 'runFirstError' })}>
            {l10n.t('first error')}
          </Tool>
        </span>
        <Tool name="runFault" onPress={asks('runFault')}>
          {l10n.t('category…')}
        </Tool>
        <Tool name="runCall" onPress={asks('runCall')}>
          {l10n.t('call error…')}
        </Tool>
        <Tool name="runNote" onPress={does({ do: 'runNote' })}>
          {l10n.t('note')}
        </Tool>
        <Tool name="runOutput" onPress={asks('runOutput')}>
          {l10n.t('output')}
        </Tool>
        <Tool name="runFile" onPress={asks('runFile')}>
          {l10n.t('file')}
        </Tool>
      </div>
    </section>
  );
}

const ownSteps = ({ steps }: DeskRun): number => steps.filter(({ inner }) => !inner).length;

function Tool({
  name,
  shortcut = name === undefined ? undefined : setting.value.keys[name],
  isOn,
  onPress,
  children,
}: {
  readonly name?: string;
  readonly shortcut?: string | undefined;
  readonly isOn?: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <button
      class="toggle"
      tabIndex={-1}
      aria-pressed={isOn}
      aria-keyshortcuts={shortcut}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      {children} {shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  );
}
