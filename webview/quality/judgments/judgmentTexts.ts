import * as l10n from '@vscode/l10n';
import { declarationOf, type ToldAs } from '../../../src/core/model/report/figureNames';
import type { JudgmentFigure, JudgmentFinding } from '../../../src/core/model/report/judgments';
import { decimal, percent, whole } from '../../ui/numbers';
import { estimateText, timeText } from '../valueTexts';
import { figureNameText, findingTexts } from './figureTexts';

const formats: Readonly<Record<ToldAs, (value: number) => string>> = {
  share: percent,
  time: timeText,
  correlation: decimal,
  count: whole,
  number: (value) => (Math.abs(value) >= 100 ? whole(Math.round(value)) : decimal(value)),
};

/** A figure with its interval, by what it is. */
export function figureValueText({ name, value }: Pick<JudgmentFigure, 'name' | 'value'>): string {
  const format = formats[declarationOf(name).as];
  return typeof value === 'number' ? format(value) : estimateText(value, format);
}

/** What a figure is called: with its aspect, flag, … where there is one of each. */
export const figureLabel = ({ name, what }: Pick<JudgmentFigure, 'name' | 'what'>): string =>
  what === null ? figureNameText(name) : l10n.t('{0}: {1}', figureNameText(name), what);

/** A finding in a sentence or two. */
export const judgmentText = (finding: JudgmentFinding): string =>
  findingTexts[finding.name](figureValueText(finding), finding.what ?? '', finding.numbers);
