import type { ReportDocument } from '../../../core/model/report/document/document';
import { severityText } from '../../../core/model/report/document/names';
import { leadText } from '../qualityText';
import { blockHtml } from './blocks';
import { escaped } from './charts';
import { styles } from './styles';

/** The quality report as one page, which loads nothing: for a browser, or to be sent to somebody. */
export function qualityHtml(report: ReportDocument, study: string): string {
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
    ...report.sections.map(
      ({ id, title: name, blocks }) =>
        `<section id="${id}"><h2>${escaped(name)}</h2>${blocks.map(blockHtml).join('')}</section>`,
    ),
    '</main>',
    `<footer><p>${escaped([report.intervals, ...report.leftOut].join(' '))}</p></footer>`,
    '</body>',
    '</html>',
  ].join('\n');
}

const summary = ({ head, sections }: ReportDocument): string =>
  [
    `<p class="lead">${escaped(head)}</p>`,
    `<dl class="summary">${sections
      .map((section) => `<div><dt>${escaped(section.title)}</dt><dd>${escaped(leadText(section))}</dd></div>`)
      .join('')}</dl>`,
  ].join('');

function findings({ findings: all, noFindings }: ReportDocument): string {
  if (all.length === 0) return `<section id="findings"><h2>Findings</h2><p>${escaped(noFindings)}</p></section>`;
  return `<section id="findings"><h2>Findings</h2><ol class="findings">${all
    .map(
      (each) =>
        `<li class="${each.severity}"><span class="severity">${escaped(severityText(each.severity))}</span> <a href="#${each.section}">${escaped(each.text)}</a></li>`,
    )
    .join('')}</ol></section>`;
}
