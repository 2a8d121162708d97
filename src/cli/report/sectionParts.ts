import type { QualityReport, QualitySection } from '../../core/model/report/quality';
import { kindText } from '../../core/quality/report/kindText';
import { formatCount, formatNumber } from '../output/print';
import { lineWidth, table, wrapped } from '../output/table';
import {
  biasText,
  bothOrdersHeads,
  bothOrdersRows,
  decimals,
  figureText,
  firstShownText,
  hasLuce,
  leftOutOfMachines,
  machineName,
  majorityByText,
  percent,
  referenceText,
  scoreHeads,
  scoreName,
  scoreRows,
  shareText,
  sliceText,
  tieModelsText,
  timeText,
  whyText,
} from './sentences';
import { kindTexts } from './judgments/figureTexts';
import { itemsText, labelOf, valueText } from './judgments/judgmentTexts';

/** So many rows of a table are printed; JSON and HTML have all. */
const maxRows = 30;

interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

const few = <T>(rows: readonly T[]): readonly T[] => rows.slice(0, maxRows);
const more = (count: number): string[] =>
  count > maxRows ? [`and ${formatNumber(count - maxRows)} more (--json)`] : [];
/** The tables of each section, each with its heading. */
export const sectionParts: Readonly<Record<QualitySection, (report: QualityReport) => Part[]>> = {
  agreement: ({ agreement }) => [
    {
      title: 'Agreement between annotators',
      lines: table(
        ['Of', 'alpha', 'metric', 'kappa', 'the same', 'judged by several'],
        agreement.rows.map(({ kind, metric, alpha, kappa, same, units, why }) => [
          kindText(kind),
          alpha ? figureText(alpha) : whyText(why),
          metric,
          kappa ? decimals(kappa.value) : '–',
          same ? percent(same.value) : '–',
          formatNumber(units),
        ]),
      ),
    },
    {
      title: 'Rankings of three or more',
      lines: agreement.w
        ? [`Kendall's W ${figureText(agreement.w)}; tau-b between two annotators ${figureText(agreement.tau)}`]
        : [],
    },
    {
      title: `Disputed items by criterion: ${formatNumber(agreement.disputed)} of ${formatNumber(agreement.several)} that several judged`,
      lines: tableOrNone(
        ['Criterion', 'differ on it', 'of disputed', 'differ where agreed'],
        few(agreement.criteria).map(({ criterion, items, of, whereAgreed }) => [
          criterion,
          formatNumber(items),
          formatNumber(of),
          shareText(whereAgreed),
        ]),
      ),
    },
    {
      title: 'Verdicts that differ, by criterion',
      lines: tableOrNone(
        ['Criterion', 'differ', 'on the others'],
        few(agreement.criterionNoise).map(({ criterion, differ, others }) => [
          criterion,
          shareText(differ),
          others === null ? '–' : percent(others),
        ]),
      ),
    },
    {
      title: `By two annotators, ${kindText(agreement.main ?? '')}`,
      lines: [
        ...tableOrNone(
          ['Annotators', 'kappa', 'the same', 'judged by both'],
          few(agreement.pairs).map(({ a, b, kappa, same, units }) => [
            `${a}, ${b}`,
            figureText(kappa),
            shareText(same),
            formatNumber(units),
          ]),
        ),
        ...more(agreement.pairs.length),
      ],
    },
    {
      title: `By slice, ${kindText(agreement.main ?? '')}`,
      lines: [
        ...tableOrNone(
          ['Slice', 'alpha', 'metric', 'the same', 'judged by several'],
          few(agreement.slices).map((slice) => [
            sliceText(slice),
            figureText(slice.alpha),
            slice.metric,
            shareText(slice.same),
            formatNumber(slice.units),
          ]),
        ),
        ...more(agreement.slices.length),
      ],
    },
  ],
  annotators: ({ annotators }) => [
    {
      title: `Annotators${annotators.main === null ? '' : `, compared by ${kindText(annotators.main)}`}`,
      lines: [
        ...tableOrNone(
          [
            'Annotator',
            'judged',
            'skipped',
            'per item',
            'as others',
            'others',
            'noise',
            'controls',
            'repeats',
            'adjudicated',
          ],
          few(annotators.annotators).map((own) => [
            own.name,
            formatNumber(own.judged),
            formatNumber(own.skipped),
            own.pace ? timeText(own.pace.median) : '–',
            own.withOthers ? percent(own.withOthers.value) : '–',
            own.others === null ? '–' : percent(own.others),
            own.epsilon ? decimals(own.epsilon.value) : '–',
            own.controls ? percent(own.controls.value) : '–',
            own.repeats ? percent(own.repeats.value) : '–',
            own.adjudicated ? percent(own.adjudicated.value) : '–',
          ]),
        ),
        ...more(annotators.annotators.length),
      ],
    },
    {
      title: 'Habits',
      lines: tableOrNone(
        ['Annotator', 'first shown wins', 'longer wins', 'all the same', 'longest run', 'confidence (Brier)'],
        few(annotators.annotators).map((own) => [
          own.name,
          shareText(own.firstWins),
          shareText(own.longerWins),
          own.uniform ? percent(own.uniform.value) : '–',
          own.run ? formatNumber(own.run.length) : '–',
          own.brier ? decimals(own.brier.value) : '–',
        ]),
      ),
    },
    {
      title: 'Qualification test',
      lines: tableOrNone(
        ['Annotator', 'as known', 'judged', 'of', 'passed'],
        few(annotators.annotators).flatMap(({ name, test }) =>
          test === null
            ? []
            : [
                [
                  name,
                  formatNumber(test.right),
                  formatNumber(test.done),
                  formatNumber(test.of),
                  test.passed === null ? '–' : test.passed ? 'yes' : 'no',
                ],
              ],
        ),
      ),
    },
    {
      title: 'Dawid and Skene: says what is likely true',
      lines: tableOrNone(
        ['Annotator', 'accuracy', 'alpha without'],
        few(annotators.annotators)
          .filter(({ accuracy }) => accuracy !== null)
          .map(({ name, accuracy, alphaWithout }) => [
            name,
            percent(accuracy ?? 0),
            alphaWithout === null ? '–' : decimals(alphaWithout),
          ]),
      ),
    },
  ],
  noise: ({ noise }) => [
    {
      title: 'Label noise: the share of preferences that are the wrong way round',
      lines: tableOrNone(
        ['From', 'noise', 'pairs', 'differ'],
        (
          [
            ['items that several judged', noise.overlap],
            ['repeated items', noise.repeats],
            ['control items', noise.controls],
          ] as const
        ).flatMap(([name, figure]) =>
          figure
            ? [[name, figureText(figure.epsilon), formatNumber(figure.pairs), percent(figure.differ)]]
            : [[name, 'none there', '0', '–']],
        ),
      ),
    },
    {
      title: 'How often a majority is right',
      lines: [
        ...tableOrNone(
          ['Annotators', 'right', 'between'],
          noise.majority.map(({ annotators, right, low, high }) => [
            formatNumber(annotators),
            percent(right),
            `${percent(low)} and ${percent(high)}`,
          ]),
        ),
        ...(noise.now
          ? [
              `Now: ${decimals(noise.now.annotators, 1)} preferences per pair, ${percent(noise.now.right)} right (${percent(noise.now.low)} to ${percent(noise.now.high)}); one annotator more: ${percent(noise.now.withOneMore)}`,
            ]
          : []),
        ...(majorityByText(noise) === '' ? [] : wrapped(majorityByText(noise), lineWidth)),
      ],
    },
    {
      title: 'By slice',
      lines: [
        ...tableOrNone(
          ['Slice', 'noise', 'pairs'],
          few(noise.slices).map((slice) => [
            sliceText(slice),
            figureText(slice.overlap.epsilon),
            formatNumber(slice.overlap.pairs),
          ]),
        ),
        ...more(noise.slices.length),
      ],
    },
  ],
  bias: ({ bias }) => [
    {
      title: `What wins, of ${formatCount(bias.preferences, 'preference')}`,
      lines: tableOrNone(
        ['Of two', 'pairs', 'wins', 'all else equal'],
        bias.rows
          .filter(({ pairs }) => pairs > 0)
          .map(({ of, pairs, wins, chance }) => [
            `${biasText(of)}${of === 'length' ? ' (twice as long)' : ''}`,
            formatNumber(pairs),
            shareText(wins),
            shareText(chance),
          ]),
      ),
    },
  ],
  models: ({ models }) => [
    {
      title: 'Models by strength (Bradley-Terry with ties)',
      lines:
        models.why === undefined
          ? [
              ...tableOrNone(
                [
                  'Model',
                  'rank',
                  'strength',
                  'win rate',
                  'same length and looks',
                  ...(hasLuce(models) ? ['Plackett-Luce'] : []),
                  ...(models.reference ? ['against reference'] : []),
                  'pairs',
                ],
                few(models.models).map((own) => [
                  own.model,
                  own.rank === null ? '–' : `${own.rank} (${own.bestRank ?? '–'}-${own.worstRank ?? '–'})`,
                  own.strength === null ? '–' : decimals(own.strength),
                  shareText(own.winRate),
                  own.controlledWinRate ? percent(own.controlledWinRate.value) : '–',
                  ...(hasLuce(models) ? [own.plackettLuce ? decimals(own.plackettLuce.value) : '–'] : []),
                  ...(models.reference ? [shareText(own.referenceWinRate)] : []),
                  formatNumber(own.pairs),
                ]),
              ),
              ...more(models.models.length),
            ]
          : [whyText(models.why)],
    },
    {
      title: 'Win rate by slice',
      lines: tableOrNone(
        ['Slice', ...models.models.slice(0, 5).map(({ model }) => model)],
        few(models.slices).map((slice) => [
          sliceText(slice),
          ...slice.winRates.slice(0, 5).map((rate) => (rate ? percent(rate.value) : '–')),
        ]),
      ),
    },
    {
      title: 'No response is acceptable, by slice',
      lines: tableOrNone(
        ['Slice', 'of items'],
        few(models.noneAcceptableSlices).map((slice) => [sliceText(slice), shareText(slice.rate)]),
      ),
    },
    {
      title: 'Order',
      lines: [
        ...(models.reference ? [referenceText(models.reference)] : []),
        ...(models.tieModels ? wrapped(tieModelsText(models), lineWidth) : []),
        ...(models.cycles.length > 0
          ? [
              `${formatCount(models.cycles.length, 'cycle')} of three models, as in ${(models.cycles[0] ?? []).join(' > ')} > ${models.cycles[0]?.[0] ?? ''}`,
            ]
          : []),
        ...(models.intransitive
          ? [`Judgments by comparisons that contradict themselves: ${shareText(models.intransitive)}`]
          : []),
        ...(models.noneAcceptable
          ? [`Items on which no response is acceptable: ${shareText(models.noneAcceptable)}`]
          : []),
      ],
    },
  ],
  machines: ({ machines }) => [
    {
      title: 'Left out',
      lines: leftOutOfMachines(machines),
    },
    {
      title: 'Machines against people',
      lines:
        machines.machines.length === 0
          ? [whyText(machines.why === 'no-overlap' ? 'no-people' : machines.why)]
          : tableOrNone(
              [
                'Machine',
                'kappa',
                'confirmed',
                'false pass',
                'false fail',
                'longer wins',
                'with people',
                'first shown wins',
                'with people',
                'judged by both',
              ],
              machines.machines.map((own) => [
                machineName(own),
                figureText(own.kappa),
                own.confirmed ? percent(own.confirmed.value) : '–',
                own.falsePass ? percent(own.falsePass.value) : '–',
                own.falseFail ? percent(own.falseFail.value) : '–',
                own.longerWins ? percent(own.longerWins.value) : '–',
                own.longerWinsPeople ? percent(own.longerWinsPeople.value) : '–',
                firstShownText(own),
                own.firstWinsPeople ? percent(own.firstWinsPeople.value) : '–',
                formatNumber(own.units),
              ]),
            ),
    },
    {
      title: 'The same two responses in both orders',
      lines: tableOrNone(bothOrdersHeads, bothOrdersRows(machines.machines)),
    },
    {
      title: 'Scores of single responses against people',
      lines: tableOrNone(scoreHeads, scoreRows(machines.machines)),
    },
    ...machines.machines.flatMap((own) =>
      own.scores.map(({ of, bands }) => ({
        title: `${scoreName(own, of)}: people prefer the higher score, by how far the scores lie apart`,
        lines: tableOrNone(
          ['Difference', 'confirmed'],
          bands.map(({ from, to, confirmed }) => [`${decimals(from)} to ${decimals(to)}`, shareText(confirmed)]),
        ),
      })),
    ),
  ],
  judgments: ({ judgments }) =>
    judgments.kinds.map(({ kind, judgments: count, items, figures }) => ({
      title: `${kindTexts[kind]}: ${formatCount(count, 'judgment')} on ${formatCount(items, 'item')}`,
      lines: [
        ...tableOrNone(
          ['Figure', 'value', 'items'],
          few(figures).map((figure) => [labelOf(figure), valueText(figure), itemsText(figure.value)]),
        ),
        ...more(figures.length),
      ],
    })),
  work: ({ work }) => [
    {
      title: 'Progress',
      lines: tableOrNone(
        ['Annotator', 'judged', 'skipped', 'of about', 'last'],
        few(work.annotators).map(({ name, judged, skipped, assigned, last }) => [
          name,
          formatNumber(judged),
          formatNumber(skipped),
          assigned === null ? '–' : formatNumber(assigned),
          last?.slice(0, 10) ?? 'not begun',
        ]),
      ),
    },
    {
      title: 'Items by the number of annotators',
      lines: [work.coverage.map((count, judges) => `${judges}: ${formatNumber(count)}`).join('   ')],
    },
    {
      title: 'Time',
      lines:
        work.time === 0
          ? []
          : [
              `${timeText(work.time)} in all, ${work.median === null ? '–' : timeText(work.median)} per item; ${timeText(work.repeatedTime)} on items that were judged before, ${timeText(work.disputedTime)} on ${formatCount(work.disputedItems, 'disputed item')}`,
            ],
    },
    {
      title: 'Labels',
      lines: [
        `${formatCount(work.preferences.strict, 'preference')}, ${formatCount(work.preferences.tied, 'tie')}`,
        ...(work.strengths.length > 0
          ? [`Strength ${work.strengths.map(({ of, count }) => `${of}: ${formatNumber(count)}`).join('   ')}`]
          : []),
        ...(work.lengthGap
          ? [
              `Chosen less rejected, in characters: median ${formatNumber(work.lengthGap[2] ?? 0)}, half between ${formatNumber(work.lengthGap[1] ?? 0)} and ${formatNumber(work.lengthGap[3] ?? 0)}`,
            ]
          : []),
        ...(work.balance.first
          ? [`The first of two in the dataset is preferred in ${shareText(work.balance.first)}`]
          : []),
        ...(work.balance.acceptable ? [`Acceptable: ${shareText(work.balance.acceptable)}`] : []),
        ...(work.skips.length > 0
          ? [`Skipped: ${work.skips.map(({ of, count }) => `${of} (${formatNumber(count)})`).join('; ')}`]
          : []),
        ...(work.diversity === null ? [] : [`New pairs of words in the first responses: ${percent(work.diversity)}`]),
        `${formatCount(work.repeatedPrompts, 'prompt')} and ${formatCount(work.repeatedResponses, 'response')} repeated`,
      ],
    },
    {
      title: 'By slice',
      lines: [
        ...tableOrNone(
          ['Slice', 'judged', 'of'],
          few(work.slices).map((slice) => [sliceText(slice), formatNumber(slice.judged), formatNumber(slice.items)]),
        ),
        ...more(work.slices.length),
      ],
    },
  ],
};

const tableOrNone = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : table(heads, rows);
