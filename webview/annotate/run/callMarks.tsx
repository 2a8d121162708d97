import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DraftCallMark } from '../../../src/core/model/annotation/callMarks';
import { namesIn, toolPath, wholeText } from '../../../src/core/model/item/callPlaces';
import { callMarkText, correctedText } from '../words/runTexts';

/** All that is wrong in the call of the open step, each with what should stand there. */
export function CallMarks({ marks }: { readonly marks: readonly DraftCallMark[] }): JSX.Element {
  return (
    <ul class="call-errors" aria-label={l10n.t('Errors in the call')}>
      {marks.map((mark) => {
        const corrected = correctedText(mark);
        const isLong = corrected?.includes('\n') === true;
        return (
          <li key={mark.path}>
            <span class="what">
              <span aria-hidden="true">≠</span> {callMarkText(mark)}
            </span>
            {corrected !== undefined && (
              <>
                {' '}
                <span aria-hidden="true">→</span> <span class="heard">{l10n.t('should be')}</span>{' '}
                {isLong ? (
                  <pre dir="auto">
                    <ins>{corrected}</ins>
                  </pre>
                ) : (
                  <ins dir="auto">
                    <code>{corrected}</code>
                  </ins>
                )}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Marks in a turn that is drawn as lists (`turnAsLists`) what is wrong in one of its calls, by its number from 0: the
 * place is struck through, and what should stand there is beside it. What is not found there is in the list below only.
 * Returns what takes the marks out again.
 */
export function markCall(
  element: HTMLElement,
  call: number,
  tool: string,
  marks: readonly DraftCallMark[],
): () => void {
  unmark(element);
  const head = [...element.querySelectorAll<HTMLElement>(':scope > p')].filter(isHead)[call];
  const name = head?.querySelector<HTMLElement>(':scope > code');
  if (!head || !name || name.textContent !== tool) return () => undefined;
  const given = head.nextElementSibling;
  for (const mark of marks) {
    const { path, verdict } = mark;
    if (path === toolPath) strike(name, mark);
    else if (path === wholeText && given?.tagName !== 'UL') given?.classList.add('call-wrong');
    else if (given?.tagName === 'UL') {
      const entry = entryAt(given, namesIn(path));
      if (verdict === 'missing') addMissing(given, mark);
      else if (entry) markEntry(entry, mark);
    }
  }
  return () => unmark(element);
}

const isHead = (paragraph: HTMLElement): boolean => {
  const [arrow, name] = [...paragraph.childNodes];
  return arrow?.textContent === '→ ' && name instanceof HTMLElement && name.tagName === 'CODE';
};

/** The line of an argument in a list of names and values. */
function entryAt(list: Element, [name = '', ...rest]: readonly string[]): HTMLElement | undefined {
  const entries = [...list.querySelectorAll<HTMLElement>(':scope > li')];
  const shown = name === '' ? '""' : name;
  const entry =
    entries.find((each) => {
      const first = codesOf(each)[0];
      return first?.textContent === shown && first.nextSibling?.textContent?.startsWith(':') === true;
    }) ?? (/^\d+$/.test(name) ? entries[Number(name)] : undefined);
  if (!entry || rest.length === 0) return entry;
  const inner = entry.querySelector(':scope > ul');
  // What is nested too deeply is one value.
  return inner ? entryAt(inner, rest) : entry;
}

const codesOf = (entry: HTMLElement): readonly HTMLElement[] => [
  ...entry.querySelectorAll<HTMLElement>(':scope > code, :scope > p > code'),
];

function markEntry(entry: HTMLElement, mark: DraftCallMark): void {
  entry.classList.add('call-wrong');
  entry.title = callMarkText(mark);
  const codes = codesOf(entry);
  const value = codes.at(-1);
  const isNamed = codes[0]?.nextSibling?.textContent?.startsWith(':') === true;
  const struck = mark.verdict === 'wrong-name' ? codes[0] : isNamed && codes.length < 2 ? undefined : value;
  if (struck) strike(struck, mark);
  if (mark.verdict === 'unexpected' && isNamed && codes[0] && codes[0] !== struck)
    strike(codes[0], { ...mark, corrected: undefined });
}

/** Strikes a name or a value through, and puts what should stand there behind it. */
function strike(struck: HTMLElement, mark: DraftCallMark): void {
  const del = document.createElement('del');
  del.className = 'call-struck';
  struck.replaceWith(del);
  del.append(struck);
  const corrected = correctedText(mark);
  // Several lines stand below.
  if (corrected !== undefined && !corrected.includes('\n')) del.after(inserted(corrected));
}

function inserted(text: string): HTMLElement {
  const ins = document.createElement('ins');
  ins.className = 'call-corrected';
  const code = document.createElement('code');
  code.textContent = text;
  ins.append(code);
  return ins;
}

function addMissing(list: Element, mark: DraftCallMark): void {
  const entry = document.createElement('li');
  entry.className = 'call-wrong call-missing';
  entry.title = callMarkText(mark);
  const corrected = correctedText(mark);
  entry.append(inserted(namesIn(mark.path).join('.')));
  if (corrected !== undefined && !corrected.includes('\n')) entry.append(': ', inserted(corrected));
  list.append(entry);
}

function unmark(element: HTMLElement): void {
  for (const added of element.querySelectorAll('.call-missing, .call-corrected')) added.remove();
  for (const del of element.querySelectorAll('.call-struck')) del.replaceWith(...del.childNodes);
  for (const entry of element.querySelectorAll<HTMLElement>('.call-wrong')) {
    entry.classList.remove('call-wrong');
    entry.removeAttribute('title');
  }
}
