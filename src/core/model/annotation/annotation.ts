import * as z from 'zod';
import { addIssue, says } from '../problems/checkValue';
import type { ProblemCode, Problems } from '../problems';
import { judgementSchema, responsesNamed, suggestedJudgementSchema } from './judgement';
import { faultIn } from './metaCritiqueSchemas';
import { modeNames } from './mode';
import { unformattedViews } from '../desk/textView';
import { servedSchema } from './served';
import { checksSchema } from './checkEvidence';

export { refinementSchema, type Refinement } from './fields/refinements';
export type { Comparison } from './fields/comparisons';
export type { Critique, Missing, Span } from './fields/critiques';
export type { Step } from './fields/steps';
export type { Judgement } from './judgement';

/**
 * The lines of a journal: complete annotations, and retractions that take one back.
 * Only raw judgements are kept; pairs, margins and scores are derived at export.
 */

export const journalVersion = 1;

/** The id of a line: a ULID. */
export const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** Dates and times in UTC, as `z.iso.datetime()` takes them. */
export const timePattern = z.regexes.datetime({});
const ulid = z.string().regex(ulidPattern, says('value.notUlid', {}));
const version = z.int().positive();
const hashes = z.record(z.string(), z.string().min(1)).optional();

/** What annotations and retractions have. */
const line = {
  v: z.literal(journalVersion).describe('Version of the format of the line.'),
  id: ulid.describe(
    'Id of the line: a ULID. Ids of one annotator increase with time, so the line with the greater id is the later one.',
  ),
  annotator: z.string().min(1).describe('Name of the annotator.'),
  time: z.iso.datetime().describe('When the line was saved.'),
};
const item = z.string().min(1).describe('Id of the item.');
/** Which judgement of the item it is (`judgementKey`). */
const key = {
  context: z
    .string()
    .optional()
    .describe(
      'Text of the context that the item was judged under. Absent if it was judged without a context. The judgment under each context is separate.',
    ),
  repeat: z
    .int()
    .positive()
    .optional()
    .describe(
      'Absent the first time. If the item was repeated to measure consistency, the number of the repetition, starting at 1.',
    ),
  turn: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'If only one turn was judged: its number among the assistant turns of each response, starting at 0. Absent if the whole responses were judged.',
    ),
  role: z
    .literal('adjudicator')
    .optional()
    .describe(
      '"adjudicator" if it settles what annotators disagree on. Absent if the annotator judged as one of several. It does not replace the own judgment of the same person.',
    ),
};

const originSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z
      .literal('human')
      .describe('"human": made in the editor. "imported": a label of a dataset or a file. "model": made by a model.'),
  }),
  z.object({
    kind: z.literal('imported'),
    from: z.string().describe('Of an imported label: the layout of its source.'),
    by: z.string().optional().describe('Of an imported label: the model that made it, if it was a model.'),
  }),
  z.object({ kind: z.literal('model'), name: z.string().describe('Of a judgment by a model: its name.') }),
]);

