import * as l10n from '@vscode/l10n';
import type { CriterionFinding } from '../../src/core/model/coverage';
import { shareOf, type Rate, type Share } from '../../src/core/model/rate';
import type { ItemFinding, ReportFigures } from '../../src/protocol/report';
import { pairsText, responsesText, verdictsText } from './countText';
import { countOf, decimal, hasInterval, interval, percent, weightText, whole } from './numbers';
import { byTitle, sliceTitle } from './slices';
import type { Entry } from './table';

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
      'weight {0}, implied {1}; {2} of {3} against it',
      weightText(weight),
      weightText(implied?.weight ?? 0),
      whole(separation?.against ?? 0),
      pairsText(implied?.pairs ?? 0),
    );
  };
  const verdicts = ({ n }: CriterionFinding): string => verdictsText(n);
  const all: Finding[] = [
    {
      id: 'unexplained',
      count: unexplained.count,
      title: l10n.t('Preferences that no criterion explains'),
      note: shareNote(unexplained.rate),
      advice: l10n.t(
        'Both responses were judged, and no criterion favours the winner. Write one for what decided them.',
      ),
      of: { kind: 'items', finding: 'unexplained', explains: true, entries: unexplained.first.map(pairEntry) },
    },
    {
      id: 'wrongWay',
      count: study.wrongWay.length,
      title: l10n.t('Weights the wrong way round'),
      note: '',
      advice: l10n.t(
        'Those who have more of it lose, with all other criteria held. Turn the weight round, or see what is asked.',
      ),
      of: criteriaEntries(study.wrongWay, ({ criterion }) => wrong(criterion)),
    },
    {
      id: 'against',
      count: against.count,
      title: l10n.t('Preferences against the verdicts'),
      note: shareNote(against.rate),
      advice: l10n.t(
        'The loser has the higher score by the weights. Either the order or a verdict is wrong, or a criterion is missing.',
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
      title: l10n.t('Criteria that say the same'),
      note: '',
      advice: l10n.t('Their verdicts go together in nearly every response. Merge them.'),
      of: {
        kind: 'criteria',
        entries: redundant.map(({ a, b, correlation, n }) => ({
          id: a,
          title: l10n.t('{0} and {1}', named(a), named(b)),
          note: l10n.t('r {0} on {1}', decimal(correlation), responsesText(n)),
        })),
      },
    },
    {
      id: 'neverSeparating',
      count: study.neverSeparating.length,
      title: l10n.t('Criteria that never separate'),
      note: '',
      advice: l10n.t('They vary, but winner and loser always have the same.'),
      of: criteriaEntries(study.neverSeparating, ({ n }) => pairsText(n)),
    },
    {
      id: 'alwaysYes',
      count: study.alwaysYes.length,
      title: l10n.t('Criteria that are always met'),
      note: '',
      advice: l10n.t('Every verdict is yes. Ask for more, or drop it.'),
      of: criteriaEntries(study.alwaysYes, verdicts),
    },
    {
      id: 'alwaysNo',
      count: study.alwaysNo.length,
      title: l10n.t('Criteria that are never met'),
      note: '',
      advice: l10n.t('Every verdict is no. Ask for less, or drop it.'),
      of: criteriaEntries(study.alwaysNo, verdicts),
    },
    {
      id: 'neverUsed',
      count: study.neverUsed.length,
      title: l10n.t('Criteria that are never used'),
      note: '',
      advice: l10n.t('In force, and nobody has judged by them.'),
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
      advice: l10n.t('No rubric in force is for them.'),
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
      title: l10n.t('Unfilled cells'),
      note: shareNote(unfilled),
      advice: l10n.t('Responses that somebody was to judge by a criterion and did not.'),
      of: { kind: 'unfilled' },
    },
    {
      id: 'unfilledSlices',
      count: study.unfilledSlices.length,
      title: l10n.t('Slices with unfilled cells'),
      note: '',
      advice: l10n.t(
        'Their cells are empty far more often than the rest. Whoever judges these items leaves the rubric out.',
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
        'Annotators agree too little to rely on them (alpha below 0.667). Say more clearly what is asked, with examples.',
      ),
      of: criteriaEntries(study.lowAgreement, ({ criterion, n }) =>
        l10n.t('alpha {0} on {1}', decimal(byId.get(criterion)?.agreement.alpha ?? null), responsesText(n)),
      ),
    },
    {
      id: 'unjudged',
      count: items.unjudged.count,
      title: l10n.t('Items that nobody judged'),
      note: shareNote(shareOf(items.unjudged.count, items.count)),
      advice: l10n.t(
        'No annotator judged or skipped them. A search for items not judged, or thin slices first, brings them to the desk.',
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
      title: l10n.t('Judged under old versions'),
      note: shareNote(underOldVersions.rate),
      advice: l10n.t('Their rubric has changed since. Judge them again where the change matters.'),
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
      advice: l10n.t('No rationale, critique, note or criterion says why.'),
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
      title: l10n.t('Negative spans without a critique'),
      note: shareNote(spans.withoutCritique),
      advice: l10n.t('They mark a fault, and no word says what it is.'),
      of: { kind: 'spans' },
    },
    {
      id: 'spanTypesNeverUsed',
      count: spans.neverUsed.length,
      title: l10n.t('Types of spans never used'),
      note: '',
      advice: l10n.t('The study names them, and no span has them.'),
      of: { kind: 'words', entries: spans.neverUsed.map((type) => ({ id: type, title: type, note: '' })) },
    },
    {
      id: 'rulesNeverMarked',
      count: rules.neverMarked.length,
      title: l10n.t('Rules never marked'),
      note: '',
      advice: l10n.t('Nobody said of any prompt where it stands to them.'),
      of: rulesNamed(rules.neverMarked),
    },
    {
      id: 'rulesWithoutNear',
      count: rules.without.near.length,
      title: l10n.t('Rules with no near miss'),
      note: '',
      advice: l10n.t(
        'Nothing shows where their scope ends, so what is learnt from them spreads. Look for prompts that only seem to be in scope.',
      ),
      of: rulesNamed(rules.without.near),
    },
    {
      id: 'rulesWithoutOut',
      count: rules.without.out.length,
      title: l10n.t('Rules with nothing out of scope'),
      note: '',
      advice: l10n.t('No prompt is marked whose responses are to stay as they are.'),
      of: rulesNamed(rules.without.out),
    },
    {
      id: 'rulesWithoutIn',
      count: rules.without.in.length,
      title: l10n.t('Rules with nothing in scope'),
      note: '',
      advice: l10n.t('No prompt is marked that they are for.'),
      of: rulesNamed(rules.without.in),
    },
    {
      id: 'unknownRules',
      count: rules.unknown.marks,
      title: l10n.t('Marks by unknown rules'),
      note: '',
      advice: l10n.t('The study does not have them: its file was lost, or is another one.'),
      of: { kind: 'words', entries: rules.unknown.ids.map((id) => ({ id, title: id, note: '' })) },
    },
    {
      id: 'unknownCriteria',
      count: unknownCriteria.verdicts,
      title: l10n.t('Verdicts by unknown criteria'),
      note: '',
      advice: l10n.t('No rubric of the study has them: another tool wrote these, or the rubrics were lost.'),
      of: { kind: 'words', entries: unknownCriteria.ids.map((id) => ({ id, title: id, note: '' })) },
    },
    {
      id: 'strays',
      count: annotations.strays,
      title: l10n.t('Judgements left out'),
      note: '',
      advice: l10n.t(
        'Their items have other texts now, or are gone. The view “Judgements of Changed Items” lists them.',
      ),
      of: { kind: 'words', entries: [] },
    },
  ];
  return all.filter(({ count }) => count > 0);
}

const shareNote = (rate: Share | Rate | null): string =>
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
    ? l10n.t('by the weights')
    : l10n.t('score {0} to {1}', percent(winner), percent(loser));
