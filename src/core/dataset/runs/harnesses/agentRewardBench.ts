import { dirname, sep } from 'node:path';
import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunFile, RunLabel, RunTask } from '../harness';
import { Unread } from '../unread';
import { cellsOf } from '../../readers/table/csv';
import { isBelow, objectIn, objectsInList, present, rewardOf, textIn } from '../values';

/**
 * A run in a browser, `{benchmark, agent, goal, steps: [{url, action, reasoning, axtree, screenshot_path}],
 * summary_info: {cum_reward}}`, in `trajectories/cleaned/<benchmark>/<agent>/<experiment>/<task>.json`, with screenshots
 * by their path from the folder of `trajectories`. The reward is what the benchmark's own check says. What people said, in
 * `annotations.csv` beside `trajectories` or in `data` there (`annotator_name,benchmark,task_id,model_name,exp_name,
 * trajectory_success,trajectory_side_effect,trajectory_optimality,trajectory_looping`), is a label by each of them, and
 * what models judged, in `trajectories/judgments/<benchmark>/<agent>/<judge>/<task>.json`, a label by the judge. A step shows what the agent saw, then what it did.
 */
export const agentRewardBench: Harness = {
  name: 'agent-reward-bench',
  title: 'AgentRewardBench trajectories',
  origin:
    'McGill-NLP/agent-reward-bench, scripts/clean_processed_trajectories.py and agent_reward_bench/judge/__init__.py, scripts/run_judge.py',
  markers: ['"screenshot_path"', '"axtree"'],
  matches: ({ first }) => {
    const head = objectIn(first);
    const [step] = objectsInList(head?.steps);
    return (
      typeof head?.benchmark === 'string' &&
      typeof head.goal === 'string' &&
      step !== undefined &&
      ('axtree' in step || 'screenshot_path' in step)
    );
  },
  async *runs(file) {
    const whole = objectIn(await file.json());
    if (!whole) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const unread = new Unread();
    const steps = objectsInList(whole.steps);
    const turns: Message[] = [];
    for (const step of steps) turns.push(...(await turnsIn(file, step, unread)));
    yield {
      task: present<RunTask>({
        id: textIn(whole.task_id) ?? file.name.replace(/\.json$/i, ''),
        prompt: [{ role: 'user', content: String(whole.goal) }],
        metadata: { benchmark: whole.benchmark },
      }),
      run: present<RunAttempt>({
        turns,
        model: textIn(whole.model) ?? textIn(whole.agent),
        verifiers: rewardOf(objectIn(whole.summary_info)?.cum_reward),
        labels: someOf([...(await annotationsOf(file, unread)), ...(await judgmentsOf(file, whole, unread))]),
      }),
    };
    yield* unread.told();
  },
};

async function turnsIn(file: RunFile, step: JsonObject, unread: Unread): Promise<Message[]> {
  const seen = [textIn(step.url), textIn(step.axtree)].filter((text) => text !== undefined).join('\n\n');
  const source = await screenshotOf(file, textIn(step.screenshot_path), unread);
  const action = textIn(step.action);
  return [
    ...(seen === '' && source === undefined
      ? []
      : [
          {
            role: 'tool',
            content: seen,
            toolName: 'browser',
            ...(source !== undefined && { media: [{ kind: 'image' as const, source }] }),
          },
        ]),
    ...(action === undefined && textIn(step.reasoning) === undefined
      ? []
      : [
          {
            role: 'assistant',
            content: textIn(step.reasoning) ?? '',
            ...(action !== undefined && { toolCalls: [{ name: 'browser', arguments: { action } }] }),
          },
        ]),
  ];
}

const root = 'trajectories';

/** The path of a screenshot from the file's own folder, in the same `trajectories`; undefined where it is not there. */
async function screenshotOf(file: RunFile, path: string | undefined, unread: Unread): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const folders = dirname(file.path).split(sep);
  const up = folders.length - 1 - folders.lastIndexOf(root);
  if (isBelow(path) && path.startsWith(`${root}/`) && folders.includes(root)) {
    const found = [...Array.from({ length: up }, () => '..'), path.slice(root.length + 1)].join('/');
    if (await file.has(found)) return found;
  }
  unread.part('screenshot_path');
  return undefined;
}

const someOf = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

/** Where the annotations lie, from the folder of `trajectories`: in the dataset on the Hub, and in the repository. */
const annotationFiles = ['annotations.csv', 'data/annotations.csv', 'agent_reward_bench/data/annotations.csv'];

