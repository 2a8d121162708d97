import { modelPairs } from '../models/modelPairs';
import { ByItem, type Figure, type KindOf } from './figure';

/** Fewer pairs of a model in a round are not told. */
const minPairs = 10;

/** Win rates of models by round: whether a model became better, or the judging another one. */
export const rounds: KindOf<'rounds'> = ({ judgements, wanted }) => {
  const { annotations } = judgements;
  const { names, pairs } = modelPairs(judgements, wanted);
  const own = new Set<number>();
  /** By model, by round. */
  const counts = new Map<number, Map<number, { readonly won: ByItem; pairs: number; readonly lost: Set<number> }>>();
  for (const { annotation, row, first, second, outcome } of pairs) {
    own.add(annotation);
    const round = annotations.round[annotation] ?? 0;
    for (const [model, side] of [
      [first, outcome],
      [second, -outcome],
    ] as const) {
      const byRound = counts.get(model) ?? new Map<number, { won: ByItem; pairs: number; lost: Set<number> }>();
      counts.set(model, byRound);
      const found = byRound.get(round) ?? { won: new ByItem(2), pairs: 0, lost: new Set() };
      byRound.set(round, found);
      found.won.add(row, (side + 1) / 2);
      found.pairs++;
      if (side < 0) found.lost.add(row);
    }
  }
  const met = new Set([...counts.values()].flatMap((byRound) => [...byRound.keys()]));
  if (met.size < 2) return { annotations: new Set(), figures: [] };
  const figures = [...counts].flatMap(([model, byRound]): Figure<'rounds'>[] => {
    const told = [...byRound].filter(([, found]) => found.pairs >= minPairs).sort(([a], [b]) => a - b);
    let before: { readonly value: number; readonly low: number | null; readonly high: number | null } | null = null;
    return told.map(([round, { won, lost }]): Figure<'rounds'> => {
      const value = won.share();
      const isMoved =
        before !== null &&
        value !== null &&
        ((value.low !== null && before.high !== null && value.low > before.high) ||
          (value.high !== null && before.low !== null && value.high < before.low));
      const last = before?.value ?? 0;
      before = value;
      return {
        name: 'rounds.wins',
        what: `${round} · ${names[model] ?? ''}`,
        value,
        rows: () => lost,
        matters: isMoved ? { severity: 'low', numbers: { before: last } } : undefined,
      };
    });
  });
  return { annotations: own, figures };
};
