import * as l10n from '@vscode/l10n';
import { afterEach, describe, expect, it } from 'vitest';
import { modeNames, questionOf } from '../../../src/core/model/annotation/mode';
import { questionText } from '../../../webview/annotate/words/questionText';

afterEach(() => l10n.config({ contents: {} }));

describe('the question at the top of the editor', () => {
  it.each(modeNames)('is what a new study asks, where nobody translated it: %s', (mode) =>
    expect(questionText(questionOf(mode))).toBe(questionOf(mode)),
  );

  it('is shown in the language of VS Code where it is what a new study asks', () => {
    l10n.config({ contents: { [questionOf('steps')]: 'Stimmt jeder Schritt?' } });
    expect(questionText(questionOf('steps'))).toBe('Stimmt jeder Schritt?');
  });

  it('is shown as written where the study asks its own', () =>
    expect(questionText('Which is safer?')).toBe('Which is safer?'));
});
