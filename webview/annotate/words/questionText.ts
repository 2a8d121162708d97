import * as l10n from '@vscode/l10n';
import { modeNames, questionOf, type ModeName } from '../../../src/core/model/annotation/mode';

/** A study's question as annotators read it: what a new study asks is shown in their language, any other as written. */
export function questionText(question: string): string {
  const mode = modeNames.find((each) => questionOf(each) === question);
  return mode === undefined ? question : defaultQuestion(mode);
}

function defaultQuestion(mode: ModeName): string {
  switch (mode) {
    case 'rank':
      return l10n.t('Which response serves the person who asked better? Rank them, best first.');
    case 'pair':
      return l10n.t('Which of the two serves the person who asked better?');
    case 'best':
      return l10n.t('Which response serves the person who asked best?');
    case 'best-worst':
      return l10n.t('Which response serves best, and which worst?');
    case 'rate':
      return l10n.t('How good is each response?');
    case 'thumbs':
      return l10n.t('Does the response serve the person who asked?');
    case 'steps':
      return l10n.t('Is each step right?');
  }
}
