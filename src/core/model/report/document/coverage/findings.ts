import * as l10n from '@vscode/l10n';
import { pairsText, responsesText, verdictsText } from '../../../text/countText';
import { countOf, decimal, hasInterval, percent, rateLong, weightText, whole } from '../../../text/numbers';
import type {
  CoverageFigures,
  CriterionFinding,
  NamedAnnotation,
  NamedRate,
  PreferredPair,
  RedundantFigures,
} from '../../coverage';
import type { ItemFinding } from '../../coverageQuestion';
import { proportionOf, type Proportion, type Rate } from '../../proportion';
import type { Severity } from '../../quality';
import { sliceValueText } from '../names';
import type { Named, Names, Todo } from '../todo';
import { byTitle } from './slices';

/** A finding of coverage, with what it names. */
export interface CoverageFinding extends Todo {
  /** Names it among the findings of coverage: "unexplained". */
  readonly code: string;
  readonly title: string;
  /** How many there are of it. */
  readonly count: number;
  /** Of how many, with the interval. */
  readonly note: string;
  readonly advice: string;
  readonly names: Names;
}

/** A finding without what follows from the rest of it. */
interface Draft extends Pick<CoverageFinding, 'code' | 'count' | 'title' | 'advice' | 'severity'> {
  /** The share that it is of all, where it is one. */
  readonly share?: Rate | Proportion | null;
  /** About how many judgments it touches; those of its share where nothing is said. */
  readonly judgments?: number;
  readonly opens?: Todo['opens'];
  readonly act?: Todo['act'];
  readonly names?: Names;
}

/** What nobody has used says nothing while nobody has judged. */
const idle: ReadonlySet<string> = new Set<Draft['code']>([
  'neverUsed',
  'spanTypesNeverUsed',
  'rulesNeverMarked',
  'rulesWithoutNear',
  'rulesWithoutOut',
]);

/** What to mend about the rubrics: what they miss, what of them is wrong, what of them is idle, and what is missing. */
export function coverageFindings(coverage: CoverageFigures): readonly CoverageFinding[] {
  const judged = coverage.study.annotations.count;
  return [
    ...preferenceFindings(coverage),
    ...criterionFindings(coverage),
    ...missingFindings(coverage),
    ...spanFindings(coverage),
    ...ruleFindings(coverage),
    ...lostFindings(coverage),
  ]
    .filter(({ code, count }) => count > 0 && (judged > 0 || !idle.has(code)))
    .map((draft) => finished(draft, judged));
}

function finished({ share = null, judgments, names, ...draft }: Draft, all: number): CoverageFinding {
  const head = share
    ? l10n.t('{0}: {1}.', draft.title, shareText(share))
    : l10n.t('{0}: {1}.', draft.title, whole(draft.count));
  return {
    ...draft,
    id: `coverage.${draft.code}`,
    section: 'coverage',
    note: share ? l10n.t('of {0} · {1}', whole(share.n), percentText(share)) : '',
    text: `${head} ${draft.advice}`,
    judgments: Math.min(all, judgments ?? (share ? Math.ceil(share.rate * all) : draft.count)),
    names: names ?? { of: 'words', list: [] },
  };
}

/** "6 of 40, 15% (7% to 29%)". */
const shareText = (share: Rate | Proportion): string =>
  l10n.t('{0} of {1}, {2}', whole(countOf(share)), whole(share.n), percentText(share));

const percentText = (share: Rate | Proportion): string =>
  hasInterval(share)
    ? l10n.t('{0} ({1} to {2})', percent(share.rate), percent(share.low), percent(share.high))
    : percent(share.rate);

/** A finding of what a share of all is, with the items that it names. */
function ofItems<T>(
  code: ItemFinding,
  severity: Severity,
  { rate, count, first }: NamedRate<T>,
  named: (each: T) => Named,
): Omit<Draft, 'title' | 'advice'> {
  return {
    code,
    severity,
    count,
    share: rate,
    opens: { of: 'finding', finding: code },
    names: { of: 'items', list: first.map(named) },
  };
}

