import * as l10n from '@vscode/l10n';
import type { CriterionFinding, RedundantFigures } from '../../src/core/model/report/coverage';
import { proportionOf, type Rate, type Proportion } from '../../src/core/model/report/proportion';
import type { ItemFinding, ReportFigures } from '../../src/protocol/report';
import { pairsText, responsesText, verdictsText } from '../../src/core/model/text/countText';
import {
  countOf,
  decimal,
  hasInterval,
  interval,
  percent,
  rateLong,
  weightText,
  whole,
} from '../../src/core/model/text/numbers';
import { byTitle, sliceTitle } from './tables/slices';
import type { Entry } from './tables/table';

/** Something to look at: what it is, with its figure, and what it names. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  /** Of how many, with the interval. */
  readonly note: string;
  readonly advice: string;
  readonly count: number;
  /** What it names, as far as that was kept. */
  readonly of:
    | {
        readonly kind: 'items';
        readonly finding: ItemFinding;
        readonly explains: boolean;
        readonly entries: readonly Entry[];
      }
    | { readonly kind: 'criteria' | 'rules'; readonly entries: readonly Entry[] }
    | { readonly kind: 'spans' }
    | { readonly kind: 'unfilled' }
    | { readonly kind: 'words'; readonly entries: readonly Entry[] };
}

/**
 * What to mend, the most telling first: what the rubric misses, what of it is wrong, what of it is idle, and what is
 * missing.
 */
