import * as vscode from 'vscode';
import type { Desk } from '../../core/desk/desk';
import { outputDocument } from '../../core/desk/runs/outputDocument';
import { outputOfStep } from '../../core/desk/runs/outputOfStep';
import { letterOf } from '../../core/model/annotation/blindOrder';
import { faults, severities, type Fault } from '../../core/model/annotation/judgementValues';
import type { DraftRunStep } from '../../core/model/annotation/runSteps';
import { stepErrorChoices, stepErrorsOf, type StepError } from '../../core/model/annotation/stepErrors';
import type { RunAction } from '../../core/model/desk/runActions';
import { inQuestions, type Questions } from '../surface/questions';
import type { DeskAccess } from './deskPickers';
import { responseDocument } from './responseDifferences';
import { showToRead } from './showToRead';

/** What is said of the fault of a step. */
type FaultSaid = Omit<Extract<RunAction, { do: 'runFault' }>, 'do'>;

interface Row<T> extends vscode.QuickPickItem {
  readonly gives: T;
}

/** Asks what kind of error the step in hand has, how bad it is and whose fault. */
export async function chooseStepFault(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  // The step that was gone to last is the one.
  await desk.settled();
  const {
    item,
    document: { session },
  } = deskAccess;
  if (!item?.run || !session) return;
  const { step, nth } = item.run;
  const said = item.draft.runSteps[item.selected]?.find((each) => each.step === step);
  const comeBack = await deskAccess.leaveForQuestion();
  const fault = await inQuestions((questions) =>
    askFault(questions, nth, said, stepErrorsOf(session.study.project.task.stepErrors)),
  );
  comeBack();
  if (fault) await desk.judge({ do: 'runFault', ...fault }, item.key);
}

/** Who leaves at the second or third question has answered those before. */
async function askFault(
  questions: Questions,
  nth: string,
  said: DraftRunStep | undefined,
  errors: readonly StepError[],
): Promise<FaultSaid | undefined> {
  const ask = <T>(number: number, placeHolder: string, rows: readonly Row<T>[]): Promise<Row<T> | undefined> =>
    questions.pick(rows, {
      title: vscode.l10n.t('Step {0}: error ({1}/3)', nth, number),
      placeHolder,
      matchOnDetail: true,
    });
  const category = await ask(
    1,
    vscode.l10n.t('What kind of error is it?'),
    categoryRows(errors, said?.category ?? null),
  );
  if (!category) return undefined;
  // What is no error has neither severity nor anybody's fault.
  if (category.gives === null) return { category: null, severity: null, fault: null };
  const severity = await ask(2, vscode.l10n.t('How bad is it?'), severityRows(said?.severity ?? null));
  if (!severity) return { category: category.gives };
  const fault = await ask(3, vscode.l10n.t('Whose fault is it?'), faultRows(said?.fault ?? null));
  return { category: category.gives, severity: severity.gives, ...(fault && { fault: fault.gives }) };
}

const current = (is: boolean): { readonly description?: string } =>
  is ? { description: vscode.l10n.t('Current choice') } : {};

function categoryRows(errors: readonly StepError[], now: string | null): Row<string | null>[] {
  let group = '';
  const choices = stepErrorChoices(errors);
  const rows = choices.flatMap(({ name, description, within }): Row<string | null>[] => {
    const heading = within.join(' › ');
    const begins = heading !== group && heading !== '';
    group = heading;
    return [
      ...(begins ? [{ label: heading, kind: vscode.QuickPickItemKind.Separator, gives: null }] : []),
      { label: name, ...(description !== undefined && { detail: description }), ...current(name === now), gives: name },
    ];
  });
  return [
    ...rows,
    // One that was chosen before the study had others.
    ...(now !== null && choices.every(({ name }) => name !== now)
      ? [{ label: now, ...current(true), gives: now }]
      : []),
    { label: '', kind: vscode.QuickPickItemKind.Separator, gives: null },
    { label: vscode.l10n.t('No error of a kind'), gives: null },
  ];
}

function severityRows(now: number | null): Row<number | null>[] {
  const names = [vscode.l10n.t('minor'), vscode.l10n.t('major'), vscode.l10n.t('critical')];
  return [
    ...names.slice(0, severities).map((label, at) => ({ label, ...current(at + 1 === now), gives: at + 1 })),
    { label: vscode.l10n.t('Not said'), gives: null },
  ];
}

function faultRows(now: Fault | null): Row<Fault | null>[] {
  const names: Readonly<Record<Fault, string>> = {
    agent: vscode.l10n.t('the agent'),
    user: vscode.l10n.t('the user'),
    environment: vscode.l10n.t('the environment'),
    grader: vscode.l10n.t('the grader'),
  };
  return [
    ...faults.map((fault) => ({ label: names[fault], ...current(fault === now), gives: fault })),
    { label: vscode.l10n.t('Not said'), gives: null },
  ];
}

/** Opens all that the step in hand gave, or says where it gave nothing: a document to read, in a tab over the desk. */
export async function openStepOutput(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  await desk.settled();
  const { item } = deskAccess;
  const response = item && desk.open?.shown.responses[item.selected];
  if (!item?.run || !response) return;
  const { step, nth } = item.run;
  const text = outputOfStep(response, step);
  if (text === undefined) return;
  const name = vscode.l10n.t('{0}, step {1}', letterOf(item.selected), nth);
  const output = outputDocument(text);
  await showToRead(responseDocument(`${name}.${output.ending}`, output.text));
}
