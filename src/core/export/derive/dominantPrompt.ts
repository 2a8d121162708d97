/** Whether one prompt has most of the rows, where these are not so few that it may well have. */
export const isDominant = (largest: number, rows: number): boolean =>
  rows >= 20 && largest < rows && largest * 2 > rows;
