import * as z from 'zod';
import { turnsOf } from '../model/item/item';
import { keysOfSteps, stepsOf } from '../model/item/runSteps';
import type { Criterion } from '../model/rubric/criterion';
import { kindOfCriterion } from '../model/rubric/criterionKind';
import type { Aspect } from '../model/annotation/aspect';
import type { ModelJudgement, Suggestion } from '../model/suggestion/suggestion';
import { labelOf } from './messages';
import type { Question } from './questions';

const confidence = z.number().min(0).max(1);
const reason = z.string();

/** What an answer says, in the fields of a suggestion. */
export type Understood = Pick<Suggestion, 'judgement' | 'confidence' | 'confidences' | 'rationale' | 'problem'>;

/** The form of the answer to a question: what a model writes, reasons first. */
export function answerSchema(question: Question): z.ZodType {
  switch (question.asks) {
    case 'pairs':
      return pairAnswer;
    case 'verdicts':
      return z.strictObject({
        verdicts: z.strictObject(
          Object.fromEntries(question.criteria.map(({ criterion }) => [criterion.id, verdictOf(criterion)])),
        ),
      });
    case 'ratings':
      return z.strictObject({
        ratings: z.strictObject(Object.fromEntries(question.aspects.map((aspect) => [aspect.name, ratingOf(aspect)]))),
      });
    case 'first-error':
      return firstErrorAnswer;
  }
}

/** The same as a JSON schema, as endpoints take it for structured output. */
export const answerJsonSchema = (question: Question): Record<string, unknown> =>
  z.toJSONSchema(answerSchema(question), { target: 'draft-7' });

const pairAnswer = z.strictObject({ reason, winner: z.enum(['A', 'B', 'tie']), confidence });
const firstErrorAnswer = z.strictObject({ reason, step: z.int().nonnegative().nullable(), confidence });

function verdictOf(criterion: Criterion): z.ZodType {
  const { min = 1, max = 5, categories = [] } = criterion;
  const kind = kindOfCriterion(criterion);
  const value =
    kind === 'yes-no'
      ? z.boolean()
      : kind === 'scale'
        ? z.number().min(min).max(max)
        : z.enum(categories.map(({ name }) => name));
  return z.strictObject({ reason, value: value.nullable(), confidence });
}

const ratingOf = ({ min, max, continuous }: Aspect): z.ZodType =>
  z.strictObject({ reason, value: (continuous ? z.number() : z.int()).min(min).max(max).nullable(), confidence });

/** An answer without confidence or reasons counts too: not every model is asked for them. */
const loose = z.looseObject({ reason: z.string().optional(), confidence: z.number().optional().catch(undefined) });

/**
 * Understands an answer: JSON, also within a fence or other words. What is no answer to the question gives no judgement
 * and a `problem`; nothing is guessed.
 */
export function understood(text: string, question: Question): Understood {
  const value = jsonIn(text);
  if (value === undefined) return { judgement: null, problem: 'the answer is no JSON' };
  const found = withoutExtras(value, question);
  return typeof found === 'string' ? { judgement: null, problem: found } : found;
}

/** The JSON object in a text: all of it, or from its first brace to its last. */
export function jsonIn(text: string): unknown {
  const bare = text.replaceAll(/^\s*<think>[^]*?<\/think>/g, '');
  for (const part of [bare, bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1)]) {
    try {
      const value: unknown = JSON.parse(part);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // The next part may be it.
    }
  }
  return undefined;
}

