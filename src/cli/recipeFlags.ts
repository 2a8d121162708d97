import { Option, type Command } from 'commander';
import { escapeCommas } from '../core/model/study/commaList';
import { UsageError } from '../core/model/problems/problem';
import type { Recipe } from '../core/model/study/recipe';
import {
  recipeFields,
  recipeForms,
  recipeFrom,
  type RecipeField,
  type RecipeTexts,
} from '../core/model/study/recipeText';
import { nonEmptyText } from './arguments';

interface Flag {
  /** With its argument, as help shows it. */
  readonly flag: string;
  readonly about: string;
}

/** How each field of a recipe is typed in a terminal. */
export const recipeFlags: Readonly<Record<RecipeField, Flag>> = {
  format: { flag: '--format <name>', about: 'Export format (see "tiebreak formats")' },
  file: { flag: '--file <kind>', about: "Type of the data file; the format's usual type by default" },
  annotators: { flag: '--annotators <names>', about: 'Only judgments by these annotators, separated by commas' },
  groups: { flag: '--groups <names>', about: 'Only judgments by members of these groups, separated by commas' },
  origins: {
    flag: '--origins <kinds>',
    about:
      'Only judgments of these origins, separated by commas: human (made in the editor), imported (labels by people that came with the data), model; by default human and imported, and model only if no person judged',
  },
  rounds: { flag: '--rounds <numbers>', about: 'Only judgments of these rounds, separated by commas' },
  rubrics: {
    flag: '--rubrics <versions>',
    about: 'Only judgments made under these rubric versions, for example helpfulness=2',
  },
  guidelines: { flag: '--guidelines <versions>', about: 'Only judgments made under these versions of the guidelines' },
  withFlags: {
    flag: '--flags <names>',
    about: 'Only judgments that have one of these flags, on the item or a response',
  },
  withoutFlags: {
    flag: '--without-flags <names>',
    about: "Leave out judgments that have one of these flags; other annotators' judgments of the item stay",
  },
  minStrength: { flag: '--min-strength <1-3>', about: 'Only preferences of at least this strength' },
  minConfidence: { flag: '--min-confidence <0-1>', about: 'Only judgments of at least this confidence' },
  where: { flag: '--where <path=value>', about: 'Only items with this value in their metadata (repeatable)' },
  languages: { flag: '--languages <codes>', about: 'Only items in these languages, for example en,de' },
  items: {
    flag: '--items <which>',
    about: 'Which items have a row in rubric formats: judged items (default), or all items, with their active criteria',
  },
  stale: { flag: '--stale <what>', about: 'Also export judgments of items that changed since' },
  controls: { flag: '--controls <what>', about: 'Also export judgments of control items' },
  adjudicated: {
    flag: '--adjudicated <how>',
    about:
      'Export the judgments of adjudicators: in place of those of annotators on the same items (use), or nothing else (only)',
  },
  context: {
    flag: '--context <where>',
    about:
      'Where to put the context of an item or judgment: at the start of the last user message (user, the default), in the system message (system; before the prompt if it is plain text), or nowhere (none)',
  },
  evidence: {
    flag: '--evidence <where>',
    about:
      'Where to put the evidence passages of an item: at the start of the last user message (user, the default), in the system message (system; before the prompt if it is plain text), or nowhere (none)',
  },
  media: {
    flag: '--media <how>',
    about:
      'How to export images, audio and video: paths of the files (path, the default), copies or links in the export folder, or nothing (none). Items with media that the format does not support are dropped, except with none',
  },
  steps: { flag: '--steps <which>', about: 'Only the judged steps of a response up to the first wrong one' },
  neutral: { flag: '--neutral <as>', about: 'How to count neutral steps; left out by default' },
  unnecessary: {
    flag: '--unnecessary <as>',
    about: 'How to count steps that are correct but unnecessary; right by default',
  },
  attributes: {
    flag: '--attributes <aspects>',
    about: 'Which aspect to write as which attribute of the format, for example helpfulness=useful',
  },
  ties: { flag: '--ties <which>', about: 'Export all responses tied for best, not only the first' },
  criterion: {
    flag: '--criterion <name>',
    about: 'Only preferences by this criterion (PKU-SafeRLHF has better and safer)',
  },
  pairs: { flag: '--pairs <which>', about: 'Which pairs of a ranking to export; all by default' },
  margin: { flag: '--margin <of>', about: 'Add a column "margin" with this value' },
  weight: {
    flag: '--weight <how>',
    about: 'Add a column "weight": the pairs of one ranking share a weight of 1 (no listed trainer reads it)',
  },
  softLabel: {
    flag: '--soft-label',
    about: 'Add a column "soft_label": the share of votes for the chosen response (no listed trainer reads it)',
  },
  listSize: {
    flag: '--list-size <number>',
    about: 'Only lists of this many responses; the most common size by default',
  },
  aggregate: { flag: '--aggregate <rule>', about: "Combine the annotators' preferences into one with this rule" },
  minAnnotators: { flag: '--min-annotators <number>', about: 'Only items judged by at least this many annotators' },
  minAgreement: {
    flag: '--min-agreement <0-1>',
    about:
      'Only items on which at least this share of the votes agrees with the majority (votes are ratings, labels, verdicts or steps in formats made of these)',
  },
  pseudonyms: {
    flag: '--pseudonyms <salt>',
    about: 'Replace annotator names with pseudonyms generated from this salt',
  },
  nearDuplicates: {
    flag: '--near-duplicates <0-1>',
    about:
      'Of prompts with at least this similarity, keep only the first (identical prompts with other responses are kept)',
  },
  maxSimilarity: {
    flag: '--max-similarity <0-1>',
    about: 'Leave out pairs whose responses are more similar than this',
  },
  contamination: {
    flag: '--decontaminate <file...>',
    about: 'Leave out items whose prompts overlap with these benchmark files',
  },
  overlap: {
    flag: '--overlap <0-1>',
    about:
      "For --decontaminate: leave out prompts that contain more than this share of a benchmark item's words; 0.5 by default",
  },
  gram: {
    flag: '--gram <words>',
    about:
      'For --decontaminate: number of consecutive words that must match; 8 by default (GPT-3 uses 13 with --overlap 0)',
  },
  maxLengthRatio: {
    flag: '--max-length-ratio <number>',
    about: 'Leave out pairs in which one response is more than this many times as long as the other',
  },
  noise: {
    flag: '--noise <variant>',
    about:
      'What to do with pairs that are probably wrong: leave them out (filter), swap them (flip) or give them soft labels (smooth)',
  },
  negative: {
    flag: '--negative <meaning>',
    about: 'What negative rubric weights mean: the criterion describes the fault (fault) or avoiding it (avoidance)',
  },
  bare: { flag: '--bare', about: 'In formats with contexts, also export judgments without a context' },
  split: {
    flag: '--split <shares>',
    about: 'Share of the prompts in each split, for example train=0.9,test=0.1 or train=0.8,validation=0.1,test=0.1',
  },
  seed: { flag: '--seed <number>', about: 'Random seed of the split' },
  groupBy: { flag: '--group-by <what>', about: 'Put similar prompts into the same split, not only identical ones' },
  stratify: { flag: '--stratify <path>', about: 'Keep the shares of this metadata field equal in all splits' },
};

