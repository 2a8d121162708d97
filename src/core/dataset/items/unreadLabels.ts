import { isDeepStrictEqual } from 'node:util';
import { fileProblem, problem, type Problem, type FileProblem } from '../../model/problems/problem';
import type { LabelQuestion, UnknownValues } from '../../model/problems/datasetItems';
import { isSameCode, ordinals, singleMeanings, skipMeaning, type UnreadLabel } from '../layouts/labels/labelCodes';
import { allOtherValues, looksLikeNone, type SkippedValues } from '../layouts/labels/skippedValues';
import { numberOf } from '../records/recordReader';
import { valuePreview } from '../records/valuePreview';
import { areScores, questionOf } from './labelQuestion';
import type { ParsedItem } from './parsedItem';

/** So many values of a label are named, and so many told apart. */
const maxValues = 6;
const maxCounted = 1000;

interface Counted extends Pick<UnreadLabel, 'path' | 'meanings' | 'isRanking' | 'isRating'> {
  readonly values: Map<UnreadLabel['value'], CountedValue>;
}

/** How often a value is there, and the first row that has it. */
interface CountedValue {
  readonly count: number;
  readonly line: number;
  readonly unit: 'line' | 'row';
  readonly responses: readonly string[];
}

type Row = Pick<ParsedItem, 'file' | 'line' | 'unit' | 'unread' | 'skipped'> & {
  readonly item?: { readonly responses: readonly { readonly text: string }[] };
};

/**
 * Judgements that were left out because nobody says what their values mean: counted by file and field, and told once
 * with how to say it.
 */
export class UnreadLabels {
  private readonly byField = new Map<string, Counted & { readonly file: string }>();
  private readonly skipped = new Map<
    string,
    { readonly file: string; readonly path: string; readonly values: Map<UnreadLabel['value'], number> }
  >();

  /** @param said the meanings that a person gave already, as a mapping's `values` has them */
  constructor(private readonly said = '') {}

  add({ file, line, unit, unread, skipped, item }: Row): void {
    if (skipped) this.addSkipped(file, skipped);
    if (!unread) return;
    const { path, value: first, more = [], meanings, isRanking, isRating } = unread;
    const key = JSON.stringify([file, path]);
    const counted = this.byField.get(key) ?? {
      file,
      path,
      meanings,
      ...(isRanking && { isRanking }),
      ...(isRating && { isRating }),
      values: new Map<UnreadLabel['value'], CountedValue>(),
    };
    this.byField.set(key, counted);
    for (const value of [first, ...more]) {
      const known = counted.values.get(value);
      if (known) counted.values.set(value, { ...known, count: known.count + 1 });
      else if (counted.values.size < maxCounted)
        counted.values.set(value, {
          count: 1,
          line,
          unit: unit ?? 'line',
          responses: item?.responses.map(({ text }) => valuePreview(text)) ?? [],
        });
    }
  }

  /** What nobody can tell, and then what was left out as a person said. */
  problems(): FileProblem[] {
    return [
      ...[...this.byField.values()].map((found) => fileProblem('warning', { file: found.file }, this.problem(found))),
      ...[...this.skipped.values()].map(({ file, path, values }) =>
        fileProblem(
          'warning',
          { file },
          problem('dataset.labelsSkipped', {
            path,
            values: [...values]
              .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
              .slice(0, maxValues)
              .map(([value, count]) => ({ value: JSON.stringify(value), count })),
            hasMore: values.size > maxValues,
            count: [...values.values()].reduce((sum, count) => sum + count, 0),
          }),
        ),
      ),
    ];
  }

