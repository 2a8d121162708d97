import { canMatter } from '../../model/report/figureNames';
import { discoveries, falseShare, normalTail } from '../chance';
import { z95 } from '../rate';
import type {
  AgreementReason,
  AnnotatorFigures,
  CriterionDisagreement,
  EmptyCell,
  Estimate,
  Finding,
  Parting,
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
/** A difference in agreement that is worth telling. */
const minDifference = 0.1;
/** Somebody may differ of whom luck would do as much in less than one of ten. */
const unsure = 0.1;
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

function annotatorFindings({ annotators: figures }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  const { annotators, alpha, groups, groupsPart, copies } = figures;
  // Where one changes, all others agree less with one of their number: that is no change of theirs.
  const greatest = annotators.reduce((max, own) => Math.max(max, changeOf(own)), 0);
  const signs = signsOf(annotators);
  return [
    ...(groups.length > 0 ? [rated('high', 'annotators', { code: 'groups', groups, part: groupsPart })] : []),
    ...annotators.flatMap((own, at): RatedFinding[] => [
      ...standingFindings(own, signs[at] ?? [], alpha),
      ...(own.test?.passed === false
        ? [rated('high', 'annotators', { code: 'test-failed', annotator: own.name, test: own.test })]
        : []),
      ...(own.drift && changeOf(own) >= Math.max(minDifference, greatest * ownShare)
        ? [rated('medium', 'annotators', { code: 'annotator-drifts', annotator: own.name, drift: own.drift })]
        : []),
      ...(own.repeats && isSurelyBelow(own.repeats, 1 - noisy, annotators.length)
        ? [rated('medium', 'annotators', { code: 'annotator-repeats', annotator: own.name, same: own.repeats })]
        : []),
    ]),
    ...copies.map((each) => rated(each.isSure ? 'high' : 'medium', 'annotators', { code: 'copies', copies: each })),
  ];
}

/** That somebody differs from the others, or may; else what alone sets them apart. */
function standingFindings(own: AnnotatorFigures, signs: readonly Sign[], alpha: Estimate | null): RatedFinding[] {
  const { name, withOthers, others, alphaWithout, difference } = own;
  if (difference?.isTold && withOthers && others !== null)
    return [
      rated('high', 'annotators', {
        code: 'annotator-differs',
        annotator: name,
        same: withOthers,
        others,
        items: difference.items,
        signs,
        alpha: alpha?.value ?? null,
        alphaWithout,
      }),
    ];
  if (signs.length > 0)
    return [
      rated(signs.length > 1 || signs.some(({ sign }) => sign === 'chance') ? 'high' : 'medium', 'annotators', {
        code: 'annotator-signs',
        annotator: name,
        signs,
      }),
    ];
  return difference &&
    withOthers &&
    others !== null &&
    others - withOthers.value >= minDifference &&
    difference.p < unsure &&
    difference.more > 0
    ? [
        rated('low', 'annotators', {
          code: 'annotator-unsure',
          annotator: name,
          same: withOthers.value,
          others,
          items: difference.items,
          more: difference.more,
        }),
      ]
    : [];
}

/** The chance of being as far off by luck, by an interval of 95 %. */
const chanceOfBelow = ({ value: own, low, high }: Estimate, value: number): number | null =>
  low === null || high === null ? null : normalTail((value - own) / Math.max(1e-9, (high - low) / (2 * z95)));

/** Whether an interval lies below a value for one of so many who are looked at. */
const isSurelyBelow = (estimate: Estimate, value: number, count: number): boolean =>
  isBelow(estimate, value) && (chanceOfBelow(estimate, value) ?? 1) < falseShare / Math.max(1, count);

const inverted = ({ value, low, high, items }: Estimate): Estimate => ({
  value: -value,
  low: high === null ? null : -high,
  high: low === null ? null : -low,
  items,
});

/**
 * By each, what others do not do: judge by chance, give all responses the same, be done in no time, repeat one position,
 * miss controls, go by a trait. Of all that is told at most 5 % is luck.
 */
function signsOf(all: readonly AnnotatorFigures[]): Sign[][] {
  const candidates = all.map((own) => signsOfOne(own, all));
  const flat = candidates.flat();
  const told = discoveries(flat.map(({ p }) => p));
  return candidates.map((own) =>
    own.flatMap(({ sign, isTold }) =>
      sign && isTold && told[flat.findIndex((each) => each.sign === sign)] ? [sign] : [],
    ),
  );
}

/** A sign with its chance; `isTold` where it is also great enough. What was looked at and is none counts among the chances. */
interface Candidate {
  readonly p: number | null;
  readonly sign: Sign | null;
  readonly isTold: boolean;
}

function signsOfOne(own: AnnotatorFigures, all: readonly AnnotatorFigures[]): Candidate[] {
  const rest = all.filter(({ name }) => name !== own.name);
  const paces = rest.flatMap(({ pace }) => (pace ? [pace.median] : [])).sort((a, b) => a - b);
  const usual = paces[Math.floor(paces.length / 2)];
  const { epsilon, uniform, uniformOthers, pace, run, controls, adjudicated } = own;
  const known = rest.flatMap((each) => (each.controls ? [each.controls.value] : []));
  const lowest = known.length > 0 ? Math.min(...known) : 1;
  const mean = known.reduce((sum, each) => sum + each, 0) / Math.max(1, known.length);
  return [
    // What explains the most comes first. It was tested already.
    ...own.partings.map((parting) => ({ p: 0, sign: signOf(parting), isTold: true })),
    ...(uniform && uniformOthers !== null
      ? [
          {
            p: chanceOfBelow(inverted(uniform), -uniformOthers),
            sign: { sign: 'uniform' as const, share: uniform.value, others: uniformOthers },
            isTold: uniform.value - uniformOthers >= 0.25,
          },
        ]
      : []),
    ...(controls
      ? [
          {
            p: chanceOfBelow(controls, known.length > 0 ? Math.max(1 - noisy, mean) : 1 - noisy),
            sign: {
              sign: 'controls' as const,
              right: controls.value,
              others: known.length > 0 ? ([lowest, Math.max(...known)] as const) : null,
            },
            isTold: controls.value < lowest,
          },
        ]
      : []),
    // On what is disputed, half of what is said is not as adjudicated: less than half stands out.
    ...(adjudicated
      ? [
          {
            p: chanceOfBelow(adjudicated, 0.5),
            sign: { sign: 'adjudicated' as const, right: adjudicated.value },
            isTold: true,
          },
        ]
      : []),
    ...(run ? [{ p: run.p, sign: { sign: 'run' as const, length: run.length }, isTold: run.p < 0.001 }] : []),
    // A pace that is so far from the others' is no matter of chance.
    ...(pace && usual !== undefined && own.judged >= 10 && pace.median * 3 < usual
      ? [{ p: 0, sign: { sign: 'fast' as const, median: pace.median, others: usual }, isTold: true }]
      : []),
    ...(epsilon
      ? [
          {
            p: chanceOfBelow(inverted(epsilon), -(byChance - 0.05)),
            sign: { sign: 'chance' as const, epsilon: epsilon.value },
            isTold: epsilon.value >= byChance,
          },
        ]
      : []),
  ];
}

const signOf = (parting: Parting): Sign =>
  parting.on === 'trait'
    ? { sign: 'trait', trait: parting.trait, share: parting.share, others: parting.others }
    : { sign: 'slice', by: parting.by, value: parting.value, same: parting.same, elsewhere: parting.elsewhere };

function agreementFindings({ agreement, annotators, work }: Omit<QualityReport, 'findings'>): RatedFinding[] {
  const comparable = agreement.rows.filter(({ kind }) => !kind.startsWith('flag '));
  const found = comparable.flatMap(({ kind, alpha }) =>
    alpha && isBelow(alpha, tentativeAlpha)
      ? [
          rated(isBelow(alpha, poorAlpha) ? 'high' : 'medium', 'agreement', {
            code: 'low-agreement',
            kind,
            alpha,
            why: kind === agreement.main ? whyLow(alpha, agreement, annotators) : null,
          }),
        ]
      : [],
  );
  const isAlone = work.annotations > 0 && comparable.every(({ units }) => units === 0);
  return [
    ...(isAlone
      ? [rated('medium', 'agreement', { code: 'no-overlap', annotators: annotators.annotators.length })]
      : []),
    ...found,
    ...disputed(agreement, annotators),
    ...agreement.criterionNoise
      .filter(({ isUnclear }) => isUnclear)
      .map((criterion) => rated('medium', 'agreement', { code: 'criterion-unclear', criterion })),
  ];
}

/** Groups, one annotator without whom agreement is far higher, those who judge by chance, or a slice in which it is surely lower than in all others. */
function whyLow(
  alpha: Estimate,
  { slices }: QualityReport['agreement'],
  { groups, annotators }: QualityReport['annotators'],
): AgreementReason | null {
  if (groups.length > 0) return { of: 'groups' };
  const [best] = annotators
    .flatMap(({ name, alphaWithout, difference }) =>
      difference?.isTold && alphaWithout !== null ? [{ annotator: name, alphaWithout }] : [],
    )
    .sort((a, b) => b.alphaWithout - a.alphaWithout);
  if (best && best.alphaWithout - alpha.value >= minDifference) return { of: 'annotator', ...best };
  const signs = signsOf(annotators);
  const byLuck = annotators.filter((_, at) => signs[at]?.some(({ sign }) => sign === 'chance'));
  if (byLuck.length > 0) return { of: 'chance', annotators: byLuck.map(({ name }) => name) };
  const [worst, next] = slices
    .flatMap((slice) => (slice.alpha ? [{ ...slice, alpha: slice.alpha }] : []))
    .sort((a, b) => a.alpha.value - b.alpha.value);
  return worst && next && isBelow(worst.alpha, alpha.low ?? -1)
    ? { of: 'slice', by: worst.by, value: worst.value, alpha: worst.alpha }
    : null;
}

/** Where annotators contradict each other, with the criterion that explains most of it: one on which they differ less elsewhere. */
function disputed(
  { disputed: items, several: of, criteria, criteriaWithout }: QualityReport['agreement'],
  { annotators }: QualityReport['annotators'],
): RatedFinding[] {
  if (items === 0) return [];
  const leading = leadingIn(criteria);
  // What one annotator alone does is no fault of the criterion.
  const isOfThem = leading && criteriaWithout && leadingIn(criteriaWithout)?.criterion !== leading.criterion;
  return [
    rated(leading && !isOfThem ? 'medium' : 'low', 'agreement', {
      code: 'disputed',
      items,
      of,
      criterion: leading ? { id: leading.criterion, items: leading.items } : null,
      because: isOfThem ? annotators.flatMap(({ name, difference }) => (difference?.isTold ? [name] : [])) : [],
    }),
  ];
}

const leadingIn = (criteria: readonly CriterionDisagreement[]): CriterionDisagreement | undefined =>
  criteria.find(
    (each) =>
      each.items >= minLinked &&
      each.items / each.of >= linkedShare &&
      (each.whereAgreed === null || isBelow(each.whereAgreed, each.items / each.of)),
  );

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
  // Of models that beat each other in a circle more pairs tell no order.
  const inCycle = models.sureCycles.some((cycle) =>
    [first, second].every((own) => own && cycle.models.includes(own.model)),
  );
  return [
    ...(models.components.length > 1
      ? [rated('medium', 'models', { code: 'models-apart', components: models.components })]
      : []),
    ...(models.unbounded.length > 0 && models.components.length === 1
      ? [rated('low', 'models', { code: 'models-unbounded', models: models.unbounded })]
      : []),
    ...models.sureCycles.map((cycle) => rated('medium', 'models', { code: 'models-cycle', cycle })),
    ...(first && second && models.components.length === 1 && second.bestRank === 1 && !inCycle
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
