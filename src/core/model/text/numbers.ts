import * as l10n from '@vscode/l10n';
import type { Rate, Proportion } from '../report/proportion';

/** The language that the strings are in, which need not be VS Code's: not every language has a bundle. */
export const language = (): string =>
  l10n.t({ message: 'en', comment: ['The language you translate into, as a BCP 47 tag'] });

export const whole = (value: number): string => new Intl.NumberFormat(language()).format(value);

/** A share of 1 in hundredths, with a decimal where it is small. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), {
    style: 'percent',
    maximumFractionDigits: share > 0 && share < 0.0995 ? 1 : 0,
  }).format(share);

/** Two decimals: of coefficients and variances. */
export const decimal = (value: number | null): string =>
  value === null
    ? '–'
    : new Intl.NumberFormat(language(), {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        signDisplay: 'negative',
      }).format(value);

/** One decimal: of times. */
export const oneDecimal = (value: number): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** A weight, with three digits that count. */
export const weightText = (value: number): string =>
  new Intl.NumberFormat(language(), { maximumSignificantDigits: 3, signDisplay: 'negative' }).format(value);

/** Whether a share stands for more than what was counted, and so has an interval. */
export const hasInterval = (share: Proportion | Rate): share is Rate => 'low' in share;

/** The interval of a share, in hundredths: "52 to 71". */
export const interval = ({ low, high }: Pick<Rate, 'low' | 'high'>): string =>
  l10n.t('{0}–{1}', hundredths(low), hundredths(high));

const hundredths = (share: number): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 0 }).format(share * 100);

/** "62%", or a dash where there is nothing to count. */
export const rateText = (rate: Proportion | null): string => (rate ? percent(rate.rate) : '–');

/** "n 80 · 52–71". */
export const rateNote = (rate: Proportion | Rate | null): string =>
  !rate ? '' : hasInterval(rate) ? l10n.t('n={0} · {1}', whole(rate.n), interval(rate)) : nText(rate.n);

/** The same in a sentence: "62% of 80 (95% interval 52% to 71%)". */
export const rateLong = (rate: Proportion | Rate | null): string =>
  !rate
    ? l10n.t('no data')
    : hasInterval(rate)
      ? l10n.t(
          '{0} of {1} (95% CI {2} to {3})',
          percent(rate.rate),
          whole(rate.n),
          percent(rate.low),
          percent(rate.high),
        )
      : l10n.t('{0} of {1}', percent(rate.rate), whole(rate.n));

export const countOf = ({ rate, n }: Proportion): number => Math.round(rate * n);
export const nText = (n: number): string => l10n.t('n={0}', whole(n));

export const time = (milliseconds: number): string =>
  new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(milliseconds);
