import type { DeskRun, DeskRunStep } from '../../model/desk/deskRun';
import type { RunAction } from '../../model/desk/runActions';
import type { JudgementAction } from '../../model/annotation/judgementAction';
import { runStepLabels, type RunStepLabel } from '../../model/annotation/judgementValues';
import type { DraftCallMark } from '../../model/annotation/callMarks';
import { noRunStep, type DraftRunStep } from '../../model/annotation/runSteps';
import { replaceAt } from '../../model/text/replaceAt';
import { clamp, type DraftUpdate, type JudgingState } from '../modes/mode';

/** The step in hand, with its run. */
interface AtStep {
  readonly run: DeskRun;
  readonly step: number;
  readonly shown: DeskRunStep;
}

type WithRuns = Pick<JudgingState, 'runs' | 'runStep' | 'selected'>;

const runAt = ({ runs }: WithRuns, index: number): DeskRun | undefined => runs?.runs[index] ?? undefined;

/** The step in hand; undefined while none is. */
export function stepInHand(state: WithRuns): AtStep | undefined {
  const run = runAt(state, state.selected);
  if (!run || state.runStep === undefined || state.runStep === null) return undefined;
  const step = clamp(state.runStep, run.steps.length);
  const shown = run.steps[step];
  return shown && { run, step, shown };
}

/** Applies an action on the steps of runs. */
export function applyRunAction(state: JudgingState, action: RunAction): DraftUpdate {
  const at = stepInHand(state);
  switch (action.do) {
    case 'run': {
      const on = action.on ?? at === undefined;
      if (on) return opened(state);
      return at ? { runStep: null, notice: { kind: 'run', on: false } } : {};
    }
    case 'runStep':
      return runAt(state, action.index)?.steps[action.step]
        ? { ...inHand, selected: action.index, runStep: action.step }
        : {};
    case 'runBy':
      return at ? movedBy(state, at, action) : opened(state);
    case 'runBeside':
      return at ? beside(state, at, action.by) : {};
    case 'runLabel':
      return at ? labelled(state, at, action.label) : {};
    case 'runFirstError':
      return at ? firstError(state, at) : {};
    case 'runFault': {
      const { category, severity, fault } = action;
      return at
        ? changed(state, at, {
            ...(category !== undefined && { category }),
            ...(severity !== undefined && { severity }),
            ...(fault !== undefined && { fault }),
          })
        : {};
    }
    case 'runCall':
      return at ? callMarked(state, at, action) : {};
    case 'runCritique':
      return critiqueAbout(state, action);
    case 'runNote':
      return at ? { focus: { kind: 'runNote', index: state.selected, step: at.step } } : {};
  }
}

/** Applies a key of the annotation mode to the step in hand; undefined where it is for the mode. */
export function applyKeyToRun(state: JudgingState, action: JudgementAction): DraftUpdate | undefined {
  const at = stepInHand(state);
  if (!at) return undefined;
  // A response that is named is one to be placed, whatever is in hand.
  if (action.do === 'number' && action.index === undefined) return byNumber(state, at, action.value);
  if (action.do === 'clear' && action.index === undefined) return labelled(state, at, null);
  if (action.do === 'selectBy') return beside(state, at, action.by);
  return action.do === 'firstError' ? firstError(state, at) : undefined;
}

/** The largest number that means something where a step is in hand. */
export const maxByStep = (state: WithRuns): number | undefined =>
  stepInHand(state) ? runStepLabels.length : undefined;

/** What else may be in hand is put away. */
const inHand = { cell: null, rule: null, marking: null, critiques: null } as const;

/** Begins where the runs part, or else at the first step. */
function opened(state: JudgingState): DraftUpdate {
  const run = runAt(state, state.selected);
  if (!run || run.steps.length === 0) return { notice: { kind: 'no-run-steps' } };
  return { ...inHand, runStep: stepAtRow(run, state.runs?.divergence ?? 0), notice: { kind: 'run', on: true } };
}

/** The step of the run itself in a row, or the last one before it. */
const stepAtRow = ({ steps }: DeskRun, row: number): number =>
  Math.max(
    0,
    steps.findLastIndex((step) => !step.inner && step.row <= row),
  );

