import type { Item, Message, Response } from '../../../model/item/item';
import { contentOfTurn } from '../../../model/item/run';
import { shortHash } from '../../../model/text/shortHash';
import { isProblem, problem, type Problem } from '../../../model/problems/problem';
import { keysOfSteps, stepsOf } from '../../../model/item/runSteps';
import { runForm, type RunLabel, type RunRecord } from '../../runs/harness';
import type { WrittenRun } from '../../runs/runLines';
import { LayoutError, type JsonObject } from '../../fields/recordFields';
import { textAndTurns } from '../lists/responseList';
import type { Content, Fault, JoinedRecord, Label, Layout, RecordJoin } from '../layout';
import { brokenField, hubRow, isBrokenRow } from './hubRows';
import { patchMark, withPartners, type Attempt } from './partners';

/**
 * Runs of agents: an item is a task, and each attempt at it a response, over all files in their order. Every file that a
 * harness wrote (`runs`) is turned into records of this layout when it is read. Attempts are named by what they did, so
 * that names tell nothing of who did it and stay when files are added.
 */
export const runs: Layout = {
  name: 'runs',
  title: 'Runs of agents: attempts at a task, with their calls, patches and outcomes',
  origin: 'The writers of the files, each named in src/core/dataset/runs',
  fields: {},
  form: runForm,
  composes: true,
  matches: ({ record }) => record.tiebreak_run === 1 || hubRow(record) !== undefined || isBrokenRow(record),
  read({ record }): Content {
    const row = record.tiebreak_run === 1 ? undefined : hubRow(record);
    if (record.tiebreak_run !== 1 && !row) throw new LayoutError(notRead(record));
    const written: Pick<WrittenRun, 'harness'> & RunRecord = row
      ? { harness: row.harness, ...row.record }
      : (record as unknown as WrittenRun);
    if ('told' in written) return { prompt: [], responses: [], metadata: { told: written.told } };
    const { id, prompt, tools, scenario, truth, metadata } = written.task;
    const notes = [scenario, truth].filter((text) => text !== undefined);
    const ofTask = {
      id,
      prompt,
      ...(tools && tools.length > 0 && { tools }),
      ...(notes.length > 0 && { notes: notes.join('\n\n') }),
    };
    if (!written.run) return { ...ofTask, responses: [], ...(metadata && { metadata }) };
    const { turns, model, verifiers, notes: ofRun, labels = [], ...run } = written.run;
    const name = nameOf(written.run);
    const response: Response = {
      id: name,
      ...(turns.length > 0 ? { ...textAndTurns(turns), turns } : { text: run.patch ?? '', turns }),
      ...(model !== undefined && { model }),
      ...(verifiers && verifiers.length > 0 && { verifiers }),
      run: { harness: written.harness, ...run },
    };
    return {
      ...ofTask,
      // A task is made of several records and has a hash of its own.
      hash: name,
      responses: [response],
      ...(labels.length > 0 && { labels: labels.flatMap((label) => labelOf(label, response)) }),
      ...((metadata ?? ofRun ?? row?.episode) !== undefined && {
        metadata: {
          ...metadata,
          ...(ofRun !== undefined && { [runNotes]: `${name}: ${ofRun}` }),
          ...(row?.episode && { [episode]: row.episode }),
        },
      }),
    };
  },
  joins: { key: ({ id, metadata }) => (metadata?.told === undefined ? id : undefined), join: tasksOf, sum: together },
};

/**
 * Of a run only what `joins` looks at to tell how many items and faults there are: what is kept of it until all runs are
 * known, where it can be read again.
 */
export function leanPart(written: WrittenRun): Item {
  if ('told' in written) return { id: '', hash: '', prompt: [], responses: [], metadata: { told: written.told } };
  const { task, run, harness } = written;
  const lean = { id: task.id, prompt: task.prompt.slice(0, 1).map(withoutText) };
  if (!run) return { ...lean, hash: '', responses: [] };
  const { turns, model, verifiers = [], patch } = run;
  const id = nameOf(run);
  const response: Response = {
    id,
    text: '',
    turns: turns.slice(0, 1).map(withoutText),
    ...(model !== undefined && { model }),
    ...(verifiers.length > 0 && { verifiers: verifiers.map(({ detail: _, ...each }) => each) }),
    run: { harness, ...(patch !== undefined && { patch: patchMark(patch) }) },
  };
  return { ...lean, hash: id, responses: [response] };
}

