/** "2,312", as texts of the core and the command line have numbers. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US');

/** "1 row", "2,312 rows". */
export const formatCount = (value: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(value)} ${value === 1 ? noun : plural}`;
