import { declarationOf } from '../../model/report/figureNames';
import type { JudgmentFigure } from '../../model/report/judgments';
import type { AgreementReason, CopyFigures, Finding, GroupFigures, QualityReport } from '../../model/report/quality';

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
  const { annotators, agreement, work, models, judgments } = report;
  return {
    ...report,
    only: {
      annotators: report.only.annotators?.map(named) ?? null,
      without: report.only.without.map(named),
    },
    findings: report.findings
      .filter(({ section, finding }) => section !== 'models' && !tellsOfModels(finding))
      .map((each) => ({ ...each, finding: findingWith(each.finding, named) })),
    agreement: {
      ...agreement,
      pairs: agreement.pairs.map((pair) => ({ ...pair, a: named(pair.a), b: named(pair.b) })),
    },
    annotators: {
      ...annotators,
      annotators: renamed(annotators.annotators),
      confusion: renamed(annotators.confusion),
      groups: annotators.groups.map((group) => groupWith(group, named)),
      copies: annotators.copies.map((copies) => copiesWith(copies, named)),
    },
    work: { ...work, annotators: renamed(work.annotators) },
    judgments: {
      kinds: judgments.kinds.map((kind) => ({
        ...kind,
        figures: kind.figures.flatMap((figure) =>
          declarationOf(figure.name).tells === 'model' ? [] : [figureWith(figure, named)],
        ),
      })),
    },
    models: {
      ...models,
      models: [],
      wins: [],
      ties: [],
      components: [],
      unbounded: [],
      cycles: [],
      sureCycles: [],
      slices: [],
      tieModels: null,
      reference: null,
      why: 'hidden',
    },
  };
}

const tellsOfModels = (finding: Finding): boolean =>
  finding.code === 'judgments' && declarationOf(finding.name).tells === 'model';

/** A figure of an annotator goes by their number, and opens nothing. */
function figureWith<T extends Pick<JudgmentFigure, 'name' | 'what' | 'question'>>(
  figure: T,
  named: (name: string) => string,
): T {
  return declarationOf(figure.name).tells === 'annotator' && figure.what !== null
    ? { ...figure, what: named(figure.what), question: null }
    : figure;
}

type Named = (name: string) => string;

const groupWith = (group: GroupFigures, named: Named): GroupFigures => ({
  ...group,
  annotators: group.annotators.map(named),
});
const copiesWith = (copies: CopyFigures, named: Named): CopyFigures => ({
  ...copies,
  a: named(copies.a),
  b: named(copies.b),
});

function findingWith(finding: Finding, named: Named): Finding {
  if (finding.code === 'judgments') return figureWith(finding, named);
  if (finding.code === 'absent') return { ...finding, annotators: finding.annotators.map(named) };
  if (finding.code === 'groups') return { ...finding, groups: finding.groups.map((group) => groupWith(group, named)) };
  if (finding.code === 'copies') return { ...finding, copies: copiesWith(finding.copies, named) };
  if (finding.code === 'disputed') return { ...finding, because: finding.because.map(named) };
  if (finding.code === 'low-agreement') return { ...finding, why: finding.why && reasonWith(finding.why, named) };
  return 'annotator' in finding ? { ...finding, annotator: named(finding.annotator) } : finding;
}

function reasonWith(why: AgreementReason, named: Named): AgreementReason {
  if (why.of === 'annotator') return { ...why, annotator: named(why.annotator) };
  return why.of === 'chance' ? { ...why, annotators: why.annotators.map(named) } : why;
}
