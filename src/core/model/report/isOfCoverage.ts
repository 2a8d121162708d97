import type { CoverageQuestion } from './coverageQuestion';
import type { ItemsQuestion } from './itemsQuestion';

// Apart from the schema, which views do not load.
const kinds: Readonly<Record<CoverageQuestion['of'], true>> = {
  criterion: true,
  spans: true,
  rule: true,
  finding: true,
};

/** Tells questions on coverage from those on quality. */
export const isOfCoverage = (question: CoverageQuestion | ItemsQuestion): question is CoverageQuestion =>
  question.of in kinds;
