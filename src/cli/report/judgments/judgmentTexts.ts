import type { Estimate } from '../../../core/model/report/estimate';
import { declarationOf, type MatteringFigure, type ToldAs } from '../../../core/model/report/figureNames';
import type { JudgmentFigure, JudgmentFinding } from '../../../core/model/report/judgments';
import { formatNumber } from '../../output/print';
import { decimals, percent, timeText } from '../valueTexts';
import { figureTexts } from './figureTexts';

/** What a figure of a kind of judgment is called: with its aspect, flag, … where there is one of each. */
export const labelOf = ({ name, what }: Pick<JudgmentFigure, 'name' | 'what'>): string =>
  what === null ? figureTexts[name].label : `${figureTexts[name].label}: ${what}`;

const formats: Readonly<Record<ToldAs, (value: number) => string>> = {
  share: percent,
  time: timeText,
  correlation: (value) => decimals(value),
  count: formatNumber,
  number: (value) => (Math.abs(value) >= 100 ? formatNumber(Math.round(value)) : decimals(value)),
};

/** A figure with its interval, by what it is. */
export function valueText({ name, value }: Pick<JudgmentFigure, 'name' | 'value'>): string {
  if (value === null) return '–';
  const format = formats[declarationOf(name).as];
  if (typeof value === 'number') return format(value);
  const { low, high } = value;
  return low === null || high === null
    ? format(value.value)
    : `${format(value.value)} (${format(low)} to ${format(high)})`;
}

/** How many items a figure rests on; its count counts them itself. */
export const itemsText = (value: Estimate | number | null): string =>
  value === null || typeof value === 'number' ? '–' : formatNumber(value.items);

/** A finding as what is so, with its number, and what settles it. */
export const findingText = (finding: JudgmentFinding): string =>
  findingTexts[finding.name](valueText(finding), finding.what ?? '', finding.numbers);

const findingTexts: Readonly<
  Record<MatteringFigure, (value: string, what: string, numbers: Readonly<Record<string, number>>) => string>
> = {
  'acceptable.good': (value) =>
    `${value} of the responses judged good or bad are good: a trainer on such labels (KTO) learns little of the other side. Judge more responses of the rarer side, or weigh the two sides when you train.`,
};
