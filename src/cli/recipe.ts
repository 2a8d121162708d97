import { Option, type Command } from 'commander';
import { escaped } from '../core/model/study/recipeList';
import { UsageError } from '../core/model/study/problem';
import type { Recipe } from '../core/model/study/recipe';
import {
  recipeFields,
  recipeForms,
  recipeFrom,
  type RecipeField,
  type RecipeTexts,
} from '../core/model/study/recipeText';
import { text } from './arguments';

interface Flag {
  /** With its argument, as help shows it. */
  readonly flag: string;
  readonly about: string;
}

/** How each field of a recipe is typed in a terminal. */
export const recipeFlags: Readonly<Record<RecipeField, Flag>> = {
  format: { flag: '--format <name>', about: 'see "tiebreak formats"' },
  file: { flag: '--file <kind>', about: "the kind of data file; the format's own where nothing is said" },
  annotators: { flag: '--annotators <names>', about: "only these annotators' judgements, separated by commas" },
  groups: { flag: '--groups <names>', about: 'only judgements by members of these groups' },
  origins: {
    flag: '--origins <kinds>',
    about:
      'only judgements by people at the desk (human), by people whose labels came with the data (imported), or by models (model); where nothing is said people vote',
  },
  rounds: { flag: '--rounds <numbers>', about: 'only judgements of these rounds' },
  rubrics: {
    flag: '--rubrics <versions>',
    about: 'only judgements under these versions of rubrics, as in helpfulness=2',
  },
  guidelines: { flag: '--guidelines <versions>', about: 'only judgements under these versions of the guidelines' },
  withFlags: { flag: '--flags <names>', about: 'only judgements that flag so, the item or a response' },
  withoutFlags: {
    flag: '--without-flags <names>',
    about: 'no judgement that flags so; what others said of the item stays',
  },
  minStrength: { flag: '--min-strength <1-3>', about: 'only preferences at least so strong' },
  minConfidence: { flag: '--min-confidence <0-1>', about: 'only judgements at least so sure' },
  where: {
    flag: '--where <path=value>',
    about: 'only items with this value in their metadata (given again for another)',
  },
  languages: { flag: '--languages <codes>', about: 'only items in these languages' },
  items: {
    flag: '--items <which>',
    about:
      'which items have a row in formats of rubrics: those that were judged where nothing is said, or all, by the criteria in force for them',
  },
  stale: { flag: '--stale <what>', about: 'export judgements of items that changed since too' },
  controls: { flag: '--controls <what>', about: 'export judgements of control items too' },
  context: {
    flag: '--context <where>',
    about:
      "where the context of an item, or of a judgement of it, stands: before the words of the last user's turn where nothing is said, in the system message (before a prompt that is text), or nowhere",
  },
  evidence: {
    flag: '--evidence <where>',
    about:
      "where the passages of an item stand: before the words of the last user's turn where nothing is said, in the system message (before a prompt that is text), or nowhere",
  },
  media: {
    flag: '--media <how>',
    about:
      'what becomes of images, audio and video: rows name the files where they are (path, where nothing is said), or copies or links in the export; items whose media the format cannot carry give no row, but with none, when all are written without',
  },
  steps: { flag: '--steps <which>', about: 'of the judged steps of a response only those up to the first wrong one' },
  neutral: { flag: '--neutral <as>', about: 'what neutral steps count as; wrong where nothing is said' },
  unnecessary: {
    flag: '--unnecessary <as>',
    about: 'what steps count as that are correct but unnecessary; right where nothing is said',
  },
  attributes: {
    flag: '--attributes <aspects>',
    about: 'which aspect stands for which attribute of the format, as in helpfulness=useful',
  },
  ties: { flag: '--ties <which>', about: 'every one of the best responses that are tied, and not only the first' },
  criterion: {
    flag: '--criterion <name>',
    about: 'only what was preferred by this criterion (PKU-SafeRLHF has better and safer)',
  },
  pairs: { flag: '--pairs <which>', about: 'which pairs of a ranking; all where nothing is said' },
  margin: { flag: '--margin <of>', about: 'a column "margin", made of this' },
  weight: { flag: '--weight <how>', about: 'a column "weight": the pairs of one ranking share a weight of 1' },
  softLabel: { flag: '--soft-label', about: 'a column "soft_label": the share of the votes that chose the chosen one' },
  listSize: {
    flag: '--list-size <number>',
    about: 'only lists of so many responses; that of most items where nothing is said',
  },
  aggregate: { flag: '--aggregate <rule>', about: "makes one preference of several annotators'" },
  minAnnotators: { flag: '--min-annotators <number>', about: 'only items that so many annotators judged' },
  minAgreement: {
    flag: '--min-agreement <0-1>',
    about:
      'only items on which so large a share of the votes (in formats of ratings, labels, verdicts and steps of these answers) goes with the majority',
  },
  pseudonyms: { flag: '--pseudonyms <salt>', about: 'name annotators by pseudonyms drawn with this salt' },
  nearDuplicates: {
    flag: '--near-duplicates <0-1>',
    about: 'of prompts that are so much alike only the first (the very same prompt with other responses is kept)',
  },
  maxSimilarity: { flag: '--max-similarity <0-1>', about: 'no pair of responses that are more alike than this' },
  contamination: {
    flag: '--decontaminate <file...>',
    about: 'leave out items whose prompts overlap with these benchmark files',
  },
  overlap: {
    flag: '--overlap <0-1>',
    about:
      'the share of the words of a benchmark item above which a prompt holds it, for --decontaminate; 0.5 where nothing is said',
  },
  gram: {
    flag: '--gram <words>',
    about:
      'how long the runs of words are that are looked for, for --decontaminate; 8 where nothing is said (with --overlap 0, 13 is the rule of GPT-3)',
  },
  maxLengthRatio: {
    flag: '--max-length-ratio <number>',
    about: 'no pair in which one response is so many times as long',
  },
  noise: {
    flag: '--noise <variant>',
    about: 'the pairs that are likely wrong left out, turned round or labelled softly',
  },
  negative: { flag: '--negative <meaning>', about: 'negative weights of rubrics describe the fault, or its avoidance' },
  bare: {
    flag: '--bare',
    about: 'export judgements under no context too, with an empty one, where a format is of contexts',
  },
  split: {
    flag: '--split <shares>',
    about: 'as in train=0.9,test=0.1 or train=0.8,validation=0.1,test=0.1, grouped by prompt',
  },
  seed: { flag: '--seed <number>', about: 'draws the split' },
  groupBy: {
    flag: '--group-by <what>',
    about: 'prompts that are alike are in one split, and not only those that are the same',
  },
  stratify: {
    flag: '--stratify <path>',
    about: 'each value of this field of the metadata has its share in every split',
  },
};