/** Under which heading help shows each flag, in the order of the headings. */
export const recipeFlagGroups: readonly (readonly [heading: string, fields: readonly RecipeField[]])[] = [
  ['Output', ['format', 'file', 'context', 'evidence', 'media', 'pseudonyms']],
  [
    'Judgments',
    [
      'annotators',
      'groups',
      'origins',
      'rounds',
      'rubrics',
      'guidelines',
      'minConfidence',
      'adjudicated',
      'controls',
      'stale',
    ],
  ],
  [
    'Items',
    ['items', 'withFlags', 'withoutFlags', 'where', 'languages', 'nearDuplicates', 'contamination', 'overlap', 'gram'],
  ],
  [
    'Pairs and extra columns',
    ['criterion', 'pairs', 'minStrength', 'maxSimilarity', 'maxLengthRatio', 'noise', 'margin', 'weight', 'softLabel'],
  ],
  [
    'Lists, steps, attributes, rubrics and contexts',
    ['listSize', 'steps', 'neutral', 'unnecessary', 'attributes', 'negative', 'bare', 'ties'],
  ],
  ['Several annotators', ['aggregate', 'minAnnotators', 'minAgreement']],
  ['Splits', ['split', 'seed', 'groupBy', 'stratify']],
];

/** What commander makes of the flags: a text for each, or several. */
export type RecipeArguments = Readonly<Record<string, unknown>>;

/** Adds the flags of a recipe to a command. */
export function addRecipeFlags(command: Command): Command {
  for (const [heading, field] of recipeFlagGroups.flatMap(([heading, fields]) =>
    fields.map((field) => [heading, field] as const),
  )) {
    const { flag, about } = recipeFlags[field];
    const form = recipeForms[field];
    const option = new Option(flag, about).helpGroup(`${heading}:`);
    if (form.kind === 'choice') option.choices(form.choices);
    else if (form.kind === 'where')
      option.argParser((value: string, before: readonly string[] | undefined) => [
        ...(before ?? []),
        nonEmptyText(value),
      ]);
    else if (form.kind !== 'yes' && !option.variadic) option.argParser(nonEmptyText);
    command.addOption(option);
  }
  return command;
}

/** The recipe that a command's flags say. Throws `UsageError`, which names the flag that is wrong. */
export function recipeOf(args: RecipeArguments): Recipe {
  const read = recipeFrom(textsOf(args));
  if ('recipe' in read) return read.recipe;
  const [issue] = read.issues;
  if (!issue) throw new UsageError('the export options are not valid');
  if (issue.field === 'format' && args.format === undefined)
    throw new UsageError(
      'no format given. Add --format NAME (see "tiebreak formats"), or --recipe NAME for a recipe of the project',
    );
  const name = flagName(issue.field);
  if (issue.code === 'value.noSplit')
    throw new UsageError(`${name} needs a split. Add --split train=0.9,test=0.1, or leave ${name} out`);
  throw new UsageError(`${name}: ${issue.message}`);
}

/** The flags of a recipe that were given. */
export const recipeFlagsGiven = (args: RecipeArguments): string[] =>
  recipeFields.filter((field) => args[argumentOf(field)] !== undefined).map(flagName);

function textsOf(args: RecipeArguments): RecipeTexts {
  const texts: Partial<Record<RecipeField, string>> = {};
  for (const field of recipeFields) {
    const value = args[argumentOf(field)];
    // What several arguments say is put together; a path may hold a comma, and so may a value.
    if (Array.isArray(value)) texts[field] = value.map((each) => escapeCommas(String(each))).join(',');
    else if (value === true) texts[field] = 'yes';
    else if (typeof value === 'string') texts[field] = value;
  }
  return texts;
}

const flagName = (field: RecipeField): string => recipeFlags[field].flag.split(' ')[0] ?? '';
/** Under which name commander keeps a flag. */
const argumentOf = (field: RecipeField): string => new Option(recipeFlags[field].flag).attributeName();
