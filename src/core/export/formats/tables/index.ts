import type { ExportFormat } from '../../format';
import { checks } from './checks';
import { comparisons, flags, judgements, ruleTable } from './judgements';
import { critiques, demonstrationTable, metaCritiques, refinementTable } from './texts';
import { evidence, ratings, responses, verdictTable, verifierResults } from './responses';
import { calls, diffComments, missingInformation, runSteps, spanTable, steps, takeovers } from './places';

/** The tables of judgements (`builders/longTable`), as they are listed. */
export const annotatorTables: readonly ExportFormat[] = [
  comparisons,
  judgements,
  responses,
  ratings,
  verdictTable,
  steps,
  runSteps,
  calls,
  diffComments,
  takeovers,
  critiques,
  spanTable,
  missingInformation,
  metaCritiques,
  refinementTable,
  demonstrationTable,
  ruleTable,
  flags,
  evidence,
  verifierResults,
  checks,
];
