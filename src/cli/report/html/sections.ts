import { kindText } from '../../../core/quality/report/kindText';
import { formatCount, formatNumber } from '../../output/print';
import { barChart, dotPlot } from './charts';
import {
  biasText,
  decimals,
  figureText,
  bothOrdersHeads,
  bothOrdersRows,
  firstShownText,
  leftOutOfMachines,
  scoreHeads,
  scoreName,
  scoreRows,
  machineName,
  majorityByText,
  percent,
  shareText,
  sliceText,
  timeText,
  whyText,
} from '../sentences';
import { kindTexts } from '../judgments/figureTexts';
import { itemsText, labelOf, valueText } from '../judgments/judgmentTexts';
import { alphaPlot, dot, heading, maxDots, note, shareScale, table, type Section } from './elements';
import { confusions, heatMap } from './matrices';
import { modelsSection } from './modelsSection';

/** All sections but coverage, in the order of the page. */
export const sections: readonly Section[] = [
  {
    id: 'agreement',
    name: 'Agreement',
    body: ({ agreement }) =>
      [
        alphaPlot(
          "Krippendorff's alpha",
          agreement.rows.flatMap(({ kind, alpha }) => dot(kindText(kind), alpha, figureText)).slice(0, maxDots),
        ),
        note('Krippendorff’s alpha: 1 is perfect, 0 is chance. Below 0.67 (the line) no conclusion is safe.'),
        table(
          ['Of', 'alpha', 'metric', 'Fleiss’ kappa', 'ICC(1,1)', 'the same', 'judged by several'],
          agreement.rows.map(({ kind, metric, alpha, kappa, icc, same, units, why }) => [
            kindText(kind),
            alpha ? figureText(alpha) : whyText(why),
            metric,
            figureText(kappa),
            figureText(icc),
            shareText(same),
            formatNumber(units),
          ]),
        ),
        agreement.w
          ? note(
              `Rankings of three or more: Kendall’s W ${figureText(agreement.w)}, tau-b between two annotators ${figureText(agreement.tau)}.`,
            )
          : '',
        heading(
          'Disputed items by criterion',
          table(
            ['Criterion', 'differ on it', 'of disputed items', 'differ where they agree'],
            agreement.criteria.map(({ criterion, items, of, whereAgreed }) => [
              criterion,
              formatNumber(items),
              formatNumber(of),
              shareText(whereAgreed),
            ]),
          ),
        ),
        heading(
          'Verdicts that differ, by criterion',
          table(
            ['Criterion', 'differ', 'on the others'],
            agreement.criterionNoise.map(({ criterion, differ, others }) => [
              criterion,
              shareText(differ),
              others === null ? '–' : percent(others),
            ]),
          ),
        ),
        heading(
          'By two annotators',
          table(
            ['Annotators', 'Cohen’s kappa', 'the same', 'judged by both'],
            agreement.pairs.map(({ a, b, kappa, same, units }) => [
              `${a}, ${b}`,
              figureText(kappa),
              shareText(same),
              formatNumber(units),
            ]),
          ),
        ),
        heading(
          'By slice',
          alphaPlot(
            'Alpha by slice',
            agreement.slices.flatMap((slice) => dot(sliceText(slice), slice.alpha, figureText)).slice(0, maxDots),
          ),
        ),
      ].join(''),
  },
  {
    id: 'annotators',
    name: 'Annotators',
    body: ({ annotators: figures }) => {
      const { annotators, main } = figures;
      return [
        main === null
          ? ''
          : dotPlot(
              'The same as others',
              annotators.flatMap(({ name, withOthers }) => dot(name, withOthers, shareText)).slice(0, maxDots),
              { min: 0, max: 1, format: percent },
            ),
        main === null
          ? ''
          : note(`How often each says the same as another about ${kindText(main)}. Who differs can be right.`),
        table(
          [
            'Annotator',
            'judged',
            'skipped',
            'the same as others',
            'others',
            'label noise',
            'controls right',
            'repeats the same',
            'as adjudicated',
          ],
          annotators.map((own) => [
            own.name,
            formatNumber(own.judged),
            formatNumber(own.skipped),
            shareText(own.withOthers),
            own.others === null ? '–' : percent(own.others),
            figureText(own.epsilon),
            shareText(own.controls),
            shareText(own.repeats),
            shareText(own.adjudicated),
          ]),
        ),
        heading(
          'Habits',
          table(
            ['Annotator', 'per item', 'first shown wins', 'longer wins', 'accuracy (Dawid-Skene)', 'Brier'],
            annotators.map((own) => [
              own.name,
              own.pace ? timeText(own.pace.median) : '–',
              shareText(own.firstWins),
              shareText(own.longerWins),
              own.accuracy === null ? '–' : percent(own.accuracy),
              own.brier ? decimals(own.brier.value) : '–',
            ]),
          ),
        ),
        heading(
          'Qualification test',
          table(
            ['Annotator', 'as known', 'judged', 'of', 'passed'],
            annotators.flatMap(({ name, test }) =>
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
        ),
        heading('Confusion (Dawid-Skene): rows what is likely true, columns what they said', confusions(figures)),
        heading(
          'Confidence against being right',
          annotators
            .map(({ name, calibration }) =>
              calibration.length < 2
                ? ''
                : dotPlot(
                    `${name}: right by stated confidence`,
                    calibration.flatMap(({ confidence, right }) =>
                      dot(`${name}, ${percent(confidence)} sure`, right, shareText),
                    ),
                    shareScale,
                  ),
            )
            .join(''),
        ),
      ].join('');
    },
  },
  {
    id: 'noise',
    name: 'Label noise',
    body: ({ noise }) =>
      [
        dotPlot(
          'Label noise',
          [
            ...dot('items that several judged', noise.overlap?.epsilon ?? null, figureText),
            ...dot('repeated items', noise.repeats?.epsilon ?? null, figureText),
            ...dot('control items', noise.controls?.epsilon ?? null, figureText),
          ],
          { min: 0, max: 0.5, format: (value) => decimals(value) },
        ),
        (noise.overlap ?? noise.repeats ?? noise.controls)
          ? note('The share of preferences that are the wrong way round: 0 is none, 0.5 is chance.')
          : note('Nothing was judged twice, repeated or known: noise is unknown.'),
        heading(
          'How often a majority is right',
          table(
            ['Annotators', 'right', 'between'],
            noise.majority.map(({ annotators, right, low, high }) => [
              formatNumber(annotators),
              percent(right),
              `${percent(low)} and ${percent(high)}`,
            ]),
          ),
        ),
        noise.now
          ? note(
              `Now ${decimals(noise.now.annotators, 1)} preferences per pair, ${percent(noise.now.right)} right (${percent(noise.now.low)} to ${percent(noise.now.high)}); one annotator more: ${percent(noise.now.withOneMore)}.`,
            )
          : '',
        noise.majorityBy === null ? '' : note(majorityByText(noise)),
        heading(
          'By slice',
          dotPlot(
            'Label noise by slice',
            noise.slices.flatMap((slice) => dot(sliceText(slice), slice.overlap.epsilon, figureText)).slice(0, maxDots),
            { min: 0, max: 0.5, format: (value) => decimals(value) },
          ),
        ),
      ].join(''),
  },
  {
    id: 'bias',
    name: 'Biases',
    body: ({ bias }) => {
      const rows = bias.rows.filter(({ pairs }) => pairs > 0);
      return [
        dotPlot(
          'What wins, all else equal',
          rows.flatMap(({ of, chance }) => dot(biasText(of), chance, shareText)),
          shareScale,
        ),
        note('How often the one of two responses wins if all else is equal (the longer: at twice the length).'),
        table(
          ['Of two', 'pairs', 'wins', 'all else equal'],
          rows.map(({ of, pairs, wins, chance }) => [
            biasText(of),
            formatNumber(pairs),
            shareText(wins),
            shareText(chance),
          ]),
        ),
      ].join('');
    },
  },
  modelsSection,
  {
    id: 'machines',
    name: 'Machine labels',
    body: ({ machines }) =>
      machines.machines.length === 0
        ? note(whyText(machines.why === 'no-overlap' ? 'no-people' : machines.why))
        : [
            table(
              [
                'Machine',
                'kappa with people',
                'the same',
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
                shareText(own.same),
                shareText(own.confirmed),
                shareText(own.falsePass),
                shareText(own.falseFail),
                shareText(own.longerWins),
                shareText(own.longerWinsPeople),
                firstShownText(own),
                shareText(own.firstWinsPeople),
                formatNumber(own.units),
              ]),
            ),
            bothOrdersRows(machines.machines).length > 0
              ? heading(
                  'The same two responses in both orders',
                  table(bothOrdersHeads, bothOrdersRows(machines.machines)),
                )
              : '',
            scoreRows(machines.machines).length > 0
              ? heading('Scores of single responses against people', table(scoreHeads, scoreRows(machines.machines)))
              : '',
            ...leftOutOfMachines(machines).map((text) => note(`Left out: ${text}.`)),
            ...machines.machines.flatMap((own) =>
              own.scores.map(({ of, bands }) =>
                dotPlot(
                  `${scoreName(own, of)}: people prefer the higher score`,
                  bands.flatMap(({ from, to, confirmed }) =>
                    dot(
                      `${scoreName(own, of)}: scores ${decimals(from)} to ${decimals(to)} apart`,
                      confirmed,
                      shareText,
                    ),
                  ),
                  shareScale,
                ),
              ),
            ),
          ].join(''),
  },
  {
    id: 'judgments',
    name: 'Kinds of judgments',
    body: ({ judgments }) =>
      judgments.kinds
        .map(({ kind, judgments: count, items, figures }) =>
          heading(
            `${kindTexts[kind]}: ${formatCount(count, 'judgment')} on ${formatCount(items, 'item')}`,
            table(
              ['Figure', 'value', 'items'],
              figures.map((figure) => [labelOf(figure), valueText(figure), itemsText(figure.value)]),
            ),
          ),
        )
        .join(''),
  },
  {
    id: 'work',
    name: 'Work',
    body: ({ work }) =>
      [
        heading(
          'Items by the number of annotators',
          barChart(
            'Items by the number of annotators',
            work.coverage.map((count, judges) => ({
              label: judges === 0 ? 'not judged' : formatCount(judges, 'annotator'),
              count,
            })),
          ),
        ),
        table(
          ['Annotator', 'judged', 'skipped', 'of about', 'last'],
          work.annotators.map(({ name, judged, skipped, assigned, last }) => [
            name,
            formatNumber(judged),
            formatNumber(skipped),
            assigned === null ? '–' : formatNumber(assigned),
            last?.slice(0, 10) ?? 'not begun',
          ]),
        ),
        work.time > 0
          ? note(
              `${timeText(work.time)} in all, ${work.median === null ? '–' : timeText(work.median)} per item; ${timeText(work.repeatedTime)} on items that were judged before, ${timeText(work.disputedTime)} on ${formatCount(work.disputedItems, 'disputed item')}.`,
            )
          : '',
        heading(
          'Strength of preferences',
          barChart(
            'Strength of preferences',
            work.strengths.length === 0
              ? []
              : [
                  ...work.strengths.map(({ of, count }) => ({ label: of, count })),
                  { label: 'tie', count: work.preferences.tied },
                ],
          ),
        ),
        heading(
          'Characters by which the winner is longer',
          barChart(
            'Characters by which the winner is longer',
            work.lengthHistogram.map(({ from, to, count }) => ({
              label: `${formatNumber(from)} to ${formatNumber(to - 1)}`,
              count,
            })),
          ),
        ),
        work.balance.first
          ? note(`The first of two in the dataset is preferred in ${shareText(work.balance.first)}.`)
          : '',
        work.balance.acceptable ? note(`Acceptable: ${shareText(work.balance.acceptable)} of what was judged so.`) : '',
        work.diversity === null
          ? ''
          : note(
              `${percent(work.diversity)} of the pairs of words in the first responses are new; ${formatCount(work.repeatedPrompts, 'prompt')} and ${formatCount(work.repeatedResponses, 'response')} repeated.`,
            ),
        work.lengthGap
          ? note(
              `Chosen less rejected, in characters: median ${formatNumber(work.lengthGap[2] ?? 0)}, half between ${formatNumber(work.lengthGap[1] ?? 0)} and ${formatNumber(work.lengthGap[3] ?? 0)}.`,
            )
          : '',
        heading(
          'By slice',
          table(
            ['Slice', 'judged', 'of'],
            work.slices.map((slice) => [sliceText(slice), formatNumber(slice.judged), formatNumber(slice.items)]),
          ),
        ),
        ...work.crossed.map((table) => heading(`Judged: ${table.rows.by} × ${table.columns.by}`, heatMap(table))),
      ].join(''),
  },
];