/** Preferences that criteria do not explain. */
const preferenceFindings = ({ study: { unexplained, against } }: CoverageFigures): readonly Draft[] => [
  {
    ...ofItems('unexplained', 'medium', unexplained, pairName),
    title: l10n.t('Unexplained preferences'),
    advice: l10n.t(
      'Both responses have verdicts, but no criterion favors the preferred response. Write a criterion that describes the deciding difference.',
    ),
    act: { kind: 'newCriterion', question: { of: 'finding', finding: 'unexplained' } },
  },
  {
    ...ofItems('against', 'medium', against, (pair) => ({
      ...pairName(pair),
      note: `${pairName(pair).note} · ${scoresText(pair.winnerScore, pair.loserScore)}`,
    })),
    title: l10n.t('Preferences that contradict verdicts'),
    advice: l10n.t(
      'The response that was not preferred has the higher weighted score. The ranking or a verdict is wrong, or a criterion is missing.',
    ),
    act: { kind: 'newCriterion', question: { of: 'finding', finding: 'against' } },
  },
];

/** Criteria that are wrong, idle, or not to be relied on. */
function criterionFindings({ study, criteria }: CoverageFigures): readonly Draft[] {
  const byId = new Map(criteria.map((each) => [each.id, each]));
  const named = (id: string): string => byId.get(id)?.name ?? id;
  /** How many judgments have a verdict by any of these, at least. */
  const judgedBy = (ids: readonly string[]): number => Math.max(0, ...ids.map((id) => byId.get(id)?.used ?? 0));
  const of = (
    list: readonly CriterionFinding[],
    note: (found: CriterionFinding) => string,
  ): Pick<Draft, 'count' | 'judgments' | 'names' | 'act'> => ({
    count: list.length,
    judgments: judgedBy(list.map(({ criterion }) => criterion)),
    names: {
      of: 'criteria',
      list: list.map((each) => ({ id: each.criterion, title: named(each.criterion), note: note(each) })),
    },
    act: list[0] && { kind: 'editCriterion', criterion: list[0].criterion },
  });
  const verdicts = ({ n }: CriterionFinding): string => verdictsText(n);
  const [redundant] = study.redundant;
  return [
    {
      code: 'differingAnnotators',
      severity: 'high',
      count: study.differingAnnotators.length,
      title: l10n.t('Annotators who differ from others'),
      advice: l10n.t(
        'Their verdicts are the same as those of others much less often than the verdicts of the others are among themselves. Somebody who differs can be right: compare some items, and check the guidelines.',
      ),
      judgments: Math.max(0, ...study.differingAnnotators.map(({ same }) => same.n)),
      opens: study.differingAnnotators[0] && { of: 'differs', annotator: study.differingAnnotators[0].annotator },
      act: { kind: 'editGuidelines' },
      names: {
        of: 'words',
        list: study.differingAnnotators.map(({ annotator, same, others }) => ({
          id: annotator,
          title: annotator,
          note: l10n.t('same as others: {0}; others among themselves: {1}', rateLong(same), percent(others)),
        })),
      },
    },
    {
      ...of(study.wrongWay, ({ criterion }) => {
        const { weight = 0, implied, separation } = byId.get(criterion) ?? {};
        return l10n.t(
          'weight {0}, implied {1}; contradicted by {2} of {3}',
          weightText(weight),
          weightText(implied?.weight ?? 0),
          whole(separation?.against ?? 0),
          pairsText(implied?.pairs ?? 0),
        );
      }),
      code: 'wrongWay',
      severity: 'high',
      title: l10n.t('Weights with the wrong sign'),
      advice: l10n.t(
        'The rankings contradict the sign of the weight, with all other criteria held constant. Change the sign, or check the wording of the criterion.',
      ),
    },
    {
      code: 'redundant',
      severity: 'low',
      count: study.redundant.length,
      title: l10n.t('Redundant criteria'),
      advice: l10n.t(
        'Their verdicts are highly correlated: r is 0.9 or more, or −0.9 or less, or would be about that if annotators agreed. Merge these criteria.',
      ),
      judgments: judgedBy(study.redundant.map(({ a }) => a)),
      act: redundant && { kind: 'mergeCriteria', criteria: [redundant.a, redundant.b] },
      names: {
        of: 'criteria',
        list: study.redundant.map((pair) => ({
          id: pair.a,
          title: l10n.t('{0} and {1}', named(pair.a), named(pair.b)),
          note: redundancyText(pair),
        })),
      },
    },
    {
      ...of(study.neverSeparating, ({ n }) => pairsText(n)),
      code: 'neverSeparating',
      severity: 'low',
      title: l10n.t('Criteria that never separate pairs'),
      advice: l10n.t(
        'Their verdicts vary between responses. But in every preference, both responses have the same verdict.',
      ),
    },
    {
      ...of(study.alwaysYes, verdicts),
      code: 'alwaysYes',
      severity: 'low',
      title: l10n.t('Criteria that are always met'),
      advice: l10n.t('All verdicts are yes or the highest value. Make the criterion stricter, or remove it.'),
    },
    {
      ...of(study.alwaysNo, verdicts),
      code: 'alwaysNo',
      severity: 'low',
      title: l10n.t('Criteria that are never met'),
      advice: l10n.t('All verdicts are no or the lowest value. Make the criterion less strict, or remove it.'),
    },
    {
      ...of(
        study.neverUsed.map((criterion) => ({ criterion, n: 0 })),
        ({ criterion }) => byId.get(criterion)?.rubricTitle ?? '',
      ),
      code: 'neverUsed',
      severity: 'low',
      title: l10n.t('Criteria that are never used'),
      advice: l10n.t('They are active, but have no verdicts yet.'),
    },
    {
      ...of(study.lowAgreement, ({ criterion, n }) =>
        l10n.t('alpha {0}, {1}', decimal(byId.get(criterion)?.agreement.alpha ?? null), responsesText(n)),
      ),
      code: 'lowAgreement',
      severity: 'medium',
      title: l10n.t('Criteria with low agreement'),
      advice: l10n.t(
        'Agreement is too low to rely on these criteria (alpha below 0.667). Make the wording clearer, and add examples.',
      ),
    },
  ];
}

