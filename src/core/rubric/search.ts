import type { Criterion } from '../model/rubric/criterion';
import { versionInForce, type Rubrics } from '../model/rubric/rubric';
import { scopeText } from './scopeText';

/** The results of a search in a library. */
export interface FoundCriteria {
  /** Ids of criteria in force that have every word somewhere. */
  readonly criteria: readonly string[];
  /** Ids of rubrics whose own words (title, description, scope) have every word: they are shown whole. */
  readonly rubrics: readonly string[];
}

/** A text in the form in which texts are compared. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Finds criteria by what they say. Made once for a library: texts are folded when they are first asked for. */
export class RubricSearch {
  private texts:
    | readonly {
        readonly id: string;
        readonly own: string;
        readonly criteria: readonly { readonly id: string; readonly text: string }[];
      }[]
    | undefined;

  constructor(private readonly rubrics: Rubrics) {}

  /** Finds what has all the words of `asked`, whatever their order; undefined where it has no word. */
  find(asked: string): FoundCriteria | undefined {
    const words = folded(asked)
      .split(/\s+/)
      .filter((word) => word !== '');
    if (words.length === 0) return undefined;
    const hasAll = (text: string): boolean => words.every((word) => text.includes(word));
    this.texts ??= this.rubrics.rubrics.map((rubric) => ({
      id: rubric.id,
      own: folded([rubric.id, rubric.title, rubric.description ?? '', scopeText(rubric.scope)].join('\n')),
      criteria: versionInForce(rubric).criteria.map((criterion) => ({
        id: criterion.id,
        text: folded(wordsOf(criterion)),
      })),
    }));
    return {
      criteria: this.texts.flatMap(({ criteria }) => criteria.filter(({ text }) => hasAll(text)).map(({ id }) => id)),
      rubrics: this.texts.filter(({ own }) => hasAll(own)).map(({ id }) => id),
    };
  }
}

/** Every word of a criterion that a person wrote. */
function wordsOf({ id, title, text, levels, categories, tags, examples, origin, faulty }: Criterion): string {
  const name = origin && origin.kind !== 'human' ? origin.name : '';
  return [
    id,
    title,
    text,
    ...Object.values(levels ?? {}),
    ...(categories ?? []).map((each) => each.name),
    ...(tags ?? []),
    ...(examples ?? []).flatMap((each) => [each.text, each.note]),
    name,
    faulty?.reason,
  ]
    .filter((part) => part !== undefined)
    .join('\n');
}
