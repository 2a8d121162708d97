import { tiersOf, type Ordered, type Relation } from './order';
import type { PairTable } from './pairTable';

/**
 * Majority rule, two by two (Condorcet, Essai sur l'application de l'analyse à la probabilité des décisions rendues à
 * la pluralité des voix, 1785): a response is preferred to another where more than half of those who compared the two
 * prefer it, ties and votes for neither counted among them; otherwise the two are tied. Two on which all votes are for
 * neither, or none, stand in no relation. There is an order where the majorities make one: not with a cycle among them.
 */
export function majority(table: PairTable): Ordered {
  const relation: Relation = (a, b) => {
    const votes = table.votes(a, b);
    if (votes === 0) return undefined;
    const half = (votes + table.none(a, b)) / 2;
    return table.for(a, b) > half ? 'above' : table.for(b, a) > half ? 'below' : 'tie';
  };
  return {
    relation,
    get tiers() {
      return tiersOf(table.size, relation);
    },
  };
}