/** Items without a rubric or a judgment, cells without a verdict, and preferences without a reason. */
function missingFindings({ study }: CoverageFigures): readonly Draft[] {
  const { items, unfilled, unfilledSlices, withoutReason, underOldVersions } = study;
  return [
    {
      ...ofItems('withoutRubric', 'medium', items.withoutRubric, ({ item, ordinal }) => ({
        id: String(ordinal),
        title: item,
        note: itemText(ordinal),
      })),
      title: l10n.t('Items without a rubric'),
      advice: l10n.t('No active rubric applies to these items. Write one, or extend an existing rubric to them.'),
      act: { kind: 'newRubric' },
    },
    {
      code: 'unfilled',
      severity: 'medium',
      count: unfilled ? countOf(unfilled) : 0,
      share: unfilled,
      title: l10n.t('Empty cells'),
      advice: l10n.t('These responses had to be judged on a criterion but have no verdict.'),
      act: { kind: 'editSetting', setting: 'task.verdicts' },
    },
    {
      code: 'unfilledSlices',
      severity: 'medium',
      count: unfilledSlices.length,
      title: l10n.t('Slices with many empty cells'),
      advice: l10n.t(
        'These slices have a much higher share of empty cells than the whole study. Annotators of these items often leave the rubric empty.',
      ),
      judgments: unfilled
        ? Math.round(
            (Math.max(0, ...unfilledSlices.map(({ unfilled: open }) => countOf(open))) / unfilled.n) *
              study.annotations.count,
          )
        : 0,
      names: {
        of: 'words',
        list: unfilledSlices.map(({ slice, unfilled: open }) => ({
          id: `${slice.by} ${slice.value ?? ''}`,
          title: l10n.t('{0}: {1}', byTitle(slice.by), sliceValueText(slice.value)),
          note: shareText(open),
        })),
      },
    },
    {
      code: 'unjudged',
      severity: 'low',
      count: items.unjudged.count,
      share: proportionOf(items.unjudged.count, items.count),
      title: l10n.t('Items not judged'),
      advice: l10n.t(
        'No annotator has judged or skipped these items. Search for items not judged, or use the item order “Least annotated slices first”.',
      ),
      opens: { of: 'unjudged' },
      names: {
        of: 'words',
        list: items.unjudged.first.map((ordinal) => ({ id: String(ordinal), title: itemText(ordinal), note: '' })),
      },
    },
    {
      ...ofItems('underOldVersions', 'low', underOldVersions, annotationName),
      title: l10n.t('Judged with old rubric versions'),
      advice: l10n.t('The rubric changed after these judgments. Judge the items again if the change matters.'),
    },
    {
      ...ofItems('withoutReason', 'low', withoutReason, annotationName),
      title: l10n.t('Comparisons without a reason'),
      advice: l10n.t('They have no rationale, critique, note or criterion that gives the reason.'),
      act: { kind: 'editSetting', setting: 'task.rationale' },
    },
  ];
}

const spanFindings = ({ spans }: CoverageFigures): readonly Draft[] => [
  {
    code: 'spansWithoutCritique',
    severity: 'low',
    count: spans.withoutCritique ? countOf(spans.withoutCritique) : 0,
    share: spans.withoutCritique,
    judgments: spans.withoutCritique ? countOf(spans.withoutCritique) : 0,
    title: l10n.t('Negative spans without an explanation'),
    advice: l10n.t('They mark something wrong, but have no note and no critique text.'),
    opens: { of: 'spans', kind: 'span', bare: true },
  },
  {
    code: 'spanTypesNeverUsed',
    severity: 'low',
    count: spans.neverUsed.length,
    judgments: 0,
    title: l10n.t('Span types never used'),
    advice: l10n.t('The study defines these types, but no span has them.'),
    names: { of: 'words', list: spans.neverUsed.map(wordName) },
  },
];

