import { isDeepStrictEqual } from 'node:util';
import { fileProblem, problem, type Problem, type FileProblem } from '../../model/problems/problem';
import type { LabelQuestion } from '../../model/problems/datasetItems';
import { isSameCode, ordinals, singleMeanings, type UnreadLabel } from '../layouts/labels/labelCodes';
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

type Row = Pick<ParsedItem, 'file' | 'line' | 'unit' | 'unread'> & {
  readonly item?: { readonly responses: readonly { readonly text: string }[] };
};

/**
 * Judgements that were left out because nobody says what their values mean: counted by file and field, and told once
 * with how to say it.
 */
export class UnreadLabels {
  private readonly byField = new Map<string, Counted & { readonly file: string }>();

  /** @param said the meanings that a person gave already, as a mapping's `values` has them */
  constructor(private readonly said = '') {}

  add({ file, line, unit, unread, item }: Row): void {
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

  problems(): FileProblem[] {
    return [...this.byField.values()].map((found) => fileProblem('warning', { file: found.file }, this.problem(found)));
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
    if (areScores(all)) return problem('dataset.labelsAreScores', { path, ofOne, ...rangeOf(values) });
    // A code with a comma or an equals sign cannot be said so.
    const asked =
      sorted
        .filter(([value]) => !/[,=]/.test(String(value)))
        .map(([value]) => `${value}=MEANING`)
        .join(',') || 'CODE=MEANING';
    const said = this.said.includes('=') ? this.said.split(',') : [];
    // What was said of these very values says nothing of such responses: "good", where two are compared.
    const idle = said.filter((pair) => all.some((value) => isSameCode(pair.split('=')[0], value)));
    const kept = said.filter((pair) => !idle.includes(pair));
    return problem('dataset.labelsWithoutMeaning', {
      ...named,
      ofOne,
      meanings,
      idle,
      codes: [...kept, asked].join(','),
      question: questionAbout(values, meanings, kept),
    });
  }
}

/**
 * The question about the row that shows best what is asked; null where an answer would give a value the meaning that
 * another one has.
 * @param said what was said of other values already, which an answer goes on with
 */
function questionAbout(
  values: Counted['values'],
  meanings: UnreadLabel['meanings'],
  said: readonly string[],
): LabelQuestion | null {
  const question = questionOf([...values.keys()], meanings);
  const row = question && [...values].find(([value]) => String(value).trim() === question.value)?.[1];
  if (!row) return null;
  const taken = said.map((pair) => pair.split('=')[1]);
  if ([question.yes, question.no].some((codes) => codes?.split(',').some((pair) => taken.includes(pair.split('=')[1]))))
    return null;
  const after = (codes: string | null): string | null => (codes === null ? null : [...said, codes].join(','));
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
