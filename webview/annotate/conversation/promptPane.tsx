import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { DeskContent, DeskItem } from '../../../src/core/model/desk/deskState';
import { JudgingContext } from '../writing/judgingContext';
import { act, promptShown, setting } from '../store';
import { ContextPanel } from './contextPanel';
import { useLastUserTurn } from './lastUserTurn';
import { Splitter } from './splitter';
import { Turns } from './turns';

/**
 * What was asked, with what the item is judged under and by: beside the responses, or above them in a narrow editor. It
 * scrolls by itself and opens at the last user turn.
 */
export function PromptPane({ item, texts }: { readonly item: DeskItem; readonly texts: DeskContent }): JSX.Element {
  const pane = useRef<HTMLDivElement>(null);
  const isShown = promptShown.value;
  useLastUserTurn(pane, isShown);
  return isShown ? (
    <section class="prompt-pane" aria-label={l10n.t('Prompt')}>
      <div ref={pane} class="prompt-scroll" data-scroll role="group" aria-label={l10n.t('Prompt')} tabIndex={0}>
        <JudgingContext item={item} />
        <div class="prompt">
          <Turns itemKey={item.key} response={null} turns={texts.prompt} />
        </div>
        {texts.beside.length > 0 && <ContextPanel item={item} passages={texts.beside} />}
      </div>
      <Splitter />
    </section>
  ) : (
    <FoldedPrompt />
  );
}

/** In place of a folded prompt: nobody should judge without knowing that there is one. */
function FoldedPrompt(): JSX.Element {
  const key = setting.value.keys.prompt;
  return (
    <section class="prompt-folded" aria-label={l10n.t('Prompt')}>
      <button class="quiet" aria-expanded={false} onClick={() => act('prompt')}>
        {l10n.t('Show prompt')} {key !== undefined && <kbd>{key}</kbd>}
      </button>
    </section>
  );
}

/** What stays in view of a page that was read, so that the next one is found. In pixels. */
const overlap = 40;

/** Scrolls what was asked by a page, down (1) or up (-1); shows it where it is folded. */
export function scrollPrompt(by: 1 | -1): void {
  const pane = document.querySelector('.prompt-scroll');
  if (pane) pane.scrollBy({ top: by * Math.max(overlap, pane.clientHeight - overlap) });
  else promptShown.value = true;
}
