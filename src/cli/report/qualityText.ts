import type { QualityReport, QualitySection, RatedFinding } from '../../core/model/report/quality';
import { kindText } from '../../core/quality/report/kindText';
import { formatCount, formatNumber } from '../output/print';
import { fitted, lineWidth, table } from '../output/table';
import {
  biasText,
  decimals,
  figureText,
  hasLuce,
  percent,
  referenceText,
  sentenceOf,
  shareText,
  tieModelsText,
  timeText,
  whyText,
} from './sentences';

/** So many rows of a table are printed; JSON and HTML have all. */
const maxRows = 30;
/** So many findings in the summary: it fits a screen. */
const maxFindings = 12;

/** What to look at first, and a line for each section: a screen of text. */
export function summaryText(report: QualityReport): string[] {
  const { work, findings } = report;
  return [
    headText(report),
    ...leftOutText(report),
    '',
    ...(findings.length === 0
      ? ['Nothing stands out.']
      : ['Look at first', ...wrappedFindings(findings.slice(0, maxFindings))]),
    ...(findings.length > maxFindings ? [`  and ${formatNumber(findings.length - maxFindings)} more (--json)`] : []),
    '',
    'Figures',
    ...summaryLines(report).map(([name, text]) => `  ${name.padEnd(12)}${fitted(text, lineWidth - 14)}`),
    '',
    work.annotations === 0
      ? 'Nothing is judged yet.'
      : 'For one section in full, use --section agreement (annotators, noise, bias, models, machines, work).',
  ];
}

function headText({ work, voters, only }: QualityReport): string {
  const whose = [
    ...(voters.includes('model') ? ['judgments of models count'] : []),
    ...(only.annotators ? [`only ${only.annotators.join(', ')}`] : []),
    ...(only.without.length > 0 ? [`without ${only.without.join(', ')}`] : []),
  ];
  return `${formatCount(work.annotations, 'annotation')} on ${formatNumber(work.judged)} of ${formatCount(work.items, 'item')} by ${formatCount(work.annotators.filter(({ judged, skipped }) => judged + skipped > 0).length, 'annotator')}${whose.length > 0 ? `; ${whose.join('; ')}` : ''}`;
}

/** What no figure rests on, in a line each. */
export function leftOutText({ leftOut: { contexts, orphans, adjudications } }: QualityReport): string[] {
  return [
    ...(contexts > 0 ? [`${formatCount(contexts, 'judgment')} under a context or of a single turn left out`] : []),
    ...(orphans > 0 ? [`${formatCount(orphans, 'judgment')} of items that changed or are gone left out`] : []),
    ...(adjudications > 0 ? [`${formatCount(adjudications, 'judgment')} by adjudicators left out`] : []),
  ];
}

/** One line for each section. */
export function summaryLines(report: QualityReport): (readonly [name: string, text: string])[] {
  const { agreement, annotators, noise, bias, models, machines, work } = report;
  const main = agreement.rows.find(({ kind }) => kind === agreement.main);
  const noises = [
    ...(noise.overlap ? [`overlap ${figureText(noise.overlap.epsilon)}`] : []),
    ...(noise.repeats ? [`repeats ${figureText(noise.repeats.epsilon)}`] : []),
    ...(noise.controls ? [`controls ${figureText(noise.controls.epsilon)}`] : []),
  ];
  const [best] = models.models;
  const longer = bias.rows.find(({ of }) => of === 'length');
  const first = bias.rows.find(({ of }) => of === 'position');
  return [
    [
      'Agreement',
      main
        ? `${kindText(main.kind)}: alpha ${figureText(main.alpha)}, the same ${shareText(main.same)}`
        : 'unknown: nobody judged the same',
    ],
    [
      'Annotators',
      annotators.annotators
        .slice(0, 4)
        .map(({ name, judged }) => `${name} ${formatNumber(judged)}`)
        .join(', ') || 'none',
    ],
    ['Noise', noises.join('; ') || 'unknown: nothing was judged twice'],
    ['Bias', `longer wins ${shareText(longer?.wins ?? null)}; first shown wins ${shareText(first?.wins ?? null)}`],
    [
      'Models',
      models.why === undefined && best
        ? `${best.model} leads ${formatCount(models.models.length, 'model')}: ${shareText(best.winRate)} of pairs`
        : whyText(models.why),
    ],
    [
      'Machines',
      machines.why === undefined
        ? machines.machines
            .map(({ name, kind, kappa }) => `${kind === 'verifier' ? 'verifiers' : name} kappa ${figureText(kappa)}`)
            .join('; ')
        : whyText(machines.why),
    ],
    [
      'Work',
      `${percent(work.items === 0 ? 0 : work.judged / work.items)} judged; ${work.median === null ? 'no times' : `${timeText(work.median)} per item, ${timeText(work.time)} in all`}`,
    ],
  ];
}

