import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskOpinions } from '../../src/core/model/desk/deskOpinion';

const valueText = (value: boolean | number | string): string =>
  typeof value === 'boolean' ? (value ? l10n.t('yes') : l10n.t('no')) : String(value);

/** Names the annotator of an opinion, by its place from 0. */
export const opinionName = (by: string | null, at: number): string => by ?? l10n.t('Annotator {0}', at + 1);

/** Shows the judgments of annotators side by side, for whoever settles them, with their contradictions. */
export function Opinions({ opinions: { isJudged, of, pairs, criteria } }: { opinions: DeskOpinions }): JSX.Element {
  const isHidden = of.some(({ by }) => by === null);
  return (
    <section class="opinions" tabIndex={0} aria-label={l10n.t('Judgments of annotators')}>
      <p class="adjudicating">
        {isJudged
          ? l10n.t('You have adjudicated this item.')
          : isHidden
            ? l10n.t('You adjudicate this item. Names are shown once you have saved.')
            : l10n.t('You see what annotators judged: what you save is an adjudication, and no vote.')}
      </p>
      {(pairs.length > 0 || criteria.length > 0) && (
        <p class="contradictions">
          {[
            ...(pairs.length > 0
              ? [l10n.t('Opposite preferences: {0}', pairs.map(({ first, second }) => `${first}–${second}`).join(', '))]
              : []),
            ...(criteria.length > 0
              ? [
                  l10n.t(
                    'Verdicts differ: {0}',
                    criteria.map(({ criterion, on }) => `${criterion} (${on.join(', ')})`).join('; '),
                  ),
                ]
              : []),
          ].join(' · ')}
        </p>
      )}
      <ul>
        {of.map(({ by, summary, rationale, verdicts, notes }, at) => (
          <li key={at}>
            <h2>{opinionName(by, at)}</h2>
            <p class="order">{summary}</p>
            {verdicts.length > 0 && (
              <p>{verdicts.map(({ criterion, on, value }) => `${on} ${criterion}: ${valueText(value)}`).join(' · ')}</p>
            )}
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
