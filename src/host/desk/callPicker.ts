import * as vscode from 'vscode';
import { correctionForm } from '../../core/desk/runs/correctionForm';
import type { Desk } from '../../core/desk/desk';
import { callOfStep } from '../../core/desk/runs/outputOfStep';
import type { DraftCallMark } from '../../core/model/annotation/callMarks';
import type { CallVerdict } from '../../core/model/annotation/judgementValues';
import {
  argumentsOf,
  callPlaces,
  namesIn,
  pathOf,
  toolPath,
  valueOfPlace,
  wholeText,
} from '../../core/model/item/callPlaces';
import type { Item, ToolCall } from '../../core/model/item/item';
import { isTextParameter, toolDefinitions } from '../../core/model/item/toolDefinitions';
import { exactJson } from '../../core/model/text/exactJson';
import { inQuestions, type Questions } from '../surface/questions';
import type { DeskAccess } from './deskPickers';
import { openCorrection } from './refinementEditor';

/** What is said of a place of a call; `inDocument` where what should stand there is written in a document. */
interface Said {
  readonly path: string;
  readonly verdict: CallVerdict | null;
  readonly corrected?: unknown;
  readonly inDocument?: true;
}

interface Row<T> extends vscode.QuickPickItem {
  readonly gives: T;
}

/** What is asked about. */
interface Asked {
  readonly questions: Questions;
  /** What people call the step. */
  readonly nth: string;
  readonly call: ToolCall;
  readonly marks: readonly DraftCallMark[];
  readonly tools: Item['tools'];
}

/** Asks what is wrong in the call in hand, where, and what should stand there. */
export async function chooseCallError(deskAccess: DeskAccess, desk: Desk): Promise<void> {
  // The step that was gone to last is the one.
  await desk.settled();
  const { item } = deskAccess;
  const shown = desk.open?.shown;
  const response = item && shown?.responses[item.selected];
  if (!item?.run || !response) return;
  const { selected: index } = item;
  const { step, nth } = item.run;
  const call = callOfStep(response, step);
  if (!call) {
    desk.announce({ kind: 'no-call' });
    return;
  }
  const marks = (item.draft.calls[index] ?? []).filter((each) => each.step === step);
  const comeBack = await deskAccess.leaveForQuestion();
  const said = await inQuestions((questions) => askError({ questions, nth, call, marks, tools: shown.item.tools }));
  comeBack();
  if (!said) return;
  const { inDocument, ...mark } = said;
  const before = marks.find(({ path }) => path === mark.path);
  // What has a correction already is not marked once more, which would take it back.
  if (!inDocument || before?.verdict !== mark.verdict) await desk.judge({ do: 'runCall', ...mark }, item.key);
  if (inDocument)
    await openCorrection(desk, item.key, { index, step, path: mark.path }, nth, valueOfPlace(call, mark.path));
}

const missing = Symbol('missing');

async function askError(asked: Asked): Promise<Said | undefined> {
  const { questions, call, marks } = asked;
  const place = await questions.pick(placeRows(asked), {
    title: title(asked, 1),
    placeHolder: vscode.l10n.t('Where is the error?'),
    matchOnDescription: true,
  });
  if (!place) return undefined;
  if (place.gives === missing) return askMissing(asked);
  const path = place.gives;
  const before = marks.find((each) => each.path === path);
  const verdict = await questions.pick(verdictRows(call, path, before), {
    title: title(asked, 2),
    placeHolder: vscode.l10n.t('What is wrong there?'),
  });
  if (!verdict) return undefined;
  if (verdict.gives === 'correction')
    return before && { ...(await askCorrection(asked, path, before.verdict, before)), path, verdict: before.verdict };
  // The same again takes it back.
  if (verdict.gives === null || verdict.gives === before?.verdict) return { path, verdict: null };
  return { ...(await askCorrection(asked, path, verdict.gives)), path, verdict: verdict.gives };
}

const title = ({ nth }: Asked, number: number): string =>
  vscode.l10n.t('Step {0}: error in the call ({1}/3)', nth, number);

