import * as z from 'zod';
import { judgeQuestions, suggestionSchema } from '../suggestion/suggestion';

/** Version of the form of a certificate. */
export const certificateVersion = 1;

/** A figure with its 95 % interval over items; `low` and `high` are null where there are too few for one. */
const estimate = z
  .object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable(), items: z.int().nonnegative() })
  .nullable();

const agreement = z.object({
  /** Responses, pairs or runs that both said something of. */
  units: z.int().nonnegative(),
  same: estimate,
  /** Cohen's κ. */
  kappa: estimate,
});

/** How a judge agrees with people on one thing that it is asked. */
const part = z.object({
  /** "preferences", "first error", the id of a criterion or the name of an aspect. */
  of: z.string(),
  /** With what most people say. */
  withPeople: agreement,
  /** With each person, one by one: `units` are judgments of people. */
  withEach: agreement,
  /** Each person with each other, on what several people judged: what can be reached. */
  amongPeople: agreement,
  /** On these, the judge with a person minus another person with them: below 0 where people agree more. */
  difference: estimate,
  /** Of what people say no to, the share that it says yes to, and the other way round. Of criteria of yes and no. */
  falsePass: estimate,
  falseFail: estimate,
  /** First errors at most three steps from the one that most people name. */
  within3: estimate,
  /** Of what it says how sure it is of: expected calibration error, and mean confidence minus the share that is right. */
  calibration: z
    .object({
      units: z.int().nonnegative(),
      ece: estimate,
      over: estimate,
      bins: z.array(z.object({ units: z.int(), confidence: z.number(), right: z.number() })),
    })
    .nullable(),
  /** How many more units are judged by people until κ is known to ±0.05, by the width of the interval. */
  more: z.int().nonnegative().nullable(),
});

/** What a judge leans to, of preferences. */
const biases = z.object({
  /** Of pairs asked in both orders: the share decided for the same response, and of the others for the first. */
  consistent: estimate,
  toFirst: estimate,
  pairs: z.int().nonnegative(),
  /** By how much more often than people it prefers the longer of two, and the one with lists, headings or bold text. */
  longer: estimate,
  styled: estimate,
});

export const certificateSchema = z.object({
  v: z.literal(certificateVersion),
  type: z.literal('certificate'),
  made: z.iso.datetime(),
  judge: suggestionSchema
    .pick({ judge: true, model: true, prompt: true, sampling: true, rubrics: true })
    .extend({ asks: z.enum(judgeQuestions) }),
  /** What it was measured on. `hash` is of the items' texts and of the annotations that count. */
  data: z.object({
    items: z.int().nonnegative(),
    annotations: z.int().nonnegative(),
    people: z.int().nonnegative(),
    hash: z.string(),
  }),
  /** Answers that count, that were not understood, and of items whose texts are others now. */
  answers: z.object({ all: z.int(), notUnderstood: z.int(), stale: z.int() }),
  parts: z.array(part),
  slices: z.array(z.object({ by: z.string(), value: z.string().nullable(), of: z.string(), withPeople: agreement })),
  biases: biases.nullable(),
  /** SHA-256 of all of it but this, as JSON with the fields in the order of their names. */
  signature: z.string(),
});

export type Certificate = Readonly<z.infer<typeof certificateSchema>>;
export type CertificatePart = Certificate['parts'][number];
export type CertificateAgreement = CertificatePart['withPeople'];
