import type { CertificateDocument } from '../../../core/model/report/document/certificateDocument';
import { language } from '../../../core/model/text/numbers';
import { blockHtml } from './blocks';
import { escaped } from './charts';
import { styles } from './styles';

/** A certificate as one page, which loads nothing. @param notice what was found when it was checked */
export function certificateHtml(document: CertificateDocument, notice: readonly string[]): string {
  const { title, head, sentences, blocks, foot } = document;
  const list = [...notice, ...sentences].map((sentence) => `<li>${escaped(sentence)}</li>`).join('');
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
    `<header><h1>${escaped(title)}</h1><p class="lead">${escaped(head)}</p></header>`,
    `<main><section id="certificate"><ul>${list}</ul>${blocks.map(blockHtml).join('')}</section></main>`,
    `<footer><p>${escaped(foot)}</p></footer>`,
    '</body>',
    '</html>',
  ].join('\n');
}