/** The tool, each argument, those that were said to be missing, and one more that is. */
function placeRows({ call, marks }: Asked): Row<string | typeof missing>[] {
  const row = (path: string, value: string): Row<string> => {
    const mark = marks.find((each) => each.path === path);
    return {
      label: placeName(path),
      description: value,
      ...(mark && { detail: `$(error) ${markText(mark)}` }),
      gives: path,
    };
  };
  const places = callPlaces(call);
  const absent = marks.filter(({ path }) => places.every((each) => each.path !== path));
  return [
    ...places.map(({ path, value }) => row(path, inLine(value))),
    ...absent.map(({ path }) => row(path, '')),
    ...(argumentsOf(call)
      ? [
          { label: '', kind: vscode.QuickPickItemKind.Separator, gives: missing },
          { label: vscode.l10n.t('An argument is missing…'), gives: missing },
        ]
      : []),
  ] as Row<string | typeof missing>[];
}

/** So much of a value is seen in the list, in UTF-16 units. */
const maxValue = 80;

function inLine(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  return text.length > maxValue ? `${text.slice(0, maxValue).trimEnd()}…` : text;
}

const placeName = (path: string): string =>
  path === toolPath ? vscode.l10n.t('tool') : path === wholeText ? vscode.l10n.t('arguments') : namesIn(path).join('.');

const markText = ({ verdict, path, corrected }: DraftCallMark): string =>
  corrected === undefined ? verdictName(verdict, path) : `${verdictName(verdict, path)} → ${inLine(corrected)}`;

function verdictName(verdict: CallVerdict, path: string): string {
  switch (verdict) {
    case 'wrong-tool':
      return vscode.l10n.t('wrong tool');
    case 'wrong-value':
      return vscode.l10n.t('wrong value');
    case 'wrong-type':
      return vscode.l10n.t('wrong type');
    case 'wrong-name':
      return vscode.l10n.t('wrong name');
    case 'missing':
      return vscode.l10n.t('missing');
    case 'unexpected':
      return path === toolPath ? vscode.l10n.t('should not be called') : vscode.l10n.t('should not be there');
    case 'malformed':
      return vscode.l10n.t('malformed');
  }
}

/** What can be wrong in a place. */
function verdictsOf(call: ToolCall, path: string): readonly CallVerdict[] {
  if (path === toolPath) return ['wrong-tool', 'unexpected'];
  if (path === wholeText && !argumentsOf(call)) return ['wrong-value', 'malformed'];
  const value = valueOfPlace(call, path);
  if (value === undefined) return ['missing'];
  const isEntry = Array.isArray(parentOf(call, path));
  return [
    'wrong-value',
    'wrong-type',
    ...(isEntry ? [] : (['wrong-name'] as const)),
    'unexpected',
    ...(typeof value === 'string' ? (['malformed'] as const) : []),
  ];
}

const parentOf = (call: ToolCall, path: string): unknown => {
  const names = namesIn(path).slice(0, -1);
  return names.length === 0 ? argumentsOf(call) : valueOfPlace(call, pathOf(...names));
};

type Choice = CallVerdict | 'correction' | null;

function verdictRows(call: ToolCall, path: string, before: DraftCallMark | undefined): Row<Choice>[] {
  const rows = verdictsOf(call, path).map((verdict): Row<Choice> => ({
    label: verdictName(verdict, path),
    ...(verdict === before?.verdict && { description: vscode.l10n.t('Current choice: again takes it back') }),
    gives: verdict,
  }));
  if (!before) return rows;
  return [
    ...rows,
    { label: '', kind: vscode.QuickPickItemKind.Separator, gives: null },
    ...(before.verdict === 'unexpected'
      ? []
      : [{ label: vscode.l10n.t('Change the correction…'), gives: 'correction' as const }]),
    { label: vscode.l10n.t('Nothing is wrong there'), gives: null },
  ];
}

/** Asks which argument is missing, and what it should be. */
async function askMissing(asked: Asked): Promise<Said | undefined> {
  const given = argumentsOf(asked.call) ?? {};
  const name = await askName(asked, 2, {
    placeholder: vscode.l10n.t('Choose or type the name of the missing argument'),
    names: parametersLeft(asked),
    isTaken: (typed) => Object.hasOwn(given, typed),
  });
  if (name === undefined) return undefined;
  const path = pathOf(name);
  return { ...(await askCorrection(asked, path, 'missing')), path, verdict: 'missing' };
}

/** The names of parameters that the tool has and the call has not. */
function parametersLeft({ call, tools }: Asked): readonly string[] {
  const definition = toolDefinitions(tools).find(({ name }) => name === call.name);
  const given = argumentsOf(call) ?? {};
  return Object.keys(definition?.parameters ?? {}).filter((name) => !Object.hasOwn(given, name));
}

