import * as l10n from '@vscode/l10n';
import type { ReportDocument } from '../../../src/core/model/report/document/document';
import { sectionTitle, severityText } from '../../../src/core/model/report/document/names';
import { send } from '../store';

/** Sends the quality as it is shown to the host, to be saved as a page: with all there is to do, without what only the view can do. */
export function savePage(body: HTMLElement, { head, todo, noTodo }: ReportDocument): void {
  const copy = body.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('.contents, .first, .save, .send, kbd')) element.remove();
  for (const fold of copy.querySelectorAll('details')) fold.open = true;
  for (const button of copy.querySelectorAll('button')) {
    const text = document.createElement('span');
    text.className = button.className.replace('link', '');
    text.textContent = button.textContent;
    if (button.getAttribute('aria-pressed') === 'true') text.setAttribute('aria-pressed', 'true');
    button.replaceWith(text);
  }
  copy.prepend(
    element('h1', l10n.t('Quality')),
    element('p', head),
    element('h2', l10n.t('To do')),
    todo.length === 0 ? element('p', noTodo) : element('ol', ''),
  );
  for (const { severity, section, text } of todo)
    copy.querySelector('ol')?.append(element('li', `${severityText(severity)} · ${sectionTitle(section)}: ${text}`));
  send({ method: 'savePage', html: copy.innerHTML, theme: themeOf() });
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Colors and fonts of VS Code's theme, by the names of their variables. */
function themeOf(): Record<string, string> {
  const { style } = document.documentElement;
  return Object.fromEntries(
    Array.from(style)
      .filter((name) => name.startsWith('--vscode-'))
      .map((name) => [name, style.getPropertyValue(name)]),
  );
}
