import * as l10n from '@vscode/l10n';
import type {
  DeskRun,
  DeskRuns,
  DeskRunStep,
  RunFileNotice,
  RunNotice,
  StepKind,
} from '../../../src/core/model/desk/deskRun';
import { namesIn, toolPath, wholeText } from '../../../src/core/model/item/callPlaces';
import type { CallVerdict, Fault, RunStepLabel } from '../../../src/core/model/annotation/judgementValues';
import type { DraftCallMark } from '../../../src/core/model/annotation/callMarks';
import type { InnerKind } from '../../../src/core/model/annotation/judgementValues';
import type { DraftRunStep } from '../../../src/core/model/annotation/runSteps';
import { isOutput, type RunFold } from '../run/runRows';
import { roleName } from './roleName';
import { severityText } from './spanTexts';

/** Words what is thought of a step of a run. */
export function runStepText(label: RunStepLabel): string {
  return label === 1 ? l10n.t('good') : label === 0 ? l10n.t('neutral') : l10n.t('wrong');
}

/** Words who is to blame. */
export const faultTexts: Readonly<Record<Fault, () => string>> = {
  agent: () => l10n.t('agent'),
  user: () => l10n.t('user'),
  environment: () => l10n.t('environment'),
  grader: () => l10n.t('grader'),
};

/** Words what is wrong in a place of a call. */
export function callVerdictText(verdict: CallVerdict, path: string): string {
  switch (verdict) {
    case 'wrong-tool':
      return l10n.t('wrong tool');
    case 'wrong-value':
      return l10n.t('wrong value');
    case 'wrong-type':
      return l10n.t('wrong type');
    case 'wrong-name':
      return l10n.t('wrong name');
    case 'missing':
      return l10n.t('missing');
    case 'unexpected':
      return path === toolPath ? l10n.t('should not be called') : l10n.t('should not be there');
    case 'malformed':
      return l10n.t('malformed');
  }
}

/** Names a place of a call: "tool", or an argument by its names, as `edits.0.path`. */
export const callPlaceText = (path: string): string =>
  path === toolPath ? l10n.t('tool') : path === wholeText ? l10n.t('arguments') : namesIn(path).join('.');

/** Words a mark in a call: "wrong value: start_line". */
export const callMarkText = ({ verdict, path }: Pick<DraftCallMark, 'verdict' | 'path'>): string =>
  path === toolPath
    ? callVerdictText(verdict, path)
    : l10n.t('{0}: {1}', callVerdictText(verdict, path), callPlaceText(path));

/** What should stand in a place of a call: a text as it is, any other value as JSON. */
export const correctedText = ({ corrected }: Pick<DraftCallMark, 'corrected'>): string | undefined =>
  corrected === undefined || typeof corrected === 'string' ? corrected : JSON.stringify(corrected);

/** Words what happened to the steps of runs. */
export function runNoticeText(notice: RunNotice): string {
  switch (notice.kind) {
    case 'run':
      return notice.on
        ? l10n.t('Number keys now judge the steps of the run.')
        : l10n.t('Number keys now judge the responses.');
    case 'no-run-steps':
      return l10n.t('This response has no steps of a run.');
    case 'no-such-step':
      return notice.to === 'edit'
        ? l10n.t('There is no other edit that way.')
        : notice.to === 'failure'
          ? l10n.t('There is no other failed step that way.')
          : notice.to === 'judged'
            ? l10n.t('There is no other judged step that way.')
            : notice.to === 'inner'
              ? l10n.t('Nothing hangs beside this run: no other agent, and nothing taken back.')
              : l10n.t('No step differs: the runs do the same, or there is only one.');
    case 'no-such-step-label':
      return l10n.t('Press 1 for good, 2 for neutral or 3 for wrong.');
    case 'run-step':
      return notice.firstError
        ? l10n.t('Step {0} is the first error.', notice.nth)
        : notice.label === null
          ? l10n.t('Step {0} is not judged.', notice.nth)
          : l10n.t('Step {0}: {1}.', notice.nth, runStepText(notice.label));
    case 'no-call':
      return l10n.t('This step calls no tool.');
    case 'no-file':
      return l10n.t('Neither step {0} nor an earlier one names a file.', notice.nth);
    case 'run-file':
      return runFileText(notice);
    case 'run-call':
      return notice.verdict === null
        ? l10n.t('Step {0}, {1}: nothing is said to be wrong.', notice.nth, callPlaceText(notice.path))
        : l10n.t(
            'Step {0}, {1}: {2}.',
            notice.nth,
            callPlaceText(notice.path),
            callVerdictText(notice.verdict, notice.path),
          );
  }
}

