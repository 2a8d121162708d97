import { isObject, type JsonObject } from '../../dataset/fields/recordFields';
import { NumberTable } from '../../model/report/numberTable';
import { hashOfText } from '../../model/text/textHash';
import type { ExportFormat } from '../format';

/** What a row says: which of two answers is the better one, and of what. */
interface Sides {
  readonly better: unknown;
  readonly worse: unknown;
  /** The prompt, and whatever else tells one pair from another: a criterion, a context. */
  readonly of: unknown;
}

/** Columns that hold the better and the worse answer. */
const sideColumns = [
  ['chosen', 'rejected'],
  ['preferred_output', 'non_preferred_output'],
  ['chosen_response', 'rejected_response'],
] as const;
/** Figures of a pair, which say nothing of what it is of. */
const figures = ['margin', 'weight', 'soft_label', 'chosen_reward', 'rejected_reward', 'reward_A', 'reward_B', 'label'];

/** The sides of a row of a pairwise format; undefined where it has none, or the two are tied. */
function sidesOf(row: JsonObject): Sides | undefined {
  const columns = sideColumns.find((names) => names.every((name) => Object.hasOwn(row, name)));
  if (columns) return { better: row[columns[0]], worse: row[columns[1]], of: without(row, columns) };
  const { messages, completions } = row;
  if (Array.isArray(messages) && Object.hasOwn(row, 'rejected_response')) {
    const last: unknown = messages.at(-1);
    return {
      better: isObject(last) ? last.content : last,
      worse: row.rejected_response,
      of: [messages.slice(0, -1), without(row, ['messages', 'rejected_response'])],
    };
  }
  if (Array.isArray(completions)) {
    const [one, other] = completions.map((each: unknown) => (isObject(each) ? each : {}));
    if (typeof one?.rank !== 'number' || typeof other?.rank !== 'number' || one.rank === other.rank) return undefined;
    const [better, worse] = one.rank < other.rank ? [one, other] : [other, one];
    return { better: better.completion, worse: worse.completion, of: without(row, ['completions']) };
  }
  if (!Object.hasOwn(row, 'output_A') || !Object.hasOwn(row, 'output_B')) return undefined;
  const isFirst = row.label === 1;
  return {
    better: row[isFirst ? 'output_A' : 'output_B'],
    worse: row[isFirst ? 'output_B' : 'output_A'],
    of: without(row, ['output_A', 'output_B']),
  };
}

const without = (row: JsonObject, names: readonly string[]): readonly (readonly [string, unknown])[] =>
  Object.entries(row).filter(([name]) => !names.includes(name) && !figures.includes(name));

/**
 * Finds rows of a pairwise file that say the opposite of one before: x over y for a prompt for which another has y over
 * x. Keeps some 50 bytes a row.
 */
export class ContradictingPairs {
  private readonly said = new NumberTable();
  /** By what was said, in the order of `said`: the line where it first was. */
  private readonly lines: number[] = [];
  /** Of NeMo-Aligner's reward model, whose rows stand in two lines: the better conversation. */
  private better: unknown;

  private constructor(private readonly isOfTwoLines: boolean) {}

  /** Undefined where the rows of a format are no pairs. */
  static of({ family, name }: Pick<ExportFormat, 'family' | 'name'>): ContradictingPairs | undefined {
    return family === 'pairs' || family === 'reward' || name.endsWith('-pairs') || name === 'critique-preferences'
      ? new ContradictingPairs(name === 'nemo-aligner-rm')
      : undefined;
  }

  /** The line of the row that said the opposite; undefined where none did. */
  look(row: JsonObject, line: number): number | undefined {
    const sides = this.isOfTwoLines ? this.sidesInTwo(row) : sidesOf(row);
    if (!sides) return undefined;
    const hash = (better: unknown, worse: unknown): number => hashOfText(JSON.stringify([sides.of, better, worse]));
    const place = this.said.add(hash(sides.better, sides.worse));
    if (place === this.lines.length) this.lines.push(line);
    const opposite = this.said.find(hash(sides.worse, sides.better));
    return opposite < 0 || opposite === place ? undefined : this.lines[opposite];
  }

  private sidesInTwo({ text }: JsonObject): Sides | undefined {
    const { better } = this;
    this.better = better === undefined ? text : undefined;
    return better === undefined ? undefined : { better, worse: text, of: '' };
  }
}