/** Under which heading help shows each flag, in the order of the headings. */
export const recipeFlagGroups: readonly (readonly [heading: string, fields: readonly RecipeField[]])[] = [
  ['What is written', ['format', 'file', 'context', 'evidence', 'media', 'pseudonyms']],
  [
    'Whose judgements, made how',
    ['annotators', 'groups', 'origins', 'rounds', 'rubrics', 'guidelines', 'minConfidence', 'controls', 'stale'],
  ],
  [
    'Which items',
    ['items', 'withFlags', 'withoutFlags', 'where', 'languages', 'nearDuplicates', 'contamination', 'overlap', 'gram'],
  ],
  [
    'Which pairs, and what stands beside them',
    ['criterion', 'pairs', 'minStrength', 'maxSimilarity', 'maxLengthRatio', 'noise', 'margin', 'weight', 'softLabel'],
  ],
  [
    'Lists, steps, attributes, rubrics, contexts and texts',
    ['listSize', 'steps', 'neutral', 'unnecessary', 'attributes', 'negative', 'bare', 'ties'],
  ],
  ["One preference of several annotators'", ['aggregate', 'minAnnotators', 'minAgreement']],
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
      option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), text(value)]);
    else if (form.kind !== 'yes' && !option.variadic) option.argParser(text);
    command.addOption(option);
  }
  return command;
}

/** The recipe that a command's flags say. Throws `UsageError`, which names the flag that is wrong. */
export function recipeOf(args: RecipeArguments): Recipe {
  const read = recipeFrom(textsOf(args));
  if ('recipe' in read) return read.recipe;
  const [issue] = read.issues;
  if (!issue) throw new UsageError('the options make no recipe');
  if (issue.field === 'format' && args.format === undefined)
    throw new UsageError(
      'say what is exported: --format NAME ("tiebreak formats" lists them), or --recipe NAME for one that the project keeps',
    );
  const name = flagName(issue.field);
  if (issue.message.startsWith('draws a split'))
    throw new UsageError(`${name} ${issue.message}: give --split train=0.9,test=0.1 as well, or leave ${name} out`);
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
    if (Array.isArray(value)) texts[field] = value.map((each) => escaped(String(each))).join(',');
    else if (value === true) texts[field] = 'yes';
    else if (typeof value === 'string') texts[field] = value;
  }
  return texts;
}

const flagName = (field: RecipeField): string => recipeFlags[field].flag.split(' ')[0] ?? '';
/** Under which name commander keeps a flag. */
const argumentOf = (field: RecipeField): string => new Option(recipeFlags[field].flag).attributeName();
