import type { CoverageFigures } from '../coverage';
import type { Finding, QualityReport, Severity } from '../quality';
import { coverageFindings } from './coverage/findings';
import { findingText, questionOf } from './findings';
import { mendingOf } from './mending';
import type { Todo } from './todo';

/** What is merely not done yet: it is mended by going on. */
const undone: ReadonlySet<string> = new Set<Finding['code']>(['unjudged', 'empty-cells', 'absent']);

const severities: readonly Severity[] = ['high', 'medium', 'low'];

/** Findings of coverage that are the same as one of quality, where there is one. */
const sameAs: Readonly<Record<string, string>> = {
  'coverage.unjudged': 'work.unjudged',
  'coverage.withoutReason': 'judgments.judgments.reasons.share',
};

/**
 * Lists what is to be done, the most severe first, and among those that are as severe what touches the most judgments:
 * the judgments of somebody who differs, the share of them that a rubric does not explain or a bias decides, the items
 * on which annotators contradict each other. What is merely not done yet comes last, and what nobody can know yet is no
 * part of it (`notKnownOf`).
 */
export function todoOf(quality: QualityReport | undefined, coverage: CoverageFigures | undefined): readonly Todo[] {
  const ofQuality = quality ? qualityTodo(quality) : [];
  const ofCoverage = coverage ? coverageFindings(coverage) : [];
  const isThere = (id: string | undefined): boolean => ofQuality.some((each) => each.id === id);
  const all: readonly Todo[] = [...ofQuality, ...ofCoverage.filter(({ id }) => !isThere(sameAs[id]))];
  const isUndone = ({ id }: Todo): boolean => undone.has(id.split('.')[1] ?? '');
  const severityOf = ({ severity }: Todo): number => severities.indexOf(severity);
  return all.toSorted(
    (a, b) => Number(isUndone(a)) - Number(isUndone(b)) || severityOf(a) - severityOf(b) || b.judgments - a.judgments,
  );
}

const qualityTodo = (report: QualityReport): readonly Todo[] =>
  report.findings
    // That is not known yet.
    .filter(({ finding }) => finding.code !== 'no-overlap')
    .map(({ severity, section, finding }): Todo => {
      const { subject, judgments, act } = mendingOf(finding, report);
      return {
        id: [section, finding.code, ...(subject === '' ? [] : [subject])].join('.'),
        section,
        severity,
        text: findingText(finding),
        judgments,
        opens: questionOf(finding),
        act,
      };
    });
