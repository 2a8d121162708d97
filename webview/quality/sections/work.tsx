import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { whole } from '../../ui/numbers';
import { timeText } from '../texts';
import { HeatMap } from './heatMap';
import { About, Opens, sliceText, Table } from './parts';

export function Work({ work }: QualityReport): JSX.Element {
  return (
    <>
      <Table
        heads={[l10n.t('Annotator'), l10n.t('Judged'), l10n.t('Skipped'), l10n.t('Assigned, about'), l10n.t('Last')]}
        rows={work.annotators.map(({ name, judged, skipped, assigned, last }) => [
          name,
          whole(judged),
          whole(skipped),
          assigned === null ? '–' : whole(assigned),
          last?.slice(0, 10) ?? l10n.t('not begun'),
        ])}
      />
      <Table
        heads={[l10n.t('Annotators per item'), l10n.t('Items')]}
        rows={work.coverage.map((count, judges) => [
          whole(judges),
          judges === 0 && count > 0 ? <Opens question={{ of: 'unjudged' }}>{whole(count)}</Opens> : whole(count),
        ])}
      />
      {work.time > 0 && (
        <About
          text={l10n.t(
            '{0} in all, {1} per item; {2} on items that were judged before, {3} on disputed items.',
            timeText(work.time),
            work.median === null ? '–' : timeText(work.median),
            timeText(work.repeatedTime),
            timeText(work.disputedTime),
          )}
        />
      )}
      <About
        text={l10n.t('Preferences: {0}; ties: {1}.', whole(work.preferences.strict), whole(work.preferences.tied))}
      />
      <Table
        heads={[l10n.t('Strength'), l10n.t('Preferences')]}
        rows={work.strengths.map(({ of, count }) => [of, whole(count)])}
      />
      <Table
        heads={[l10n.t('Skipped because'), l10n.t('Items')]}
        rows={work.skips.map(({ of, count }) => [of, whole(count)])}
      />
      <Table
        heads={[l10n.t('Slice'), l10n.t('Judged'), l10n.t('Items')]}
        rows={work.slices.map((slice) => [sliceText(slice), whole(slice.judged), whole(slice.items)])}
      />
      <HeatMap crossed={work.crossed} />
    </>
  );
}
