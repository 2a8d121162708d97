/** "2,312", as texts of the core and the command line have numbers. */
export const number = (value: number): string => value.toLocaleString('en-US');

/** "1 row", "2,312 rows". */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${number(value)} ${value === 1 ? noun : plural}`;