/** A section in full: its findings, then its tables. */
export function sectionText(report: QualityReport, section: QualitySection): string[] {
  const own = report.findings.filter((each) => each.section === section);
  return [
    headText(report),
    ...leftOutText(report),
    ...(own.length > 0 ? ['', 'Findings', ...wrappedFindings(own)] : []),
    ...sections[section](report).flatMap(({ title, lines }) => (lines.length === 0 ? [] : ['', title, ...lines])),
  ];
}

interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

const few = <T>(rows: readonly T[]): readonly T[] => rows.slice(0, maxRows);
const more = (count: number): string[] =>
  count > maxRows ? [`and ${formatNumber(count - maxRows)} more (--json)`] : [];
const sliceText = ({ by, value }: { readonly by: string; readonly value: string | null }): string =>
  `${by}: ${value ?? '(others)'}`;

const sections: Readonly<Record<QualitySection, (report: QualityReport) => Part[]>> = {
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
          ['Slice', 'alpha', 'the same', 'judged by several'],
          few(agreement.slices).map((slice) => [
            sliceText(slice),
            figureText(slice.alpha),
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
          ['Annotators', 'right'],
          noise.majority.map(({ annotators, right }) => [formatNumber(annotators), percent(right)]),
        ),
        ...(noise.now
          ? [
              `Now: ${decimals(noise.now.annotators, 1)} preferences per pair, ${percent(noise.now.right)} right; one annotator more: ${percent(noise.now.withOneMore)}`,
            ]
          : []),
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
      lines:
        machines.suggested > 0
          ? [`${formatCount(machines.suggested, 'judgment')} of people who saw a suggestion first: an audit is blind`]
          : [],
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
                'judged by both',
              ],
              machines.machines.map((own) => [
                own.kind === 'verifier' ? 'verifiers' : own.name,
                figureText(own.kappa),
                own.confirmed ? percent(own.confirmed.value) : '–',
                own.falsePass ? percent(own.falsePass.value) : '–',
                own.falseFail ? percent(own.falseFail.value) : '–',
                own.longerWins ? percent(own.longerWins.value) : '–',
                own.longerWinsPeople ? percent(own.longerWinsPeople.value) : '–',
                formatNumber(own.units),
              ]),
            ),
    },
    ...machines.machines.map(({ name, bands }) => ({
      title: `${name}: people prefer the higher score, by how far the scores lie apart`,
      lines: tableOrNone(
        ['Difference', 'confirmed'],
        bands.map(({ from, to, confirmed }) => [`${decimals(from)} to ${decimals(to)}`, shareText(confirmed)]),
      ),
    })),
  ],
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
        ...(work.skips.length > 0
          ? [`Skipped: ${work.skips.map(({ of, count }) => `${of} (${formatNumber(count)})`).join('; ')}`]
          : []),
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

const marks = { high: '!', medium: '·', low: ' ' } as const;

/** Findings, each with its mark, in lines that fit. */
function wrappedFindings(findings: readonly RatedFinding[]): string[] {
  return findings.flatMap((each) => {
    const lines = wrapped(sentenceOf(each), lineWidth - 4);
    return lines.map((line, at) => (at === 0 ? `  ${marks[each.severity]} ${line}` : `    ${line}`));
  });
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
