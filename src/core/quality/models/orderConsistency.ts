import type { SureCycle } from '../../model/report/quality';
import { discoveries, normalTail } from '../chance';
import type { ModelPair } from './modelPairs';
import { modeNames } from '../../model/annotation/mode';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import type { StudyJudgements } from '../judgements/studyJudgements';
import type { Wanted } from '../judgements/valuesOf';

/** Whether preferences go in a circle: those of most people among models, and those of one judgement. */

const comparing = modeNames.indexOf('pair');

/** Triples of which each beats the next by majority, each once. */
export function cyclesOf(wins: number[][]): [number, number, number][] {
  const beatsMost = (a: number, b: number): boolean => (wins[a]?.[b] ?? 0) > (wins[b]?.[a] ?? 0);
  const found: [number, number, number][] = [];
  for (let a = 0; a < wins.length; a++)
    for (let b = 0; b < wins.length; b++)
      for (let c = 0; c < wins.length; c++)
        if (a < b && a < c && b !== c && beatsMost(a, b) && beatsMost(b, c) && beatsMost(c, a)) found.push([a, b, c]);
  return found;
}

/** Cycles of which each of the three wins is more than chance, over items, of all triples at most 5 % of what is told. */
export function sureCycles(
  pairs: readonly ModelPair[],
  names: readonly string[],
  cycles: readonly (readonly [number, number, number])[],
): SureCycle[] {
  const edges = new Map<number, { won: number; all: number; squares: number; row: number; net: number }>();
  const count = names.length;
  for (const { row, first, second, outcome } of pairs) {
    if (outcome === 0 || first === second) continue;
    const [a, b, sign] = first < second ? [first, second, outcome] : [second, first, -outcome];
    const own = edges.get(a * count + b) ?? { won: 0, all: 0, squares: 0, row: -1, net: 0 };
    edges.set(a * count + b, own);
    if (own.row !== row) {
      own.squares += own.net * own.net;
      own.row = row;
      own.net = 0;
    }
    own.net += sign;
    own.all++;
    if (sign > 0) own.won++;
  }
  const edge = (winner: number, loser: number): { readonly share: number; readonly p: number } => {
    const own = edges.get(Math.min(winner, loser) * count + Math.max(winner, loser));
    if (!own) return { share: 0.5, p: 1 };
    const won = winner < loser ? own.won : own.all - own.won;
    const error = Math.sqrt(own.squares + own.net * own.net);
    return { share: won / own.all, p: normalTail((2 * won - own.all) / error) };
  };
  const tested = cycles.map(([a, b, c]) => [edge(a, b), edge(b, c), edge(c, a)] as const);
  // Any of all triples, in both directions, could have been one.
  const triples = Math.max(1, (count * (count - 1) * (count - 2)) / 3);
  const ps = tested.map((edges) => Math.max(...edges.map(({ p }) => p)));
  const told = discoveries([...ps, ...new Array<number>(Math.max(0, triples - ps.length)).fill(1)]);
  return cycles.flatMap(([a, b, c], at): SureCycle[] => {
    const [ab, bc, ca] = tested[at] ?? [];
    return told[at] && ab && bc && ca
      ? [{ models: [names[a] ?? '', names[b] ?? '', names[c] ?? ''], wins: [ab.share, bc.share, ca.share] }]
      : [];
  });
}

/** The share of judgements by comparisons of three or more responses with a cycle in them. */
export function intransitiveOf({ pairs, annotations }: StudyJudgements, wanted: Wanted): Estimate | null {
  const sums = new ItemSums(2);
  for (let begin = 0; begin < pairs.annotation.length;) {
    const annotation = pairs.annotation[begin] ?? 0;
    let end = begin + 1;
    while (end < pairs.annotation.length && pairs.annotation[end] === annotation) end++;
    // A ranking is an order, whatever it says.
    const isCompared = [-1, comparing].includes(annotations.mode[annotation] ?? -1);
    if (end - begin >= 3 && isCompared && wanted(annotation)) sums.item().set([hasCycle(pairs, begin, end) ? 1 : 0, 1]);
    begin = end;
  }
  return estimateOf(sums, ([cyclic = 0, all = 0]) => (all > 0 ? cyclic / all : null), [0, 1]);
}

function hasCycle(pairs: StudyJudgements['pairs'], begin: number, end: number): boolean {
  const worse = new Map<number, number[]>();
  for (let at = begin; at < end; at++) {
    const outcome = pairs.outcome[at] ?? 0;
    if (outcome === 0) continue;
    const [winner, loser] =
      outcome > 0 ? [pairs.first[at] ?? 0, pairs.second[at] ?? 0] : [pairs.second[at] ?? 0, pairs.first[at] ?? 0];
    worse.set(winner, [...(worse.get(winner) ?? []), loser]);
  }
  const [open, closed] = [new Set<number>(), new Set<number>()];
  const visit = (at: number): boolean => {
    if (closed.has(at)) return false;
    if (open.has(at)) return true;
    open.add(at);
    const cyclic = (worse.get(at) ?? []).some(visit);
    open.delete(at);
    closed.add(at);
    return cyclic;
  };
  return [...worse.keys()].some(visit);
}
