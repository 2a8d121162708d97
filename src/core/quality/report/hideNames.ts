import type { Finding, QualityReport } from '../../model/report/quality';

/**
 * A report for somebody who judges blind: nothing of it tells of the models whose responses are judged, and the other
 * annotators are numbers. Whoever is a lead sees all.
 * @param self the name that stays
 */
export function withoutNames(report: QualityReport, self: string): QualityReport {
  const others = [
    ...new Set([
      ...report.annotators.annotators.map(({ name }) => name),
      ...report.work.annotators.map(({ name }) => name),
    ]),
  ]
    .filter((name) => name !== self)
    .sort();
  const named = (name: string): string => {
    const at = others.indexOf(name);
    return at < 0 ? name : `#${at + 1}`;
  };
  const renamed = <T extends { readonly name: string }>(rows: readonly T[]): T[] =>
    rows.map((row) => ({ ...row, name: named(row.name) }));
  const { annotators, agreement, work, models } = report;
  return {
    ...report,
    only: {
      annotators: report.only.annotators?.map(named) ?? null,
      without: report.only.without.map(named),
    },
    findings: report.findings
      .filter(({ section }) => section !== 'models')
      .map((each) => ({ ...each, finding: findingWith(each.finding, named) })),
    agreement: {
      ...agreement,
      pairs: agreement.pairs.map((pair) => ({ ...pair, a: named(pair.a), b: named(pair.b) })),
    },
    annotators: { ...annotators, annotators: renamed(annotators.annotators), confusion: renamed(annotators.confusion) },
    work: { ...work, annotators: renamed(work.annotators) },
    models: {
      ...models,
      models: [],
      wins: [],
      ties: [],
      components: [],
      unbounded: [],
      cycles: [],
      slices: [],
      tieModels: null,
      reference: null,
      why: 'hidden',
    },
  };
}

function findingWith(finding: Finding, named: (name: string) => string): Finding {
  if ('annotator' in finding) return { ...finding, annotator: named(finding.annotator) };
  return finding.code === 'absent' ? { ...finding, annotators: finding.annotators.map(named) } : finding;
}
