import type { Message, VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunRecord, RunTask } from '../harness';
import { recordsIn } from '../records';
import { textOfValue, turnsOfValue, unpacked } from '../traceMessages';
import { runOfTrace, type TraceSpan } from '../traces';
import { Unread } from '../unread';
import { idIn, numberIn, objectIn, objectsInList, present, textIn } from '../values';

/**
 * A trace, `{trace: {id, input, output, scores}, observations: [{id, parentObservationId, type, startTime, input,
 * output, model, usageDetails, totalCost}]}`, or of the API, with `observations` in the trace; also a list of them, or
 * one a line. Values are JSON, or the text of it. A trace is a run, its observations of type GENERATION are what a model
 * was asked, and those of type TOOL what it called. Scores of the sources EVAL and API are what a program says of it,
 * whose names do not say whether more is better; those of the source ANNOTATION are people's, and notes for leads.
 */
export const langfuse: Harness = {
  name: 'langfuse',
  title: 'Langfuse traces',
  origin: 'langfuse/langfuse, packages/shared/prisma/schema.prisma (Trace, Observation, Score)',
  markers: ['"observations"', '"projectId"'],
  matches: ({ first }) => {
    const head = objectIn(Array.isArray(first) ? (first as readonly unknown[])[0] : first) ?? {};
    return isTrace(head);
  },
  async *runs(file) {
    const unread = new Unread();
    const silent: string[] = [];
    const people: string[] = [];
    for await (const record of recordsIn(file, isTrace)) {
      if (!record || !isTrace(record)) {
        unread.line();
        continue;
      }
      const trace = objectIn(record.trace) ?? record;
      const observations = objectsInList(record.observations);
      const found = runOfTrace(
        observations.map((observation) => spanOf(observation, unread)),
        askedOf(trace, unread),
      );
      const scores = objectsInList(trace.scores ?? record.scores);
      const said = scores.filter(({ source }) => source === 'ANNOTATION');
      people.push(...said.map(({ name }) => textIn(name) ?? 'score'));
      if (found) yield withScores(found, scores, said, observations);
      else silent.push(textIn(trace.name) ?? 'trace');
    }
    if (people.length > 0)
      yield { told: problem('runs.scoresOfPeople', { count: people.length, names: [...new Set(people)].slice(0, 8) }) };
    if (silent.length > 0)
      yield { told: problem('runs.tracesAlone', { count: silent.length, names: [...new Set(silent)].slice(0, 8) }) };
    yield* unread.told();
  },
};

const isTrace = (value: JsonObject): boolean =>
  isObject(value.trace)
    ? typeof value.trace.id === 'string' && ('projectId' in value.trace || 'observations' in value)
    : typeof value.id === 'string' &&
      typeof value.projectId === 'string' &&
      typeof value.timestamp === 'string' &&
      Array.isArray(value.observations);

function spanOf(observation: JsonObject, unread: Unread): TraceSpan {
  const attributes = objectIn(objectIn(unpacked(observation.metadata))?.attributes) ?? {};
  const name = textIn(observation.name) ?? '';
  const tool = textIn(attributes['gen_ai.tool.name']);
  const [start, end] = [observation.startTime, observation.endTime].map((time) => Date.parse(String(time))) as [
    number,
    number,
  ];
  const usage = objectIn(observation.usageDetails) ?? {};
  const given = objectIn(unpacked(observation.input));
  return present<TraceSpan>({
    id: textIn(observation.id) ?? '',
    parent: textIn(observation.parentObservationId),
    name,
    start: Number.isNaN(start) ? 0 : start,
    end: Number.isNaN(end) ? undefined : end,
    agent: textIn(attributes['gen_ai.agent.name']) ?? (observation.type === 'AGENT' ? name : undefined),
    request:
      observation.type === 'GENERATION'
        ? {
            input: turnsOfValue(observation.input, 'user', unread),
            output: turnsOfValue(observation.output, 'assistant', unread),
            model: textIn(observation.model),
          }
        : undefined,
    call:
      observation.type === 'TOOL' || tool !== undefined
        ? {
            call: {
              ...present<{ id: string }>({ id: textIn(attributes['gen_ai.tool.call.id']) }),
              name: tool ?? name,
              // LangSmith's tracer has one field around what a tool is called with.
              arguments: objectIn(given?.input) ?? given ?? textOfValue(unpacked(observation.input) ?? {}),
            },
            result:
              observation.output === null || observation.output === undefined
                ? textIn(observation.statusMessage)
                : textOfValue(unpacked(observation.output)),
          }
        : undefined,
    usage:
      observation.type === 'GENERATION'
        ? present({
            inputTokens: numberIn(usage.input),
            outputTokens: numberIn(usage.output),
            cachedTokens: numberIn(usage.input_cached_tokens) ?? numberIn(usage.cache_read_input_tokens),
            cost: numberIn(observation.totalCost) ?? numberIn(observation.calculatedTotalCost),
          })
        : undefined,
  });
}

/** What the trace itself was asked: messages, a text, or a prompt and rules. */
function askedOf(trace: JsonObject, unread: Unread): readonly Message[] {
  const input = unpacked(trace.input);
  const given = objectIn(input);
  if (given && typeof given.prompt === 'string')
    return [
      ...(typeof given.system === 'string' ? [{ role: 'system', content: given.system }] : []),
      { role: 'user', content: given.prompt },
    ];
  if (given && !('messages' in given) && typeof given.role !== 'string')
    return [{ role: 'user', content: JSON.stringify(given) }];
  return turnsOfValue(input, 'user', unread);
}

function withScores(
  { task, run }: { readonly task: RunTask; readonly run: RunAttempt },
  scores: readonly JsonObject[],
  people: readonly JsonObject[],
  observations: readonly JsonObject[],
): RunRecord {
  const ids = new Set(observations.map(({ id }) => id));
  const results = scores.filter((score) => !people.includes(score));
  // Those of the whole trace stand before those of a part.
  const sorted = [
    ...results.filter(({ observationId: of }) => !ids.has(of)),
    ...results.filter(({ observationId: of }) => ids.has(of)),
  ];
  return {
    task,
    run: present<RunAttempt>({
      ...run,
      verifiers: sorted.flatMap(resultOf),
      notes:
        people.length > 0
          ? JSON.stringify(
              people.map(({ name, value, stringValue, comment, observationId }) =>
                present({ name, value: stringValue ?? value, comment, observationId: observationId ?? undefined }),
              ),
              null,
              2,
            )
          : undefined,
    }),
  };
}

function resultOf({ name, value, stringValue, dataType, comment }: JsonObject): readonly VerifierResult[] {
  const score = numberIn(value);
  const label = textIn(stringValue);
  const detail = [dataType === 'CATEGORICAL' ? label : undefined, textIn(comment)].filter((text) => text !== undefined);
  const result = { name: idIn(name) ?? 'score', ...(detail.length > 0 && { detail: detail.join('\n') }) };
  if (dataType === 'BOOLEAN' && score !== undefined) return [{ ...result, passed: score !== 0, direction: 'unknown' }];
  if (dataType !== 'CATEGORICAL' && score !== undefined) return [{ ...result, score, direction: 'unknown' }];
  return detail.length > 0 ? [result] : [];
}