/** Words what is known of a file after a step, and why there is no more. */
function runFileText({ nth, name, shows, cause = '' }: RunFileNotice): string {
  switch (shows) {
    case 'changed':
      return l10n.t('{1} before and after step {0}.', nth, name);
    case 'whole':
      return l10n.t('{1} as it was after step {0}.', nth, name);
    case 'doubted':
      return l10n.t('{1} after step {0}. Step {2} ran a program that may have changed it.', nth, name, cause);
    case 'passages':
      return l10n.t('{1} after step {0}: only what the run wrote. The rest of the file is not in the run.', nth, name);
    case 'unseen':
      return l10n.t('The content of {1} is not in the run up to step {0}.', nth, name);
    case 'deleted':
      return l10n.t('{1} does not exist after step {0}: it was deleted.', nth, name);
    case 'command':
      return l10n.t(
        'The content of {1} after step {0} is unknown: the command of step {2} may have written it.',
        nth,
        name,
        cause,
      );
    case 'mismatch':
      return l10n.t(
        'The content of {1} after step {0} is unknown: the change of step {2} does not fit what was known.',
        nth,
        name,
        cause,
      );
    case 'unanswered':
      return l10n.t(
        'The content of {1} after step {0} is unknown: the run does not tell whether the change of step {2} was made.',
        nth,
        name,
        cause,
      );
  }
}

/** The sign of a label; never a colour alone. */
export const labelSign = (label: RunStepLabel | null): string =>
  label === 1 ? '✓' : label === 0 ? '–' : label === -1 ? '✗' : '';

const kindTexts: Readonly<Record<StepKind, () => string>> = {
  say: () => l10n.t('message'),
  read: () => l10n.t('reads'),
  edit: () => l10n.t('edits a file'),
  run: () => l10n.t('runs a command'),
  call: () => l10n.t('calls a tool'),
};

/** Words what the sign before a step means. */
export const signText = (step: Pick<DeskRunStep, 'kind' | 'role'>): string =>
  isOutput(step) ? l10n.t('output') : kindTexts[step.kind]();

/** Words what hangs beside a run. */
const innerText = (kind: InnerKind): string =>
  kind === 'helper' ? l10n.t('by an agent that helps') : l10n.t('taken back');

/** What people call a step of a run. */
export const nthOf = (runs: DeskRuns | undefined, index: number, step: number): string =>
  runs?.runs[index]?.steps[step]?.nth ?? String(step + 1);

/** Words how many images, sounds and films a step gave. */
export const mediaText = (count: number): string => (count === 1 ? l10n.t('1 image') : l10n.t('{0} images', count));

/** Names the tool of a step, or who speaks; what appeared without a call is output. */
export const actorOf = (step: DeskRunStep): string =>
  step.tool ?? (isOutput(step) ? l10n.t('Output') : roleName(step.role));

/** Words that a step did not work; undefined where nothing tells so. */
export function endOfStep({ exit, failed }: DeskRunStep): string | undefined {
  if (exit !== undefined && exit !== 0) return l10n.t('exit {0}', exit);
  return failed ? l10n.t('error') : undefined;
}

/** Words all that is said of a step, without its note. */
export function saidOfStep(said: DraftRunStep | undefined): readonly string[] {
  if (!said) return [];
  const { label, firstError, category, severity, fault } = said;
  return [
    ...(firstError ? [l10n.t('first error')] : label === null ? [] : [runStepText(label)]),
    ...(category === null ? [] : [category]),
    ...(severity === null ? [] : [severityText(severity)]),
    ...(fault === null ? [] : [l10n.t('fault of: {0}', faultTexts[fault]())]),
  ];
}

