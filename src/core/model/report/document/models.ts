import * as l10n from '@vscode/l10n';
import { decimal, percent, whole } from '../../text/numbers';
import type { ItemsQuestion } from '../itemsQuestion';
import type { ModelFigures, QualityReport } from '../quality';
import { alone, count, dotsOf, noteOf, number, share, tableOf, text, type Column } from './blocks';
import type { Block, Dots, Matrix, MatrixCell, Scale, Section } from './document';
import { sectionTitle, sliceText, whyText } from './names';
import { shareText } from './values';

type Models = QualityReport['models'];

/** Which model wins, and how surely. */
export const modelsSection = ({ models }: QualityReport): Section => ({
  id: 'models',
  title: sectionTitle('models'),
  lead:
    models.why === undefined
      ? models.models.slice(0, 3).map(({ model, winRate }) => ({ label: model, cell: share(winRate) }))
      : [],
  blocks: [...(models.why === undefined ? strengths(models) : noteOf(whyText(models.why))), ...acceptability(models)],
});

function strengths(models: Models): readonly Block[] {
  const { models: all, reference, slices } = models;
  const table = tableOf('models.all', sectionTitle('models'), all, columns(models));
  return [
    ...dotsOf(table, 'strength', l10n.t('Strength of models'), strengthScale),
    ...noteOf(l10n.t('Log-strength over the mean model (Bradley-Terry with ties), with intervals over items.')),
    ...table,
    ...(reference
      ? noteOf(
          l10n.t(
            'Reference: {0}, pairs: {1}.',
            reference.model ?? l10n.t('responses with the text of a reference answer'),
            whole(reference.pairs),
          ),
        )
      : []),
    ...winMatrix(models),
    ...tableOf('models.slices', l10n.t('Win rate by slice'), slices, [
      { id: 'slice', head: l10n.t('Slice'), cell: (slice) => text(sliceText(slice)) },
      ...all.slice(0, maxMatrix).map(({ model }, at): Column<Models['slices'][number]> => ({
        id: model,
        head: model,
        cell: ({ by, value, winRates }) =>
          share(alone(winRates[at] ?? null), { of: 'wins', model, over: null, within: { by, value } }),
      })),
    ]),
    ...noteOf(tieModelsText(models)),
    ...noteOf(contradictionsText(models)),
  ];
}

const columns = ({ reference }: Models): readonly Column<ModelFigures>[] => [
  { id: 'model', head: l10n.t('Model'), cell: ({ model }) => text(model) },
  {
    id: 'rank',
    head: l10n.t('Rank'),
    cell: ({ rank, bestRank, worstRank }) =>
      count(rank === null ? null : { value: rank, low: bestRank, high: worstRank, items: 0 }),
  },
  {
    id: 'strength',
    head: l10n.t('Strength'),
    cell: ({ strength, low, high }) => number(strength === null ? null : { value: strength, low, high, items: 0 }),
  },
  {
    id: 'winRate',
    head: l10n.t('Win rate'),
    cell: ({ model, winRate }) => share(winRate, { of: 'compared', model, other: null }),
  },
  {
    id: 'controlled',
    head: l10n.t('At the same length and looks'),
    cell: ({ controlledWinRate }) => share(controlledWinRate),
  },
  { id: 'rankings', head: l10n.t('By rankings (Plackett-Luce)'), cell: ({ plackettLuce }) => number(plackettLuce) },
  {
    id: 'reference',
    head: l10n.t('Against the reference'),
    cell: ({ model, referenceWinRate }) => share(referenceWinRate, overReference(model, reference)),
  },
  { id: 'won', head: l10n.t('Won'), cell: ({ model, wins }) => count(wins, { of: 'wins', model, over: null }) },
  {
    id: 'lost',
    head: l10n.t('Lost'),
    cell: ({ model, losses }) => count(losses, { of: 'wins', model: null, over: model }),
  },
  { id: 'tied', head: l10n.t('Tied'), cell: ({ model, ties }) => count(ties, { of: 'ties', model }) },
];

/** Items on which a model wins against what the report holds it against. */
const overReference = (model: string, reference: Models['reference']): ItemsQuestion =>
  typeof reference?.model === 'string'
    ? { of: 'wins', model, over: reference.model }
    : { of: 'wins-over-reference', model };

