import type { CrossedSlices, Estimate, QualityReport, QualitySection } from '../../core/model/report/quality';
import { kindText } from '../../core/quality/report/kindText';
import { formatCount, formatNumber } from '../output/print';
import { barChart, dotPlot, escaped, type Dot } from './charts';
import { leftOutText, summaryLines } from './qualityText';
import {
  biasText,
  categoryText,
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

/** So many rows of a table, and dots of a chart; JSON has all. */
const [maxRows, maxDots] = [200, 40];

/** The quality report as one page, which loads nothing: for a browser, or to be sent to somebody. */
export function qualityHtml(report: QualityReport, study: string): string {
  const title = `Quality report of ${study}`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>${css}</style>`,
    '</head>',
    '<body>',
    `<header><h1>${escaped(title)}</h1>${summary(report)}</header>`,
    '<main>',
    findings(report),
    ...parts.map(({ id, name, body }) => `<section id="${id}"><h2>${name}</h2>${body(report)}</section>`),
    '</main>',
    `<footer><p>Intervals are of 95% over items. ${escaped([report.voters.includes('model') ? 'Judgments of models count' : 'Judgments of people count', ...leftOutText(report)].join('; '))}.</p></footer>`,
    '</body>',
    '</html>',
  ].join('\n');
}

function summary(report: QualityReport): string {
  const { work } = report;
  return [
    `<p class="lead">${formatCount(work.annotations, 'annotation')} on ${formatNumber(work.judged)} of ${formatCount(work.items, 'item')}</p>`,
    `<dl class="summary">${summaryLines(report)
      .map(([name, text]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(text)}</dd></div>`)
      .join('')}</dl>`,
  ].join('');
}

const severities = { high: 'Mend first', medium: 'Look at', low: 'Good to know' } as const;

function findings({ findings: all }: QualityReport): string {
  if (all.length === 0) return '<section id="findings"><h2>Findings</h2><p>Nothing stands out.</p></section>';
  return `<section id="findings"><h2>Findings</h2><ol class="findings">${all
    .map(
      (each) =>
        `<li class="${each.severity}"><span class="severity">${severities[each.severity]}</span> <a href="#${each.section}">${escaped(sentenceOf(each))}</a></li>`,
    )
    .join('')}</ol></section>`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const head = `<thead><tr>${heads.map((each) => `<th scope="col">${escaped(each)}</th>`).join('')}</tr></thead>`;
  const body = rows
    .slice(0, maxRows)
    .map(
      ([first = '', ...rest]) =>
        `<tr><th scope="row">${escaped(first)}</th>${rest.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
    )
    .join('');
  const more =
    rows.length > maxRows
      ? `<p class="more">${formatNumber(rows.length - maxRows)} more rows are in the JSON.</p>`
      : '';
  return `<div class="scroll"><table>${head}<tbody>${body}</tbody></table></div>${more}`;
}

const dot = (label: string, estimate: Estimate | null, say: (estimate: Estimate) => string): Dot[] =>
  estimate ? [{ label, value: estimate.value, low: estimate.low, high: estimate.high, text: say(estimate) }] : [];
const sliceText = ({ by, value }: { readonly by: string; readonly value: string | null }): string =>
  `${by}: ${value ?? '(others)'}`;
const note = (text: string): string => (text === '' ? '' : `<p class="note">${escaped(text)}</p>`);
const heading = (text: string, body: string): string => (body === '' ? '' : `<h3>${escaped(text)}</h3>${body}`);
/** Dots of alpha on a scale that goes down to what is lowest of it. */
function alphaPlot(title: string, dots: readonly Dot[]): string {
  const lowest = Math.min(0, ...dots.map(({ low, value }) => low ?? value));
  return dotPlot(title, dots, {
    min: Math.min(-0.2, Math.floor(lowest * 5) / 5),
    max: 1,
    lines: [0, 0.667],
    format: (value: number) => decimals(value, 1),
  });
}
const shareScale = { min: 0, max: 1, lines: [0.5], format: percent };

interface Part {
  readonly id: QualitySection;
  readonly name: string;
  readonly body: (report: QualityReport) => string;
}

const parts: readonly Part[] = [
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
            'per item',
            'the same as others',
            'others',
            'label noise',
            'controls right',
            'repeats the same',
            'as adjudicated',
            'first shown wins',
            'longer wins',
            'accuracy (Dawid-Skene)',
            'Brier',
          ],
          annotators.map((own) => [
            own.name,
            formatNumber(own.judged),
            formatNumber(own.skipped),
            own.pace ? timeText(own.pace.median) : '–',
            shareText(own.withOthers),
            own.others === null ? '–' : percent(own.others),
            figureText(own.epsilon),
            shareText(own.controls),
            shareText(own.repeats),
            shareText(own.adjudicated),
            shareText(own.firstWins),
            shareText(own.longerWins),
            own.accuracy === null ? '–' : percent(own.accuracy),
            own.brier ? decimals(own.brier.value) : '–',
          ]),
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
            ['Annotators', 'right'],
            noise.majority.map(({ annotators, right }) => [formatNumber(annotators), percent(right)]),
          ),
        ),
        noise.now
          ? note(
              `Now ${decimals(noise.now.annotators, 1)} preferences per pair, ${percent(noise.now.right)} right; one annotator more: ${percent(noise.now.withOneMore)}.`,
            )
          : '',
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
  {
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
            models.noneAcceptable
              ? note(`On ${shareText(models.noneAcceptable)} of items no response is acceptable.`)
              : '',
          ].join('')
        : [
            note(whyText(models.why)),
            models.noneAcceptable
              ? note(`On ${shareText(models.noneAcceptable)} of items no response is acceptable.`)
              : '',
          ].join(''),
  },
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
                'first in the dataset wins',
                'with people',
                'judged by both',
              ],
              machines.machines.map((own) => [
                own.kind === 'verifier' ? 'verifiers' : own.name,
                figureText(own.kappa),
                shareText(own.same),
                shareText(own.confirmed),
                shareText(own.falsePass),
                shareText(own.falseFail),
                shareText(own.longerWins),
                shareText(own.longerWinsPeople),
                shareText(own.firstWins),
                shareText(own.firstWinsPeople),
                formatNumber(own.units),
              ]),
            ),
            machines.suggested > 0
              ? note(`Left out: ${formatCount(machines.suggested, 'judgment')} of people who saw a suggestion first.`)
              : '',
            ...machines.machines.map(({ name, bands }) =>
              dotPlot(
                `${name}: people prefer the higher score`,
                bands.flatMap(({ from, to, confirmed }) =>
                  dot(`${name}: scores ${decimals(from)} to ${decimals(to)} apart`, confirmed, shareText),
                ),
                shareScale,
              ),
            ),
          ].join(''),
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

/** Each cell by its share of wins: strong for many, pale for few. */
function winMatrix({ models, wins, ties }: QualityReport['models']): string {
  const shown = models.slice(0, 25);
  if (shown.length < 2) return '';
  const cells = shown
    .map(({ model }, row) => {
      const tds = shown
        .map((_, column) => {
          const [won, lost, tied] = [wins[row]?.[column] ?? 0, wins[column]?.[row] ?? 0, ties[row]?.[column] ?? 0];
          const all = won + lost + tied;
          if (row === column) return '<td class="self"></td>';
          if (all === 0) return '<td class="empty">–</td>';
          const share = (won + tied / 2) / all;
          return `<td style="--share:${share.toFixed(3)}" class="${share >= 0.5 ? 'more' : 'less'}" title="${won} won, ${lost} lost, ${tied} tied">${percent(share)}</td>`;
        })
        .join('');
      return `<tr><th scope="row">${escaped(model)}</th>${tds}</tr>`;
    })
    .join('');
  const heads = shown.map(({ model }) => `<th scope="col"><span>${escaped(model)}</span></th>`).join('');
  return `<div class="scroll"><table class="matrix"><thead><tr><th></th>${heads}</tr></thead><tbody>${cells}</tbody></table></div>`;
}

/** So many annotators have a table of their own. */
const maxConfusions = 12;

function confusions({ confusion, categories, main }: QualityReport['annotators']): string {
  const names = categories.map((value) => categoryText(main, value));
  return confusion
    .slice(0, maxConfusions)
    .map(({ name, rows }) =>
      table(
        [name, ...names],
        rows.map((row, at) => [names[at] ?? '', ...row.map(percent)]),
      ),
    )
    .join('');
}

/** Judged of items where two fields cross; a cell with items and no judgement is hatched. */
function heatMap({ rows, columns, items, judged }: CrossedSlices): string {
  const named = (value: string | null): string => escaped(value ?? '(others)');
  const heads = columns.values.map((value) => `<th scope="col"><span>${named(value)}</span></th>`).join('');
  const cells = rows.values
    .map((value, row) => {
      const tds = columns.values.map((_, column) => {
        const [all, done] = [items[row]?.[column] ?? 0, judged[row]?.[column] ?? 0];
        if (all === 0) return '<td></td>';
        const text = `${formatNumber(done)} of ${formatNumber(all)}`;
        return done === 0
          ? `<td class="empty">${text}</td>`
          : `<td class="more" style="--share:${(0.5 + done / all / 2).toFixed(3)}">${text}</td>`;
      });
      return `<tr><th scope="row">${named(value)}</th>${tds.join('')}</tr>`;
    })
    .join('');
  return `<div class="scroll"><table class="matrix"><thead><tr><th></th>${heads}</tr></thead><tbody>${cells}</tbody></table></div>`;
}

const css = `
:root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --page: #fff; --panel: #f6f8fa; --accent: #0969da; --high: #b3261e; --medium: #8a5a00; --low: #59636e; --warm: 9, 105, 218; --cold: 200, 90, 20; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --quiet: #9198a1; --line: #3d444d; --page: #0d1117; --panel: #151b23; --accent: #4493f8; --high: #ff7b72; --medium: #e3b341; --low: #9198a1; --warm: 68, 147, 248; --cold: 230, 130, 60; } }
@media (prefers-contrast: more) { :root { --quiet: var(--text); --line: var(--text); } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1100px; padding: 24px; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 40px 0 12px; padding-top: 12px; border-top: 1px solid var(--line); } h3 { font-size: 16px; margin: 24px 0 8px; }
.lead, .note, .more, footer { color: var(--quiet); }
.summary { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 8px; margin: 16px 0; }
.summary div { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; }
.summary dt { color: var(--quiet); font-size: 13px; } .summary dd { margin: 0; }
.findings { list-style: none; padding: 0; display: grid; gap: 8px; }
.findings li { display: grid; grid-template-columns: 110px 1fr; gap: 12px; border-inline-start: 3px solid var(--low); padding: 4px 12px; }
.findings .high { border-color: var(--high); } .findings .medium { border-color: var(--medium); }
.findings .severity { font-size: 13px; line-height: 22px; color: var(--low); } .high .severity { color: var(--high); } .medium .severity { color: var(--medium); }
.findings a { color: inherit; text-decoration: none; } .findings a:hover, .findings a:focus { text-decoration: underline; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 12px 0; }
th, td { padding: 4px 12px; border-bottom: 1px solid var(--line); text-align: end; white-space: nowrap; } th:first-child { text-align: start; font-weight: 600; } thead th { color: var(--quiet); font-weight: 500; font-size: 13px; vertical-align: bottom; white-space: normal; }
.matrix td { min-width: 56px; text-align: center; } .matrix .more { color: inherit; background: rgba(var(--warm), calc((var(--share) - 0.5) * 0.9)); } .matrix .less { background: rgba(var(--cold), calc((0.5 - var(--share)) * 0.9)); } .matrix .self { background: var(--panel); } .matrix .empty { color: var(--quiet); background: repeating-linear-gradient(45deg, transparent 0 4px, var(--line) 4px 5px); }
.chart { display: block; max-width: 100%; height: auto; margin: 12px 0; font: 13px system-ui, sans-serif; }
.chart text { fill: var(--text); } .chart .tick, .chart .figure { fill: var(--quiet); } .chart .grid { stroke: var(--line); } .chart .mark { stroke: var(--quiet); stroke-dasharray: 3 3; }
.chart .interval { stroke: var(--accent); stroke-width: 2.5; opacity: 0.6; } .chart .dot, .chart .bar { fill: var(--accent); }
@media print { body { max-width: none; } section { break-inside: avoid; } }
`;
