import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunFile, RunTask } from '../harness';
import { knownRecordings, screenText, turnsOfRecording } from '../recording';
import { Unread } from '../unread';
import { isBelow, numberIn, objectIn, objectsInList, present, resolvedOf, textIn } from '../values';

/**
 * Results of a trial, `{trial_name, task_id, instruction, is_resolved, failure_mode, parser_results: {test: "passed" |
 * "failed"}, recording_path}`, or of a run with those of its trials in `results`. What the agent did is a recording of
 * its terminal (`sessions/agent.cast`), or what the terminal showed (`sessions/agent.log`), from which nobody can tell
 * what was typed. A trial of which neither is there is no run, and told.
 */
export const terminalBench: Harness = {
  name: 'terminal-bench',
  title: 'Terminal-Bench 1.0 results (results.json)',
  origin: 'laude-institute/terminal-bench-leaderboard, results',
  markers: ['"is_resolved"'],
  matches: ({ first }) => {
    const head = objectIn(first) ?? {};
    return isTrial(head) || objectsInList(head.results).some(isTrial);
  },
  async *runs(file) {
    const unread = new Unread();
    const whole = objectIn(await file.json());
    if (!whole) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const alone: string[] = [];
    const versions = new Set<string>();
    for (const trial of isTrial(whole) ? [whole] : objectsInList(whole.results)) {
      const task = textIn(trial.task_id);
      // A trial whose own results lie in its folder is read there.
      const folder = trial === whole ? '' : `${folderOf(trial)}/`;
      if (task === undefined || !isBelow(folder)) unread.line();
      else if (folder === '' || !(await file.has(`${folder}results.json`))) {
        const turns = await turnsIn(file, folder, versions);
        if (turns.length === 0) alone.push(task);
        else
          yield {
            task: present<RunTask>({ id: task, prompt: promptIn(trial) }),
            run: attemptIn(trial, turns),
          };
      }
    }
    const unknown = [...versions].filter((version) => !knownRecordings.includes(version));
    if (unknown.length > 0)
      yield {
        told: problem('runs.unknownVersion', { version: `asciicast ${unknown.join(', ')}`, known: knownRecordings }),
      };
    if (alone.length > 0)
      yield { told: problem('runs.outcomeAlone', { count: alone.length, tasks: alone.slice(0, 8) }) };
    yield* unread.told();
  },
};

const isTrial = (value: JsonObject): boolean =>
  typeof value.task_id === 'string' && 'is_resolved' in value && typeof value.trial_name === 'string';

/** The folder of a trial, from that of its run. */
const folderOf = ({ task_id, trial_name }: JsonObject): string => `${String(task_id)}/${String(trial_name)}`;

const promptIn = ({ instruction }: JsonObject): readonly Message[] =>
  typeof instruction === 'string' ? [{ role: 'user', content: instruction }] : [];

/** What an agent did, from its recording, or from what its terminal showed. */
async function turnsIn(file: RunFile, folder: string, versions: Set<string>): Promise<readonly Message[]> {
  const textOf = async (name: string): Promise<string | undefined> =>
    (await file.textBeside(`${folder}sessions/${name}`)) ??
    (folder === '' ? await file.textBeside(file.name.replace(/results\.json$/i, name)) : undefined);
  const recording = turnsOfRecording((await textOf('agent.cast')) ?? '');
  if (recording) versions.add(recording.version);
  if (recording && recording.turns.length > 0) return recording.turns;
  const shown = screenText((await textOf('agent.log')) ?? '');
  return shown === '' ? [] : [{ role: 'tool', toolName: 'terminal', content: shown }];
}

function attemptIn(trial: JsonObject, turns: readonly Message[]): RunAttempt {
  const tests = Object.entries(objectIn(trial.parser_results) ?? {});
  const exit = textIn(trial.failure_mode);
  const [start, end] = [trial.agent_started_at, trial.agent_ended_at].map((time) => Date.parse(String(time))) as [
    number,
    number,
  ];
  // Agents that count no tokens are written down with 0 of them.
  const tokens = (value: unknown): number | undefined => numberIn(value) || undefined;
  return present<RunAttempt>({
    turns,
    verifiers: [
      ...resolvedOf(trial.is_resolved),
      ...tests.map(([name, status]) => ({ name, passed: status === 'passed' })),
    ],
    exit: exit === 'unset' || exit === 'none' ? undefined : exit,
    usage: present({
      inputTokens: tokens(trial.total_input_tokens),
      outputTokens: tokens(trial.total_output_tokens),
      seconds: numberIn((end - start) / 1000),
    }),
  });
}
