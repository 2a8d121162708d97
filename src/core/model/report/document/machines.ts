import * as l10n from '@vscode/l10n';
import { decimal, whole } from '../../text/numbers';
import type { ItemsQuestion } from '../itemsQuestion';
import type { MachineFigures, QualityReport } from '../quality';
import { chartOf, count, evenScale, noteOf, number, share, tableOf, text, type Column } from './blocks';
import type { Section } from './document';
import { machineName, sectionTitle, whyText } from './names';

/** What machines say, against what people say of the same. */
export function machinesSection({ machines: { machines, suggested, otherResults, why } }: QualityReport): Section {
  const scores = machines.flatMap((machine) => machine.scores.map((score) => ({ machine, ...score })));
  const asked = machines.flatMap(({ bothOrders, ...machine }) => (bothOrders ? [{ machine, ...bothOrders }] : []));
  return {
    id: 'machines',
    title: sectionTitle('machines'),
    lead: machines.slice(0, 3).map((machine) => ({
      label: `${machineName(machine)}: ${l10n.t('Kappa with people')}`,
      cell: number(machine.kappa),
    })),
    blocks: [
      ...(machines.length === 0 ? noteOf(whyText(why === 'no-overlap' ? 'no-people' : why)) : []),
      ...tableOf('machines.all', l10n.t('Machines against people'), machines, columns()),
      ...tableOf('machines.bothOrders', l10n.t('The same two responses in both orders'), asked, [
        { id: 'machine', head: l10n.t('Machine'), cell: ({ machine }) => text(machineName(machine)) },
        { id: 'pairs', head: l10n.t('Pairs in both orders'), cell: ({ pairs }) => count(pairs) },
        { id: 'consistent', head: l10n.t('The same verdict'), cell: ({ consistent }) => share(consistent) },
        {
          id: 'flips',
          head: l10n.t('The opposite verdict'),
          cell: ({ machine, flips }) => share(flips, { of: 'flips', annotator: machine.name }),
        },
        {
          id: 'toFirst',
          head: l10n.t('Of these for the first shown'),
          cell: ({ flipped, flippedToFirst }) => text(l10n.t('{0} of {1}', whole(flippedToFirst), whole(flipped))),
        },
        { id: 'toFirstShare', head: l10n.t('As a share'), cell: ({ toFirst }) => share(toFirst) },
      ]),
      ...tableOf('machines.scores', l10n.t('Scores of single responses against people'), scores, [
        { id: 'machine', head: l10n.t('Machine'), cell: ({ machine }) => text(machineName(machine)) },
        { id: 'score', head: l10n.t('Score'), cell: ({ of }) => text(of) },
        {
          id: 'confirmed',
          head: l10n.t('People prefer the higher'),
          cell: ({ machine, confirmed }) => share(confirmed, machine.kind === 'verifier' ? behind(machine) : undefined),
        },
        { id: 'pairs', head: l10n.t('Pairs'), cell: ({ pairs }) => count(pairs) },
        { id: 'auc', head: l10n.t('AUC of acceptable'), cell: ({ auc }) => number(auc) },
        { id: 'responses', head: l10n.t('Responses'), cell: ({ responses }) => count(responses) },
      ]),
      ...noteOf(suggested > 0 ? l10n.t('Left out, judged with a suggestion: {0}.', whole(suggested)) : ''),
      ...noteOf(
        otherResults > 0 ? l10n.t('Left out, of further tests and reward models: {0}.', whole(otherResults)) : '',
      ),
      ...scores.flatMap(({ machine, of, bands }) =>
        chartOf(
          `machines.bands.${machine.kind}.${machine.name}.${of}`,
          l10n.t('{0}: people prefer the higher score, by difference', scoreName(machine, of)),
          'share',
          evenScale,
          bands.map(({ from, to, confirmed }) => ({
            label: l10n.t('{0} to {1}', decimal(from), decimal(to)),
            value: confirmed,
          })),
        ),
      ),
    ],
  };
}

const columns = (): readonly Column<MachineFigures>[] => [
  { id: 'machine', head: l10n.t('Machine'), cell: (own) => text(machineName(own)) },
  { id: 'kappa', head: l10n.t('Kappa with people'), cell: ({ kappa }) => number(kappa) },
  { id: 'same', head: l10n.t('The same'), cell: ({ same }) => share(same) },
  { id: 'confirmed', head: l10n.t('Confirmed'), cell: (own) => share(own.confirmed, behind(own)) },
  {
    id: 'falsePass',
    head: l10n.t('Passes, not acceptable'),
    cell: ({ name, falsePass }) => share(falsePass, { of: 'verifiers', wrongly: 'pass', verifier: name }),
  },
  {
    id: 'falseFail',
    head: l10n.t('Fails, acceptable'),
    cell: ({ name, falseFail }) => share(falseFail, { of: 'verifiers', wrongly: 'fail', verifier: name }),
  },
  {
    id: 'longer',
    head: l10n.t('Longer wins'),
    cell: ({ name, longerWins }) => share(longerWins, { of: 'bias', trait: 'length', annotator: name }),
  },
  {
    id: 'longerPeople',
    head: l10n.t('Longer wins with people'),
    cell: ({ longerWinsPeople }) => share(longerWinsPeople),
  },
  {
    id: 'first',
    head: l10n.t('First shown wins'),
    cell: ({ kind, name, firstWins, shownAsListed }) =>
      kind !== 'verifier' && shownAsListed === null
        ? text(l10n.t('order not known'))
        : share(firstWins, { of: 'bias', trait: 'position', annotator: name }),
  },
  { id: 'firstPeople', head: l10n.t('First wins with people'), cell: ({ firstWinsPeople }) => share(firstWinsPeople) },
  {
    id: 'units',
    head: l10n.t('Judged by both'),
    cell: ({ kind, name, units }) => count(units, kind === 'verifier' ? undefined : { of: 'machine', annotator: name }),
  },
];

/** The items on which a machine says otherwise than people. */
const behind = ({ kind, name }: Pick<MachineFigures, 'kind' | 'name'>): ItemsQuestion =>
  kind === 'verifier' ? { of: 'verifiers', wrongly: 'order', verifier: name } : { of: 'machine', annotator: name };

/** What a score of a machine is called: a verifier has one, which has its name. */
const scoreName = ({ kind, name }: Pick<MachineFigures, 'kind' | 'name'>, of: string): string =>
  kind === 'verifier' ? name : `${name}, ${of}`;
