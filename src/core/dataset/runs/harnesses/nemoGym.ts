import type { Message, VerifierResult } from '../../../model/item/item';
import { shortHash } from '../../../model/text/shortHash';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { codeFields } from '../codeFields';
import type { Harness, RunAttempt, RunRecord, RunTask } from '../harness';
import { inputItems, toolsOfRequest, turnsOfItems } from './responsesApi';
import { simulationIn } from './tau2';
import { Unread } from '../unread';
import { jsonIn, listIn, numberIn, objectIn, objectsInList, present, resolvedOf, rewardOf, textIn } from '../values';

/**
 * A rollout a line, `{responses_create_params: {input, tools, metadata}, response: {model, output, usage}, reward,
 * _ng_task_index, _ng_rollout_index, agent_ref}`, with fields of its environment beside (`resolved`, `model_patch`,
 * `f2p_passed` …). The index of a task counts those of one file; a task is named by its environment, else by
 * its input with that index, as what is asked may be a sound beside it.
 * Rollouts of tau2 hold the whole conversation as a simulation of it.
 */
export const nemoGym: Harness = {
  name: 'nemo-gym',
  title: 'NeMo Gym rollouts, in the form of the OpenAI Responses API',
  origin: 'NVIDIA-NeMo/Gym, nemo_gym/rollout_collection.py and the data/example_rollouts.jsonl of its agents',
  markers: ['"responses_create_params"'],
  matches: ({ first, others }) => {
    if (!isObject(first) || !isObject(first.responses_create_params)) return false;
    const response = objectIn(first.response);
    // An image or a sound in the request, or told again in the response, is longer than what is looked at.
    if (others.length === 0 && response?.output === undefined && response?.object === undefined)
      return ['responses_create_params', 'response'].includes(Object.keys(first).at(-1) ?? '');
    return response?.object === 'response' || objectsInList(response?.output)[0]?.type !== undefined;
  },
  async *runs(file) {
    const unread = new Unread();
    for await (const value of file.lines()) {
      const row = objectIn(value);
      if (!row || !isObject(row.responses_create_params) || !isObject(row.response)) unread.line();
      else yield rolloutIn(row, row.responses_create_params, row.response, unread);
    }
    yield* unread.told();
  },
};

function rolloutIn(row: JsonObject, request: JsonObject, response: JsonObject, unread: Unread): RunRecord {
  const onUnread = (type: string): void => {
    unread.part(type);
  };
  const all = [...turnsOfItems(inputItems(request.input), onUnread), ...turnsOfItems(outputItems(response), onUnread)];
  const start = all.findIndex(({ role }) => role === 'assistant');
  const asked = start < 0 ? all : all.slice(0, start);
  const simulated = objectIn(row.result);
  if (simulated && Array.isArray(simulated.messages)) {
    const { task, run } = simulationIn(simulated, objectIn(row.task), unread, {
      domain: textIn(objectIn(row.config)?.domain),
      prompt: asked.filter(({ role }) => role === 'system'),
    });
    return { task: { ...task, tools: toolsOfRequest(request.tools) }, run };
  }
  const problemInfo = objectIn(objectIn(row.instance_config)?.problem_info);
  const instance = objectIn(jsonIn(problemInfo?.instance_dict)) ?? {};
  const metadata = objectIn(row.metadata);
  const statement = textIn(problemInfo?.problem_statement);
  const prompt: readonly Message[] =
    asked.length > 0 ? asked : statement === undefined ? [] : [{ role: 'user', content: statement }];
  const usage = objectIn(response.usage);
  const id =
    textIn(objectIn(request.metadata)?.instance_id) ??
    textIn(row.instance_id) ??
    textIn(metadata?.instance_id) ??
    textIn(row.task_id) ??
    textIn(objectIn(row.verifier_metadata)?.task_id) ??
    `task-${shortHash(JSON.stringify([prompt, row._ng_task_index ?? row.task_idx, request.metadata])).slice(0, 8)}`;
  return {
    task: present<RunTask>({
      id,
      prompt,
      tools: toolsOfRequest(request.tools),
      truth: textIn(instance.patch),
      metadata: present<JsonObject>({
        ...codeFields(instance),
        image: textIn(row.image) ?? textIn(problemInfo?.docker_image),
      }),
    }),
    run: present<RunAttempt>({
      turns: start < 0 ? [] : all.slice(start),
      model: textIn(response.model) ?? textIn(request.model),
      patch: textIn(row.model_patch) ?? textIn(metadata?.model_patch),
      verifiers: [...rewardOf(row.reward), ...resolvedOf(row.resolved), ...shareOf(row, 'f2p'), ...shareOf(row, 'p2p')],
      exit: row.agent_timed_out === true ? 'agent_timed_out' : undefined,
      usage: present({
        inputTokens: positive(usage?.input_tokens),
        outputTokens: positive(usage?.output_tokens),
        cachedTokens: positive(objectIn(usage?.input_tokens_details)?.cached_tokens),
        seconds: numberIn(row.agent_run_time),
      }),
    }),
  };
}

/** The items of a response. Environments of Aviary list all that was said so far, once for each step: the last is whole. */
function outputItems({ output }: JsonObject): readonly unknown[] {
  const items = listIn(output);
  return items.every(Array.isArray) ? listIn(items.at(-1)) : items;
}

/** Zero is written where nobody counted. */
const positive = (value: unknown): number | undefined => numberIn(value) || undefined;

/** How many of the tests passed that were to pass anew (f2p), or still (p2p). */
function shareOf(row: JsonObject, name: 'f2p' | 'p2p'): readonly VerifierResult[] {
  const [passed, total] = [numberIn(row[`${name}_passed`]), numberIn(row[`${name}_total`])];
  return passed === undefined || total === undefined
    ? []
    : [{ name, passed: passed === total, detail: `${passed}/${total}` }];
}