/** What an answer says, or why it is none. */
function withoutExtras(value: unknown, question: Question): Understood | string {
  const [first] = question.shown;
  if (!first) return 'nothing was shown';
  switch (question.asks) {
    case 'pairs':
      return ofPair(value, question);
    case 'verdicts': {
      const { verdicts } = z
        .object({ verdicts: z.record(z.string(), z.unknown()) })
        .catch({ verdicts: {} })
        .parse(value);
      const valid = question.criteria.flatMap(({ criterion }) =>
        valueIn(verdicts[criterion.id], verdictValue(criterion), criterion.id),
      );
      if (valid.length === 0) return 'the answer has no verdict on any criterion';
      return {
        judgement: {
          verdicts: valid.map(({ name, value: verdict, note }) => ({
            response: first.id,
            criterion: name,
            value: verdict as boolean | number | string | null,
            ...(note && { note }),
          })),
        },
        ...confidencesOf(valid),
        ...(valid.length < question.criteria.length && {
          problem: `${question.criteria.length - valid.length} of ${question.criteria.length} criteria have no verdict`,
        }),
      };
    }
    case 'ratings': {
      const { ratings } = z
        .object({ ratings: z.record(z.string(), z.unknown()) })
        .catch({ ratings: {} })
        .parse(value);
      const valid = question.aspects.flatMap((aspect) =>
        valueIn(ratings[aspect.name], ratingValue(aspect), aspect.name),
      );
      if (valid.length === 0) return 'the answer has no rating on any scale';
      return {
        judgement: {
          ratings: valid.map(({ name, value: rating, note }) => ({
            response: first.id,
            aspect: name,
            value: rating as number | null,
            ...(note && { note }),
          })),
        },
        ...confidencesOf(valid),
        ...(valid.length < question.aspects.length && {
          problem: `${question.aspects.length - valid.length} of ${question.aspects.length} scales have no rating`,
        }),
      };
    }
    case 'first-error':
      return ofRun(value, question);
  }
}

function ofPair(value: unknown, { shown }: Question): Understood | string {
  const winner = z.looseObject({ winner: z.string() }).safeParse(value);
  const said = winner.success ? winner.data.winner.trim().toLowerCase() : '';
  const [a, b] = shown;
  if (!a || !b) return 'two responses are compared';
  const outcome = said === 'tie' ? 'tie' : said === 'a' ? 'a' : said === 'b' ? 'b' : undefined;
  if (!outcome) return `the winner is not ${labelOf(0)}, ${labelOf(1)} or tie`;
  return { judgement: { comparisons: [{ a: a.id, b: b.id, outcome }] }, ...reasonsOf(value) };
}

function ofRun(value: unknown, { shown: [run] }: Question): Understood | string {
  const step = z.looseObject({ step: z.int().nonnegative().nullable() }).safeParse(value);
  if (!step.success) return 'the step is neither a number nor null';
  const steps = run ? stepsOf(turnsOf(run)) : [];
  const keys = keysOfSteps(steps);
  // A run without an error is judged by its last step, which is right.
  const at = step.data.step ?? steps.length - 1;
  const key = keys[at];
  if (!run || key === undefined) return `the run has no step ${at}`;
  const judgement: ModelJudgement =
    step.data.step === null
      ? { runSteps: [{ response: run.id, step: key, at, label: 1 }] }
      : { runSteps: [{ response: run.id, step: key, at, label: -1, firstError: true }] };
  return { judgement, ...reasonsOf(value) };
}

/** Confidence and reason of an answer that says one thing. */
function reasonsOf(value: unknown): Pick<Understood, 'confidence' | 'rationale'> {
  const { reason: why, confidence: sure } = loose.catch({}).parse(value);
  return {
    ...(sure !== undefined && sure >= 0 && sure <= 1 && { confidence: sure }),
    ...(why !== undefined && why !== '' && { rationale: why }),
  };
}

interface Valued {
  readonly name: string;
  readonly value: unknown;
  readonly note: string | undefined;
  readonly confidence: number | undefined;
}

/** One value of several, with its reason: `{value, reason, confidence}`, or the value alone. */
function valueIn(said: unknown, schema: z.ZodType, name: string): Valued[] {
  const isObject = typeof said === 'object' && said !== null && 'value' in said;
  const value = schema.safeParse(isObject ? said.value : said);
  if (!value.success) return [];
  const { reason: note, confidence: sure } = isObject ? loose.catch({}).parse(said) : {};
  return [
    { name, value: value.data, note, confidence: sure !== undefined && sure >= 0 && sure <= 1 ? sure : undefined },
  ];
}

function confidencesOf(valid: readonly Valued[]): Pick<Understood, 'confidences'> {
  const sure = valid.flatMap(({ name, confidence: each }) => (each === undefined ? [] : [[name, each] as const]));
  return sure.length === 0 ? {} : { confidences: Object.fromEntries(sure) };
}

const verdictValue = (criterion: Criterion): z.ZodType =>
  (verdictOf(criterion) as z.ZodObject<{ value: z.ZodType }>).shape.value;
const ratingValue = (aspect: Aspect): z.ZodType => (ratingOf(aspect) as z.ZodObject<{ value: z.ZodType }>).shape.value;
