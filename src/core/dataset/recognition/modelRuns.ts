import { problem, wordsOf } from '../../model/problems/problem';
import { hasWord, keyOf, outcomeWords, plainName, stepWords, wordsIn } from '../fields/fieldWords';
import type { Mapping } from '../fields/fieldMapping';
import { field, isObject, type JsonObject } from '../fields/recordFields';
import { NoLayoutError } from '../items/noLayoutError';
import { demonstrations } from '../layouts/edits/demonstrations';
import { armorm } from '../layouts/ratings/armorm';
import { singleResponses } from '../layouts/unpaired/singleResponses';
import { uncertain, type DetectedReading } from './commonPlan';
import { firstObjects, firstObjectsOf } from './firstObjects';
import { generalLayouts } from './plan';
import { profileOf, type FieldProfile } from './profile';
import { areHttpRecordings, leadsInto, stepListsIn, type StepLists } from './stepLists';

/**
 * Records of what a model did: a run has steps, what came back to them, and what a program says of its end. Nobody
 * wrote its answer to be imitated, its outcome judges none of its messages, and what its harness printed is no answer.
 */

/** Names that only the harness of an agent writes: SWE-agent, OpenHands, Terminal-Bench, NeMo Gym, Harbor. */
const harnessNames =
  /^(traj(ectory|ectories)?(path)?|exitstatus|responsescreateparams|(ng)?rolloutindex|trialname|parserresults|testsstatus|subagenttrajectoryref)$/;

/** Of two messages that answer the same, the one that somebody chose is marked so. */
const chosenMark = /^(if|is|was)?(chosen|selected|preferred)$/;

/** The fields that say that records are runs: in half of them or more. */
export const runFields = (records: readonly JsonObject[]): readonly string[] =>
  profileOf(records)
    .filter(({ path, present }) => present >= 0.5 && harnessNames.test(plainName(keyOf(path))))
    .map(({ path }) => path);

/** Names under which AgentRewardBench has what people said of runs: annotations.csv. */
const answerNames = /^trajectory(success|sideeffect|optimality|looping)$/;

/**
 * The error for records that are people's answers about runs, of which the runs are not there; undefined for other
 * records.
 */
export function answersOnRuns(path: string, records: readonly JsonObject[]): NoLayoutError | undefined {
  const fields = profileOf(records)
    .filter(({ path: name }) => answerNames.test(plainName(keyOf(name))))
    .map(({ path: name }) => name);
  return fields.length > 1 ? new NoLayoutError([], problem('recognition.answersOnRuns', { fields }, path)) : undefined;
}

/** The error for records that are runs of a model. @param fields those that say so */
export const isRun = (path: string, fields: readonly string[]): NoLayoutError =>
  new NoLayoutError([], problem('recognition.isRun', { fields }, path));

/**
 * Throws `NoLayoutError` where a reading that nobody asked for takes what a model did for what somebody wrote or judged.
 * @param records where a person says that the records stand
 */
export async function assertNoRun(
  paths: readonly string[],
  reading: DetectedReading,
  records: string | undefined,
): Promise<void> {
  if (reading.layout === armorm) await assertNoReward(paths, reading);
  if (!generalLayouts.includes(reading.layout)) return;
  for (const { path, records: read } of await firstObjectsOf(paths, reading.mapping)) {
    const around = records === undefined && reading.mapping.records !== undefined ? await firstObjects(path, {}) : read;
    if (areHttpRecordings(read) || areHttpRecordings(around)) throw isHttpRecording(path);
    const found = records === undefined ? stepListsIn(around) : undefined;
    if (found && (found.outcomes.length > 0 || readsFrom(found, reading.mapping))) throw looksLikeRun(path, found);
    const steps = records === undefined ? stepsIn(reading.mapping) : [];
    const fields = [...steps, ...runFields(read)];
    if (fields.length > 0) throw isRun(path, fields);
    assertOneAnswerEach(path, read);
    await assertNoOutcome(path, read, reading);
    if (records === undefined && reading.mapping.records !== undefined) await assertJudgedItself(paths, path, reading);
  }
}

