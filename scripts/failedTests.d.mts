/** See failedTests.mjs. */
export interface Failed {
  readonly name: string;
  readonly isFlaky?: boolean;
  readonly error: string;
}

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly flaky?: number;
}

export interface Spec {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly tests: readonly {
    readonly status: string;
    readonly results: readonly {
      readonly errors: readonly {
        readonly message?: string;
        readonly location?: { readonly file: string; readonly line: number };
      }[];
    }[];
  }[];
}

interface Suite {
  readonly title: string;
  readonly specs?: readonly Spec[];
  readonly suites?: readonly Suite[];
}

export function told(failed: Failed): string;
export function together(first: Count, again: Count): Count;
export function afterAll(first: readonly Failed[], again: readonly Failed[]): Failed[];
export function failedInVitest(
  results: {
    readonly testResults: readonly {
      readonly name: string;
      readonly status: string;
      readonly message?: string;
      readonly assertionResults: readonly {
        readonly fullName: string;
        readonly status: string;
        readonly failureMessages?: readonly string[];
      }[];
    }[];
  },
  root: string,
): Failed[];
export function failedInHost(results: { readonly failures?: readonly Failed[] }): readonly Failed[];
export function failedInWorkbench(results: {
  readonly suites: readonly Suite[];
  readonly errors?: readonly { readonly message?: string }[];
}): Failed[];
