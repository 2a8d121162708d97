import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskOpinion } from '../../src/core/model/desk/deskOpinion';

/** What annotators judged, side by side, for whoever settles it; names come once that is saved. */
export function Opinions({ opinions }: { opinions: readonly DeskOpinion[] }): JSX.Element {
  return (
    <section class="opinions" tabIndex={0} aria-label={l10n.t('Judgments of annotators')}>
      <p class="adjudicating">
        {opinions.some(({ by }) => by === null)
          ? l10n.t('You adjudicate this item. Names are shown once you have saved.')
          : l10n.t('You have adjudicated this item.')}
      </p>
      <ul>
        {opinions.map(({ by, summary, rationale, notes }, at) => (
          <li key={at}>
            <h2>{by ?? l10n.t('Annotator {0}', at + 1)}</h2>
            <p class="order">{summary}</p>
            {rationale !== undefined && <p>{rationale}</p>}
            {notes.map(({ on, text, quote }, number) => (
              <p key={number}>
                <strong>{on} </strong>
                {quote !== undefined && <q>{quote}</q>} {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
