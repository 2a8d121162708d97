import type { Response } from '../../../model/item/item';
import { contentOfTurn } from '../../../model/item/run';
import { shortHash } from '../../../model/text/shortHash';
import { problem } from '../../../model/problems/problem';
import { runForm, type RunRecord } from '../../runs/harness';
import { LayoutError } from '../../fields/recordFields';
import { textAndTurns } from '../lists/responseList';
import type { Content, JoinedRecord, Layout, RecordJoin } from '../layout';
import { withPartners } from './partners';

/** What the cache has of a harness's file, one a line (`runs/runLines`). */
type Written = RunRecord & { readonly harness: string };

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
  matches: ({ record }) => record.tiebreak_run === 1,
  read({ record }): Content {
    if (record.tiebreak_run !== 1) throw new LayoutError(problem('runs.none', {}));
    const written = record as unknown as Written;
    if ('told' in written) return { prompt: [], responses: [], metadata: { told: written.told } };
    const { id, prompt, tools, context, truth, metadata } = written.task;
    const { turns, model, verifiers, ...run } = written.run;
    const response: Response = {
      id: nameOf(written.run),
      ...(turns.length > 0 ? { ...textAndTurns(turns), turns } : { text: run.patch ?? '', turns }),
      ...(model !== undefined && { model }),
      ...(verifiers && verifiers.length > 0 && { verifiers }),
      run: { harness: written.harness, ...run },
    };
    return {
      id,
      prompt,
      responses: [response],
      ...(tools && tools.length > 0 && { tools }),
      ...(context !== undefined && { context }),
      ...(truth !== undefined && { notes: truth }),
      ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
    };
  },
  joins: { key: ({ id, metadata }) => (metadata?.told === undefined ? id : undefined), join: tasksOf },
};

/** What a run did: its turns and its patch. Runs of the same name did the same. */
const nameOf = ({ turns, patch }: Pick<Response, 'turns'> & { readonly patch?: string | undefined }): string =>
  `run-${shortHash(JSON.stringify([turns?.map(contentOfTurn), patch ?? null])).slice(0, 8)}`;

function tasksOf(parts: readonly JoinedRecord[]): ReturnType<RecordJoin['join']> {
  const [first] = parts;
  if (!first) return { items: [], faults: [] };
  const { told } = first.item.metadata ?? {};
  if (told !== undefined)
    return { items: [], faults: [{ part: first, reason: told as ReturnType<typeof problem>, isNoItem: true }] };
  const task = first.item.id;
  const { attempts, alone } = withPartners(parts);
  const responses = new Map<string, Response>();
  let identical = 0;
  for (const { item, response } of attempts) {
    const same = responses.get(response.id);
    if (same) identical++;
    responses.set(
      response.id,
      same ? withOutcomesOf(same, response) : withOwnPrompt(response, item, attempts[0]?.item),
    );
  }
  const faults: ReturnType<RecordJoin['join']>['faults'] = [
    ...(identical > 0
      ? [{ part: first, reason: problem('runs.identical', { count: identical, task }), isNoItem: true } as const]
      : []),
    ...(alone[0]
      ? [
          {
            part: alone[0],
            reason: problem('runs.outcomeAlone', { count: alone.length, tasks: [task] }),
            isNoItem: true,
          } as const,
        ]
      : []),
  ];
  const lead = attempts[0];
  if (!lead) return { items: [], faults };
  const { id, hash: _, responses: __, ...about } = lead.item;
  const beside = parts.map(({ item }) => item);
  const tools = about.tools ?? beside.find((each) => each.tools)?.tools;
  const metadata = Object.assign({}, ...beside.map((each) => each.metadata ?? {}).reverse()) as Content['metadata'];
  return {
    items: [
      {
        id,
        ...about,
        ...(tools && { tools }),
        ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
        responses: [...responses.values()],
        place: { file: lead.part.file, line: lead.part.line },
      },
    ],
    faults,
  };
}

/** A run with what other checks say of one that did the same. */
function withOutcomesOf(run: Response, { verifiers = [] }: Response): Response {
  const known = new Set(run.verifiers?.map((each) => JSON.stringify(each)));
  const more = verifiers.filter((each) => !known.has(JSON.stringify(each)));
  return more.length === 0 ? run : { ...run, verifiers: [...(run.verifiers ?? []), ...more] };
}

/** A run with what it was told first, where that is not what the item's first run was told. */
function withOwnPrompt(
  response: Response,
  { prompt }: Pick<Content, 'prompt'>,
  first: Pick<Content, 'prompt'> | undefined,
): Response {
  if (!response.run || !first || JSON.stringify(prompt) === JSON.stringify(first.prompt)) return response;
  return { ...response, run: { ...response.run, prompt } };
}