/** What a screen reader says of a step: "Step 12, bash, exit 1, wrong: ls". */
export function stepLabel(step: DeskRunStep, said: DraftRunStep | undefined, marks: readonly DraftCallMark[]): string {
  const end = endOfStep(step);
  const parts = [
    l10n.t('Step {0}', step.nth),
    ...(step.inner ? [innerText(step.inner.kind)] : []),
    actorOf(step),
    ...(end === undefined ? [] : [end]),
    ...(step.copied ? [l10n.t('copied')] : []),
    ...(step.media === undefined ? [] : [mediaText(step.media)]),
    ...saidOfStep(said),
    ...marks.map(callMarkText),
    ...(said && said.note !== '' ? [l10n.t('with a note')] : []),
  ].join(', ');
  return step.line === '' ? parts : `${parts}: ${step.line}`;
}

/** Words what is folded into one row: the steps from `from` (from 0) on. */
export function foldText({ why, from, count }: Pick<RunFold, 'why' | 'from' | 'count'>, { steps }: DeskRun): string {
  const [first, last] = [steps[from]?.nth ?? '', steps[from + count - 1]?.nth ?? ''];
  switch (why) {
    case 'helper':
      return count === 1
        ? l10n.t('Step {0}: by an agent that helps', first)
        : l10n.t('Steps {0} to {1}: by an agent that helps', first, last);
    case 'branch':
      return count === 1 ? l10n.t('Step {0}: taken back', first) : l10n.t('Steps {0} to {1}: taken back', first, last);
    case 'shared':
      return l10n.t('Steps {0} to {1}: the same in all runs', first, last);
    case 'copied':
      return l10n.t('Steps {0} to {1}: copied from before a continuation', first, last);
    case 'alike':
      return l10n.t('Steps {0} to {1}: the same again and again', first, last);
  }
}

/** Words how many steps a run has, how many of them failed, and what is said of them. */
export function runSummary({ steps }: DeskRun, said: readonly DraftRunStep[]): string {
  const own = steps.filter(({ inner }) => !inner).length;
  const beside = steps.length - own;
  const failed = steps.filter((step) => endOfStep(step) !== undefined).length;
  const judged = said.filter(({ label }) => label !== null).length;
  const error = said.find(({ firstError }) => firstError);
  return [
    own === 1 ? l10n.t('1 step') : l10n.t('{0} steps', own.toLocaleString()),
    ...(beside > 0 ? [l10n.t('{0} beside', beside.toLocaleString())] : []),
    ...(failed > 0 ? [l10n.t('{0} failed', failed.toLocaleString())] : []),
    ...(judged > 0 ? [l10n.t('{0} judged', judged.toLocaleString())] : []),
    ...(error ? [l10n.t('first error: step {0}', steps[error.step]?.nth ?? '')] : []),
  ].join(' · ');
}

/** Words how a run ended; undefined where nothing tells. */
export function runEndText({ exit, seconds }: DeskRun): string | undefined {
  const took = seconds === undefined ? undefined : durationText(seconds);
  if (exit === undefined) return took === undefined ? undefined : l10n.t('Ended after {0}', took);
  return took === undefined ? l10n.t('Ended: {0}', exit) : l10n.t('Ended: {0}, after {1}', exit, took);
}

function durationText(seconds: number): string {
  if (seconds < 100) return l10n.t('{0} s', seconds < 10 ? seconds.toFixed(1) : Math.round(seconds));
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? l10n.t('{0} min', minutes) : l10n.t('{0} h', (minutes / 60).toFixed(1));
}

/** Words a patch in one line: its files, and the lines that it adds and removes. */
export function patchText(files: readonly string[], added: number, removed: number, isWhole: boolean): string {
  const [only = ''] = files;
  const named = files.length > 1 ? l10n.t('{0} files', files.length) : only;
  const lines = `+${added.toLocaleString()} −${removed.toLocaleString()}`;
  return isWhole ? `${named} ${lines}` : l10n.t('{0} {1} in the part that is shown', named, lines);
}
