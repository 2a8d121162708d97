import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { whole } from '../../ui/numbers';
import { DotChart } from '../dotChart';
import { biasText, shareText } from '../texts';
import { About, dot, evenScale, opensFigure, Table } from './parts';

export function Bias({ bias }: QualityReport): JSX.Element {
  const rows = bias.rows.filter(({ pairs }) => pairs > 0);
  return (
    <>
      <DotChart
        title={l10n.t('Wins, all else equal')}
        dots={rows.flatMap(({ of, chance }) => dot(biasText(of), chance, shareText))}
        scale={evenScale}
      />
      <About
        text={rows.length > 0 ? l10n.t('The longer response: at twice the length.') : l10n.t('No preferences yet.')}
      />
      <Table
        heads={[l10n.t('Of two'), l10n.t('Pairs'), l10n.t('Wins'), l10n.t('Wins, all else equal')]}
        rows={rows.map(({ of, pairs, wins, chance }) => [
          biasText(of),
          whole(pairs),
          opensFigure(wins, { of: 'bias', trait: of }),
          shareText(chance),
        ])}
      />
    </>
  );
}
