import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { decimal, whole } from '../../ui/numbers';
import { DotChart } from '../dotChart';
import { figureText, machineName, shareText, whyText } from '../texts';
import { About, dot, evenScale, opens, opensFigure, Table } from './parts';

export function Machines({ machines }: QualityReport): JSX.Element {
  return machines.machines.length === 0 ? (
    <About text={whyText(machines.why)} />
  ) : (
    <>
      <Table
        heads={[
          l10n.t('Machine'),
          l10n.t('Kappa with people'),
          l10n.t('Confirmed'),
          l10n.t('Passes, not acceptable'),
          l10n.t('Fails, acceptable'),
          l10n.t('Longer wins'),
          l10n.t('Longer wins with people'),
          l10n.t('First in the dataset wins'),
          l10n.t('First wins with people'),
          l10n.t('Judged by both'),
        ]}
        rows={machines.machines.map((own) => [
          machineName(own),
          figureText(own.kappa),
          opensFigure(own.confirmed, { of: 'machine', annotator: own.name }),
          opensFigure(own.falsePass, { of: 'verifiers', wrongly: 'pass' }),
          opensFigure(own.falseFail, { of: 'verifiers', wrongly: 'fail' }),
          opensFigure(own.longerWins, { of: 'bias', trait: 'length', annotator: own.name }),
          shareText(own.longerWinsPeople),
          opensFigure(own.firstWins, { of: 'bias', trait: 'first', annotator: own.name }),
          shareText(own.firstWinsPeople),
          own.kind === 'verifier' ? whole(own.units) : opens(own.units, { of: 'machine', annotator: own.name }),
        ])}
      />
      {machines.suggested > 0 && (
        <About text={l10n.t('Left out, judged with a suggestion: {0}.', whole(machines.suggested))} />
      )}
      {machines.machines.map((own) => (
        <DotChart
          key={own.name}
          title={l10n.t('{0}: people prefer the higher score, by difference', machineName(own))}
          dots={own.bands.flatMap(({ from, to, confirmed }) =>
            dot(l10n.t('{0} to {1}', decimal(from), decimal(to)), confirmed, shareText),
          )}
          scale={evenScale}
        />
      ))}
    </>
  );
}