const withoutText = ({ role }: Message): Message => ({ role, content: '' });

/** Why a row gives no run. */
function notRead(record: JsonObject): Problem {
  const field = brokenField(record);
  return field === undefined ? problem('runs.none', {}) : problem('runs.messagesNoJson', { field });
}

/** What somebody said of a run, as a label of its task; nothing where no step has the turn that is named. */
function labelOf({ by, firstError, ratings = [] }: RunLabel, response: Response): Label[] {
  const runSteps = firstError && firstErrorOf(firstError, response);
  if (!runSteps && ratings.length === 0) return [];
  return [
    {
      ...by,
      shown: [response.id],
      judgement: {
        ...(ratings.length > 0 && { ratings: ratings.map((each) => ({ response: response.id, ...each })) }),
        ...(runSteps && { runSteps }),
      },
    },
  ];
}

function firstErrorOf(
  { turn, note }: NonNullable<RunLabel['firstError']>,
  { id, turns = [] }: Response,
): Label['judgement']['runSteps'] {
  const steps = stepsOf(turns);
  const of = turns[turn];
  const at = steps.findIndex((step) => step.turn === of || (step.kind === 'call' && step.observation === of));
  const step = keysOfSteps(steps)[at];
  if (of === undefined || step === undefined) return undefined;
  return [{ response: id, step, at, label: -1, firstError: true, ...(note !== undefined && { note }) }];
}

/** Where what is said of one run waits until it is joined with the others' notes. */
const runNotes = 'tiebreak_run_notes';

/** Where which request of a trial a row is waits until rows are joined. */
const episode = 'tiebreak_episode';

/** The rows without those requests of a trial that a later one tells again. */
function lastEpisodes(parts: readonly JoinedRecord[]): readonly JoinedRecord[] {
  const last = new Map<string, { readonly part: JoinedRecord; readonly number: number }>();
  const others: JoinedRecord[] = [];
  for (const part of parts) {
    const { trial, number } = (part.item.metadata?.[episode] ?? {}) as {
      readonly trial?: string;
      readonly number?: number;
    };
    if (trial === undefined) others.push(part);
    else if ((last.get(trial)?.number ?? -1) <= (number ?? 0)) last.set(trial, { part, number: number ?? 0 });
  }
  return last.size === 0 ? parts : [...others, ...[...last.values()].map(({ part }) => part)];
}

/** What a run did: its turns and its patch. Runs of the same name did the same. */
const nameOf = ({ turns, patch }: Pick<Response, 'turns'> & { readonly patch?: string | undefined }): string =>
  `run-${shortHash(JSON.stringify([turns?.map(contentOfTurn), patch ?? null])).slice(0, 8)}`;

