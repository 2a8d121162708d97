import * as l10n from '@vscode/l10n';
import type { QualityReport } from '../quality';
import { count, dotsOf, evenScale, noteOf, share, tableOf, text } from './blocks';
import type { Section } from './document';
import { biasText, sectionTitle } from './names';

/** What wins because of where it stands or how it looks. */
export function biasSection({ bias }: QualityReport): Section {
  const rows = bias.rows.filter(({ pairs }) => pairs > 0);
  const table = tableOf('bias.all', sectionTitle('bias'), rows, [
    { id: 'of', head: l10n.t('Of two'), cell: ({ of }) => text(biasText(of)) },
    { id: 'pairs', head: l10n.t('Pairs'), cell: ({ pairs }) => count(pairs) },
    { id: 'wins', head: l10n.t('Wins'), cell: ({ of, wins }) => share(wins, { of: 'bias', trait: of }) },
    { id: 'chance', head: l10n.t('Wins, all else equal'), cell: ({ chance }) => share(chance) },
  ]);
  return {
    id: 'bias',
    title: sectionTitle('bias'),
    lead: rows
      .filter(({ of }) => of === 'length' || of === 'position')
      .map(({ of, wins }) => ({ label: biasText(of), cell: share(wins) })),
    blocks: [
      ...dotsOf(table, 'chance', l10n.t('Wins, all else equal'), evenScale),
      ...noteOf(rows.length > 0 ? l10n.t('The longer response: at twice the length.') : l10n.t('No preferences yet.')),
      ...table,
    ],
  };
}
