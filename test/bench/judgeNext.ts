import { random } from '../../src/core/model/annotation/blindOrder';
import { people } from '../../src/core/model/annotation/judgeKind';
import type { Annotation } from '../../src/core/model/annotation/annotation';
import { itemFactsOf } from '../../src/core/quality/coverage/coverage';
import { StudyCriteria } from '../../src/core/quality/coverage/studyCriteria';
import { JudgementCollector } from '../../src/core/quality/judgements/studyJudgements';
import { firstBy, valuesOf } from '../../src/core/quality/judgements/valuesOf';
import { informativeItems } from '../../src/core/quality/next/informativeItems';
import { responseWeights, votesOf } from '../../src/core/quality/next/responseWeights';
import { scan } from '../../src/core/dataset/sources/scan';
import type { Study } from '../../src/core/study/study';

/** After so many judgements the order is found anew, as in the editor. */
const anew = 25;

export interface LearningCurve {
  readonly order: 'shuffled' | 'informative';
  /** Numbers of judgements, and after each: the mean accuracy on held-out pairs, and of the labels of all that may be judged. */
  readonly at: readonly number[];
  readonly heldOut: readonly number[];
  readonly labels: readonly number[];
}

/** A pair that the dataset's own label decides: rows and responses by their numbers among all. */
interface LabelledPair {
  readonly item: string;
  readonly row: number;
  /** Response ids, the better one first. */
  readonly shown: readonly [string, string];
  /** Places of the two, the better one first. */
  readonly places: readonly [number, number];
}

/**
 * Judges a labelled dataset of pairs in two orders, each as long: shuffled, again and again, and the most informative first.
 * Simulated annotators say what the dataset's label says and are wrong with chance `epsilon`; none judges an item twice.
 * The weights by which responses win are fitted to what was judged, and held against the labels of a third of the pairs,
 * which are never judged. Means over `draws` of which third that is and who errs.
 */
export async function judgeNext(
  study: Study,
  marks: readonly number[],
  { epsilon, draws }: { readonly epsilon: number; readonly draws: number },
): Promise<LearningCurve[]> {
  const facts = await itemFactsOf(study, new StudyCriteria(study.rubrics), { by: [], withTexts: 'all' });
  if (!facts.texts) throw new Error('texts were not read');
  const readable = { ...facts, texts: facts.texts };
  const pairs = await labelledPairs(study, facts);
  return (['shuffled', 'informative'] as const).map((order) => {
    const [heldOut, labels] = [marks.map(() => 0), marks.map(() => 0)];
    for (let draw = 0; draw < draws; draw++) {
      const next = random(1000 + draw);
      const mixed = shuffled(pairs, next);
      const held = mixed.slice(0, Math.floor(mixed.length / 3));
      const pool = mixed.slice(held.length);
      const byRow = new Map(pool.map((pair) => [pair.row, pair]));
      const collector = new JudgementCollector(readable);
      const votes = new Map<number, { right: number; wrong: number }>();
      let queue: LabelledPair[] = [];
      for (let n = 1; n <= (marks.at(-1) ?? 0); n++) {
        if (queue.length === 0)
          queue =
            order === 'shuffled'
              ? shuffled(pool, next)
              : Array.from(informativeItems(collector.found(0), people).ordinals)
                  .flatMap((ordinal) => byRow.get(facts.ordinals.indexOf(ordinal)) ?? [])
                  .slice(0, anew);
        const pair = queue.shift();
        if (!pair) break;
        const own = votes.get(pair.row) ?? { right: 0, wrong: 0 };
        votes.set(pair.row, own);
        const isRight = next() >= epsilon;
        if (isRight) own.right++;
        else own.wrong++;
        collector.add(annotationOf(pair, isRight, `annotator-${own.right + own.wrong}`, n), pair.row);
        const mark = marks.indexOf(n);
        if (mark < 0) continue;
        const judgements = collector.found(0);
        const { weights, between } = responseWeights(
          judgements,
          votesOf(valuesOf(judgements, 'preferences', firstBy(judgements, people))),
        );
        const rightOf = ({ places }: LabelledPair): number => {
          const mean = between(...places).reduce((sum, [at, value]) => sum + value * (weights[at] ?? 0), 0);
          return mean === 0 ? 0.5 : mean > 0 ? 1 : 0;
        };
        heldOut[mark] = (heldOut[mark] ?? 0) + meanOf(held.map(rightOf)) / draws;
        const labelled = pool.map(({ row }) => {
          const { right, wrong } = votes.get(row) ?? { right: 0, wrong: 0 };
          return right === wrong ? 0.5 : right > wrong ? 1 : 0;
        });
        labels[mark] = (labels[mark] ?? 0) + meanOf(labelled) / draws;
      }
    }
    return { order, at: marks, heldOut, labels };
  });
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function shuffled<T>(all: readonly T[], next: () => number): T[] {
  const mixed = [...all];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}

async function labelledPairs(study: Study, facts: Awaited<ReturnType<typeof itemFactsOf>>): Promise<LabelledPair[]> {
  const found: LabelledPair[] = [];
  for await (const batch of scan(study.data.paths, study.data.reading))
    for (const parsed of batch) {
      if (!('item' in parsed) || parsed.item.responses.length !== 2) continue;
      const { item, labels } = parsed;
      const row = facts.rowOf(item.id, item.hash);
      const ids = item.responses.map(({ id }) => id);
      const [comparison] = labels.flatMap(({ judgement }) => judgement.comparisons ?? []);
      const [best] = labels.flatMap(({ judgement }) => judgement.ranking?.tiers.slice(0, 1) ?? []);
      const chosen =
        comparison?.outcome === 'a' ? comparison.a : comparison?.outcome === 'b' ? comparison.b : best?.[0];
      const at = ids.indexOf(chosen ?? '');
      const begin = row === 0 ? 0 : (facts.responseEnds[row - 1] ?? 0);
      if (row < 0 || at < 0) continue;
      found.push({
        item: item.id,
        row,
        shown: [ids[at] ?? '', ids[1 - at] ?? ''],
        places: [begin + at, begin + 1 - at],
      });
    }
  return found;
}

function annotationOf({ item, shown }: LabelledPair, isRight: boolean, annotator: string, n: number): Annotation {
  const [a, b] = shown;
  return {
    v: 1,
    type: 'annotation',
    id: `01J${String(n).padStart(23, '0')}`,
    item,
    hash: '',
    annotator,
    time: new Date(1_767_225_600_000 + n * 1000).toISOString(),
    duration: 1000,
    origin: { kind: 'human' },
    round: 1,
    mode: 'pair',
    question: { version: 1 },
    rubrics: [],
    shown: [a, b],
    seed: n,
    judgement: { comparisons: [{ a, b, outcome: isRight ? 'a' : 'b' }] },
  };
}
