import type { ExportFormat } from '../../format';
import { comparisons } from './comparisons';
import { critiques } from './critiques';
import { demonstrationTable } from './demonstrations';
import { evidence } from './evidence';
import { flags } from './flags';
import { judgements } from './judgements';
import { metaCritiques } from './metaCritiques';
import { missingInformation } from './missingInformation';
import { ratings } from './ratings';
import { refinementTable } from './refinements';
import { responses } from './responses';
import { ruleTable } from './rules';
import { spanTable } from './spans';
import { steps } from './steps';
import { verdictTable } from './verdicts';
import { verifierResults } from './verifierResults';

/** The tables of judgements (`builders/longTable`), as they are listed. */
export const annotatorTables: readonly ExportFormat[] = [
  comparisons,
  judgements,
  responses,
  ratings,
  verdictTable,
  steps,
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
];
