import { journalVersion, type Annotation } from '../model/annotation/annotation';
import type { ModelJudgement, Suggestion } from '../model/suggestion/suggestion';
import { medianOf } from '../quality/certificate/partScale';

/** What a judge says in the end of one thing: of two responses which is better, or something of one. */
export interface Verdict {
  /** As an annotation of a model, so that it is counted as other judgments are. */
  readonly annotation: Annotation;
  /** The mean over its answers; of those that say something else, what they leave. Undefined where none says how sure. */
  readonly confidence: number | undefined;
}

/** The answers of a judge, put together and one by one. */
export interface JudgeAnnotations {
  /**
   * What most answers say; nothing where as many say something else, but of two responses, which are tied then. Of levels
   * and amounts the median.
   */
  readonly verdicts: readonly Verdict[];
  /** Each answer to a pair, with the order in which it was read. */
  readonly single: readonly Annotation[];
}

/** The name under which the single answers of a judge are counted, apart from what it says in the end. */
export const singleName = (judge: string): string => `${judge}\u0000each`;

/** Puts the answers of one judge together. */
export function judgeAnnotations(suggestions: readonly Suggestion[]): JudgeAnnotations {
  const byItem = new Map<string, Suggestion[]>();
  for (const suggestion of suggestions) {
    if (suggestion.judgement === null) continue;
    const key = JSON.stringify([suggestion.item, suggestion.hash]);
    const own = byItem.get(key);
    if (own) own.push(suggestion);
    else byItem.set(key, [suggestion]);
  }
  return {
    verdicts: [...byItem.values()].flatMap(verdictsOn),
    single: suggestions.flatMap((each) =>
      each.judgement?.comparisons ? [annotationOf(each, singleName(each.judge), each.shown, each.judgement)] : [],
    ),
  };
}

const annotationOf = (
  { id, time, item, hash, duration, rubrics }: Suggestion,
  annotator: string,
  shown: readonly string[],
  judgement: ModelJudgement,
): Annotation => ({
  v: journalVersion,
  type: 'annotation',
  id,
  item,
  hash,
  annotator,
  time,
  duration,
  origin: { kind: 'model', name: annotator },
  round: 0,
  question: { version: 1 },
  rubrics: rubrics.map(({ id: rubric, version }) => ({ id: rubric, version })),
  shown: [...shown],
  seed: null,
  judgement,
});

/** What is said of one thing by one answer. */
interface Said {
  readonly value: unknown;
  readonly confidence: number | undefined;
}

interface Votes {
  readonly responses: readonly string[];
  readonly of: string | undefined;
  readonly said: Said[];
}

interface Settled extends Omit<Votes, 'said'>, Said {}

/** What the answers on one item come to. */
function verdictsOn(own: readonly Suggestion[]): Verdict[] {
  const [first] = own;
  if (!first) return [];
  const [pairs, criteria, aspects, runs] = [new Votings(), new Votings(), new Votings(), new Votings()];
  for (const { judgement, confidence, confidences } of own) {
    for (const { a, b, outcome } of judgement?.comparisons ?? []) {
      const better = outcome === 'a' ? a : outcome === 'b' ? b : 'tie';
      pairs.add([a, b].sort(), undefined, better, confidence);
    }
    for (const { response, criterion, value } of judgement?.verdicts ?? [])
      criteria.add([response], criterion, value, confidences?.[criterion]);
    for (const { response, aspect, value } of judgement?.ratings ?? [])
      aspects.add([response], aspect, value, confidences?.[aspect]);
    for (const { response: _, ...step } of judgement?.runSteps ?? [])
      runs.add([_], undefined, JSON.stringify(step), confidence);
  }
  const verdict = (each: Settled, judgement: ModelJudgement): Verdict => ({
    annotation: annotationOf(first, first.judge, each.responses, judgement),
    confidence: each.confidence,
  });
  return [
    ...pairs.settled().map((each) => {
      const [a = '', b = ''] = each.responses;
      const outcome = each.value === a ? 'a' : each.value === b ? 'b' : 'tie';
      return verdict(each, { comparisons: [{ a, b, outcome }] });
    }),
    ...criteria.settled().map((each) => {
      const {
        responses: [response = ''],
        of: criterion = '',
        value,
      } = each;
      return verdict(each, { verdicts: [{ response, criterion, value: value as boolean }] });
    }),
    ...aspects.settled().map((each) => {
      const {
        responses: [response = ''],
        of: aspect = '',
        value,
      } = each;
      return verdict(each, { ratings: [{ response, aspect, value: value as number }] });
    }),
    ...runs.settled().map((each) => {
      const step = JSON.parse(String(each.value)) as { step: string; at: number; label: 1 | -1; firstError?: true };
      return verdict(each, { runSteps: [{ response: each.responses[0] ?? '', ...step }] });
    }),
  ];
}

/** Votes on several things; of two responses that are preferred as often, each, the two are tied. */
class Votings {
  private readonly votes = new Map<string, Votes>();

  add(responses: readonly string[], of: string | undefined, value: unknown, confidence: number | undefined): void {
    const key = JSON.stringify([responses, of]);
    let own = this.votes.get(key);
    if (!own) this.votes.set(key, (own = { responses, of, said: [] }));
    own.said.push({ value, confidence });
  }

  /** What most say of each. */
  settled(): Settled[] {
    return [...this.votes.values()].flatMap(({ responses, of, said }) => {
      const counts = new Map<unknown, number>();
      for (const { value } of said) counts.set(value, (counts.get(value) ?? 0) + 1);
      const [most, next] = [...counts].sort(([, a], [, b]) => b - a);
      if (!most) return [];
      const isSplit = most[1] === next?.[1];
      // Levels and amounts have something between them.
      const numbers = said.flatMap((each) => (typeof each.value === 'number' ? [each.value] : []));
      const isScale = numbers.length === said.length;
      if (isSplit && responses.length === 1 && !isScale) return [];
      const value = isScale ? medianOf(numbers) : isSplit ? 'tie' : most[0];
      const sure = said.flatMap((each) =>
        each.confidence === undefined ? [] : [each.value === value ? each.confidence : 1 - each.confidence],
      );
      const confidence = sure.length === 0 ? undefined : sure.reduce((sum, each) => sum + each, 0) / sure.length;
      return [{ responses, of, value, confidence }];
    });
  }
}
