import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ItemsQuestion } from '../../../src/core/model/report/itemsQuestion';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { decimal, percent, whole } from '../../ui/numbers';
import { DotChart, type DotScale } from '../dotChart';
import { figureText, shareText, whyText } from '../texts';
import { About, Opens, opens, opensFigure, Table, sliceText } from './parts';

export function Models({ models }: QualityReport): JSX.Element {
  const hasLuce = models.models.some(({ plackettLuce }) => plackettLuce !== null);
  return (
    <>
      {models.why === undefined ? (
        <>
          <DotChart
            title={l10n.t('Strength of models')}
            dots={models.models.flatMap(({ model, strength, low, high }) =>
              strength === null ? [] : [{ label: model, value: strength, low, high, text: decimal(strength) }],
            )}
            scale={strengthScale(models)}
          />
          <Table
            heads={[
              l10n.t('Model'),
              l10n.t('Rank'),
              l10n.t('Win rate'),
              l10n.t('At the same length and looks'),
              ...(hasLuce ? [l10n.t('By rankings (Plackett-Luce)')] : []),
              ...(models.reference ? [l10n.t('Against the reference')] : []),
              l10n.t('Won'),
              l10n.t('Lost'),
              l10n.t('Tied'),
            ]}
            rows={models.models.map((own) => [
              own.model,
              own.rank === null
                ? '–'
                : l10n.t('{0} ({1} to {2})', own.rank, own.bestRank ?? own.rank, own.worstRank ?? own.rank),
              opensFigure(own.winRate, { of: 'compared', model: own.model, other: null }),
              shareText(own.controlledWinRate),
              ...(hasLuce ? [figureText(own.plackettLuce)] : []),
              ...(models.reference ? [opensFigure(own.referenceWinRate, overReference(own.model, models))] : []),
              opens(own.wins, { of: 'wins', model: own.model, over: null }),
              opens(own.losses, { of: 'wins', model: null, over: own.model }),
              opens(own.ties, { of: 'ties', model: own.model }),
            ])}
          />
          <WinMatrix models={models} />
          <Table
            heads={[l10n.t('Win rate by slice'), ...models.models.slice(0, maxMatrix).map(({ model }) => model)]}
            rows={models.slices.map((slice) => [
              sliceText(slice),
              ...slice.winRates.slice(0, maxMatrix).map((rate, at) =>
                opensFigure(
                  rate,
                  {
                    of: 'wins',
                    model: models.models[at]?.model ?? null,
                    over: null,
                    within: { by: slice.by, value: slice.value },
                  },
                  (own) => (own ? percent(own.value) : '–'),
                ),
              ),
            ])}
          />
        </>
      ) : (
        <About text={whyText(models.why)} />
      )}
      {models.noneAcceptable && (
        <p class="about">
          <Opens question={{ of: 'none-acceptable' }}>
            {l10n.t('On {0} of items no response is acceptable.', shareText(models.noneAcceptable))}
          </Opens>
        </p>
      )}
      <Table
        heads={[l10n.t('No response is acceptable, by slice'), l10n.t('Of items')]}
        rows={models.noneAcceptableSlices.map((slice) => [
          sliceText(slice),
          opensFigure(slice.rate, { of: 'none-acceptable', within: { by: slice.by, value: slice.value } }),
        ])}
      />
    </>
  );
}

/** Items on which a model wins against what the report holds it against. */
const overReference = (model: string, { reference }: QualityReport['models']): ItemsQuestion =>
  typeof reference?.model === 'string'
    ? { of: 'wins', model, over: reference.model }
    : { of: 'wins-over-reference', model };

function strengthScale({ models }: QualityReport['models']): DotScale {
  const most = models.reduce((max, { low, high }) => Math.max(max, Math.abs(low ?? 0), Math.abs(high ?? 0)), 0.5);
  const reach = Math.min(6, Math.ceil(most * 2) / 2);
  return { min: -reach, max: reach, lines: [0], format: decimal };
}

/** So many models have a column. */
const maxMatrix = 20;

/** How often each row's model wins against each column's, ties as half. */
function WinMatrix({
  models: { models, wins, ties },
}: {
  readonly models: QualityReport['models'];
}): JSX.Element | null {
  const shown = models.slice(0, maxMatrix);
  if (shown.length < 2) return null;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={l10n.t('Win rate of each row over each column')}>
      <table class="matrix">
        <caption>{l10n.t('Win rate of each row over each column')}</caption>
        <thead>
          <tr>
            <td />
            {shown.map(({ model }) => (
              <th key={model} scope="col">
                {model}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ model }, row) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              {shown.map(({ model: other }, column) => {
                const [won, lost, tied] = [
                  wins[row]?.[column] ?? 0,
                  wins[column]?.[row] ?? 0,
                  ties[row]?.[column] ?? 0,
                ];
                const all = won + lost + tied;
                if (row === column) return <td key={other} class="self" />;
                if (all === 0) return <td key={other} class="empty" aria-label={l10n.t('no data')} />;
                const share = (won + tied / 2) / all;
                return (
                  <td
                    key={other}
                    class={share >= 0.5 ? 'more' : 'less'}
                    style={{ '--strength': `${Math.round(Math.abs(share - 0.5) * 60)}%` }}
                    title={l10n.t('{0} won, {1} lost, {2} tied', whole(won), whole(lost), whole(tied))}
                  >
                    {opens(won, { of: 'wins', model, over: other }, percent(share))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