export function findingsOf({ study, criteria, spans, rules }: ReportFigures): Finding[] {
  const byId = new Map(criteria.map((each) => [each.id, each]));
  const named = (id: string): string => byId.get(id)?.name ?? id;
  const {
    unexplained,
    against,
    redundant,
    withoutReason,
    underOldVersions,
    unknownCriteria,
    items,
    annotations,
    unfilled,
  } = study;
  const criteriaEntries = (
    list: readonly CriterionFinding[],
    note: (finding: CriterionFinding) => string,
  ): Finding['of'] => ({
    kind: 'criteria',
    entries: list.map((each) => ({ id: each.criterion, title: named(each.criterion), note: note(each) })),
  });
  const rulesNamed = (ids: readonly string[]): Finding['of'] => ({
    kind: 'rules',
    entries: ids.map((id) => ({ id, title: rules.rules.find((each) => each.id === id)?.feedback ?? id, note: id })),
  });
  const wrong = (id: string): string => {
    const { weight = 0, implied, separation } = byId.get(id) ?? {};
    return l10n.t(
      'weight {0}, implied {1}; contradicted by {2} of {3}',
      weightText(weight),
      weightText(implied?.weight ?? 0),
      whole(separation?.against ?? 0),
      pairsText(implied?.pairs ?? 0),
    );
  };
  const verdicts = ({ n }: CriterionFinding): string => verdictsText(n);
  const all: Finding[] = [
    {
      id: 'differingAnnotators',
      count: study.differingAnnotators.length,
      title: l10n.t('Annotators who differ from others'),
      note: '',
      advice: l10n.t(
        'Their verdicts are the same as those of others much less often than the verdicts of the others are among themselves. Somebody who differs can be right: compare some items, and check the guidelines.',
      ),
      of: {
        kind: 'words',
        entries: study.differingAnnotators.map(({ annotator, same, others }) => ({
          id: annotator,
          title: annotator,
          note: l10n.t('same as others: {0}; others among themselves: {1}', rateLong(same), percent(others)),
        })),
      },
    },
    {
      id: 'unexplained',
      count: unexplained.count,
      title: l10n.t('Unexplained preferences'),
      note: shareNote(unexplained.rate),
      advice: l10n.t(
        'Both responses have verdicts, but no criterion favors the preferred response. Write a criterion that describes the deciding difference.',
      ),
      of: { kind: 'items', finding: 'unexplained', explains: true, entries: unexplained.first.map(pairEntry) },
    },
    {
      id: 'wrongWay',
      count: study.wrongWay.length,
      title: l10n.t('Weights with the wrong sign'),
      note: '',
      advice: l10n.t(
        'The rankings contradict the sign of the weight, with all other criteria held constant. Change the sign, or check the wording of the criterion.',
      ),
      of: criteriaEntries(study.wrongWay, ({ criterion }) => wrong(criterion)),
    },
    {
      id: 'against',
      count: against.count,
      title: l10n.t('Preferences that contradict verdicts'),
      note: shareNote(against.rate),
      advice: l10n.t(
        'The response that was not preferred has the higher weighted score. The ranking or a verdict is wrong, or a criterion is missing.',
      ),
      of: {
        kind: 'items',
        finding: 'against',
        explains: true,
        entries: against.first.map((pair) => ({
          ...pairEntry(pair),
          note: `${pairEntry(pair).note} · ${scores(pair.winnerScore, pair.loserScore)}`,
        })),
      },
    },
    {
      id: 'redundant',
      count: redundant.length,
      title: l10n.t('Redundant criteria'),
      note: '',
      advice: l10n.t(
        'Their verdicts are highly correlated: r is 0.9 or more, or −0.9 or less, or would be about that if annotators agreed. Merge these criteria.',
      ),
      of: {
        kind: 'criteria',
        entries: redundant.map((pair) => ({
          id: pair.a,
          title: l10n.t('{0} and {1}', named(pair.a), named(pair.b)),
          note: redundancyText(pair),
        })),
      },
    },
    {
      id: 'neverSeparating',
      count: study.neverSeparating.length,
      title: l10n.t('Criteria that never separate pairs'),
      note: '',
      advice: l10n.t(
        'Their verdicts vary between responses. But in every preference, both responses have the same verdict.',
      ),
      of: criteriaEntries(study.neverSeparating, ({ n }) => pairsText(n)),
    },
    {
      id: 'alwaysYes',
      count: study.alwaysYes.length,
      title: l10n.t('Criteria that are always met'),
      note: '',
      advice: l10n.t('All verdicts are yes or the highest value. Make the criterion stricter, or remove it.'),
      of: criteriaEntries(study.alwaysYes, verdicts),
    },
    {
      id: 'alwaysNo',
      count: study.alwaysNo.length,
      title: l10n.t('Criteria that are never met'),
      note: '',
      advice: l10n.t('All verdicts are no or the lowest value. Make the criterion less strict, or remove it.'),
      of: criteriaEntries(study.alwaysNo, verdicts),
    },
    {
      id: 'neverUsed',
      count: study.neverUsed.length,
      title: l10n.t('Criteria that are never used'),
      note: '',
      advice: l10n.t('They are active, but have no verdicts yet.'),
      of: {
        kind: 'criteria',
        entries: study.neverUsed.map((id) => ({ id, title: named(id), note: byId.get(id)?.rubricTitle ?? '' })),
      },
    },
    {
      id: 'withoutRubric',
      count: items.withoutRubric.count,
      title: l10n.t('Items without a rubric'),
      note: shareNote(items.withoutRubric.rate),
      advice: l10n.t('No active rubric applies to these items. Write one, or extend an existing rubric to them.'),
      of: {
        kind: 'items',
        finding: 'withoutRubric',
        explains: false,
        entries: items.withoutRubric.first.map(({ item, ordinal }) => ({
          id: String(ordinal),
          title: item,
          note: l10n.t('item {0}', whole(ordinal + 1)),
        })),
      },
    },
    {
      id: 'unfilled',
      count: unfilled ? countOf(unfilled) : 0,
      title: l10n.t('Empty cells'),
      note: shareNote(unfilled),
      advice: l10n.t('These responses had to be judged on a criterion but have no verdict.'),
      of: { kind: 'unfilled' },
    },
    {
      id: 'unfilledSlices',
      count: study.unfilledSlices.length,
      title: l10n.t('Slices with many empty cells'),
      note: '',
      advice: l10n.t(
        'These slices have a much higher share of empty cells than the whole study. Annotators of these items often leave the rubric empty.',
      ),
      of: {
        kind: 'words',
        entries: study.unfilledSlices.map(({ slice, unfilled: open }) => ({
          id: `${slice.by} ${slice.value ?? ''}`,
          title: l10n.t('{0}: {1}', byTitle(slice.by), sliceTitle(slice)),
          note: `${whole(countOf(open))} ${shareNote(open)}`,
        })),
      },
    },
    {
      id: 'lowAgreement',
      count: study.lowAgreement.length,
      title: l10n.t('Criteria with low agreement'),
      note: '',
      advice: l10n.t(
        'Agreement is too low to rely on these criteria (alpha below 0.667). Make the wording clearer, and add examples.',
      ),
      of: criteriaEntries(study.lowAgreement, ({ criterion, n }) =>
        l10n.t('alpha {0}, {1}', decimal(byId.get(criterion)?.agreement.alpha ?? null), responsesText(n)),
      ),
    },
    {
      id: 'unjudged',
      count: items.unjudged.count,
      title: l10n.t('Items not judged'),
      note: shareNote(proportionOf(items.unjudged.count, items.count)),
      advice: l10n.t(
        'No annotator has judged or skipped these items. Search for items not judged, or use the item order “Least annotated slices first”.',
      ),
      of: {
        kind: 'words',
        entries: items.unjudged.first.map((ordinal) => ({
          id: String(ordinal),
          title: l10n.t('item {0}', whole(ordinal + 1)),
          note: '',
        })),
      },
    },
    {
      id: 'underOldVersions',
      count: underOldVersions.count,
      title: l10n.t('Judged with old rubric versions'),
      note: shareNote(underOldVersions.rate),
      advice: l10n.t('The rubric changed after these judgments. Judge the items again if the change matters.'),
      of: {
        kind: 'items',
        finding: 'underOldVersions',
        explains: false,
        entries: underOldVersions.first.map(annotationEntry),
      },
    },
    {
      id: 'withoutReason',
      count: withoutReason.count,
      title: l10n.t('Comparisons without a reason'),
      note: shareNote(withoutReason.rate),
      advice: l10n.t('They have no rationale, critique, note or criterion that gives the reason.'),
      of: {
        kind: 'items',
        finding: 'withoutReason',
        explains: false,
        entries: withoutReason.first.map(annotationEntry),
      },
    },
    {
      id: 'spansWithoutCritique',
      count: spans.withoutCritique ? countOf(spans.withoutCritique) : 0,
      title: l10n.t('Negative spans without an explanation'),
      note: shareNote(spans.withoutCritique),
      advice: l10n.t('They mark something wrong, but have no note and no critique text.'),
      of: { kind: 'spans' },
    },
    {
      id: 'spanTypesNeverUsed',
      count: spans.neverUsed.length,
      title: l10n.t('Span types never used'),
      note: '',
      advice: l10n.t('The study defines these types, but no span has them.'),
      of: { kind: 'words', entries: spans.neverUsed.map((type) => ({ id: type, title: type, note: '' })) },
    },
    {
      id: 'rulesNeverMarked',
      count: rules.neverMarked.length,
      title: l10n.t('Rules never marked'),
      note: '',
      advice: l10n.t('No prompt is marked as in scope, near miss or out of scope for these rules.'),
      of: rulesNamed(rules.neverMarked),
    },
    {
      id: 'rulesWithoutNear',
      count: rules.without.near.length,
      title: l10n.t('Rules with no near miss'),
      note: '',
      advice: l10n.t(
        'Without near misses, a trained model may apply the rule too widely. Find prompts that only seem to be in scope, and mark them.',
      ),
      of: rulesNamed(rules.without.near),
    },
    {
      id: 'rulesWithoutOut',
      count: rules.without.out.length,
      title: l10n.t('Rules with no out-of-scope prompt'),
      note: '',
      advice: l10n.t('Mark some prompts as out of scope. They show where responses must not change.'),
      of: rulesNamed(rules.without.out),
    },
    {
      id: 'rulesWithoutIn',
      count: rules.without.in.length,
      title: l10n.t('Rules with no in-scope prompt'),
      note: '',
      advice: l10n.t('No prompt is marked as in scope for these rules.'),
      of: rulesNamed(rules.without.in),
    },
    {
      id: 'unknownRules',
      count: rules.unknown.marks,
      title: l10n.t('Marks for unknown rules'),
      note: '',
      advice: l10n.t('The study has no rules with these IDs. The rules file was lost or replaced.'),
      of: { kind: 'words', entries: rules.unknown.ids.map((id) => ({ id, title: id, note: '' })) },
    },
    {
      id: 'unknownCriteria',
      count: unknownCriteria.verdicts,
      title: l10n.t('Verdicts on unknown criteria'),
      note: '',
      advice: l10n.t(
        'No rubric of the study has these criteria. Another tool wrote the verdicts, or the rubrics were lost.',
      ),
      of: { kind: 'words', entries: unknownCriteria.ids.map((id) => ({ id, title: id, note: '' })) },
    },
    {
      id: 'strays',
      count: annotations.orphans,
      title: l10n.t('Orphaned annotations'),
      note: '',
      advice: l10n.t(
        'Their items were changed or removed, so this report does not count them. See the view “Orphaned Annotations”.',
      ),
      of: { kind: 'words', entries: [] },
    },
  ];
  return all.filter(({ count }) => count > 0);
}

const shareNote = (rate: Proportion | Rate | null): string =>
  !rate
    ? ''
    : hasInterval(rate)
      ? l10n.t('of {0} · {1} ({2})', whole(rate.n), percent(rate.rate), interval(rate))
      : l10n.t('of {0} · {1}', whole(rate.n), percent(rate.rate));

function pairEntry({
  item,
  annotator,
  annotation,
  winner,
  loser,
}: {
  readonly item: string;
  readonly annotator: string;
  readonly annotation: string;
  readonly winner: string;
  readonly loser: string;
}): Entry {
  return {
    id: `${annotation} ${winner} ${loser}`,
    title: item,
    note: winner === '' ? annotator : l10n.t('{0} prefers {1} to {2}', annotator, winner, loser),
  };
}

function annotationEntry({
  item,
  annotator,
  annotation,
}: {
  readonly item: string;
  readonly annotator: string;
  readonly annotation: string;
}): Entry {
  return { id: annotation, title: item, note: annotator };
}

const scores = (winner: number | null, loser: number | null): string =>
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
