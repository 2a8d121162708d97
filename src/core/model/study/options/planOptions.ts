import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { says } from '../../problems/checkValue';
import { knownAnswerSchema } from '../knownAnswer';
import { isSlicePath } from '../slicePath';
import { shapeOf } from './option';
import { choice, type SettingTable } from './settingOption';

/** The settings of a plan: which items come to whom, and in which order. */

const check = { schema: z.boolean(), control: { kind: 'check' }, group: 'plan' } as const;
const rate = z.number().min(0).max(0.5);
const id = z.string().min(1);

/** Which items come at all, in the words of the search. */
export const filterOptions = {
  text: {
    schema: z.string().min(1),
    label: () => l10n.t('Only items with this text'),
    help: () => l10n.t('In the prompt, a response, the context, the evidence or a reference answer.'),
    control: { kind: 'text' },
    group: 'plan',
  },
  regex: { ...check, label: () => l10n.t('The text is a regular expression'), help: undefined },
  matchCase: { ...check, label: () => l10n.t('Match the case of the text'), help: undefined },
  wholeWord: { ...check, label: () => l10n.t('Match whole words of the text'), help: undefined },
  metadata: { ...check, label: () => l10n.t('Search the metadata for the text, too'), help: undefined },
  labelled: { ...check, label: () => l10n.t('Only items with a label in the dataset'), help: undefined },
  fields: {
    schema: z.record(z.string(), z.string()),
    label: () => l10n.t('Only items with these values'),
    help: () =>
      l10n.t(
        'Values in the metadata, by dotted paths, or the “language” of the item. All of them must match. A list matches if one of its values does.',
      ),
    control: {
      kind: 'lines',
      hint: () => l10n.t('A field, a colon and its value, one on each line.'),
      example: 'language: de',
      as: 'record',
    },
    group: 'plan',
  },
} as const satisfies SettingTable;

/** Judged items that come again to the same annotator, who is not told. */
export const repeatsOptions = {
  rate: {
    schema: rate,
    required: true,
    label: () => l10n.t('Share of repeated items'),
    help: () => l10n.t('From 0 to 0.5. Shows how consistent an annotator is, who is not told.'),
    control: { kind: 'number', example: '0' },
    group: 'plan',
  },
  after: {
    schema: z.int().positive(),
    label: () => l10n.t('Minimum number of items between repetitions'),
    help: () => l10n.t('Default: 20.'),
    control: { kind: 'number', example: '20' },
    group: 'plan',
  },
} as const satisfies SettingTable;

/** Items with known answers, which come to everybody among the others. */
export const controlOptions = {
  items: {
    schema: z.array(id).min(1),
    required: true,
    about: 'Ids of items with known answers. They are assigned to every annotator, whatever the rest of the plan says.',
  },
  rate: {
    schema: rate,
    required: true,
    label: () => l10n.t('Share of control items'),
    help: () => l10n.t('From 0 to 0.5, until all control items have been shown.'),
    control: { kind: 'number', example: '0.05' },
    group: 'plan',
  },
  answers: {
    schema: z.record(z.string(), knownAnswerSchema),
    about:
      'Known answers of control items by item id. The quality report compares the judgments of each annotator with them.',
  },
  first: {
    schema: z.int().positive(),
    label: () => l10n.t('Qualification test'),
    help: () => l10n.t('So many control items with known answers come to each annotator before all other items.'),
    control: { kind: 'number', example: '10' },
    group: 'plan',
  },
  pass: {
    schema: z.number().min(0).max(1),
    label: () => l10n.t('Share of the test that must be as known'),
    help: () =>
      l10n.t('From 0 to 1. The quality report names annotators below it. They are told where known answers are shown.'),
    control: { kind: 'number', example: '0.8' },
    group: 'plan',
  },
  feedback: {
    ...check,
    label: () => l10n.t('Show the known answer of a control item after it is judged'),
    help: undefined,
  },
} as const satisfies SettingTable;

