import { canMatter } from '../../model/report/figureNames';
import type {
  AnnotatorFigures,
  EmptyCell,
  Estimate,
  Finding,
  QualityReport,
  QualitySection,
  RatedFinding,
  Severity,
  Sign,
} from '../../model/report/quality';
import { poorScores } from '../../model/report/poorScores';
import { leanOf } from '../machines/positionFigures';

/** α from which on conclusions may be drawn, tentatively, and below which none (K. Krippendorff, 2004). */
export const tentativeAlpha = 0.667;
const poorAlpha = 0.4;
/** An annotator differs who is the same as others by so much less than these among themselves. */
const minDifference = 0.1;
/** A change is somebody's own where it is so much of the greatest. */
const ownShare = 0.7;
/** A bias is told from so much off an even chance, and called great from there. */
const [minBias, greatBias] = [0.05, 0.15];
/** ε from which on labels are noisy, and little better than chance. */
const [noisy, byChance] = [0.15, 0.4];
/** A criterion is named beside disputes that has so many of them, and so large a share of those on which it was used. */
const [minLinked, linkedShare] = [5, 1 / 3];
const rank: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

/** What a lead is to look at first, the gravest first; each holds beyond its interval of 95 %. */
export function findingsOf(report: Omit<QualityReport, 'findings'>): RatedFinding[] {
  const all = [
    ...annotatorFindings(report),
    ...agreementFindings(report),
    ...noiseFindings(report),
    ...biasFindings(report),
    ...modelFindings(report),
    ...machineFindings(report),
    ...judgmentFindings(report),
    ...workFindings(report),
  ];
  return all.sort((a, b) => rank[a.severity] - rank[b.severity]);
}

const rated = (severity: Severity, section: QualitySection, finding: Finding): RatedFinding => ({
  severity,
  section,
  finding,
});

/** Whether an interval lies below a value. */
const isBelow = ({ high }: Estimate, value: number): boolean => high !== null && high < value;
const isAbove = ({ low }: Estimate, value: number): boolean => low !== null && low > value;

const changeOf = ({ drift }: AnnotatorFigures): number => (drift ? Math.abs(drift.after - drift.before) : 0);

function annotatorFindings({ annotators: { annotators, alpha } }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  // Where one changes, all others agree less with one of their number: that is no change of theirs.
  const greatest = annotators.reduce((max, own) => Math.max(max, changeOf(own)), 0);
  return annotators.flatMap((own): RatedFinding[] => {
    const { name, withOthers, others, alphaWithout, drift, repeats } = own;
    const signs = signsOf(own, annotators);
    const differs =
      withOthers !== null &&
      others !== null &&
      isBelow(withOthers, others) &&
      others - withOthers.value >= minDifference;
    return [
      ...(differs
        ? [
            rated('high', 'annotators', {
              code: 'annotator-differs',
              annotator: name,
              same: withOthers,
              others,
              signs,
              alpha: alpha?.value ?? null,
              alphaWithout,
            }),
          ]
        : signs.length > 0
          ? [
              rated(signs.length > 1 ? 'high' : 'medium', 'annotators', {
                code: 'annotator-signs',
                annotator: name,
                signs,
              }),
            ]
          : []),
      ...(own.test?.passed === false
        ? [rated('high', 'annotators', { code: 'test-failed', annotator: name, test: own.test })]
        : []),
      ...(drift && changeOf(own) >= Math.max(minDifference, greatest * ownShare)
        ? [rated('medium', 'annotators', { code: 'annotator-drifts', annotator: name, drift })]
        : []),
      ...(repeats && isBelow(repeats, 1 - noisy)
        ? [rated('medium', 'annotators', { code: 'annotator-repeats', annotator: name, same: repeats })]
        : []),
    ];
  });
}

/** What others do not do: judge by chance, give all responses the same, be done in no time, repeat one position. */
function signsOf(own: AnnotatorFigures, all: readonly AnnotatorFigures[]): Sign[] {
  const paces = all.flatMap(({ name, pace }) => (pace && name !== own.name ? [pace.median] : [])).sort((a, b) => a - b);
  const usual = paces[Math.floor(paces.length / 2)];
  const { epsilon, uniform, uniformOthers, pace, run, controls, adjudicated } = own;
  return [
    ...(epsilon && isAbove(epsilon, byChance - 0.05) && epsilon.value >= byChance
      ? [{ sign: 'chance' as const, epsilon: epsilon.value }]
      : []),
    ...(uniform && uniformOthers !== null && isAbove(uniform, uniformOthers) && uniform.value - uniformOthers >= 0.25
      ? [{ sign: 'uniform' as const, share: uniform.value, others: uniformOthers }]
      : []),
    ...(pace && usual !== undefined && own.judged >= 10 && pace.median * 3 < usual
      ? [{ sign: 'fast' as const, median: pace.median, others: usual }]
      : []),
    ...(run && run.p < 0.001 ? [{ sign: 'run' as const, length: run.length }] : []),
    ...(controls && isBelow(controls, 1 - noisy) ? [{ sign: 'controls' as const, right: controls.value }] : []),
    // On what is disputed, half of what is said is not as adjudicated: less than half stands out.
    ...(adjudicated && isBelow(adjudicated, 0.5) ? [{ sign: 'adjudicated' as const, right: adjudicated.value }] : []),
  ];
}

function agreementFindings({ agreement, annotators, work }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  const comparable = agreement.rows.filter(({ kind }) => !kind.startsWith('flag '));
  const found = comparable.flatMap(({ kind, alpha }) =>
    alpha && isBelow(alpha, tentativeAlpha)
      ? [rated(isBelow(alpha, poorAlpha) ? 'high' : 'medium', 'agreement', { code: 'low-agreement', kind, alpha })]
      : [],
  );
  const isAlone = work.annotations > 0 && comparable.every(({ units }) => units === 0);
  return [
    ...(isAlone
      ? [rated('medium', 'agreement', { code: 'no-overlap', annotators: annotators.annotators.length })]
      : []),
    ...found,
    ...disputed(agreement),
  ];
}

