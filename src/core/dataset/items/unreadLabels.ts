import { isDeepStrictEqual } from 'node:util';
import { inShell } from '../../model/text/inShell';
import type { FileProblem } from '../../model/problems/problem';
import { ofOne, type UnreadLabel } from '../layouts/labels/labelCodes';

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
    return [...this.byField.values()].map(({ file, path, meanings, isRanking, isRating, values }) => {
      const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxValues);
      const more = values.size > maxValues ? ' and others' : '';
      if (isRating)
        return {
          severity: 'warning',
          file,
          message: `"${path}" holds ratings that are no numbers: ${sorted.map(([value, count]) => `${JSON.stringify(value)} (${count})`).join(', ')}${more}. The items can be judged; these ratings were left out. Write them as numbers in the dataset to have them`,
        };
      // A code with a comma or an equals sign cannot be said so.
      const asked =
        sorted
          .filter(([value]) => !/[,=]/.test(String(value)))
          .map(([value]) => `${value}=MEANING`)
          .join(',') || 'CODE=MEANING';
      const plain = (code: unknown): string => String(code).trim().toLowerCase();
      const said = this.said.includes('=') ? this.said.split(',') : [];
      // What was said of these very values says nothing of such responses: "good", where two are compared.
      const idle = said.filter((pair) =>
        [...values.keys()].some((value) => plain(pair.split('=')[0]) === plain(value)),
      );
      const codes = inShell([...said.filter((pair) => !idle.includes(pair)), asked].join(','));
      const [asLabel, asRank, asRating] = ['label', 'rank', 'rating'].map((name) => inShell(`${name}=${path}`));
      const each = ` (each of them ${meanings.slice(0, -1).join(', ')} or ${meanings.at(-1) ?? ''})`;
      const why =
        idle.length === 0
          ? ''
          : `; ${idle.join(', ')} says nothing of ${isDeepStrictEqual(meanings, ofOne) ? 'one response' : 'so many responses'}`;
      const mode =
        path === 'label'
          ? `Say what they mean with --values ${codes}`
          : `Say what they mean with --map ${asLabel} --values ${codes}`;
      const order = meanings
        .filter((each) => each !== 'tie')
        .map((each, at) => `${at + 1}=${each}`)
        .join(',');
      if (isRanking)
        return {
          severity: 'warning',
          file,
          message: `"${path}" orders the responses, but it may hold their ranks or their numbers: ${sorted.map(([value, count]) => `${value} (${count})`).join(', ')}${more}. The items can be judged; these labels were left out. If it holds the rank of each response, use --map ${asRank}. If it holds the numbers of the responses, best first, use --map ${asLabel} --values ${order}`,
        };
      const rating = isDeepStrictEqual(meanings, ofOne) ? `, or read a rating with --map ${asRating}` : '';
      return {
        severity: 'warning',
        file,
        message: `"${path}" seems to say ${isDeepStrictEqual(meanings, ofOne) ? 'how good the response is' : 'which response is better'}, but not what its values mean: ${sorted.map(([value, count]) => `${JSON.stringify(value)} (${count})`).join(', ')}${more}${why}. The items can be judged; these labels were left out. ${mode}${each}${rating}`,
      };
    });
  }
}