function strengthScale(dots: Dots['dots']): Scale {
  const most = dots.reduce(
    (max, { value: { low, high } }) => Math.max(max, Math.abs(low ?? 0), Math.abs(high ?? 0)),
    0.5,
  );
  const reach = Math.min(6, Math.ceil(most * 2) / 2);
  return { min: -reach, max: reach, lines: [0] };
}

/** So many models have a column. */
const maxMatrix = 20;

/** How often each row's model wins against each column's, ties as half. */
function winMatrix({ models, wins, ties }: Models): readonly Matrix[] {
  const shown = models.slice(0, maxMatrix).map(({ model }) => model);
  if (shown.length < 2) return [];
  const cellOf = (row: number, column: number): MatrixCell => {
    const [won, lost, tied] = [wins[row]?.[column] ?? 0, wins[column]?.[row] ?? 0, ties[row]?.[column] ?? 0];
    const [all, model, over] = [won + lost + tied, shown[row] ?? '', shown[column] ?? ''];
    if (row === column) return { share: null, text: '', about: '' };
    if (all === 0) return { share: null, text: '–', about: l10n.t('no data'), isEmpty: true };
    const rate = (won + tied / 2) / all;
    return {
      share: rate,
      text: percent(rate),
      about: l10n.t('{0} won, {1} lost, {2} tied', whole(won), whole(lost), whole(tied)),
      ...(won > 0 && { opens: { of: 'wins', model, over } }),
    };
  };
  return [
    {
      is: 'matrix',
      id: 'models.wins',
      title: l10n.t('Win rate of each row over each column'),
      middle: 0.5,
      rows: shown,
      columns: shown,
      cells: shown.map((_, row) => shown.map((__, column) => cellOf(row, column))),
    },
  ];
}

/** Which model of ties fits better, and whether it matters for the order of models. */
function tieModelsText({ tieModels, models }: Models): string {
  if (!tieModels) return '';
  const { davidson, raoKupper } = tieModels;
  const orderBy = (of: (model: ModelFigures) => number): string =>
    JSON.stringify(models.toSorted((a, b) => of(b) - of(a)).map(({ model }) => model));
  const isSame = orderBy(({ strength }) => strength ?? 0) === orderBy((own) => own.raoKupper?.value ?? 0);
  const [better, worse] = davidson >= raoKupper ? ['Davidson', 'Rao-Kupper'] : ['Rao-Kupper', 'Davidson'];
  const fit = decimal(Math.abs(davidson - raoKupper));
  return isSame
    ? l10n.t(
        'Models of ties: {0} fits better than {1} by {2} (log-likelihood), and both order the models alike. Strengths are by Davidson.',
        better,
        worse,
        fit,
      )
    : l10n.t(
        'Models of ties: {0} fits better than {1} by {2} (log-likelihood), and the two order the models differently. Strengths are by Davidson.',
        better,
        worse,
        fit,
      );
}

/** What no order of models explains. */
function contradictionsText({ cycles: [first, ...others], intransitive }: Models): string {
  return [
    ...(first
      ? [l10n.t('Cycles of three models: {0}, as in {1}.', whole(others.length + 1), [...first, first[0]].join(' > '))]
      : []),
    ...(intransitive
      ? [l10n.t('Judgments by comparisons that contradict themselves: {0}.', shareText(intransitive))]
      : []),
  ].join(' ');
}

function acceptability({ noneAcceptable, noneAcceptableSlices }: Models): readonly Block[] {
  return [
    ...(noneAcceptable
      ? noteOf(l10n.t('On {0} of items no response is acceptable.', shareText(noneAcceptable)), {
          of: 'none-acceptable',
        })
      : []),
    ...tableOf('models.noneAcceptable', l10n.t('No response is acceptable, by slice'), noneAcceptableSlices, [
      { id: 'slice', head: l10n.t('Slice'), cell: (slice) => text(sliceText(slice)) },
      {
        id: 'rate',
        head: l10n.t('Of items'),
        cell: ({ by, value, rate }) => share(rate, { of: 'none-acceptable', within: { by, value } }),
      },
    ]),
  ];
}
