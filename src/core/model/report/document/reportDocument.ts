import * as l10n from '@vscode/l10n';
import { whole } from '../../text/numbers';
import type { CellTable, CoverageFigures } from '../coverage';
import { qualitySections, type QualityReport, type QualitySection } from '../quality';
import { agreementSection } from './agreement';
import { annotatorsSection } from './annotators';
import { biasSection } from './bias';
import { coverageHead, coverageSection } from './coverage/coverageSection';
import type { ReportDocument, Section } from './document';
import { judgmentsSection } from './judgments';
import { machinesSection } from './machines';
import { modelsSection } from './models';
import { noiseSection } from './noise';
import { notKnownOf } from './notKnown';
import { todoOf } from './todoOf';
import { workSection } from './work';

const builders: Readonly<Record<QualitySection, (report: QualityReport) => Section>> = {
  agreement: agreementSection,
  annotators: annotatorsSection,
  noise: noiseSection,
  bias: biasSection,
  models: modelsSection,
  machines: machinesSection,
  judgments: judgmentsSection,
  work: workSection,
};

/** What is known of a study: the figures of its data, those of its rubrics with the cells of all slices, or both. */
export interface Known {
  readonly quality?: QualityReport | undefined;
  readonly coverage?: CoverageFigures | undefined;
  readonly cells?: CellTable | undefined;
}

/** Tells what is known in the reader's language, as everybody shows it. */
export function reportDocument({ quality, coverage, cells }: Known): ReportDocument {
  const annotations = quality?.work.annotations ?? coverage?.study.annotations.count ?? 0;
  return {
    head: quality ? headText(quality) : coverage ? coverageHead(coverage) : '',
    leftOut: quality ? leftOutTexts(quality) : [],
    intervals: l10n.t('Intervals are of 95% over items.'),
    todo: todoOf(quality, coverage),
    noTodo: annotations === 0 ? l10n.t('No judgments yet.') : l10n.t('Nothing to do.'),
    notKnown: notKnownOf(quality, coverage),
    sections: [
      ...(quality ? qualitySections.map((section) => builders[section](quality)) : []),
      ...(coverage ? [coverageSection(coverage, cells)] : []),
    ],
  };
}

function headText({ work, voters, only }: QualityReport): string {
  return [
    l10n.t(
      'Annotations: {0} · judged items: {1} of {2}',
      whole(work.annotations),
      whole(work.judged),
      whole(work.items),
    ),
    l10n.t('annotators: {0}', whole(work.annotators.filter(({ judged, skipped }) => judged + skipped > 0).length)),
    ...(voters.includes('model') ? [l10n.t('judgments of models count')] : []),
    ...(only.annotators ? [l10n.t('only {0}', only.annotators.join(', '))] : []),
    ...(only.without.length > 0 ? [l10n.t('without {0}', only.without.join(', '))] : []),
  ].join(' · ');
}

function leftOutTexts({ leftOut: { contexts, turns, adjudications, lostSteps, orphans } }: QualityReport): string[] {
  return [
    contexts > 0 ? l10n.t('Left out, of items with too many contexts and turns: {0}.', whole(contexts)) : '',
    turns > 0 ? l10n.t('Left out of lengths and looks, of a single turn: {0}.', whole(turns)) : '',
    adjudications > 0 ? l10n.t('Left out, by adjudicators: {0}.', whole(adjudications)) : '',
    lostSteps > 0 ? l10n.t('Left out, steps whose text is gone: {0}.', whole(lostSteps)) : '',
    orphans > 0 ? l10n.t('Left out, of items that changed or are gone: {0}.', whole(orphans)) : '',
  ].filter((each) => each !== '');
}
