import { acceptable } from './acceptable';
import { because } from './because';
import { calls } from './calls';
import { clarification } from './clarification';
import { comparisons } from './comparisons';
import { critiques } from './critiques';
import { demonstrations } from './demonstrations';
import { diffComments } from './diffComments';
import type { ListField, ValueField } from './field';
import { flags } from './flags';
import { metaCritiques } from './metaCritiques';
import { ranking } from './ranking';
import { ratings } from './ratings';
import { rationale } from './rationale';
import { refinements } from './refinements';
import { rules } from './rules';
import { runSteps } from './runSteps';
import { scaleFields } from './scaleFields';
import { skip } from './skip';
import { steps } from './steps';
import { supports } from './supports';
import { takeovers } from './takeovers';
import { verdicts } from './verdicts';
import { winners } from './winners';

/** All fields of a judgement, in the order in which a line of a journal has them. */
export const judgementFields = {
  ranking,
  comparisons,
  acceptable,
  ratings,
  verdicts,
  winners,
  steps,
  runSteps,
  calls,
  diffComments,
  takeovers,
  critiques,
  flags,
  supports,
  ...scaleFields,
  demonstrations,
  refinements,
  metaCritiques,
  rules,
  rationale,
  because,
  clarification,
  skip,
} satisfies Readonly<Record<string, ValueField<unknown> | ListField<unknown>>>;

type Fields = typeof judgementFields;
export type FieldName = keyof Fields;
export const fieldNames = Object.keys(judgementFields) as readonly FieldName[];

/** Those that describe themselves in some way, such as by a column. */
export type FieldNameWith<Part extends string> = {
  [K in FieldName]: Fields[K] extends Readonly<Record<Part, unknown>> ? K : never;
}[FieldName];

/** Those that have a column in the table of judgements, in its order. */
export const columnFields: { readonly [K in FieldNameWith<'column'>]: Fields[K] } = {
  rationale,
  because,
  ...scaleFields,
  clarification,
  skip,
};
