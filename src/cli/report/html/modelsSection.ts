import type { QualityReport } from '../../../core/model/report/quality';
import { formatNumber } from '../../output/print';
import {
  decimals,
  figureText,
  hasLuce,
  referenceText,
  shareText,
  sliceText,
  tieModelsText,
  whyText,
} from '../sentences';
import { dotPlot } from './charts';
import { heading, maxDots, note, table, type Section } from './elements';
import { winMatrix } from './matrices';

/** Which model wins, and how surely. */
export const modelsSection: Section = {
  id: 'models',
  name: 'Models and responses',
  body: ({ models }) =>
    models.why === undefined
      ? [
          dotPlot(
            'Strength of models',
            models.models
              .flatMap(({ model, strength, low, high }) =>
                strength === null ? [] : [{ label: model, value: strength, low, high, text: decimals(strength) }],
              )
              .slice(0, maxDots),
            strengthScale(models),
          ),
          note('Log-strength over the mean model (Bradley-Terry with ties), with intervals over items.'),
          table(
            [
              'Model',
              'rank',
              'between',
              'win rate',
              'win rate at the same length and looks',
              ...(hasLuce(models) ? ['strength by rankings (Plackett-Luce)'] : []),
              ...(models.reference ? ['win rate against the reference'] : []),
              'won',
              'lost',
              'tied',
            ],
            models.models.map((own) => [
              own.model,
              own.rank === null ? '–' : String(own.rank),
              own.bestRank === null ? '–' : `${own.bestRank} and ${own.worstRank ?? ''}`,
              shareText(own.winRate),
              shareText(own.controlledWinRate),
              ...(hasLuce(models) ? [figureText(own.plackettLuce)] : []),
              ...(models.reference ? [shareText(own.referenceWinRate)] : []),
              formatNumber(own.wins),
              formatNumber(own.losses),
              formatNumber(own.ties),
            ]),
          ),
          models.reference ? note(referenceText(models.reference)) : '',
          models.tieModels ? note(tieModelsText(models)) : '',
          heading('Wins of each row over each column', winMatrix(models)),
          heading(
            'Win rate by slice',
            table(
              ['Slice', ...models.models.map(({ model }) => model)],
              models.slices.map((slice) => [sliceText(slice), ...slice.winRates.map(shareText)]),
            ),
          ),
          noneAcceptable(models),
        ].join('')
      : [note(whyText(models.why)), noneAcceptable(models)].join(''),
};

const noneAcceptable = ({ noneAcceptable: all, noneAcceptableSlices: slices }: QualityReport['models']): string =>
  [
    all ? note(`On ${shareText(all)} of items no response is acceptable.`) : '',
    slices.length > 0
      ? heading(
          'No response is acceptable, by slice',
          table(
            ['Slice', 'of items'],
            slices.map((slice) => [sliceText(slice), shareText(slice.rate)]),
          ),
        )
      : '',
  ].join('');

function strengthScale({ models }: QualityReport['models']): {
  readonly min: number;
  readonly max: number;
  readonly lines: readonly number[];
  readonly format: (value: number) => string;
} {
  const most = models.reduce((max, { low, high }) => Math.max(max, Math.abs(low ?? 0), Math.abs(high ?? 0)), 0.5);
  const reach = Math.min(6, Math.ceil(most * 2) / 2);
  return { min: -reach, max: reach, lines: [0], format: (value) => decimals(value, 1) };
}
