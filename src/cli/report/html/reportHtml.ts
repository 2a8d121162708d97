import * as l10n from '@vscode/l10n';
import type { ReportDocument } from '../../../core/model/report/document/document';
import { severityText } from '../../../core/model/report/document/names';
import { language } from '../../../core/model/text/numbers';
import { leadText } from '../reportText';
import { blockHtml } from './blocks';
import { escaped } from './charts';
import { styles } from './styles';

/** A report as one page, which loads nothing: for a browser, or to be sent to somebody. */
export function reportHtml(report: ReportDocument, study: string): string {
  const title = l10n.t('Report on {0}', study);
  return [
    '<!doctype html>',
    `<html lang="${escaped(language())}">`,
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
    todoHtml(report),
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

/** What is to be done, the most severe first, and what nobody can know yet. */
function todoHtml({ todo, noTodo, notKnown }: ReportDocument): string {
  const list = todo
    .map(
      (each) =>
        `<li class="${each.severity}"><span class="severity">${escaped(severityText(each.severity))}</span> <a href="#${each.section}">${escaped(each.text)}</a></li>`,
    )
    .join('');
  return [
    `<section id="todo"><h2>${escaped(l10n.t('To do'))}</h2>`,
    todo.length === 0 ? `<p>${escaped(noTodo)}</p>` : `<ol class="findings">${list}</ol>`,
    notKnown ? `<p class="note">${escaped(notKnown.text)}</p>` : '',
    '</section>',
  ].join('');
}
