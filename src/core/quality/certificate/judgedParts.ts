import { singleName } from '../../judge/judgeAnnotations';
import { judgeKinds, type JudgeKind } from '../../model/annotation/judgeKind';
import type { JudgeQuestion } from '../../model/suggestion/suggestion';
import { ratingKind, type StudyJudgements } from '../judgements/studyJudgements';
import { criterionOf, plainSetting } from '../judgements/units';
import { firstBy, ofWhole, valuesOf, type Wanted } from '../judgements/valuesOf';
import type { PartScale } from './partScale';

/** One thing that a judge is asked: preferences, a criterion, an aspect or first errors. */
export interface AskedPart {
  readonly asks: JudgeQuestion;
  /** "preferences", "first error", the id of a criterion or the name of an aspect. */
  readonly of: string;
  readonly scale: PartScale;
}

/** What somebody says of one thing. */
export interface Vote {
  readonly annotation: number;
  readonly annotator: number;
  readonly value: number;
}

/** One thing of which both the judge and people say something. */
export interface Unit {
  readonly item: number;
  readonly unit: number;
  readonly judge: number;
  readonly confidence: number | undefined;
  readonly people: readonly Vote[];
}

/** Everything that a judge and people say of one thing that it is asked. */
export interface Part extends AskedPart {
  /** By item, items rising. */
  readonly units: readonly Unit[];
  /** Judged by people on items that the judge answered, of which it says nothing. */
  readonly silent: number;
}

/** Which annotations are a judge's, and which are of people who judged blind. */
export interface Sides {
  readonly byJudge: Wanted;
  readonly byPeople: Wanted;
}

/** Returns the number of an annotator that is a model. */
export const modelNamed = ({ annotators }: StudyJudgements, wanted: string): number =>
  annotators.findIndex(({ name, kind }) => kind === 'model' && name === wanted);

/**
 * Tells which annotations count: a judge's, and those of people in the first sitting, of whole responses, with no
 * suggestion before them. A label that somebody imported under their own name is no judgment of theirs.
 */
export function sidesOf(judgements: StudyJudgements, judge: string, kinds: readonly JudgeKind[]): Sides {
  const { annotations } = judgements;
  const own = modelNamed(judgements, judge);
  const single = modelNamed(judgements, singleName(judge));
  const isFirst = firstBy(judgements, judgeKinds);
  const isWhole = ofWhole(judgements);
  const counts = judgeKinds.map((kind) => kinds.includes(kind));
  return {
    byJudge: (annotation) => annotations.annotator[annotation] === own,
    byPeople: (annotation) =>
      annotations.annotator[annotation] !== own &&
      annotations.annotator[annotation] !== single &&
      counts[annotations.kind[annotation] ?? -1] === true &&
      isFirst(annotation) &&
      isWhole(annotation) &&
      annotations.suggested[annotation] === 0,
  };
}

/** Puts what a judge says beside what people say of the same. */
export function partsOf(
  judgements: StudyJudgements,
  asked: readonly AskedPart[],
  { byJudge, byPeople }: Sides,
  confidenceOf: (annotation: number) => number | undefined,
): readonly Part[] {
  const answered = new Set(judgements.annotations.row.filter((_, annotation) => byJudge(annotation)));
  return asked.map((part) => {
    const people = new Map<number, Said[]>();
    for (const said of saidOf(judgements, part, byPeople)) {
      const known = people.get(said.unit);
      if (known) known.push(said);
      else people.set(said.unit, [said]);
    }
    const own = new Map(saidOf(judgements, part, byJudge).map((said) => [said.unit, said]));
    const units = [...own.values()].flatMap(({ item, unit, annotation, value }): Unit[] => {
      const votes = people.get(unit);
      return votes ? [{ item, unit, judge: value, confidence: confidenceOf(annotation), people: votes }] : [];
    });
    return {
      ...part,
      units: units.sort((a, b) => a.item - b.item),
      silent: [...people].filter(([unit, [first]]) => !own.has(unit) && answered.has(first?.item ?? -1)).length,
    };
  });
}

interface Said extends Vote {
  readonly item: number;
  readonly unit: number;
}

/** What wanted annotations say of a part. */
function saidOf(judgements: StudyJudgements, { asks, of }: AskedPart, wanted: Wanted): readonly Said[] {
  if (asks === 'first-error') return firstErrorsSaid(judgements, wanted);
  const kind = asks === 'pairs' ? 'preferences' : asks === 'ratings' ? ratingKind(of) : 'verdicts';
  const { units, items, annotations, annotators, values } = valuesOf(judgements, kind, wanted);
  return Array.from(units, (unit, at) => ({
    unit,
    item: items[at] ?? 0,
    annotation: annotations[at] ?? 0,
    annotator: annotators[at] ?? 0,
    value: values[at] ?? 0,
  })).filter(({ unit }) => asks !== 'verdicts' || judgements.criteria[criterionOf(unit)] === of);
}

/** First errors are kept by run, and not among values. */
function firstErrorsSaid({ said, annotations }: StudyJudgements, wanted: Wanted): readonly Said[] {
  const columns = said.get('run first error');
  return (columns?.annotation ?? []).flatMap((annotation, at) =>
    wanted(annotation) && annotations.setting[annotation] === plainSetting
      ? [
          {
            unit: columns?.place[at] ?? -1,
            item: annotations.row[annotation] ?? 0,
            annotation,
            annotator: annotations.annotator[annotation] ?? 0,
            value: columns?.value[at] ?? 0,
          },
        ]
      : [],
  );
}
