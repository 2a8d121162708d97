import * as l10n from '@vscode/l10n';
import type { Outcome } from '../../../src/core/model/annotation/draft';
import type { DraftComparison } from '../../../src/core/model/annotation/fields/comparisons';

/** Words the outcome of comparing two. */
export function outcomeText(outcome: Outcome | null, a: string, b: string, strength?: number): string {
  switch (outcome) {
    case null:
      return l10n.t('{0} and {1} are not compared.', a, b);
    case 'a':
      return betterText(a, b, strength);
    case 'b':
      return betterText(b, a, strength);
    case 'tie':
      return l10n.t('{0} and {1} are equally good.', a, b);
    case 'both-good':
      return l10n.t('{0} and {1} are both good.', a, b);
    case 'both-bad':
      return l10n.t('{0} and {1} are both bad.', a, b);
    case 'too-close':
      return l10n.t('{0} and {1} are too close to call.', a, b);
    case 'unsure':
      return l10n.t('Unsure about {0} and {1}.', a, b);
  }
}

function betterText(winner: string, loser: string, strength: number | undefined): string {
  if (strength === undefined) return l10n.t('{0} is better than {1}.', winner, loser);
  if (strength < 1.5) return l10n.t('{0} is slightly better than {1}.', winner, loser);
  return strength < 2.5
    ? l10n.t('{0} is clearly better than {1}.', winner, loser)
    : l10n.t('{0} is much better than {1}.', winner, loser);
}

/** Names an outcome as its button does. */
export function outcomeName(outcome: Outcome, a: string, b: string): string {
  switch (outcome) {
    case 'a':
      return l10n.t('{0} is better', a);
    case 'b':
      return l10n.t('{0} is better', b);
    case 'tie':
      return l10n.t('Tie');
    case 'both-good':
      return l10n.t('Both good');
    case 'both-bad':
      return l10n.t('Both bad');
    case 'too-close':
      return l10n.t('Too close to call');
    case 'unsure':
      return l10n.t('Unsure');
  }
}

/** By how much one is better. */
export function strengthName(strength: 1 | 2 | 3): string {
  switch (strength) {
    case 1:
      return l10n.t('slightly');
    case 2:
      return l10n.t('clearly');
    case 3:
      return l10n.t('much');
  }
}

/** A comparison in a few signs; its sentence says the same. */
export function comparisonSigns({ outcome, strength = 1 }: DraftComparison, a: string, b: string): string {
  const better = '>'.repeat(Math.round(strength));
  switch (outcome) {
    case 'a':
      return `${a} ${better} ${b}`;
    case 'b':
      return `${b} ${better} ${a}`;
    case 'tie':
      return `${a} = ${b}`;
    case 'both-good':
      return `${a} = ${b} ✓`;
    case 'both-bad':
      return `${a} = ${b} ✗`;
    case 'too-close':
      return `${a} ≈ ${b}`;
    case 'unsure':
      return `${a} ? ${b}`;
  }
}
