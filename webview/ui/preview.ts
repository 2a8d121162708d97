import DOMPurify from 'dompurify';
import * as l10n from '@vscode/l10n';

/**
 * What would run, load, or take the keyboard goes. Styles come back by script, which the page's policy allows, and it
 * lets nothing of theirs be loaded.
 */
const purify = {
  RETURN_DOM_FRAGMENT: true as const,
  FORBID_TAGS: [
    'style',
    'script',
    'link',
    'iframe',
    'object',
    'embed',
    'img',
    'video',
    'audio',
    'source',
    'base',
    'meta',
  ],
  FORBID_ATTR: ['srcset', 'href', 'xlink:href', 'action', 'formaction', 'autofocus'],
};

/**
 * Shows HTML as a browser lays it out, without its scripts, images and links: in a tree of its own, to which no style of
 * the desk comes and out of which none of its own goes. It cannot be operated.
 */
export function previewOf(html: string): HTMLElement {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const styles = [...parsed.querySelectorAll('style')].map((style) => style.textContent);
  for (const image of parsed.querySelectorAll('img, video, audio')) {
    const name = parsed.createElement('span');
    name.className = 'tiebreak-not-loaded';
    name.textContent = l10n.t('Image: {0}', image.getAttribute('alt') ?? '');
    image.replaceWith(name);
  }
  const page = document.createElement('div');
  page.className = 'page';
  page.append(DOMPurify.sanitize(parsed.body.innerHTML, purify));
  page.style.cssText = parsed.body.getAttribute('style') ?? '';
  page.classList.add(...parsed.body.classList);
  page.id = parsed.body.id;
  page.dir = parsed.body.dir;
  for (const element of page.querySelectorAll<HTMLElement>('[style]')) {
    const own = element.getAttribute('style') ?? '';
    element.removeAttribute('style');
    element.style.cssText = own;
  }
  const frame = document.createElement('div');
  frame.className = 'preview';
  frame.inert = true;
  const host = document.createElement('div');
  host.className = 'preview-frame';
  host.tabIndex = 0;
  host.setAttribute('role', 'img');
  host.setAttribute('aria-label', l10n.t('Preview of the page, without scripts and images'));
  const root = frame.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheetOf(usual), ...styles.map(sheetOf)];
  root.append(page);
  host.append(frame);
  return host;
}

/** As a page looks that says nothing of it. */
const usual = `:host { all: initial; display: block; } .page { min-height: 100%; padding: 8px; color: black; background: white; font: 16px serif; }
.tiebreak-not-loaded { border: 1px dashed gray; padding: 2px 6px; color: gray; font: 13px sans-serif; }`;

/** A sheet whose rules for the page as a whole are for the element that stands for it. */
function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  retarget(sheet.cssRules);
  return sheet;
}

function retarget(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule)
      rule.selectorText = rule.selectorText.replaceAll(/(?<![\w.#-])(?::root|html|body)(?![\w-])/g, '.page');
    if (rule instanceof CSSGroupingRule) retarget(rule.cssRules);
  }
}
