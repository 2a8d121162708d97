import { send } from './store';

/** Sends the report as it is shown to the host, to be saved as a page: without what only the view can do. */
export function savePage(): void {
  const [head, body] = [document.querySelector('.top'), document.querySelector('.body')];
  if (!head || !body) return;
  const copy = document.createElement('div');
  copy.append(head.cloneNode(true), body.cloneNode(true));
  for (const element of copy.querySelectorAll('.contents, .tools, .chart .save, .top button, progress, kbd'))
    element.remove();
  for (const button of copy.querySelectorAll('button')) {
    const text = document.createElement('span');
    text.className = button.className.replace('link', '');
    text.textContent = button.textContent;
    if (button.getAttribute('aria-pressed') === 'true') text.setAttribute('aria-pressed', 'true');
    button.replaceWith(text);
  }
  send({ method: 'savePage', html: copy.innerHTML, theme: themeOf() });
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
