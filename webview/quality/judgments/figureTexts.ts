import * as l10n from '@vscode/l10n';
import type { FigureName, JudgmentKind, MatteringFigure } from '../../../src/core/model/report/figureNames';

/** What kinds of judgments are called. */
export function kindOfJudgmentText(kind: JudgmentKind): string {
  const texts: Readonly<Record<JudgmentKind, string>> = {
    rankings: l10n.t('Rankings'),
    acceptable: l10n.t('Good and bad'),
  };
  return texts[kind];
}

/** What a figure is called. */
export function figureNameText(name: FigureName): string {
  const texts: Readonly<Record<FigureName, string>> = {
    'rankings.length': l10n.t('Responses in a list'),
    'rankings.time': l10n.t('Time per list'),
    'acceptable.good': l10n.t('Good, of what was judged so'),
    'acceptable.perPrompt': l10n.t('Good for each bad one'),
    'acceptable.oneSided': l10n.t('Prompts with one side only'),
  };
  return texts[name];
}

/** What is so, with its number, and what settles it. */
export const findingTexts: Readonly<
  Record<MatteringFigure, (value: string, what: string, numbers: Readonly<Record<string, number>>) => string>
> = {
  'acceptable.good': (value) =>
    l10n.t(
      'Good, of the responses judged good or bad: {0}. Judge more of the rarer side, or weigh the two sides when you train.',
      value,
    ),
};
