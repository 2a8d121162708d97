/** One line of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number | null;
  /** The interval of the value. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  /** What the value is compared with. */
  readonly mark?: number | undefined;
  /** What it rests on, as it is written behind it. */
  readonly note: string;
}

export interface ChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** From where to where the values go. */
  readonly from: number;
  readonly to: number;
  /** A value as it is written. */
  readonly format: (value: number) => string;
  /** What value and mark are. */
  readonly names: { readonly value: string; readonly mark?: string };
}

/** A chart's table as CSV (RFC 4180). */
export function csvOf({ bars, names }: Pick<ChartProps, 'bars' | 'names'>): string {
  const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const figure = (value: number | null | undefined): string =>
    value === null || value === undefined ? '' : String(Number(value.toPrecision(6)));
  const lines = bars.map(({ label, value, low, high, mark, note }) =>
    [
      quoted(label),
      figure(value),
      figure(low),
      figure(high),
      ...(names.mark === undefined ? [] : [figure(mark)]),
      quoted(note),
    ].join(','),
  );
  const head = [
    'what',
    quoted(names.value),
    'low',
    'high',
    ...(names.mark === undefined ? [] : [quoted(names.mark)]),
    'rests on',
  ].join(',');
  return `${[head, ...lines].join('\n')}\n`;
}
