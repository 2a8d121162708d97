import * as l10n from '@vscode/l10n';
import { keepScrollPosition } from './keepScrollPosition';
import { loadsBeside } from './loadBeside';
import { previewOf } from './preview';
import { whenIdle } from './idle';

const diagrams = loadsBeside<{ readonly draw: (source: string, isDark: boolean) => Promise<string> }>('diagrams.js');

/** Longer ones are not drawn: the source stands there. In UTF-16 units. */
const longest = 1 << 18;

/** So many drawings of a text are made. */
const most = 20;

/** Puts drawings where `drawnBlocks` left room for them, while the page is idle; returns what takes them out again. */
export function drawLater(root: Element): () => void {
  const places = [...root.querySelectorAll<HTMLElement>('.drawing:empty')].slice(0, most);
  const undo = places.map((place) => {
    const source = [...(place.parentElement?.querySelectorAll('code') ?? [])].map((code) => code.textContent).join('');
    if (source.length > longest) return () => undefined;
    return place.dataset.drawing === 'html' ? offerPreview(place, source) : image(root, place, source);
  });
  return () => {
    for (const each of undo) each();
  };
}

/** An image of an SVG text: no scripts run in one, and nothing is loaded. */
function image(root: Element, place: HTMLElement, source: string): () => void {
  let isOff = false;
  const cancel = whenIdle(() => {
    void svgOf(place.dataset.drawing ?? '', source).then((svg) => {
      const putBack = keepScrollPosition(root);
      if (isOff) return;
      if (svg === undefined) place.textContent = l10n.t('This diagram cannot be drawn. Its source is below.');
      else {
        const drawn = document.createElement('img');
        drawn.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
        drawn.alt =
          place.dataset.drawing === 'svg' ? l10n.t('Image of the SVG below') : l10n.t('Diagram of the source below');
        const width = /viewBox="\s*\S+ \S+ ([\d.]+)/.exec(svg)?.[1];
        if (width !== undefined && !/<svg[^>]*\swidth="[\d.]+(?:px)?"/i.test(svg)) drawn.style.width = `${width}px`;
        const free = (): void => URL.revokeObjectURL(drawn.src);
        drawn.addEventListener('load', free);
        drawn.addEventListener('error', free);
        drawn.addEventListener('error', () => {
          place.textContent = l10n.t('This diagram cannot be drawn. Its source is below.');
        });
        place.replaceChildren(drawn);
      }
      putBack();
    });
  });
  return () => {
    isOff = true;
    cancel();
  };
}

async function svgOf(kind: string, source: string): Promise<string | undefined> {
  // An image of SVG needs to name its language.
  if (kind === 'svg')
    return /xmlns\s*=/.test(source) ? source : source.replace(/<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"');
  try {
    const { draw } = await diagrams();
    return await draw(
      source,
      document.body.matches('.vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)'),
    );
  } catch {
    return undefined;
  }
}

/** A button that shows the page above its source. */
function offerPreview(place: HTMLElement, source: string): () => void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.setAttribute('aria-expanded', 'false');
  button.textContent = l10n.t('Preview');
  let shown: HTMLElement | undefined;
  button.addEventListener('click', () => {
    if (shown) shown.remove();
    else place.append(previewOf(source));
    shown = shown ? undefined : (place.lastElementChild as HTMLElement);
    button.setAttribute('aria-expanded', String(shown !== undefined));
    button.textContent = shown ? l10n.t('Hide preview') : l10n.t('Preview');
  });
  place.append(button);
  return () => undefined;
}
