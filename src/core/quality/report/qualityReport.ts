import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { QualityReport } from '../../model/report/quality';
import { assignmentOf } from '../../model/study/assignment';
import type { Study } from '../../study/study';
import { agreementOf, criteriaWithout } from '../agreement/agreementFigures';
import { annotatorsOf } from '../annotators/annotatorFigures';
import { standingOf } from '../annotators/standing';
import { biasesOf } from '../bias/biasFigures';
import { knownPreferences } from '../judgements/knownPreferences';
import { readJudgements, type JudgementOptions } from '../judgements/readJudgements';
import { votersAmong, type StudyJudgements } from '../judgements/studyJudgements';
import { firstBy } from '../judgements/valuesOf';
import { judgmentsOf } from '../kinds';
import { machinesOf } from '../machines/machineFigures';
import { modelsOf } from '../models/modelFigures';
import { noiseReportOf } from '../noise/noiseReport';
import { workOf } from '../work/workFigures';
import { findingsOf } from './findings';

/**
 * The quality report: two passes, over the dataset (kept in the cache where there is one) and over the annotations in
 * force, which leave columns of numbers (`StudyJudgements`); every section is a pure function of these.
 *
 * A new figure is a function in the folder of its section, its shape in `model/report/quality` with the formula, and where it
 * means something to mend a finding in `findings`; the command line and the view say it in words.
 */

export interface QualityOptions extends JudgementOptions {
  /** Whose judgements count; people's where nothing is said, and models' where no person judged anything. */
  readonly voters?: readonly JudgeKind[] | undefined;
  /** The model that others are held against; responses with the text of a reference answer where nothing is said. */
  readonly reference?: string | undefined;
}

/** Reads a study and computes all sections. Throws as `readJudgements` does. */
export async function qualityOf(study: Study, options: QualityOptions = {}): Promise<QualityReport> {
  return reportOf(await readJudgements(study, options), study, options);
}

/** Computes all sections of the report from judgements that were read. */
export function reportOf(
  judgements: StudyJudgements,
  { project }: Pick<Study, 'project'>,
  options: QualityOptions = {},
): QualityReport {
  const voters = votersAmong(judgements.annotators, options.voters);
  const known = knownPreferences(judgements, project.plan?.controls?.answers);
  const agreed = agreementOf(judgements, voters);
  const { main } = agreed;
  const standing = main === null ? undefined : standingOf(judgements, main, firstBy(judgements, voters));
  const differing = new Set(
    [...(standing?.differences ?? [])].flatMap(([number, { isTold }]) => (isTold ? [number] : [])),
  );
  const agreement = { ...agreed, ...criteriaWithout(judgements, voters, main, differing) };
  const sections = {
    version: 1 as const,
    voters,
    only: { annotators: options.annotators ?? null, without: options.without ?? [] },
    agreement,
    annotators: annotatorsOf(judgements, voters, known, agreement, standing, project.plan?.controls),
    noise: noiseReportOf(judgements, voters, known, standing?.groupOf),
    bias: biasesOf(judgements, voters),
    models: modelsOf(judgements, voters, options.reference),
    machines: machinesOf(judgements),
    judgments: judgmentsOf(judgements, voters),
    work: workOf(judgements, voters, assignmentOf(project)),
    leftOut: judgements.leftOut,
  };
  return { ...sections, findings: findingsOf(sections) };
}
