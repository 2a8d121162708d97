/** "2,312", as texts of the core and the command line have numbers. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US');

/** "1 row", "2,312 rows". */
export const formatCount = (value: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(value)} ${value === 1 ? noun : plural}`;

/** "52.4 MB", rounded up, so that what is larger than a limit never reads like it. */
export const megabytes = (bytes: number): string =>
  `${(Math.ceil((bytes / 2 ** 20) * 10) / 10).toLocaleString('en-US')} MB`;