/** Whether a mapping takes records, or texts of them, out of lists of steps. */
const readsFrom = ({ steps }: StepLists, mapping: Mapping): boolean =>
  Object.values(mapping).some((path) => typeof path === 'string' && steps.some((list) => leadsInto(path, list)));

/** The error for records with lists of steps. */
export const looksLikeRun = (path: string, { steps, outcomes }: StepLists): NoLayoutError =>
  new NoLayoutError([], problem('recognition.looksLikeRun', { steps, outcomes }, path));

/** The error for records of HTTP requests. */
export const isHttpRecording = (path: string): NoLayoutError =>
  new NoLayoutError([], problem('recognition.isHttpRecording', {}, path));

/** Throws where the reward of a whole run, with the calls in it, was taken for a rating of its last message. */
async function assertNoReward(paths: readonly string[], { mapping }: DetectedReading): Promise<void> {
  for (const { path, records } of await firstObjectsOf(paths, mapping)) {
    const found = stepListsIn(records);
    if (found && found.outcomes.length > 0) throw looksLikeRun(path, found);
  }
}

/** The place of records that are steps of what stands around them. */
const stepsIn = ({ records = '' }: Mapping): readonly string[] =>
  records
    .split(',')
    .filter((path) => path.includes('*') && path.split('.').some((key) => hasWord(wordsIn(key), stepWords)));

/** Throws where the messages of a conversation hold several answers to one turn, of which one is marked as chosen. */
function assertOneAnswerEach(path: string, records: readonly JsonObject[]): void {
  for (const { path: name, values } of profileOf(records).filter(({ kind }) => kind === 'messages'))
    for (const message of values.flat().filter(isObject)) {
      const mark = Object.keys(message).find((key) => chosenMark.test(plainName(key)));
      if (mark !== undefined)
        throw new NoLayoutError([], problem('recognition.answersSideBySide', { field: name, mark }, path));
    }
}

/** Throws where an answer that was taken for a demonstration stands beside the outcome of a run. */
async function assertNoOutcome(
  path: string,
  records: readonly JsonObject[],
  { layout, mapping }: DetectedReading,
): Promise<void> {
  if (layout !== demonstrations) return;
  const outcomes = profileOf(records).filter((each) => isOutcome(each));
  if (outcomes.length === 0) return;
  throw await uncertain([path], {
    layout: singleResponses,
    mapping,
    doubts: [wordsOf(problem('doubt.modelRun', { fields: outcomes.map((each) => each.path) }))],
    guards: [],
    file: path,
    isWhole: true,
  });
}

const isOutcome = ({ path, kind, present }: FieldProfile): boolean =>
  kind !== 'messages' && present > 0 && hasWord(wordsIn(keyOf(path)), outcomeWords);

/** Parts of a mapping that say how responses were judged. */
const judging = ['label', 'rating', 'rank', 'acceptable'] as const;

/**
 * Throws where records inside others are judged by what stands around several of them: that is said of all of these
 * together.
 */
async function assertJudgedItself(
  paths: readonly string[],
  path: string,
  { layout, mapping }: DetectedReading,
): Promise<void> {
  const around = await firstObjects(path, {});
  const fields = judging
    .flatMap((name) => mapping[name]?.split(',') ?? [])
    .filter((each) => around.some((record) => (field(record, each) ?? null) !== null));
  if (fields.length === 0) return;
  const own = Object.fromEntries(
    Object.entries(mapping).filter(([name]) => !['values', 'judges', 'annotator', ...judging].includes(name)),
  );
  throw await uncertain(paths, {
    layout,
    mapping: own,
    doubts: [wordsOf(problem('doubt.judgedAround', { fields }))],
    guards: [],
    file: path,
    isWhole: true,
  });
}
