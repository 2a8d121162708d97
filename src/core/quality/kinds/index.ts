import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { ItemsQuestion } from '../../model/report/itemsQuestion';
import { judgmentKinds, type JudgmentKind } from '../../model/report/figureNames';
import type { JudgmentFigure, JudgmentsFigures } from '../../model/report/judgments';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { firstBy } from '../judgements/valuesOf';
import { acceptable } from './acceptable';
import { clarifications } from './clarifications';
import { critiqueJudgments } from './critiqueJudgments';
import { critiques } from './critiques';
import { demonstrations } from './demonstrations';
import { diffComments } from './diffComments';
import { takeovers } from './takeovers';
import { evidence } from './evidence';
import { contexts } from './contexts';
import { turns } from './turns';
import { rounds } from './rounds';
import { sampling } from './sampling';
import { media } from './media';
import { looks } from './looks';
import { flagged } from './flagged';
import { diversity } from './diversity';
import { served } from './served';
import { metadata } from './metadata';
import type { Counted, Figure, KindFigures, KindOf } from './figure';
import { rankings } from './rankings';
import { ratings } from './ratings';
import { reasons } from './reasons';
import { refinements } from './refinements';
import { scorers } from './scorers';
import { knownErrors } from './knownErrors';
import { runOutcomes } from './runOutcomes';
import { runSteps } from './runSteps';
import { stepKinds } from './stepKinds';
import { steps } from './steps';
import { strengths } from './strengths';
import { tests } from './tests';
import { winners } from './winners';

/** One file for each kind of judgment. */
const kinds: { readonly [K in JudgmentKind]: KindOf<K> } = {
  rankings,
  strengths,
  scorers,
  acceptable,
  ratings,
  winners,
  critiques,
  reasons,
  refinements,
  steps,
  runSteps,
  diffComments,
  tests,
  takeovers,
  knownErrors,
  stepKinds,
  runOutcomes,
  evidence,
  critiqueJudgments,
  demonstrations,
  clarifications,
  contexts,
  turns,
  rounds,
  sampling,
  media,
  looks,
  flagged,
  diversity,
  served,
  metadata,
};

/** The figures of every kind of judgment that the study has. */
export function judgmentsOf(judgements: StudyJudgements, voters: readonly JudgeKind[]): JudgmentsFigures {
  const counted = countedOf(judgements, voters);
  return {
    kinds: judgmentKinds.flatMap((kind) => {
      const { annotations, inDataset, figures }: KindFigures = kinds[kind](counted);
      const count = inDataset?.count ?? annotations.size;
      if (count === 0) return [];
      const rows = new Set(inDataset?.rows);
      for (const at of annotations) rows.add(judgements.annotations.row[at] ?? 0);
      return [{ kind, judgments: count, items: rows.size, figures: figures.map(plain) }];
    }),
  };
}

/** Rows of the items behind one of them, in the order in which they are to be looked at. */
export function rowsOfFigure(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  { name, what }: Extract<ItemsQuestion, { of: 'figure' }>,
): Set<number> {
  const kind = judgmentKinds.find((each) => name.startsWith(`${each}.`));
  const { figures }: { figures: readonly Figure[] } = kind
    ? kinds[kind](countedOf(judgements, voters))
    : { figures: [] };
  return new Set(figures.find((each) => each.name === name && each.what === what)?.rows?.() ?? []);
}

const countedOf = (judgements: StudyJudgements, voters: readonly JudgeKind[]): Counted => ({
  judgements,
  voters,
  wanted: firstBy(judgements, voters),
});

function plain({ name, what, value, rows, matters }: Figure): JudgmentFigure {
  return {
    name,
    what: what ?? null,
    value,
    question: rows ? { of: 'figure', name, ...(what !== undefined && { what }) } : null,
    matters: matters ?? null,
  };
}
