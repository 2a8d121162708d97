import * as z from 'zod';
import { judgeKinds } from '../annotation/judgeKind';
import { judgeQuestions, suggestionSchema } from '../suggestion/suggestion';

/** Version of the form of a certificate. */
export const certificateVersion = 1;
/** Of fewer units than this nothing is said, and no gate is met. */
export const fewestUnits = 20;

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
  isYesNo: z.boolean(),
  /**
   * Judged by people on items that the judge answered, of which it says nothing: it was not asked or not understood, or its
   * answers are split.
   */
  silent: z.int().nonnegative(),
  /** Of which as many people say one thing as another: they are in no figure against what most say. */
  split: z.int().nonnegative(),
  /** With what most people say; of a scale, with their median. */
  withPeople: agreement,
  /** With each person, one by one: `units` are judgments of people. */
  withEach: agreement,
  /** Each person with each other, on what several people judged: what can be reached. */
  amongPeople: agreement,
  /** On these, the judge with a person minus another person with them: below 0 where people agree more. */
  difference: estimate,
  /**
   * What that comes to: as people among themselves (surely at most 5 points less), less, more, or not known; and about how
   * many more units are needed where it is not known ("no-overlap": that a second person judges).
   */
  standing: z.enum(['as-people', 'less', 'more', 'unknown', 'no-overlap', 'too-few']),
  toSettle: z.int().nonnegative().nullable(),
  /** Of what people say no to, the share that it says yes to, and the other way round. Of criteria of yes and no. */
  falsePass: estimate,
  falseFail: estimate,
  /** How much more often it does so than one person does, where another says so. */
  falsePassOver: estimate,
  falseFailOver: estimate,
  /** First errors at most one and three steps from the one that most people name. */
  within1: estimate,
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

/** How a judge prefers the one of two that has more of something. */
const leaning = z.object({
  /** How much more often than people, on the same pairs. */
  over: estimate,
  /** Its errors to that side, of the pairs on which people prefer the other, minus its errors to the other side. */
  errors: estimate,
});

/** What a judge leans to, of preferences. */
const biases = z.object({
  /** Of pairs asked in both orders: the share decided for the same response, and of the others for the first. */
  consistent: estimate,
  toFirst: estimate,
  pairs: z.int().nonnegative(),
  /** The share of these pairs that their order decides for the first, minus the share for the last. */
  position: estimate,
  /** How likely that is where the order says nothing. */
  positionChance: z.number().nullable(),
  /** The longer of two, and the one with lists, headings or bold text. */
  longer: leaning,
  styled: leaning,
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
    /** Whose judgments count. */
    origins: z.array(z.enum(judgeKinds)),
    hash: z.string(),
  }),
  /** Answers that count, that were not understood, and of items whose texts are others now. */
  answers: z.object({ all: z.int(), notUnderstood: z.int(), stale: z.int() }),
  /** Judgments on the same items that do not count: of other origins, with a suggestion, of a later sitting, of one turn. */
  leftOut: z.object({ origins: z.int(), suggested: z.int(), repeats: z.int(), turns: z.int() }),
  /** Everything that the judge is asked, also where nobody judged it. */
  parts: z.array(part),
  /** What is wrong with it beyond chance, of all that was looked at. */
  findings: z.array(
    z.object({
      code: z.enum(['position', 'longer', 'styled', 'falsePass', 'falseFail', 'overconfident']),
      of: z.string(),
    }),
  ),
  slices: z.array(z.object({ by: z.string(), value: z.string().nullable(), of: z.string(), withPeople: agreement })),
  /** Slices with fewer than 20 units, which have no figures. */
  smallSlices: z.int().nonnegative(),
  biases: biases.nullable(),
  /** SHA-256 of all of it but this, as JSON with the fields in the order of their names. */
  signature: z.string(),
});

export type Certificate = Readonly<z.infer<typeof certificateSchema>>;
export type CertificatePart = Certificate['parts'][number];
export type CertificateAgreement = CertificatePart['withPeople'];
