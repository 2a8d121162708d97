/** How far somebody is in a qualification test. */
export interface ControlTest {
  /** Items of the test, those of them that are judged, and those that were judged as known. */
  readonly of: number;
  readonly done: number;
  readonly right: number;
  /** Whether enough of it is right; null before its end, or where the study does not say how much is. */
  readonly passed: boolean | null;
}

/** @param pass the share that must be right */
export const isTestPassed = (of: number, done: number, right: number, pass: number | undefined): boolean | null =>
  done < of || pass === undefined ? null : right >= pass * of - 1e-9;