/** Where annotators contradict each other, with the criterion that explains most of it: one on which they differ less elsewhere. */
function disputed({ disputed: items, several: of, criteria }: QualityReport['agreement']): RatedFinding[] {
  if (items === 0) return [];
  const leading = criteria.find(
    (each) =>
      each.items >= minLinked &&
      each.items / each.of >= linkedShare &&
      (each.whereAgreed === null || isBelow(each.whereAgreed, each.items / each.of)),
  );
  return [
    rated(leading ? 'medium' : 'low', 'agreement', {
      code: 'disputed',
      items,
      of,
      criterion: leading ? { id: leading.criterion, items: leading.items } : null,
    }),
  ];
}

function noiseFindings({ noise }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  return (['overlap', 'controls', 'repeats'] as const).flatMap((from) => {
    const figure = noise[from];
    return figure && isAbove(figure.epsilon, noisy)
      ? [
          rated(isAbove(figure.epsilon, 0.25) ? 'high' : 'medium', 'noise', {
            code: 'noise',
            from,
            epsilon: figure.epsilon,
          }),
        ]
      : [];
  });
}

function biasFindings({ bias }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  return bias.rows
    .flatMap(({ of, wins, chance }) => {
      if (!wins || !chance) return [];
      const off = Math.abs(chance.value - 0.5);
      const isSure = isBelow(chance, 0.5) || isAbove(chance, 0.5);
      return isSure && off >= minBias
        ? [rated(off >= greatBias || of === 'position' ? 'medium' : 'low', 'bias', { code: 'bias', of, wins, chance })]
        : [];
    })
    .sort((a, b) => rank[a.severity] - rank[b.severity]);
}

function modelFindings({ models }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  const [first, second] = models.models;
  return [
    ...(models.components.length > 1
      ? [rated('medium', 'models', { code: 'models-apart', components: models.components })]
      : []),
    ...(models.unbounded.length > 0 && models.components.length === 1
      ? [rated('low', 'models', { code: 'models-unbounded', models: models.unbounded })]
      : []),
    ...(first && second && models.components.length === 1 && second.bestRank === 1
      ? [rated('low', 'models', { code: 'models-close', first: first.model, second: second.model })]
      : []),
    ...(models.noneAcceptable && isAbove(models.noneAcceptable, 0.2)
      ? [rated('medium', 'models', { code: 'none-acceptable', share: models.noneAcceptable })]
      : []),
  ];
}

function machineFindings({ machines }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  return machines.machines.flatMap((machine) => {
    const { kappa, falsePass, falseFail, confirmed } = machine;
    const isPoor =
      (kappa && isBelow(kappa, poorAlpha)) ||
      (falsePass && isAbove(falsePass, 0.1)) ||
      (falseFail && isAbove(falseFail, 0.1)) ||
      (confirmed && isBelow(confirmed, 0.75)) ||
      poorScores(machine).length > 0;
    return [
      ...(isPoor ? [rated('medium', 'machines', { code: 'machine-differs', machine })] : []),
      ...(machine.firstWins && leanOf(machine, minBias) >= minBias
        ? [rated('medium', 'machines', { code: 'machine-position', machine, firstWins: machine.firstWins })]
        : []),
    ];
  });
}

/** What figures of single kinds of judgments say: each knows by itself whether it matters (`quality/kinds`). */
function judgmentFindings({ judgments }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  return judgments.kinds.flatMap(({ figures }) =>
    figures.flatMap(({ name, what, value, question, matters }) =>
      matters && value !== null && canMatter(name)
        ? [
            rated(matters.severity, 'judgments', {
              code: 'judgments',
              name,
              what,
              value,
              question,
              numbers: matters.numbers,
            }),
          ]
        : [],
    ),
  );
}

/** Where nobody judged although by the share of all so many would be judged. */
const minExpected = 5;
const maxCells = 5;

/** Cells of two fields without a judgement that by chance alone would have some, those with the most items first. */
function emptyCells({ crossed, items, judged }: QualityReport['work']): RatedFinding[] {
  const share = items === 0 ? 0 : judged / items;
  const cells = crossed
    .flatMap((table) =>
      table.items.flatMap((row, r) =>
        row.flatMap((count, c): EmptyCell[] =>
          (table.judged[r]?.[c] ?? 0) === 0 && count * share >= minExpected
            ? [
                {
                  row: { by: table.rows.by, value: table.rows.values[r] ?? null },
                  column: { by: table.columns.by, value: table.columns.values[c] ?? null },
                  items: count,
                },
              ]
            : [],
        ),
      ),
    )
    .sort((a, b) => b.items - a.items);
  return cells.length === 0
    ? []
    : [rated('medium', 'work', { code: 'empty-cells', cells: cells.slice(0, maxCells), count: cells.length })];
}

function workFindings({ work }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  const absent = work.annotators.filter(({ judged, skipped }) => judged + skipped === 0).map(({ name }) => name);
  return [
    ...(work.judged < work.items
      ? [rated('low', 'work', { code: 'unjudged', items: work.items - work.judged, of: work.items })]
      : []),
    ...emptyCells(work),
    ...(absent.length > 0 ? [rated('low', 'work', { code: 'absent', annotators: absent })] : []),
    ...(work.repeatedResponses > 0
      ? [
          rated('low', 'work', {
            code: 'repeated-responses',
            responses: work.repeatedResponses,
            of: work.responses,
          }),
        ]
      : []),
  ];
}