export const annotationSchema = z
  .object({
    ...line,
    type: z.literal('annotation').describe('Kind of line.'),
    group: z.string().min(1).optional().describe('Group of the annotator, if they set one (`tiebreak.group`).'),
    item,
    hash: z
      .string()
      .min(1)
      .describe(
        'Hash of the texts of the item. If the item changes, the hash no longer matches, and the annotation is listed as an annotation of a changed item.',
      ),
    ...key,
    served: servedSchema
      .optional()
      .describe('Why the item came to the annotator, when it was judged first. Absent if nobody knows.'),
    mode: z.enum(modeNames).optional().describe('Annotation mode. Absent if the judgment was not made in the editor.'),
    duration: z
      .number()
      .nonnegative()
      .nullable()
      .describe('Active time in milliseconds. `null` if it was not measured (imported labels).'),
    origin: originSchema.describe('Where the judgment comes from.'),
    round: z.int().nonnegative().describe('Number of the annotation round (`round` of the project).'),
    question: z
      .object({ version: version.describe('Version of the question in `task.questions`.') })
      .describe('The question that the annotator was asked.'),
    guidelines: z
      .object({
        version: z
          .string()
          .min(1)
          .describe('Version of the guidelines that was active. A copy is in `NAME.tiebreak.d/guidelines`.'),
      })
      .optional()
      .describe('The guidelines, if the study has some.'),
    rubrics: z
      .array(
        z.object({
          id: z.string().describe('Id of the rubric.'),
          version: version.describe('Version of the rubric.'),
        }),
      )
      .describe('The rubrics that were active for the item.'),
    texts: z
      .object({
        rubrics: hashes.describe('By `ID@VERSION` of a rubric.'),
        rules: hashes.describe('By `ID@VERSION` of a rule.'),
      })
      .optional()
      .describe(
        'Hashes of what the named versions of rubrics and rules said. Two people can make different versions with the same number; the hash tells them apart after a merge.',
      ),
    shown: z.array(z.string()).describe('Ids of the responses in the order in which the annotator saw them.'),
    seed: z.int().nonnegative().nullable().describe('Seed of that order. `null` if nothing was shuffled.'),
    views: z
      .record(z.string(), z.enum(unformattedViews))
      .optional()
      .describe(
        'How responses were shown when the judgment was saved, by id: "plain" or "source", as they are written. Responses that were formatted are not in it.',
      ),
    offsets: z
      .literal('code-points')
      .optional()
      .describe(
        'Unit of `start` and `end` of spans and steps: code points, as Python counts (`text[start:end]`). Old lines without this field count UTF-16 code units.',
      ),
    suggestion: z
      .object({
        by: z.string().min(1).optional().describe('Who made the label: a person or a model, if the dataset says so.'),
        judgement: suggestedJudgementSchema.describe(
          'What the label says, in the fields of a judgment: `ranking`, `comparisons`, `acceptable` or `ratings`.',
        ),
      })
      .optional()
      .describe(
        'What the annotator was shown to confirm or change before they judged: a label of the dataset. Only in studies with `task.suggestions`.',
      ),
    checks: checksSchema
      .optional()
      .describe('Results of tests that the annotator ran on the code of responses before this was saved.'),
    judgement: judgementSchema.describe('The judgment: one or more of the fields below.'),
  })
  .superRefine((annotation, context) => {
    const { judgement, shown } = annotation;
    const fail = <C extends ProblemCode>(path: string, code: C, params: Problems[C]): void =>
      addIssue(context, ['judgement', path], code, params);
    if (Object.keys(judgement).length === 0) addIssue(context, ['judgement'], 'value.noJudgement', {});
    if (judgement.ranking && judgement.comparisons) fail('comparisons', 'value.rankingAndComparisons', {});
    const ranked = judgement.ranking?.tiers.flat() ?? [];
    if (new Set(ranked).size !== ranked.length) fail('ranking', 'value.rankedTwice', { what: 'response' });
    if (judgement.winners?.some(({ responses }) => new Set(responses).size !== responses.length))
      fail('winners', 'value.winnerTwice', {});
    for (const each of judgement.metaCritiques ?? []) {
      const fault = faultIn(each);
      if (fault) fail('metaCritiques', fault.code, fault.params);
    }
    if (new Set(judgement.rules?.map(({ rule }) => rule)).size !== (judgement.rules?.length ?? 0))
      fail('rules', 'value.ruleMarkedTwice', {});
    const tested = annotation.checks?.responses.map(({ response }) => response) ?? [];
    if (new Set(tested).size !== tested.length) addIssue(context, ['checks', 'responses'], 'value.testedTwice', {});
    const unknown = [...responsesNamed(judgement), ...tested].find((id) => !shown.includes(id));
    if (unknown !== undefined) addIssue(context, ['judgement'], 'value.notShown', { responses: [unknown] });
  });
export type Annotation = Readonly<z.infer<typeof annotationSchema>>;

/** Takes an annotation back, which is told apart by what is said of it again. */
const retractionSchema = z.object({
  ...line,
  type: z.literal('retraction').describe('Kind of line.'),
  item,
  ...key,
  retracts: ulid.describe(
    'Id of the annotation that is retracted. Its `item`, `context`, `repeat` and `turn` are repeated here. Old lines do not have the `turn`.',
  ),
});
export type Retraction = Readonly<z.infer<typeof retractionSchema>>;

export const journalLineSchema = z.discriminatedUnion('type', [annotationSchema, retractionSchema]);
export type JournalLine = Annotation | Retraction;
