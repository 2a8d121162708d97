import * as z from 'zod';
import { says } from '../problems/checkValue';

/** The plan of a study: which items come to whom, and in which order. */

/** Judged items that come again to the same annotator, who is not told (C23). */
const repeatsSchema = z.looseObject({
  rate: z.number().min(0).max(0.5).describe('Share of repeated items among the items of an annotator, from 0 to 0.5.'),
  after: z
    .int()
    .positive()
    .optional()
    .describe('Minimum number of other items between an item and its repetition. Default: 20.'),
});

/** What a right judgement of a control item says. */
export const knownAnswerSchema = z
  .looseObject({
    best: z.string().min(1).optional().describe('Id of the response that is better than all others.'),
    order: z
      .array(z.array(z.string().min(1)).min(1))
      .min(1)
      .optional()
      .describe(
        'Ids of responses, best first. Responses in one list are tied. Responses that are in no list are worse than all that are.',
      ),
    acceptable: z
      .record(z.string(), z.boolean())
      .optional()
      .describe('Whether responses are acceptable, by their ids.'),
  })
  .refine(
    ({ best, order, acceptable }) => best !== undefined || order !== undefined || acceptable !== undefined,
    says('value.answerEmpty', {}),
  )
  .refine(({ best, order }) => best === undefined || order === undefined, says('value.orderBesideBest', {}, ['order']))
  .refine(
    ({ order = [] }) => new Set(order.flat()).size === order.flat().length,
    says('value.responseTwice', {}, ['order']),
  );
export type KnownAnswer = Readonly<z.infer<typeof knownAnswerSchema>>;

/** Items with known answers, which come to everybody among the others (C23). */
const controlsSchema = z
  .looseObject({
    items: z
      .array(z.string().min(1))
      .min(1)
      .describe(
        'Ids of items with known answers. They are assigned to every annotator, whatever the rest of the plan says.',
      ),
    rate: z
      .number()
      .min(0)
      .max(0.5)
      .describe(
        'Share of control items among the items of an annotator, from 0 to 0.5, until all control items have been shown.',
      ),
    answers: z
      .record(z.string(), knownAnswerSchema)
      .optional()
      .describe(
        'Known answers of control items by item id. The quality report compares the judgments of each annotator with them.',
      ),
    first: z
      .int()
      .positive()
      .optional()
      .describe(
        'Number of control items with known answers that come to each annotator before all other items, as a qualification test.',
      ),
    pass: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'Share of the qualification test that must be judged as known, from 0 to 1. The quality report names annotators below it; with "feedback" they are told.',
      ),
    feedback: z
      .boolean()
      .optional()
      .describe(
        'If true, annotators see the known answer of a control item as soon as they have saved their judgment, as in a qualification test. Default: false.',
      ),
  })
  .refine(
    ({ items, answers = {} }) => Object.keys(answers).every((item) => items.includes(item)),
    says('value.answerOfOtherItem', {}, ['answers']),
  )
  .refine(
    ({ first = 0, answers = {} }) => first <= Object.keys(answers).length,
    says('value.fewerAnswers', {}, ['first']),
  )
  .refine(({ pass, first }) => pass === undefined || first !== undefined, says('value.passWithoutFirst', {}, ['pass']));

/**
 * In which order items come. `shuffled`: drawn by the study's seed, the same for all. `shuffled-each`: drawn for each
 * annotator. `uncertain`: those first whose labels or scorers contradict each other, then those whose best two scores
 * lie closest by each scorer's own scale. `thin`: those first of whose slice the fewest are judged. `informative`: those first of which one more judgement is expected to teach most, by
 * what is judged so far.
 */
const orderNames = ['file', 'shuffled', 'shuffled-each', 'uncertain', 'thin', 'informative'] as const;
export type OrderName = (typeof orderNames)[number];

/** Whether a slice can be made by the value at a path of an item: what stands in a response is none of its items'. */
export const isSlicePath = (path: string): boolean =>
  path.trim() !== '' && !/^(responses|completions)(\.|$)/.test(path);

/** Which items come at all, in the words of the search. */
const filterSchema = z
  .looseObject({
    text: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Only items with this text in the prompt, a response, the context, the evidence or a reference answer.',
      ),
    regex: z.boolean().optional().describe('If true, "text" is a regular expression.'),
    matchCase: z.boolean().optional().describe('If true, upper and lower case of "text" must match.'),
    wholeWord: z.boolean().optional().describe('If true, "text" must match whole words.'),
    metadata: z.boolean().optional().describe('If true, the metadata of the item is searched too.'),
    labelled: z.boolean().optional().describe('Only items that have a label in the dataset.'),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Only items with these values in their metadata, by dotted paths, for example { "category": "code" }. The path "language" also matches the language of the item. A list matches if one of its values does.',
      ),
  })
  .refine(
    ({ text, labelled, fields }) => text !== undefined || labelled === true || Object.keys(fields ?? {}).length > 0,
    says('value.filterEmpty', {}),
  )
  .refine(
    ({ text, regex }) => regex !== true || text === undefined || isExpression(text),
    says('value.notExpression', {}, ['text']),
  );

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'mu').source !== '';
  } catch {
    return false;
  }
}

export const planSchema = z
  .looseObject({
    order: z
      .enum(orderNames)
      .optional()
      .describe(
        'Order of the items. "file": as in the file. "shuffled": random, the same for all annotators. "shuffled-each": random for each annotator. "uncertain": items with disagreeing labels or scorers first, then items with the closest scores. "thin": items of the least annotated slices first (see "slices"). "informative": items first of which one more judgment teaches most, given all judgments so far: comparisons of responses whose features are still unknown, then items whose judgments disagree. Annotators can choose another order for themselves.',
      ),
    slices: z
      .array(z.string().refine(isSlicePath, says('value.notSliceField', {})))
      .min(1)
      .optional()
      .describe('Fields whose values divide the items into slices: dotted paths in the metadata, or "language".'),
    filter: filterSchema
      .optional()
      .describe('Only these items are assigned to annotators. All other items are left out.'),
    annotators: z
      .array(z.string().min(1))
      .min(1)
      .refine((names) => new Set(names).size === names.length, says('value.nobodyTwice', {}))
      .optional()
      .describe(
        'Names of the annotators. Each item is assigned to "perItem" of them, at random by seed and item id. The result is the same on every machine and changes little when an annotator is added. Annotators who are not listed here get every item.',
      ),
    perItem: z
      .int()
      .positive()
      .optional()
      .describe(
        'How many of the annotators judge each item. Default: 1. If there are fewer annotators, all of them judge it.',
      ),
    repeats: repeatsSchema
      .optional()
      .describe(
        'Repeats items to measure how consistent an annotator is. The annotator is not told. Exports leave the repeated judgments out.',
      ),
    controls: controlsSchema
      .optional()
      .describe(
        'Control items: items with known answers, mixed in among the others. Exports leave them out by default.',
      ),
  })
  .refine(({ order, slices }) => order !== 'thin' || slices !== undefined, says('value.slicesMissing', {}, ['slices']));
export type Plan = Readonly<z.infer<typeof planSchema>>;
