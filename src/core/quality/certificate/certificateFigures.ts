import type { Verdict } from '../../judge/judgeAnnotations';
import { judgeKinds, type JudgeKind } from '../../model/annotation/judgeKind';
import { fewestUnits, type Certificate } from '../../model/report/certificate';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { agreementOf, type SaidByTwo } from './agreement';
import { biasesOf } from './biases';
import { findingsOf } from './findings';
import { partsOf, sidesOf, type AskedPart, type Part, type Sides } from './judgedParts';
import { partFigures } from './partFigures';
import { together } from './partScale';

/** What is measured of a judge. */
export type CertificateFigures = Pick<
  Certificate,
  'parts' | 'slices' | 'smallSlices' | 'biases' | 'findings' | 'leftOut'
> & {
  /** Annotations of people that count. */
  readonly counted: ReadonlySet<number>;
};

/**
 * Measures a judge against people who judged blind: in the first sitting, themselves, and with no suggestion before
 * them.
 * @param judgements with the judge's verdicts and single answers among the annotations, ids counting up from 0
 * @param verdicts of the judge, by these ids
 * @param asked what the judge is asked; each has its part, also where nobody judged it
 * @param kinds whose judgments count
 */
export function certificateFigures(
  judgements: StudyJudgements,
  judge: string,
  verdicts: readonly Verdict[],
  asked: readonly AskedPart[],
  kinds: readonly JudgeKind[],
): CertificateFigures {
  const sides = sidesOf(judgements, judge, kinds);
  const { id } = judgements.annotations;
  const judged = partsOf(judgements, asked, sides, (annotation) => verdicts[Number(id[annotation])]?.confidence);
  const parts = judged.map(partFigures);
  const biases = biasesOf(
    judgements,
    judge,
    judged.find(({ asks }) => asks === 'pairs'),
  );
  return {
    counted: new Set(
      judged.flatMap(({ units }) => units.flatMap(({ people }) => people.map(({ annotation }) => annotation))),
    ),
    parts,
    ...slicesOf(judgements, judged),
    biases,
    findings: findingsOf(parts, biases),
    leftOut: leftOutOf(judgements, sides, kinds),
  };
}

/** Judgments of people on items that the judge answered which do not count, by the first reason that holds. */
function leftOutOf(
  { annotations }: StudyJudgements,
  { byJudge }: Sides,
  kinds: readonly JudgeKind[],
): Certificate['leftOut'] {
  const answered = new Set(annotations.row.filter((_, annotation) => byJudge(annotation)));
  const left = { origins: 0, suggested: 0, repeats: 0, turns: 0 };
  for (const [annotation, row] of annotations.row.entries()) {
    const kind = judgeKinds[annotations.kind[annotation] ?? -1];
    if (!answered.has(row) || annotations.skipped[annotation] === 1 || kind === undefined || kind === 'model') continue;
    if (!kinds.includes(kind)) left.origins++;
    else if (annotations.suggested[annotation] === 1) left.suggested++;
    else if ((annotations.repeat[annotation] ?? 0) > 0) left.repeats++;
    else if (annotations.turn[annotation] !== -1) left.turns++;
  }
  return left;
}

/** Agreement on the items of each slice that has enough, and how many have too little. */
function slicesOf(
  { slices, slicesOf: slicesIn }: StudyJudgements,
  parts: readonly Part[],
): Pick<Certificate, 'slices' | 'smallSlices'> {
  const all = parts.flatMap(({ of, units, scale }) => {
    const bySlice = new Map<number, SaidByTwo[]>();
    for (const { item, judge, people } of units) {
      const said = together(
        scale,
        people.map(({ value }) => value),
      );
      if (said === undefined) continue;
      for (const slice of slicesIn(people[0]?.annotation ?? 0)) {
        const own = bySlice.get(slice);
        if (own) own.push({ item, first: judge, second: said });
        else bySlice.set(slice, [{ item, first: judge, second: said }]);
      }
    }
    return [...bySlice].map(([slice, pairs]) => ({ ...(slices[slice] ?? { by: '', value: '' }), of, scale, pairs }));
  });
  const enough = all.filter(({ pairs }) => pairs.length >= fewestUnits);
  return {
    slices: enough.map(({ by, value, of, scale, pairs }) => ({ by, value, of, withPeople: agreementOf(pairs, scale) })),
    smallSlices: all.length - enough.length,
  };
}