export const planOptions = {
  /**
   * `shuffled`: drawn by the study's seed, the same for all. `shuffled-each`: drawn for each annotator. `uncertain`:
   * those first whose labels or scorers contradict each other, then those whose best two scores lie closest by each
   * scorer's own scale. `thin`: those first of whose slice the fewest are judged. `informative`: those first of which
   * one more judgement is expected to teach most, by what is judged so far. `outcomes`: those first of whose responses
   * the share that passes is nearest to one half, by the mean over verifiers.
   */
  order: {
    ...choice(
      {
        file: () => l10n.t('As in the file'),
        shuffled: () => l10n.t('Random, the same for all'),
        'shuffled-each': () => l10n.t('Random, for each annotator'),
        uncertain: () => l10n.t('Disputed items first'),
        thin: () => l10n.t('Least annotated slices first'),
        informative: () => l10n.t('Most informative first'),
        outcomes: () => l10n.t('Most disputed outcomes first'),
      },
      'file',
    ),
    label: () => l10n.t('Order of items'),
    help: () =>
      l10n.t(
        'Disputed are items whose labels or scorers disagree, then those with the closest scores. Informative are those of which one more judgment teaches most, given all judgments so far. Outcomes are disputed where about half of a task’s runs pass. Annotators can choose another order for themselves.',
      ),
    group: 'plan',
  },
  slices: {
    schema: z.array(z.string().refine(isSlicePath, says('value.notSliceField', {}))).min(1),
    label: () => l10n.t('Slices'),
    help: () => l10n.t('Fields whose values divide the items: dotted paths in the metadata, or “language”.'),
    control: { kind: 'lines', hint: () => l10n.t('One on each line.'), example: 'language' },
    group: 'plan',
  },
  filter: {
    schema: z
      .looseObject(shapeOf(filterOptions))
      .refine(
        ({ text, labelled, fields }) => text !== undefined || labelled === true || Object.keys(fields ?? {}).length > 0,
        says('value.filterEmpty', {}),
      )
      .refine(
        ({ text, regex }) => regex !== true || text === undefined || isExpression(text),
        says('value.notExpression', {}, ['text']),
      ),
    about: 'Only these items are assigned to annotators. All other items are left out.',
    fields: filterOptions,
  },
  annotators: {
    schema: z
      .array(z.string().min(1))
      .min(1)
      .refine((names) => new Set(names).size === names.length, says('value.nobodyTwice', {})),
    label: () => l10n.t('Annotators'),
    help: () =>
      l10n.t(
        'Items are assigned to them at random, in the same way on every machine. An annotator who is added changes little. Who is not listed gets every item.',
      ),
    control: { kind: 'lines', hint: () => l10n.t('One on each line.') },
    group: 'plan',
  },
  perItem: {
    schema: z.int().positive(),
    label: () => l10n.t('Annotators per item'),
    help: () => l10n.t('How many of the annotators judge each item. Default: 1.'),
    control: { kind: 'number', example: '1' },
    group: 'plan',
  },
  overlap: {
    schema: z.number().positive().max(1),
    label: () => l10n.t('Share of items with several annotators'),
    help: () =>
      l10n.t(
        'From 0 to 1. So many items, drawn at random, come to as many annotators as set above, and each of the others to one. Default: 1.',
      ),
    control: { kind: 'number', example: '0.1' },
    group: 'plan',
  },
  repeats: {
    schema: z.looseObject(shapeOf(repeatsOptions)),
    about:
      'Repeats items to measure how consistent an annotator is. The annotator is not told. Exports leave the repeated judgments out.',
    fields: repeatsOptions,
  },
  controls: {
    schema: z
      .looseObject(shapeOf(controlOptions))
      .refine(
        ({ items, answers = {} }) => Object.keys(answers).every((item) => items.includes(item)),
        says('value.answerOfOtherItem', {}, ['answers']),
      )
      .refine(
        ({ first = 0, answers = {} }) => first <= Object.keys(answers).length,
        says('value.fewerAnswers', {}, ['first']),
      )
      .refine(
        ({ pass, first }) => pass === undefined || first !== undefined,
        says('value.passWithoutFirst', {}, ['pass']),
      ),
    label: () => l10n.t('Control items'),
    help: () => l10n.t('Items with known answers, mixed in among the others. Exports leave them out by default.'),
    control: {
      kind: 'lines',
      hint: () =>
        l10n.t(
          'Ids of items, one on each line. The known answer follows after a colon: the id of the best response, or all in order, as in “q7: b > a = c”.',
        ),
      example: 'q7: b',
      as: 'controls',
    },
    group: 'plan',
    fields: controlOptions,
  },
} as const satisfies SettingTable;

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'mu').source !== '';
  } catch {
    return false;
  }
}
