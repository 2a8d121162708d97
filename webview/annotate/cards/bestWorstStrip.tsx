import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { bestWorstOf } from '../../../src/core/model/annotation/bestWorst';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { content } from '../store';
import { Letter, Sign } from './rankingStrip';

/** The best and the worst as far as they are chosen, and between them those of which nothing is said: "A > B C > D". */
export function BestWorstStrip({ item }: { readonly item: DeskItem }): JSX.Element {
  const { comparisons, places } = item.draft;
  const { best, worst } = bestWorstOf(comparisons, places.length);
  const between = [...places.keys()].filter((index) => index !== best && index !== worst);
  const text = [
    best === null ? l10n.t('no best response') : l10n.t('best: {0}', letterOf(best)),
    worst === null ? l10n.t('no worst response') : l10n.t('worst: {0}', letterOf(worst)),
  ].join(', ');
  const letters = (indices: readonly number[]): JSX.Element[] =>
    indices.map((index) => <Letter key={index} item={item} index={index} texts={content.value} />);
  return (
    <div class="ranking-strip" role="group" aria-label={text}>
      {best !== null && (
        <>
          {letters([best])}
          <Sign text=">" />
        </>
      )}
      {letters(between)}
      {worst !== null && (
        <>
          <Sign text=">" />
          {letters([worst])}
        </>
      )}
    </div>
  );
}
