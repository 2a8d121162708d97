import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { whole } from '../../ui/numbers';
import { kindOfJudgmentText } from '../judgments/figureTexts';
import { figureLabel, figureValueText } from '../judgments/judgmentTexts';
import { About, Opens, Table } from './parts';

/** A table for each kind of judgment that the study has. */
export function Judgments({ judgments }: QualityReport): JSX.Element {
  if (judgments.kinds.length === 0) return <About text={l10n.t('No judgments yet.')} />;
  return (
    <>
      {judgments.kinds.map(({ kind, judgments: count, items, figures }) => (
        <div key={kind} class="kind">
          <h3>{kindOfJudgmentText(kind)}</h3>
          <About text={l10n.t('Judgments: {0}, on items: {1}.', whole(count), whole(items))} />
          <Table
            heads={[l10n.t('Figure'), l10n.t('Value'), l10n.t('Items')]}
            rows={figures.map((figure) => [
              figureLabel(figure),
              figure.question && figure.value !== null ? (
                <Opens question={figure.question}>{figureValueText(figure)}</Opens>
              ) : (
                figureValueText(figure)
              ),
              figure.value === null || typeof figure.value === 'number' ? '–' : whole(figure.value.items),
            ])}
          />
        </div>
      ))}
    </>
  );
}
