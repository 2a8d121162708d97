import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ItemsQuestion } from '../../../src/core/model/report/itemsQuestion';
import type { MachineFigures, MachinesFigures, QualityReport } from '../../../src/core/model/report/quality';
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
          l10n.t('First shown wins'),
          l10n.t('First wins with people'),
          l10n.t('Judged by both'),
        ]}
        rows={machines.machines.map((own) => [
          machineName(own),
          figureText(own.kappa),
          opensFigure(own.confirmed, behind(own)),
          opensFigure(own.falsePass, { of: 'verifiers', wrongly: 'pass', verifier: own.name }),
          opensFigure(own.falseFail, { of: 'verifiers', wrongly: 'fail', verifier: own.name }),
          opensFigure(own.longerWins, { of: 'bias', trait: 'length', annotator: own.name }),
          shareText(own.longerWinsPeople),
          own.kind !== 'verifier' && own.shownAsListed === null
            ? l10n.t('order not known')
            : opensFigure(own.firstWins, { of: 'bias', trait: 'position', annotator: own.name }),
          shareText(own.firstWinsPeople),
          own.kind === 'verifier' ? whole(own.units) : opens(own.units, { of: 'machine', annotator: own.name }),
        ])}
      />
      <BothOrders machines={machines.machines} />
      <Scores machines={machines.machines} />
      {machines.suggested > 0 && (
        <About text={l10n.t('Left out, judged with a suggestion: {0}.', whole(machines.suggested))} />
      )}
      {machines.otherResults > 0 && (
        <About text={l10n.t('Left out, of further tests and reward models: {0}.', whole(machines.otherResults))} />
      )}
      {machines.machines.flatMap((own) =>
        own.scores.map(({ of, bands }) => (
          <DotChart
            key={`${own.kind} ${own.name} ${of}`}
            title={l10n.t('{0}: people prefer the higher score, by difference', scoreName(own, of))}
            dots={bands.flatMap(({ from, to, confirmed }) =>
              dot(l10n.t('{0} to {1}', decimal(from), decimal(to)), confirmed, shareText),
            )}
            scale={evenScale}
          />
        )),
      )}
    </>
  );
}

/** What machines say of the same two responses when they are shown in the other order. */
function BothOrders({ machines }: Pick<MachinesFigures, 'machines'>): JSX.Element | null {
  const rows = machines.flatMap((own) => {
    const { bothOrders } = own;
    if (bothOrders === null) return [];
    const { pairs, consistent, flips, flipped, flippedToFirst, toFirst } = bothOrders;
    return [
      [
        machineName(own),
        whole(pairs),
        shareText(consistent),
        opensFigure(flips, { of: 'flips', annotator: own.name }),
        l10n.t('{0} of {1}', whole(flippedToFirst), whole(flipped)),
        shareText(toFirst),
      ],
    ];
  });
  return rows.length === 0 ? null : (
    <Table
      heads={[
        l10n.t('Machine'),
        l10n.t('Pairs in both orders'),
        l10n.t('The same verdict'),
        l10n.t('The opposite verdict'),
        l10n.t('Of these for the first shown'),
        l10n.t('As a share'),
      ]}
      rows={rows}
    />
  );
}

/** What machines say of single responses, against what people accept and prefer. */
function Scores({ machines }: Pick<MachinesFigures, 'machines'>): JSX.Element | null {
  const rows = machines.flatMap((own) =>
    own.scores.map(({ of, auc, confirmed, responses, pairs }) => [
      machineName(own),
      of,
      own.kind === 'verifier' ? opensFigure(confirmed, behind(own)) : shareText(confirmed),
      whole(pairs),
      figureText(auc),
      whole(responses),
    ]),
  );
  return rows.length === 0 ? null : (
    <Table
      heads={[
        l10n.t('Machine'),
        l10n.t('Score'),
        l10n.t('People prefer the higher'),
        l10n.t('Pairs'),
        l10n.t('AUC of acceptable'),
        l10n.t('Responses'),
      ]}
      rows={rows}
    />
  );
}

/** The items on which a machine says otherwise than people. */
const behind = ({ kind, name }: Pick<MachineFigures, 'kind' | 'name'>): ItemsQuestion =>
  kind === 'verifier' ? { of: 'verifiers', wrongly: 'order', verifier: name } : { of: 'machine', annotator: name };

/** What a score of a machine is called: a verifier has one, which has its name. */
const scoreName = ({ kind, name }: Pick<MachineFigures, 'kind' | 'name'>, of: string): string =>
  kind === 'verifier' ? name : `${name}, ${of}`;
