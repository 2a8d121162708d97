import * as l10n from '@vscode/l10n';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { ModeName } from '../../../src/core/model/annotation/mode';
import { bestWorstOf } from '../../../src/core/model/annotation/bestWorst';
import type { DraftStep } from '../../../src/core/model/annotation/steps';
import type { Aspect } from '../../../src/core/model/annotation/aspect';
import { rankPositionOf } from '../cards/cardRows';
import { listed, ordinal } from './language';

/** What a screen reader says of a card: which response it is, and what was judged of it in the way that is chosen. */
export function cardLabel(item: DeskItem, index: number, aspects: readonly Aspect[]): string {
  const { draft, pair } = item;
  const letter = letterOf(index);
  switch (draft.mode) {
    case 'rank': {
      const { place, tiedWith } = rankPositionOf(item, index);
      if (place === null) return l10n.t('Response {0}, not ranked', letter);
      return tiedWith.length > 0
        ? l10n.t('Response {0}, {1}, tied with {2}', letter, ordinal(place), listed(tiedWith))
        : l10n.t('Response {0}, {1}', letter, ordinal(place));
    }
    case 'pair':
      return pair
        ? l10n.t('Response {0}, compared with {1}', letter, letterOf(index === pair.a ? pair.b : pair.a))
        : l10n.t('Response {0}', letter);
    case 'best':
      return draft.places[index] === 1 ? l10n.t('Response {0}, the best', letter) : l10n.t('Response {0}', letter);
    case 'best-worst': {
      const { best, worst } = bestWorstOf(draft.comparisons, draft.places.length);
      if (best === index) return l10n.t('Response {0}, the best', letter);
      return worst === index ? l10n.t('Response {0}, the worst', letter) : l10n.t('Response {0}', letter);
    }
    case 'rate': {
      const rated = aspects.filter(({ name }) => (draft.ratings[name]?.[index] ?? null) !== null).length;
      return aspects.length === 1
        ? l10n.t('Response {0}, {1} of 1 aspect rated', letter, rated)
        : l10n.t('Response {0}, {1} of {2} aspects rated', letter, rated, aspects.length);
    }
    case 'thumbs': {
      const good = draft.acceptable[index] ?? null;
      if (good === null) return l10n.t('Response {0}, not judged yet', letter);
      return good ? l10n.t('Response {0}, good', letter) : l10n.t('Response {0}, bad', letter);
    }
    case 'steps':
      return l10n.t('Response {0}, {1}', letter, stepsProgressText(draft.steps[index] ?? null));
  }
}

/** Words how many steps of a response are judged. */
export function stepsProgressText(steps: readonly DraftStep[] | null): string {
  if (!steps) return l10n.t('no step judged');
  const error = steps.findIndex(({ label }) => label === 'incorrect');
  const judged = steps.filter(({ label }) => label !== null).length;
  const progress =
    steps.length === 1
      ? judged === 1
        ? l10n.t('only step judged')
        : l10n.t('only step not judged')
      : l10n.t('{0} of {1} steps judged', judged, steps.length);
  return error < 0 ? progress : l10n.t('{0}, first error in step {1}', progress, error + 1);
}

/** Words what a screen reader says of the cards together. */
export function cardsLabel(mode: ModeName): string {
  if (mode === 'rank') return l10n.t('Responses: ranked ones first, from best to worst');
  return mode === 'pair' ? l10n.t('The two responses to compare') : l10n.t('Responses');
}

/** Words what the empty rationale asks for. */
export function rationaleHint(mode: ModeName): string {
  return mode === 'rank' ? l10n.t('Why this order?') : l10n.t('Why this judgment?');
}