function ruleFindings({ rules: { rules, neverMarked, without, annotations } }: CoverageFigures): readonly Draft[] {
  const of = (ids: readonly string[]): Pick<Draft, 'count' | 'judgments' | 'names' | 'opens' | 'severity'> => ({
    severity: 'low',
    count: ids.length,
    judgments: Math.max(0, ...ids.map((id) => rules.find((each) => each.id === id)?.marked ?? 0)),
    opens: ids[0] === undefined ? undefined : { of: 'rule', rule: ids[0], mark: 'unmarked' },
    names: {
      of: 'rules',
      list: ids.map((id) => ({ id, title: rules.find((each) => each.id === id)?.feedback ?? id, note: id })),
    },
  });
  return [
    {
      ...of(neverMarked),
      judgments: annotations,
      code: 'rulesNeverMarked',
      title: l10n.t('Rules never marked'),
      advice: l10n.t('No prompt is marked as in scope, near miss or out of scope for these rules.'),
    },
    {
      ...of(without.near),
      code: 'rulesWithoutNear',
      title: l10n.t('Rules with no near miss'),
      advice: l10n.t(
        'Without near misses, a trained model may apply the rule too widely. Find prompts that only seem to be in scope, and mark them.',
      ),
    },
    {
      ...of(without.out),
      code: 'rulesWithoutOut',
      title: l10n.t('Rules with no out-of-scope prompt'),
      advice: l10n.t('Mark some prompts as out of scope. They show where responses must not change.'),
    },
    {
      ...of(without.in),
      code: 'rulesWithoutIn',
      title: l10n.t('Rules with no in-scope prompt'),
      advice: l10n.t('No prompt is marked as in scope for these rules.'),
    },
  ];
}

/** What names something that is no longer there. */
const lostFindings = ({ rules, study: { unknownCriteria, annotations } }: CoverageFigures): readonly Draft[] => [
  {
    code: 'unknownRules',
    severity: 'medium',
    count: rules.unknown.marks,
    title: l10n.t('Marks for unknown rules'),
    advice: l10n.t('The study has no rules with these IDs. The rules file was lost or replaced.'),
    names: { of: 'words', list: rules.unknown.ids.map(wordName) },
  },
  {
    code: 'unknownCriteria',
    severity: 'medium',
    count: unknownCriteria.verdicts,
    title: l10n.t('Verdicts on unknown criteria'),
    advice: l10n.t(
      'No rubric of the study has these criteria. Another tool wrote the verdicts, or the rubrics were lost.',
    ),
    names: { of: 'words', list: unknownCriteria.ids.map(wordName) },
  },
  {
    code: 'orphans',
    severity: 'medium',
    count: annotations.orphans,
    title: l10n.t('Orphaned annotations'),
    advice: l10n.t('Their items were changed or removed, so this report does not count them.'),
    act: { kind: 'showOrphans' },
  },
];

const pairName = ({ item, annotator, annotation, winner, loser }: PreferredPair): Named => ({
  id: `${annotation} ${winner} ${loser}`,
  title: item,
  note: winner === '' ? annotator : l10n.t('{0} prefers {1} to {2}', annotator, winner, loser),
});

const annotationName = ({ item, annotator, annotation }: NamedAnnotation): Named => ({
  id: annotation,
  title: item,
  note: annotator,
});

const wordName = (word: string): Named => ({ id: word, title: word, note: '' });
const itemText = (ordinal: number): string => l10n.t('item {0}', whole(ordinal + 1));

const scoresText = (winner: number | null, loser: number | null): string =>
  winner === null || loser === null
    ? l10n.t('no scores, because no criterion has a positive weight')
    : l10n.t('score {0} (preferred) vs. {1}', percent(winner), percent(loser));

/** How closely two redundant criteria go together. */
export const redundancyText = ({ correlation, n, corrected }: RedundantFigures): string =>
  corrected === undefined
    ? l10n.t('r={0}, {1}', decimal(correlation), responsesText(n))
    : l10n.t(
        'r={0}, about {1} without annotator disagreement, {2}',
        decimal(correlation),
        decimal(corrected),
        responsesText(n),
      );
