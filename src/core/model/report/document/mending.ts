import type { Finding, QualityReport } from '../quality';
import type { Act } from './todo';

/** What follows from a finding of the quality report. */
export interface Mending {
  /** What it is of, where there can be several of its kind: "dan". */
  readonly subject: string;
  /** About how many judgments it makes wrong, doubtful or of no use. */
  readonly judgments: number;
  readonly act?: Act | undefined;
}

/** Says what mends a finding, and about how many judgments it touches. */
export function mendingOf(finding: Finding, report: QualityReport): Mending {
  const { work, annotators, machines } = report;
  const judgedBy = (name: string): number => annotators.annotators.find((each) => each.name === name)?.judged ?? 0;
  const of = (subject: string, judgments: number, act?: Act): Mending => ({
    subject,
    judgments: Math.round(judgments),
    act,
  });
  // Without the only one nothing is left.
  const leaving = (annotator: string): Act | undefined =>
    annotators.annotators.length > 1 ? { kind: 'leaveOut', annotator } : undefined;
  switch (finding.code) {
    case 'annotator-differs':
    case 'annotator-signs':
    case 'annotator-repeats':
    case 'test-failed':
      return of(finding.annotator, judgedBy(finding.annotator), leaving(finding.annotator));
    case 'annotator-drifts':
      return of(finding.annotator, judgedBy(finding.annotator));
    case 'annotator-unsure':
      // The others are as likely to be right, and so is luck.
      return of(finding.annotator, (finding.others - finding.same) * judgedBy(finding.annotator));
    case 'groups': {
      const [first, ...others] = finding.groups;
      const rest = others.flatMap((group) => group.annotators).reduce((sum, name) => sum + judgedBy(name), 0);
      return of('', rest, first && { kind: 'countOnly', annotators: first.annotators });
    }
    case 'copies':
      return of(finding.copies.b, judgedBy(finding.copies.b), leaving(finding.copies.b));
    case 'criterion-unclear': {
      const { criterion, differ } = finding.criterion;
      return of(criterion, differ.value * differ.items, { kind: 'editCriterion', criterion });
    }
    case 'low-agreement': {
      const same = report.agreement.rows.find(({ kind }) => kind === finding.kind)?.same;
      return of(finding.kind, same ? (1 - same.value) * same.items : finding.alpha.items, { kind: 'editGuidelines' });
    }
    case 'disputed':
      return of(
        '',
        finding.items,
        finding.criterion && finding.because.length === 0
          ? { kind: 'editCriterion', criterion: finding.criterion.id }
          : undefined,
      );
    case 'noise':
      return of(finding.from, finding.epsilon.value * work.preferences.strict);
    case 'bias':
      // What wins beyond an even chance.
      return of(finding.of, Math.abs(finding.chance.value - 0.5) * pairsOf(report, finding.of), {
        kind: 'editGuidelines',
      });
    case 'none-acceptable':
      return of('', finding.share.value * finding.share.items);
    case 'machine-differs': {
      const { name, units, same } = finding.machine;
      return of(name, (1 - (same?.value ?? 0)) * units);
    }
    case 'machine-position': {
      const units = machines.machines.find(({ name }) => name === finding.machine.name)?.units ?? 0;
      return of(finding.machine.name, Math.abs(finding.firstWins.value - 0.5) * units);
    }
    case 'unjudged':
      return of('', finding.items);
    case 'empty-cells': {
      const [first] = finding.cells;
      const fields = first
        ? [first.row, first.column].flatMap(({ by, value }) => (value === null ? [] : [{ by, value }]))
        : [];
      return of(
        '',
        finding.cells.reduce((sum, { items }) => sum + items, 0),
        fields.length === 2 ? { kind: 'sendAnnotators', fields } : undefined,
      );
    }
    case 'absent':
      return of(
        '',
        work.annotators.reduce(
          (sum, { name, assigned }) => sum + (finding.annotators.includes(name) ? (assigned ?? 0) : 0),
          0,
        ),
      );
    case 'repeated-responses':
      return of('', finding.responses);
    case 'judgments': {
      const { name, what, value } = finding;
      return of(
        what === null ? name : `${name}.${what}`,
        typeof value === 'number' ? 0 : Math.min(1, Math.abs(value.value)) * value.items,
        name === 'reasons.share' ? { kind: 'editSetting', setting: 'task.rationale' } : undefined,
      );
    }
    case 'models-cycle':
      return of(finding.cycle.models.join(' '), 0);
    case 'models-close':
      return of(`${finding.first} ${finding.second}`, 0);
    case 'models-apart':
    case 'models-unbounded':
    case 'no-overlap':
      return of('', 0);
  }
}

const pairsOf = ({ bias }: QualityReport, of: string): number => bias.rows.find((row) => row.of === of)?.pairs ?? 0;