  /**
   * The values that nobody can tell, and what would leave them out; undefined where there are none.
   * @param known how many labels have values that are known: few others beside them are likely no judgments
   */
  unknownValues(known: number): UnknownValues | undefined {
    const counts = new Map<UnreadLabel['value'], number>();
    for (const { values, isRating } of this.byField.values())
      if (!isRating) for (const [value, { count }] of values) counts.set(value, (counts.get(value) ?? 0) + count);
    if (counts.size === 0) return undefined;
    const all = [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
    const areNamed = all.length <= maxValues && all.every(([value]) => canBeSaid(value));
    const skips = areNamed ? all.map(([value]) => `${value}=${skipMeaning}`) : [`${allOtherValues}=${skipMeaning}`];
    const count = all.reduce((sum, [, each]) => sum + each, 0);
    const areLikelyNone = count < known || all.every(([value]) => looksLikeNone(value));
    return {
      values: all.slice(0, maxValues).map(([value, each]) => ({ value: JSON.stringify(value), count: each })),
      hasMore: all.length > maxValues,
      skips: areLikelyNone ? [...pairsIn(this.said), ...skips].join(',') : null,
    };
  }

  private addSkipped(file: string, { path, values }: SkippedValues): void {
    const key = JSON.stringify([file, path]);
    const counted = this.skipped.get(key) ?? { file, path, values: new Map<UnreadLabel['value'], number>() };
    this.skipped.set(key, counted);
    for (const value of values)
      // Of more different ones than can be told apart, the rest is counted together.
      if (counted.values.has(value) || counted.values.size < maxCounted)
        counted.values.set(value, (counted.values.get(value) ?? 0) + 1);
      else counted.values.set('…', (counted.values.get('…') ?? 0) + 1);
  }

  private problem({ path, meanings, isRanking, isRating, values }: Counted): Problem {
    const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxValues);
    const named = {
      path,
      values: sorted.map(([value, { count }]) => ({
        value: isRanking ? String(value) : JSON.stringify(value),
        count,
      })),
      hasMore: values.size > maxValues,
    };
    if (isRating) return problem('dataset.ratingsWithoutNumbers', named);
    if (isRanking)
      return problem('dataset.ranksOrNumbers', {
        ...named,
        order: meanings
          .filter((each) => each !== 'tie')
          .map((each, at) => `${at + 1}=${each}`)
          .join(','),
      });
    const ofOne = isDeepStrictEqual(meanings, singleMeanings);
    const all = [...values.keys()];
    const none = all.filter((value) => looksLikeNone(value));
    if (areScores(all.filter((value) => !none.includes(value))))
      return problem('dataset.labelsAreScores', { path, ofOne, ...rangeOf(values) });
    const skips =
      none.every(canBeSaid) && none.length <= maxValues
        ? none.map((value) => `${value}=${skipMeaning}`)
        : [`${allOtherValues}=${skipMeaning}`];
    const asked =
      [
        ...sorted.filter(([value]) => canBeSaid(value) && !none.includes(value)).map(([value]) => `${value}=MEANING`),
        ...skips,
      ].join(',') || 'CODE=MEANING';
    const said = pairsIn(this.said);
    // What was said of these very values says nothing of such responses: "good", where two are compared.
    const idle = said.filter((pair) => all.some((value) => isSameCode(pair.split('=')[0], value)));
    const kept = said.filter((pair) => !idle.includes(pair));
    return problem('dataset.labelsWithoutMeaning', {
      ...named,
      ofOne,
      meanings,
      idle,
      codes: [...kept, asked].join(','),
      question: questionAbout(values, meanings, kept, skips),
    });
  }
}

/** A code with a comma or an equals sign cannot be given a meaning. */
const canBeSaid = (value: UnreadLabel['value']): boolean => !/[,=…]/.test(String(value));

const pairsIn = (said: string): readonly string[] => (said.includes('=') ? said.split(',') : []);

/**
 * The question about the row that shows best what is asked; null where an answer would give a value the meaning that
 * another one has.
 * @param said what was said of other values already, which an answer goes on with
 * @param skips what leaves out the values that look like no judgement, of which nothing is asked
 */
function questionAbout(
  values: Counted['values'],
  meanings: UnreadLabel['meanings'],
  said: readonly string[],
  skips: readonly string[],
): LabelQuestion | null {
  const question = questionOf(
    [...values.keys()].filter((value) => !looksLikeNone(value)),
    meanings,
  );
  const row = question && [...values].find(([value]) => String(value).trim() === question.value)?.[1];
  if (!row) return null;
  const taken = said.map((pair) => pair.split('=')[1]);
  if ([question.yes, question.no].some((codes) => codes?.split(',').some((pair) => taken.includes(pair.split('=')[1]))))
    return null;
  const after = (codes: string | null): string | null => (codes === null ? null : [...said, codes, ...skips].join(','));
  return {
    ...question,
    yes: after(question.yes),
    no: after(question.no),
    line: row.line,
    unit: row.unit,
    response: row.responses[Math.max(0, ordinals.indexOf(question.asks))] ?? '',
  };
}

function rangeOf(values: Counted['values']): { readonly count: number; readonly low: number; readonly high: number } {
  const numbers = [...values.keys()].flatMap((value) => numberOf(value) ?? []);
  return {
    count: [...values.values()].reduce((sum, { count }) => sum + count, 0),
    low: Math.min(...numbers),
    high: Math.max(...numbers),
  };
}