/** Asks for one of some names, or another; undefined where that is left. */
async function askName(
  { questions, ...asked }: Asked,
  number: number,
  {
    placeholder,
    names,
    isTaken = () => false,
  }: {
    readonly placeholder: string;
    readonly names: readonly string[];
    readonly isTaken?: (typed: string) => boolean;
  },
): Promise<string | undefined> {
  const chosen = await questions.ask<vscode.QuickPickItem>({
    title: title({ questions, ...asked }, number),
    placeholder,
    items: names.map((label) => ({ label })),
    typed: (label) => (names.includes(label) || isTaken(label) ? undefined : { label }),
  });
  return chosen?.[0]?.label;
}

/** Asks what should stand in a place; nothing where nobody says it. */
async function askCorrection(
  asked: Asked,
  path: string,
  verdict: CallVerdict,
  before?: DraftCallMark,
): Promise<Pick<Said, 'corrected' | 'inDocument'>> {
  switch (verdict) {
    case 'unexpected':
      return {};
    case 'wrong-tool':
      return named(
        await askName(asked, 3, {
          placeholder: vscode.l10n.t('Choose or type the right tool; Esc for no correction'),
          names: toolDefinitions(asked.tools).flatMap(({ name }) => (name === asked.call.name ? [] : [name])),
          isTaken: (typed) => typed === asked.call.name,
        }),
      );
    case 'wrong-name':
      return named(
        await askName(asked, 3, {
          placeholder: vscode.l10n.t('Choose or type the right name; Esc for no correction'),
          names: namesIn(path).length === 1 ? parametersLeft(asked) : [],
          isTaken: (typed) => Object.hasOwn(Object(parentOf(asked.call, path)) as object, typed),
        }),
      );
    case 'wrong-value':
    case 'wrong-type':
    case 'missing':
    case 'malformed':
      return askValue(asked, path, verdict, before);
  }
}

const named = (corrected: unknown): Pick<Said, 'corrected'> => (corrected === undefined ? {} : { corrected });

async function askValue(
  { questions, ...asked }: Asked,
  path: string,
  verdict: CallVerdict,
  before: DraftCallMark | undefined,
): Promise<Pick<Said, 'corrected' | 'inDocument'>> {
  const { call, tools } = asked;
  const present = valueOfPlace(call, path);
  const value = before?.corrected ?? present;
  const schema = toolDefinitions(tools).find(({ name }) => name === call.name)?.parameters[namesIn(path)[0] ?? ''];
  const isNewText = present === undefined && namesIn(path).length === 1 && isTextParameter(schema);
  const form =
    verdict === 'wrong-type' ? 'json' : value === undefined ? (isNewText ? 'text' : 'json') : correctionForm(value);
  if (form === 'document') return { inDocument: true };
  const begun = typeof value === 'string' && form === 'text' ? value : (JSON.stringify(value) as string | undefined);
  const typed = await questions.input({
    title: title({ questions, ...asked }, 3),
    prompt:
      form === 'text'
        ? vscode.l10n.t('What should {0} be? Leave it empty for no correction.', placeName(path))
        : vscode.l10n.t(
            'What should {0} be, as JSON (text in quotes)? Leave it empty for no correction.',
            placeName(path),
          ),
    value: begun ?? '',
    ...(form === 'json' && { validateInput: jsonProblem }),
  });
  // One that was there stays where the question is left.
  if (typed === undefined) return before ? named(before.corrected) : {};
  if (form === 'text' ? typed === '' : typed.trim() === '') return {};
  const corrected = form === 'text' ? typed : readJson(typed);
  // What stands there already is no correction.
  return JSON.stringify(corrected) === JSON.stringify(present) ? {} : { corrected };
}

function readJson(text: string): unknown {
  const read = exactJson(text);
  return 'value' in read ? read.value : undefined;
}

function jsonProblem(text: string): string | undefined {
  const read = text.trim() === '' ? { value: undefined } : exactJson(text);
  if (!('problem' in read)) return undefined;
  return read.problem === 'no-json'
    ? vscode.l10n.t('This is not JSON. Put text in double quotes, as in "a text".')
    : vscode.l10n.t('This number has too many digits to be kept. Put it in double quotes.');
}
