import { isDeepStrictEqual } from 'node:util';
import { fileProblem, problem, type Problem, type FileProblem } from '../../model/problems/problem';
import { singleMeanings, type UnreadLabel } from '../layouts/labels/labelCodes';

/** So many values of a label are named. */
const maxValues = 6;

interface Counted extends Pick<UnreadLabel, 'path' | 'meanings' | 'isRanking' | 'isRating'> {
  readonly values: Map<UnreadLabel['value'], number>;
}

/**
 * Judgements that were left out because nobody says what their values mean: counted by file and field, and told once
 * with how to say it.
 */
export class UnreadLabels {
  private readonly byField = new Map<string, Counted & { readonly file: string }>();

  /** @param said the meanings that a person gave already, as a mapping's `values` has them */
  constructor(private readonly said = '') {}

  add({ file, unread }: { readonly file: string; readonly unread?: UnreadLabel }): void {
    if (!unread) return;
    const { path, value: first, more = [], meanings, isRanking, isRating } = unread;
    const key = JSON.stringify([file, path]);
    const counted = this.byField.get(key) ?? {
      file,
      path,
      meanings,
      ...(isRanking && { isRanking }),
      ...(isRating && { isRating }),
      values: new Map<UnreadLabel['value'], number>(),
    };
    this.byField.set(key, counted);
    for (const value of [first, ...more])
      if (counted.values.has(value) || counted.values.size < 1000)
        counted.values.set(value, (counted.values.get(value) ?? 0) + 1);
  }

  problems(): FileProblem[] {
    return [...this.byField.values()].map((found) => fileProblem('warning', { file: found.file }, this.problem(found)));
  }

  private problem({ path, meanings, isRanking, isRating, values }: Counted): Problem {
    const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxValues);
    const named = {
      path,
      values: sorted.map(([value, count]) => ({ value: isRanking ? String(value) : JSON.stringify(value), count })),
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
    // A code with a comma or an equals sign cannot be said so.
    const asked =
      sorted
        .filter(([value]) => !/[,=]/.test(String(value)))
        .map(([value]) => `${value}=MEANING`)
        .join(',') || 'CODE=MEANING';
    const plain = (code: unknown): string => String(code).trim().toLowerCase();
    const said = this.said.includes('=') ? this.said.split(',') : [];
    // What was said of these very values says nothing of such responses: "good", where two are compared.
    const idle = said.filter((pair) => [...values.keys()].some((value) => plain(pair.split('=')[0]) === plain(value)));
    return problem('dataset.labelsWithoutMeaning', {
      ...named,
      ofOne: isDeepStrictEqual(meanings, singleMeanings),
      meanings,
      idle,
      codes: [...said.filter((pair) => !idle.includes(pair)), asked].join(','),
    });
  }
}