function movedBy(
  state: JudgingState,
  { run, step }: AtStep,
  { by, to }: Extract<RunAction, { do: 'runBy' }>,
): DraftUpdate {
  if (to === 'step') return { runStep: nextStep(run, step, by) };
  if (to === 'divergence') {
    const { divergence } = state.runs ?? {};
    return divergence === undefined
      ? { notice: { kind: 'no-such-step', to } }
      : { runStep: stepAtRow(run, divergence) };
  }
  if (to === 'inner') {
    const found = innerFrom(run, step);
    return found === undefined ? { notice: { kind: 'no-such-step', to } } : { runStep: found };
  }
  const { runSteps, calls } = state.draft;
  const judged = new Set(
    [...(runSteps[state.selected] ?? []), ...(calls[state.selected] ?? [])].map((each) => each.step),
  );
  const isMeant = (each: DeskRunStep, at: number): boolean =>
    to === 'judged'
      ? judged.has(at)
      : each.inner?.kind !== 'branch' && (to === 'edit' ? each.kind === 'edit' : each.failed === true);
  const found =
    by > 0
      ? run.steps.findIndex((each, at) => at > step && isMeant(each, at))
      : run.steps.findLastIndex((each, at) => at < step && isMeant(each, at));
  return found < 0 ? { notice: { kind: 'no-such-step', to } } : { runStep: found };
}

const partAt = ({ steps }: DeskRun, step: number): number | undefined => steps[step]?.inner?.part;

/** From a step of the run past all that hangs beside it; from one of those to the next whatever it is. */
function nextStep(run: DeskRun, step: number, by: -1 | 1): number {
  const next = clamp(step + by, run.steps.length);
  if (partAt(run, step) !== undefined || partAt(run, next) === undefined) return next;
  for (let at = next; at >= 0 && at < run.steps.length; at += by) if (partAt(run, at) === undefined) return at;
  return step;
}

/**
 * The first step of the next part beside the run, of the first one behind the last; out of a part the next step of the
 * run. Undefined where there is none.
 */
function innerFrom(run: DeskRun, step: number): number | undefined {
  const behind = (is: (at: number) => boolean, from: number): number =>
    run.steps.findIndex((_, at) => at >= from && is(at));
  if (partAt(run, step) !== undefined) {
    const out = behind((at) => partAt(run, at) === undefined, step);
    return out < 0 ? run.steps.findLastIndex(({ inner }) => !inner) : out;
  }
  const begins = (at: number): boolean => partAt(run, at) !== undefined && partAt(run, at) !== partAt(run, at - 1);
  const found = behind(begins, step);
  const first = found < 0 ? behind(begins, 0) : found;
  return first < 0 ? undefined : first;
}

function beside(state: JudgingState, { shown }: AtStep, by: -1 | 1): DraftUpdate {
  const indices = (state.runs?.runs ?? []).flatMap((run, index) => (run ? [index] : []));
  const index = indices[indices.indexOf(state.selected) + by];
  const run = index === undefined ? undefined : runAt(state, index);
  return run && index !== undefined ? { selected: index, runStep: stepAtRow(run, shown.row) } : {};
}

function byNumber(state: JudgingState, at: AtStep, value: number): DraftUpdate {
  if (value === 0) return labelled(state, at, null);
  const label = runStepLabels[value - 1];
  return label === undefined ? { notice: { kind: 'no-such-step-label' } } : labelled(state, at, label);
}

const saidOf = ({ draft, selected }: JudgingState, step: number): DraftRunStep | undefined =>
  draft.runSteps[selected]?.find((each) => each.step === step);

/**
 * Says what is thought of a step, and goes on to the next one, except from a wrong one, of which more can be said: that it
 * is the first error, of which kind, and why. The same again takes it back.
 */
function labelled(state: JudgingState, at: AtStep, label: RunStepLabel | null): DraftUpdate {
  const before = saidOf(state, at.step);
  if (label === null) return clearedOf(state, at);
  if (before?.label === label) return changed(state, at, { label: null, firstError: false });
  return {
    ...changed(state, at, { label, ...(label !== -1 && { firstError: false }) }),
    ...(label !== -1 && { runStep: nextStep(at.run, at.step, 1) }),
  };
}