function tasksOf(rows: readonly JoinedRecord[]): ReturnType<RecordJoin['join']> {
  const parts = lastEpisodes(rows);
  const [first] = parts;
  if (!first) return { items: [], faults: [] };
  const { told } = first.item.metadata ?? {};
  if (told !== undefined)
    return { items: [], faults: [{ part: first, reason: told as ReturnType<typeof problem>, isNoItem: true }] };
  const task = first.item.id;
  const { attempts, alone } = withPartners(parts);
  const { prompt = [] } = [...attempts, ...parts].find(({ item }) => item.prompt.length > 0)?.item ?? {};
  const responses = new Map<string, Response>();
  for (const { item, response } of attempts) {
    const same = responses.get(response.id);
    responses.set(response.id, same ? withOutcomesOf(same, response) : withOwnPrompt(response, item, prompt));
  }
  const identical = attempts.length - responses.size;
  const toldAgain = rows.length - parts.length;
  const faults = [
    ...(toldAgain > 0 ? [{ part: first, reason: problem('runs.episodes', { count: toldAgain, task }) }] : []),
    ...(identical > 0 ? [{ part: first, reason: problem('runs.identical', { count: identical, task }) }] : []),
    ...(alone[0]
      ? [{ part: alone[0], reason: problem('runs.outcomeAlone', { count: alone.length, tasks: [task] }) }]
      : attempts.length === 0
        ? [{ part: first, reason: problem('runs.taskAlone', { count: 1, tasks: [task] }) }]
        : []),
  ].map((fault): Fault => ({ ...fault, isNoItem: true }));
  const [lead] = attempts;
  const labels = parts.flatMap((part) =>
    (part.labels ?? []).filter(({ shown = [] }) => shown.every((id) => responses.has(id))),
  );
  const item = lead && taskOf(lead, parts, prompt, [...responses.values()]);
  return { items: item ? [labels.length > 0 ? { ...item, labels } : item] : [], faults };
}

/** Outcomes and tasks without a run are told once for each file, however many there are. */
function together(faults: readonly Fault[]): readonly Fault[] {
  const files = new Map<
    string,
    { readonly fault: Fault; readonly code: (typeof summed)[number]; tasks: string[]; count: number }
  >();
  const others: Fault[] = [];
  for (const fault of faults) {
    const code = summed.find((each) => isProblem(fault.reason, each));
    if (!code) {
      others.push(fault);
      continue;
    }
    const { tasks, count } = fault.reason.params as { readonly tasks: readonly string[]; readonly count: number };
    const key = `${code} ${fault.part.file}`;
    const sum = files.get(key) ?? { fault, code, tasks: [], count: 0 };
    sum.tasks.push(...tasks.slice(0, namedTasks - sum.tasks.length));
    sum.count += count;
    files.set(key, sum);
  }
  return [
    ...others,
    ...[...files.values()].map(({ fault, code, tasks, count }) => ({
      ...fault,
      reason: problem(code, { count, tasks }),
    })),
  ];
}
const summed = ['runs.outcomeAlone', 'runs.taskAlone'] as const;
const namedTasks = 8;

/** The item of a task, with what any of its records says of it. */
function taskOf(
  lead: Attempt,
  parts: readonly JoinedRecord[],
  prompt: Item['prompt'],
  responses: readonly Response[],
): Content {
  const items = parts.map(({ item }) => item);
  const first = <K extends keyof Item>(name: K): Item[K] | undefined =>
    items.find((item) => item[name] !== undefined)?.[name];
  const tools = first('tools');
  const ofRuns = items.map(({ metadata: said }) => said?.[runNotes]).filter((text) => typeof text === 'string');
  const notes = [...new Set([first('notes'), ...ofRuns])].filter((text) => text !== undefined).join('\n\n');
  const {
    [runNotes]: _,
    [episode]: __,
    ...metadata
  } = Object.assign({}, ...items.map((item) => item.metadata ?? {}).reverse()) as JsonObject;
  return {
    id: lead.item.id,
    prompt,
    responses,
    ...(tools && { tools }),
    ...(notes !== '' && { notes }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    place: { file: lead.part.file, line: lead.part.line },
  };
}

/** A run with what other checks say of one that did the same. */
function withOutcomesOf(run: Response, { verifiers = [] }: Response): Response {
  const known = new Set(run.verifiers?.map((each) => JSON.stringify(each)));
  const more = verifiers.filter((each) => !known.has(JSON.stringify(each)));
  return more.length === 0 ? run : { ...run, verifiers: [...(run.verifiers ?? []), ...more] };
}

/** A run with what it was told first, where that is not the item's prompt. */
function withOwnPrompt(response: Response, { prompt }: Pick<Content, 'prompt'>, ofItem: Content['prompt']): Response {
  if (!response.run || prompt.length === 0 || JSON.stringify(prompt) === JSON.stringify(ofItem)) return response;
  return { ...response, run: { ...response.run, prompt } };
}
