import * as l10n from '@vscode/l10n';
import { annotationsText, annotatorsText, criteriaText, itemsText, responsesText } from '../../../text/countText';
import { whole } from '../../../text/numbers';
import type { CellTable, CoverageFigures, NamedRate } from '../../coverage';
import type { ItemFinding } from '../../coverageQuestion';
import { proportionOf } from '../../proportion';
import { barsOf, count, dotsOf, evenScale, noteOf, tableOf, text, type Column } from '../blocks';
import type { Cell, Dots, Scale, Section } from '../document';
import { sectionTitle } from '../names';
import { notKnownOf } from '../notKnown';
import { criterionColumns } from './criteria';
import { rate } from './rates';
import { ruleColumns } from './rules';
import { sliceColumns, sliceTotals } from './slices';
import { critiqueColumns, critiqueRows, originText, spanColumns } from './spans';

/** What the rubrics cover and explain. @param cells of all slices, where they are told */
export function coverageSection(coverage: CoverageFigures, cells: CellTable | undefined): Section {
  const { study, criteria, slices, spans, critiques, rules } = coverage;
  const table = tableOf('coverage.criteria', l10n.t('Criteria'), criteria, criterionColumns());
  return {
    id: 'coverage',
    title: sectionTitle('coverage'),
    lead: [
      ...(criteria.length === 0 ? [] : [{ label: l10n.t('Active criteria'), cell: count(active(coverage)) }]),
      ...(study.unexplained.rate === null
        ? []
        : [{ label: l10n.t('Unexplained preferences'), cell: rate(study.unexplained.rate) }]),
      ...(study.unfilled === null ? [] : [{ label: l10n.t('Empty cells'), cell: rate(study.unfilled) }]),
    ],
    blocks: [
      ...(criteria.length === 0
        ? noteOf(l10n.t('This study has no rubric yet. Write a rubric to see its criteria here.'))
        : []),
      ...noteOf(notKnownOf(undefined, coverage)?.text ?? ''),
      ...dotsOf(table, 'right', l10n.t('Preferences that a criterion gets right'), evenScale),
      ...dotsOf(table, 'implied', l10n.t('Weights implied by rankings'), weightScale),
      ...table,
      ...(cells
        ? tableOf('coverage.slices', l10n.t('Verdicts by slice'), sliceTotals(slices, cells), sliceColumns())
        : []),
      ...tableOf('coverage.spans', l10n.t('Spans'), spans.types, spanColumns()),
      ...tableOf(
        'coverage.critiques',
        l10n.t('Critiques judged'),
        critiques.judged === 0 ? [] : critiqueRows(critiques),
        critiqueColumns(),
      ),
      ...(critiques.lost > 0
        ? noteOf(l10n.t('Judged critiques that changed or are gone: {0}.', whole(critiques.lost)))
        : []),
      ...tableOf('coverage.rules', l10n.t('Rules'), rules.rules, ruleColumns()),
      ...tableOf('coverage.study', l10n.t('Study'), studyRows(coverage), studyColumns()),
      ...barsOf(
        'coverage.criteriaOrigins',
        l10n.t('Active criteria by origin'),
        l10n.t('Criteria'),
        study.origins.criteria.map(({ origin, criteria: each }) => ({ label: originText(origin), count: each })),
      ),
      ...barsOf(
        'coverage.annotationOrigins',
        l10n.t('Annotations by origin'),
        l10n.t('Annotations'),
        study.origins.annotations.map(({ origin, annotations }) => ({ label: originText(origin), count: annotations })),
      ),
    ],
  };
}

/** What coverage is of: "7 criteria active · 45 annotations by 3 annotators · 15 of 15 items judged". */
export function coverageHead(coverage: CoverageFigures): string {
  const { items, annotations } = coverage.study;
  return l10n.t(
    '{0} active · {1} by {2} · {3} of {4} judged',
    criteriaText(active(coverage)),
    annotationsText(annotations.count),
    annotatorsText(annotations.annotators),
    whole(items.judged),
    itemsText(items.count),
  );
}

const active = ({ criteria }: CoverageFigures): number =>
  criteria.filter(({ inForce, faulty }) => inForce && faulty === null).length;

