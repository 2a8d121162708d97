import type { QualityReport } from '../../../core/model/report/quality';
import { formatCount, formatNumber } from '../../output/print';
import { escaped } from './charts';
import { sentenceOf } from '../sentences';
import { leftOutText, summaryLines } from '../qualityText';
import { sections } from './sections';
import { styles } from './styles';

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
    `<style>${styles}</style>`,
    '</head>',
    '<body>',
    `<header><h1>${escaped(title)}</h1>${summary(report)}</header>`,
    '<main>',
    findings(report),
    ...sections.map(({ id, name, body }) => `<section id="${id}"><h2>${name}</h2>${body(report)}</section>`),
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