/** Takes back all that is said of a step, and of its call. */
function clearedOf(state: JudgingState, at: AtStep): DraftUpdate {
  const { draft, selected } = state;
  const marks = marksOf(state);
  const others = marks.filter((each) => each.step !== at.step);
  if (!saidOf(state, at.step) && others.length === marks.length) return {};
  const calls = others.length === marks.length ? draft.calls : replaceAt(draft.calls, selected, others, []);
  return withSteps({ ...state, draft: { ...draft, calls } }, at, undefined);
}

const marksOf = ({ draft, selected }: JudgingState): readonly DraftCallMark[] => draft.calls[selected] ?? [];

/**
 * Says what is wrong in a place of the call in hand; the same again takes it back. A step of which nothing was thought
 * is wrong then, as one with the first error is; one that has a label keeps it.
 */
function callMarked(
  state: JudgingState,
  at: AtStep,
  { path, verdict, corrected }: Extract<RunAction, { do: 'runCall' }>,
): DraftUpdate {
  if (at.shown.tool === undefined) return { notice: { kind: 'no-call' } };
  const { step } = at;
  const isMeant = (each: DraftCallMark): boolean => each.step === step && each.path === path;
  const before = marksOf(state).find(isMeant);
  const others = marksOf(state).filter((each) => !isMeant(each));
  const isAgain =
    before !== undefined &&
    before.verdict === verdict &&
    JSON.stringify(before.corrected) === JSON.stringify(corrected);
  const mark: DraftCallMark | undefined =
    verdict === null || isAgain ? undefined : { step, path, verdict, ...(corrected !== undefined && { corrected }) };
  const calls = [...others, ...(mark ? [mark] : [])].sort((a, b) => a.step - b.step);
  const draft = { ...state.draft, calls: replaceAt(state.draft.calls, state.selected, calls, []) };
  const isUnlabelled = mark !== undefined && (saidOf(state, step)?.label ?? null) === null;
  return {
    draft,
    ...(isUnlabelled && changed({ ...state, draft }, at, { label: -1 })),
    notice: { kind: 'run-call', nth: at.shown.nth, path, verdict: mark?.verdict ?? null },
  };
}

/** What is in hand stays so, as it is the text of the critique that has the keyboard. */
function critiqueAbout(state: JudgingState, { index, step }: Extract<RunAction, { do: 'runCritique' }>): DraftUpdate {
  const { draft, selected, runStep } = state;
  const before = draft.critiqueSteps[index] ?? null;
  if (step !== null && (before !== null || !runAt(state, index)?.steps[step])) return {};
  return {
    draft: { ...draft, critiqueSteps: replaceAt(draft.critiqueSteps, index, step, null) },
    selected,
    ...(runStep !== undefined && { runStep }),
  };
}

/** A run has one first error: another step that was it is only wrong then. */
function firstError(state: JudgingState, at: AtStep): DraftUpdate {
  const isOn = saidOf(state, at.step)?.firstError !== true;
  const others = (state.draft.runSteps[state.selected] ?? []).map((each) => ({ ...each, firstError: false }));
  const draft = { ...state.draft, runSteps: replaceAt(state.draft.runSteps, state.selected, others, []) };
  return changed({ ...state, draft }, at, isOn ? { firstError: true, label: -1 } : { firstError: false });
}

function changed(state: JudgingState, at: AtStep, said: Partial<DraftRunStep>): DraftUpdate {
  const next = { ...noRunStep(at.step), ...saidOf(state, at.step), ...said };
  const isNothing =
    next.label === null &&
    !next.firstError &&
    next.category === null &&
    next.severity === null &&
    next.fault === null &&
    next.note === '';
  return withSteps(state, at, isNothing ? undefined : next);
}

/** The draft with what is said of the step in hand; undefined where nothing is. */
function withSteps(state: JudgingState, { step, shown }: AtStep, said: DraftRunStep | undefined): DraftUpdate {
  const { draft, selected } = state;
  const others = (draft.runSteps[selected] ?? []).filter((each) => each.step !== step);
  const all = [...others, ...(said ? [said] : [])].sort((a, b) => a.step - b.step);
  return {
    draft: { ...draft, runSteps: replaceAt(draft.runSteps, selected, all, []) },
    notice: { kind: 'run-step', nth: shown.nth, label: said?.label ?? null, firstError: said?.firstError ?? false },
  };
}
