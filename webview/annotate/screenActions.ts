import * as l10n from '@vscode/l10n';
import { effect, untracked } from '@preact/signals';
import type { ScreenAction } from '../../src/protocol/display';
import { selectedBlock, watchCodeButtons, type CodeBlock } from '../ui/codeBlocks';
import { ask } from './host';
import { setCodeButtonTexts } from '../ui/markdown';
import { finishTexts } from '../ui/putText';
import { scrollPrompt } from './conversation/promptPane';
import { scrollResponses } from './cards/scrollResponses';
import { unfoldChecks } from './cards/checks';
import { openFindBar } from './findBar';
import { toggleGuidelines } from './conversation/guidelines';
import { linkSpanToCritique } from './marking/linkSpanToCritique';
import { unfoldReasoning } from './conversation/reasoning';
import {
  contextPanelShown,
  content,
  promptShown,
  requestedAction,
  failed,
  referencesShown,
  announce,
  setting,
} from './store';
import { startQuoting } from './writing/quoting';
import { unfoldTurns } from './conversation/turns';
import { switchView } from './textViews';

/** Lets keys and buttons that are about what is on the screen work, and writes their names on those within texts. */
export function registerScreenActions(): void {
  watchCodeButtons(use);
  effect(() => {
    const { keys } = setting.value;
    setCodeButtonTexts({
      copy: l10n.t('Copy'),
      copyKey: keys.copyCode ?? '',
      open: l10n.t('Open in Editor'),
      openKey: keys.openCode ?? '',
    });
  });
  effect(() => {
    const request = requestedAction.value;
    if (request) untracked(() => onScreen(request.action));
  });
}

/**
 * Does what a key asks about what is on the screen: with the selected response where it has what the key is about, else
 * with all.
 */
function onScreen(action: ScreenAction): void {
  const card = document.querySelector('.card.is-read');
  const all = document.querySelector('.work');
  switch (action) {
    case 'copyCode':
    case 'openCode': {
      finishTexts();
      const block = selectedBlock(card) ?? selectedBlock(all);
      if (block) use(action === 'copyCode' ? 'copy' : 'open', block);
      else announce({ kind: 'no-code' });
      break;
    }
    case 'unfoldReasoning':
      if (!unfoldReasoning(card) && !unfoldReasoning(all)) announce({ kind: 'no-reasoning' });
      break;
    // What is folded would not be found.
    case 'findInItem':
      unfoldTurns(all, true);
      unfoldReasoning(all, true);
      promptShown.value = true;
      contextPanelShown.value = true;
      referencesShown.value = true;
      openFindBar();
      break;
    case 'guidelines':
      if (!toggleGuidelines()) announce({ kind: 'no-guidelines' });
      break;
    case 'unfoldChecks':
      if (!unfoldChecks(card)) announce({ kind: 'no-checks' });
      break;
    case 'toggleReferences':
      if (content.value?.beside.some(({ kind }) => kind === 'reference'))
        referencesShown.value = !referencesShown.value;
      else announce({ kind: 'no-references' });
      break;
    case 'markWhere':
      linkSpanToCritique();
      break;
    case 'promptDown':
      scrollPrompt(1);
      break;
    case 'promptUp':
      scrollPrompt(-1);
      break;
    case 'prompt':
      promptShown.value = !promptShown.value;
      announce({ kind: 'prompt', isShown: promptShown.value });
      break;
    case 'scrollDown':
      scrollResponses('selected', 1);
      break;
    case 'scrollUp':
      scrollResponses('selected', -1);
      break;
    case 'scrollAllDown':
      scrollResponses('all', 1);
      break;
    case 'scrollAllUp':
      scrollResponses('all', -1);
      break;
    case 'quote':
      startQuoting();
      break;
    case 'switchView':
      switchView();
      break;
    case 'unfoldTurns':
      if (!unfoldTurns(card) && !unfoldTurns(all)) announce({ kind: 'no-turns' });
      break;
  }
}

function use(action: 'copy' | 'open', { text, language }: CodeBlock): void {
  if (action === 'open') ask({ method: 'openCode', text, language }).catch(failed);
  else
    ask({ method: 'copy', text }).then(
      () => announce({ kind: 'copied', lines: text.trimEnd().split('\n').length }),
      failed,
    );
}