/** What people said of a run, by annotator; none where nothing is there. A line that says nothing is counted. */
async function annotationsOf(file: RunFile, unread: Unread): Promise<readonly RunLabel[]> {
  const folders = dirname(file.path).split(sep);
  const at = folders.lastIndexOf(root);
  const [kind, benchmark, agent, experiment] = folders.slice(at + 1);
  if (at < 0 || kind !== 'cleaned' || experiment === undefined) return [];
  const up = folders.slice(at).map(() => '..');
  for (const path of annotationFiles) {
    const text = await file.textBeside([...up, path].join('/'));
    if (text === undefined) continue;
    const [head = '', ...lines] = text.split(/\r?\n/);
    const names = cellsOf(head, ',') ?? [];
    const task = file.name.replace(/\.json$/i, '');
    return lines
      .filter((line) => line.includes(task))
      .flatMap((line) => {
        const cells = cellsOf(line, ',') ?? [];
        const said = Object.fromEntries(names.map((name, column) => [name, cells[column]]));
        const isOfRun =
          said.benchmark === benchmark &&
          said.task_id === task &&
          said.model_name === agent &&
          (said.exp_name ?? experiment) === experiment;
        if (!isOfRun) return [];
        const ratings = ratingsOf(
          {
            success: said.trajectory_success,
            side: said.trajectory_side_effect,
            optimal: said.trajectory_optimality,
            loop: said.trajectory_looping,
          },
          undefined,
        );
        const annotator = textIn(said.annotator_name);
        if (annotator === undefined || ratings.length === 0) {
          unread.part('annotation');
          return [];
        }
        return [{ by: { annotator }, ratings }];
      });
  }
  return [];
}

/** More judges of one run are not read. */
const maxJudges = 50;

/** What models judged of a run; none where nothing is there. One that is of another run, or says nothing, is counted. */
async function judgmentsOf(file: RunFile, whole: JsonObject, unread: Unread): Promise<readonly RunLabel[]> {
  const folders = dirname(file.path).split(sep);
  const at = folders.lastIndexOf(root);
  const [kind, benchmark, agent] = folders.slice(at + 1);
  if (at < 0 || kind !== 'cleaned' || benchmark === undefined || agent === undefined) return [];
  const up = folders.slice(at + 1).map(() => '..');
  const folder = [...up, 'judgments', benchmark, agent].join('/');
  const labels: RunLabel[] = [];
  for (const name of (await file.names(folder)).toSorted().slice(0, maxJudges)) {
    const judgment = objectIn(await file.beside(`${folder}/${name}/${file.name}`));
    // The check of the benchmark is among the outcomes.
    if (!judgment || judgment.judge === 'functional') continue;
    const ratings = ratingsIn(judgment);
    if (judgment.agent !== whole.agent || judgment.goal !== whole.goal || ratings.length === 0) unread.part('judgment');
    else labels.push({ by: { judge: textIn(judgment.judge) ?? name }, ratings });
  }
  return labels;
}

/** The answers of a judge, which writes each into a tag (`parse_judgment`). */
function ratingsIn({ response }: JsonObject): NonNullable<RunLabel['ratings']> {
  const [choice] = objectsInList(objectIn(response)?.choices);
  const said = textIn(objectIn(choice?.message)?.content);
  if (said === undefined) return [];
  const inTag = (tag: string): string | undefined => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(said)?.[1];
  const note = /<reasoning>([^]*?)<\/reasoning>/.exec(said)?.[1]?.trim();
  return ratingsOf(
    { success: inTag('success'), side: inTag('side'), optimal: inTag('optimal'), loop: inTag('loop') },
    note,
  );
}

/** The answers to the four questions, as they are written. */
type Answers = Readonly<Record<'success' | 'side' | 'optimal' | 'loop', string | undefined>>;

/**
 * Answers on the scales of a study of runs (`study/runTask`), on which more is better. One that is none of the known ones,
 * such as "Unsure", says nothing.
 */
function ratingsOf(answers: Answers, note: string | undefined): NonNullable<RunLabel['ratings']> {
  const said = (question: keyof Answers): string | undefined => answers[question]?.trim().toLowerCase();
  const values: readonly (readonly [aspect: string, value: number | undefined])[] = [
    ['success', valueIn({ successful: 2, unsuccessful: 0 }, said('success'))],
    ['side effects', valueIn({ yes: 0, no: 1 }, said('side'))],
    ['optimality', valueIn({ 1: 1, 2: 2, 3: 3, 4: 4 }, /^[1-4]/.exec(said('optimal') ?? '')?.[0])],
    ['looping', valueIn({ yes: 0, no: 1 }, said('loop'))],
  ];
  return values.flatMap(([aspect, value], place) =>
    value === undefined ? [] : [{ aspect, value, ...(place === 0 && note !== undefined && { note }) }],
  );
}

const valueIn = (values: Readonly<Record<string, number>>, answer: string | undefined): number | undefined =>
  answer !== undefined && Object.hasOwn(values, answer) ? values[answer] : undefined;