/** From the lowest weight to the highest; intervals without end do not stretch it. */
function weightScale(dots: Dots['dots']): Scale {
  const values = dots.map(({ value }) => value.value);
  const reach = 2 * Math.max(0.1, ...values.map(Math.abs));
  const ends = dots.flatMap(({ value: { value, low, high } }) => [value, low ?? value, high ?? value]);
  return {
    min: Math.max(-reach, Math.min(0, ...ends)),
    max: Math.min(reach, Math.max(0.1, ...ends)),
    lines: [0],
  };
}

/** A figure of the study as a whole. */
interface StudyRow {
  readonly label: string;
  readonly cell: Cell;
  /** What is left out of it, or else to be said. */
  readonly more: string;
}

const studyColumns = (): readonly Column<StudyRow>[] => [
  { id: 'of', head: l10n.t('Figure'), cell: ({ label }) => text(label) },
  { id: 'value', head: l10n.t('Value'), cell: ({ cell }) => cell },
  { id: 'more', head: l10n.t('Of these'), cell: ({ more }) => text(more) },
];

/** The figures of the study as a whole. */
export function studyRows({ study, spans, criteria }: CoverageFigures): readonly StudyRow[] {
  const { items, annotations, unexplained, against, withoutReason, underOldVersions } = study;
  const row = (label: string, cell: Cell, more = ''): StudyRow => ({ label, cell, more });
  return [
    row(l10n.t('Items judged'), rate(proportionOf(items.judged, items.count))),
    row(l10n.t('Annotations'), count(annotations.count), annotationsMore(annotations)),
    row(l10n.t('Preferences'), count(study.preferences)),
    row(l10n.t('Without a rubric'), named(items.withoutRubric, 'withoutRubric')),
    row(l10n.t('Empty cells'), rate(study.unfilled)),
    row(l10n.t('Unexplained preferences'), named(unexplained, 'unexplained')),
    row(
      l10n.t('Contradicting verdicts'),
      named(against, 'against'),
      against.equal > 0 ? l10n.t('equal scores: {0}', whole(against.equal)) : '',
    ),
    row(l10n.t('Without a reason'), named(withoutReason, 'withoutReason')),
    row(
      l10n.t('With old rubric versions'),
      named(underOldVersions, 'underOldVersions'),
      underOldVersions.versions
        .filter(({ version, current }) => version !== current)
        .map(({ rubric, version, current, annotations: made }) =>
          l10n.t('{0}: {1} with version {2} (active version: {3})', rubric, whole(made), version, current),
        )
        .join('; '),
    ),
    row(l10n.t('Negative spans without an explanation'), rate(spans.withoutCritique)),
    ...(spans.spans + spans.missing + spans.lost === 0
      ? []
      : [
          row(
            l10n.t('Spans'),
            count(spans.spans),
            [
              l10n.t('missing information: {0}', whole(spans.missing)),
              l10n.t('in {0} with a critique', responsesText(spans.critiqued)),
              ...(spans.lost > 0 ? [l10n.t('not counted, as their text is gone: {0}', whole(spans.lost))] : []),
            ].join('; '),
          ),
        ]),
    ...criteria.flatMap(({ name, gate }) =>
      gate ? [row(l10n.t('Gate: {0}', name), rate(gate.fired), l10n.t('threshold {0}', gate.threshold))] : [],
    ),
  ].filter(({ cell }) => cell.value !== null);
}

/** A share of what a finding names, with the items behind it. */
const named = ({ rate: of, count: found }: NamedRate<unknown>, finding: ItemFinding): Cell =>
  rate(of, found > 0 ? { of: 'finding', finding } : undefined);

const annotationsMore = ({ skipped, orphans, repeats, byModels }: CoverageFigures['study']['annotations']): string =>
  [
    ...(skipped > 0 ? [l10n.t('skipped: {0}', whole(skipped))] : []),
    ...(orphans > 0 ? [l10n.t('not counted, as their items changed or are gone: {0}', whole(orphans))] : []),
    ...(repeats > 0 ? [l10n.t('not counted, as they repeat one: {0}', whole(repeats))] : []),
    ...(byModels > 0 ? [l10n.t('not counted, as models made them and people judged too: {0}', whole(byModels))] : []),
  ].join('; ');
