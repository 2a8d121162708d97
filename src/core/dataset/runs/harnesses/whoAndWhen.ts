import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { shortHash } from '../../../model/text/shortHash';
import type { JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunRecord, RunTask } from '../harness';
import { recordsIn } from '../records';
import { Unread } from '../unread';
import { contentText, idIn, objectIn, objectsInList, present, resolvedOf, textIn } from '../values';

/**
 * A conversation of several agents that failed, `{history: [{content, role, name}], question, question_ID, ground_truth,
 * is_correct | is_corrected, mistake_agent, mistake_step, mistake_reason, system_prompt: {agent: text}}`. A turn's role is
 * the name of the agent, as none of them is the assistant; what a terminal printed is a tool's. People said which agent
 * erred at which turn (`mistake_step` counts those of `history` from 0) and why (S. Zhang et al., arXiv 2505.00212): that is no outcome, but a label of the dataset and a note for leads. One
 * whose turn is of another agent is counted and no label. Whether the end is right, `is_correct`, is an outcome.
 */
export const whoAndWhen: Harness = {
  name: 'who-and-when',
  title: 'Who&When: failures of agents',
  origin: 'mingyin1/Agents_Failure_Attribution, Who&When',
  // What says so stands behind the history, which may be longer than what is looked at.
  markers: ['"history"'],
  matches: ({ first }) => {
    const head = objectIn(Array.isArray(first) ? (first as readonly unknown[])[0] : first);
    const [turn] = objectsInList(head?.history);
    if (!head || typeof turn?.content !== 'string' || typeof turn.role !== 'string') return false;
    return isFailure(head) || isOfTeam(head);
  },
  async *runs(file) {
    const unread = new Unread();
    let count = 0;
    for await (const row of recordsIn(file, ({ history }) => Array.isArray(history))) {
      const run = row && failureIn(row, unread);
      if (run) {
        count++;
        yield run;
      } else unread.line();
    }
    if (count === 0) yield { told: problem('runs.notReadable', {}) };
    else yield* unread.told();
  },
};

function failureIn(row: JsonObject, unread: Unread): RunRecord | undefined {
  const history = objectsInList(row.history);
  const question = textIn(row.question);
  if (history.length === 0 || question === undefined) return undefined;
  const read = history.flatMap((turn) => {
    if (typeof turn.content === 'string') return [{ turn, message: turnOf(turn) }];
    unread.part(textIn(turn.role) ?? 'history');
    return [];
  });
  const turns = read.map(({ message }) => message);
  // Some begin with the question.
  const asked = turns[0]?.role === 'user' && turns[0].content.trim() === question.trim();
  const places = read.slice(asked ? 1 : 0).map(({ turn }) => history.indexOf(turn));
  const mistake = mistakeIn(row, history, places);
  if (mistake === undefined && row.mistake_step !== undefined && row.mistake_step !== null) unread.part('mistake_step');
  const prompts = Object.entries(objectIn(row.system_prompt) ?? {}).map(
    ([agent, text]) => `# ${agent}\n\n${contentText(text)}`,
  );
  return {
    task: present<RunTask>({
      id: idIn(row.question_ID) ?? `question-${shortHash(question).slice(0, 8)}`,
      prompt: [
        ...(prompts.length > 0 ? [{ role: 'system', content: prompts.join('\n\n') }] : []),
        { role: 'user', content: question },
      ],
      truth: textIn(row.ground_truth),
      metadata: row.level === undefined ? undefined : { level: row.level },
    }),
    run: present<RunAttempt>({
      turns: asked ? turns.slice(1) : turns,
      verifiers: resolvedOf(row.is_correct ?? row.is_corrected, 'is_correct'),
      notes: noteOn(row, history),
      labels: mistake,
    }),
  };
}

const isFailure = (value: JsonObject): boolean =>
  'mistake_step' in value || ('question_ID' in value && ('is_correct' in value || 'is_corrected' in value));

/** Whether who speaks is said as Magentic-One does; its files have the question behind what was said. */
const isOfTeam = ({ history }: JsonObject): boolean => {
  const roles = objectsInList(history).map(({ role }) => role);
  return roles[0] === 'human' && roles.some((role) => typeof role === 'string' && role.startsWith('Orchestrator ('));
};

const terminal = /^computer_?terminal$/i;

function turnOf({ role, name, content }: JsonObject): Message {
  const who = textIn(name) ?? textIn(role) ?? 'assistant';
  const said = contentText(content);
  if (terminal.test(who)) return { role: 'tool', content: said, toolName: who };
  return { role: who === 'human' ? 'user' : who, content: said };
}

/**
 * What people said of where the run went wrong; undefined where no turn of the agent that they name is there.
 * @param places of the run's turns in the history
 */
function mistakeIn(row: JsonObject, history: readonly JsonObject[], places: readonly number[]): RunAttempt['labels'] {
  const text = typeof row.mistake_step === 'number' ? String(row.mistake_step) : textIn(row.mistake_step);
  if (text === undefined || !/^\d+$/.test(text)) return undefined;
  const said = history[Number(text)];
  const turn = places.indexOf(Number(text));
  const agent = textIn(row.mistake_agent);
  if (!said || turn < 0) return undefined;
  // Magentic-One's orchestrator says to whom it speaks: "Orchestrator (thought)".
  const names = [said.name, said.role].flatMap((name) => textIn(name) ?? []);
  if (agent !== undefined && !names.some((name) => name === agent || name.startsWith(`${agent} (`))) return undefined;
  const note = textIn(row.mistake_reason);
  return [{ by: { annotator: 'who-and-when' }, firstError: { turn, ...(note !== undefined && { note }) } }];
}

/** What was said of the failure, with how its turn begins, as turns are not counted where they are shown. */
function noteOn(row: JsonObject, history: readonly JsonObject[]): string | undefined {
  const said = Object.entries(row).filter(([name, value]) => /^(mistake_|labels$)/.test(name) && value !== null);
  if (said.length === 0) return undefined;
  const step = Number(row.mistake_step);
  const turn = Number.isInteger(step) ? textIn(history[step]?.content) : undefined;
  return JSON.stringify(
    { ...Object.fromEntries(said), ...(turn !== undefined && { mistake_turn: turn.slice(0, shownLength) }) },
    null,
    2,
  );
}
const shownLength = 200;
