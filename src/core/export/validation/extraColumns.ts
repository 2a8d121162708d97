import { problem, type FileProblem, type Problem } from '../../model/problems/problem';
import { ownValue } from '../../model/text/ownValue';
import type { ExportFormat } from '../format';
import { productOf } from '../trainers';

/** What a trainer does with a column that a format does not have. */
interface Reader {
  /** Of most columns, behind "TRL …". */
  readonly passes: string;
  /** Of some, by their names. */
  readonly breaks?: (column: string, format: ExportFormat) => string | undefined;
}

const pictures = ['image', 'images'];
const isPairs = ({ family, name }: ExportFormat): boolean =>
  ['pairs', 'reward'].includes(family) || name.endsWith('-pairs') || name === 'critique-preferences';

/**
 * TRL's trainers keep the columns of their signature (`dpo_trainer.py` 1083-1105) and drop others, but for those that
 * mean something else to them.
 */
function stopsTrl(column: string, format: ExportFormat): string | undefined {
  if (pictures.includes(column)) return 'takes the whole dataset for one with pictures, and stops with a ValueError';
  if (column === 'chat_template_kwargs')
    return 'hands it to the chat template, and stops with "TypeError: \'NoneType\' object is not a mapping" where it is null or missing';
  if (isPairs(format)) {
    if (['completion', 'messages'].includes(column))
      return 'may look at it to see whether rows hold messages or text, and then stops with an error that differs from run to run';
    if (column === 'label')
      return 'makes labels of the pairs where it trains KTO, and stops with a TypeError at those that are there';
    if (column === 'prompt')
      return 'takes it for the prompt and puts it before the conversations, which then hold it twice';
  }
  return format.name.startsWith('trl-kto') && ['chosen', 'rejected'].includes(column)
    ? 'takes the rows for pairs, makes labels of them, and stops with a TypeError at those that are there'
    : undefined;
}

const byName: Reader = { passes: 'reads its columns by name and passes over it' };

const readers: Readonly<Record<string, Reader>> = {
  TRL: { passes: 'drops it', breaks: stopsTrl },
  Unsloth: { passes: 'drops it', breaks: stopsTrl },
  'LLaMA-Factory': { passes: 'reads the columns that dataset_info.json names and passes over it' },
  'ms-swift': {
    passes: 'deletes it with all columns that it has no use for',
    breaks: (column) =>
      [
        'label',
        'margin',
        'rejected_messages',
        'rejected_response',
        'positive_messages',
        'negative_messages',
        ...pictures,
        'videos',
        'audios',
      ].includes(column)
        ? 'has a use of its own for it, and trains on other data than these'
        : ['conversation', 'conversations'].includes(column)
          ? 'takes it for the messages'
          : undefined,
  },
  'NeMo-RL': {
    passes: 'passes over it',
    breaks: (column) =>
      column === 'task_name' ? 'adds a column "task_name" and says "ValueError" of two by that name' : undefined,
  },
  'reward-bench': {
    passes: 'passes over it',
    breaks: (column) => (['question', 'input', 'prompt'].includes(column) ? 'takes it for the prompt' : undefined),
  },
  Together: {
    passes: '',
    breaks: (column) => `says 'Found extra column "${column}" in the line' and refuses the file`,
  },
  OpenAI: { passes: 'documents these three columns and no other' },
  Azure: { passes: 'documents these three columns and no other' },
  Fireworks: { passes: 'documents these three columns and no other' },
  'ordinal-preference-optimization': { passes: 'keeps prompt, all_responses and overall_scores and drops it' },
};

/** Of TRL GRPO: what another reads by name reaches the reward function. */
const grpo: Reader = {
  passes: 'hands it to the reward function by its name',
  breaks: (column) => (pictures.includes(column) ? 'takes the whole dataset for one with pictures' : undefined),
};

export interface ExtraColumn {
  readonly severity: FileProblem['severity'];
  readonly what: Problem;
}

/**
 * What the trainers of a format do with a column that it does not have: an error where one of them stops, or trains on
 * something else.
 */
export function extraColumn(column: string, format: ExportFormat): ExtraColumn {
  const passing = new Map<string, string[]>();
  const breaking = new Map<string, string[]>();
  for (const product of new Set(format.trainers.map(({ name }) => productOf(name)))) {
    const reader = format.name === 'grpo' ? grpo : (ownValue(readers, product) ?? byName);
    const breaks = reader.breaks?.(column, format);
    if (breaks !== undefined) breaking.set(breaks, [...(breaking.get(breaks) ?? []), product]);
    else passing.set(reader.passes, [...(passing.get(reader.passes) ?? []), product]);
  }
  if (breaking.size > 0) {
    const does = [...breaking].map(
      ([breaks, [first = '', ...others]]) => `${first}${others.length > 0 ? ` (as ${listed(others)})` : ''} ${breaks}`,
    );
    return {
      severity: 'error',
      what: problem('validation.columnStopsTrainers', { column, format: format.name, does }),
    };
  }
  const does = [...passing].map(
    ([passes, products]) => `${listed(products)} ${products.length === 1 ? passes : plural(passes)}`,
  );
  return {
    severity: 'warning',
    what: problem('validation.columnNotOfFormat', { column, format: format.name, does }),
  };
}

/** A field too many within a column. */
export const extraField = (path: string, field: string, format: ExportFormat): ExtraColumn => ({
  severity: format.name === 'together-preference' ? 'error' : 'warning',
  what: problem('validation.fieldTooMany', { path, field, isRefused: format.name === 'together-preference' }),
});

/**
 * How many bytes HF datasets reads before it settles which columns a JSON file has (`chunksize` of its JSON builder).
 */
export const settledAfter = 10 << 20;

/**
 * Follows the columns that a format does not have through the rows of a file: `load_dataset` needs the same in all.
 * Says what is wrong with those that one row has and the first has not.
 */
export class ExtraColumnTracker {
  private first: ReadonlySet<string> | undefined;

  /** @param bytes how much of the file stands before the row */
  look(columns: readonly string[], bytes: number): ExtraColumn | undefined {
    this.first ??= new Set(columns);
    const added = columns.find((column) => !this.first?.has(column));
    if (added === undefined) return undefined;
    const stops = bytes > settledAfter;
    return {
      severity: stops ? 'error' : 'warning',
      what: problem('validation.columnInLaterRow', { column: added, stops }),
    };
  }
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
/** "drops it" of several. */
const plural = (passes: string): string =>
  passes
    .replaceAll(/\b(drops|reads|passes|keeps|deletes|hands|documents|has)\b/g, (verb) =>
      verb === 'passes' ? 'pass' : verb === 'has' ? 'have' : verb.slice(0, -1),
    )
    .replaceAll(/\bits columns\b/g, 'their columns')
    .replaceAll(/that it have\b/g, 'that they have');
