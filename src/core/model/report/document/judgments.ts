import * as l10n from '@vscode/l10n';
import { whole } from '../../text/numbers';
import { declarationOf } from '../figureNames';
import type { QualityReport } from '../quality';
import { count, noteOf, tableOf, text } from './blocks';
import type { Block, Section } from './document';
import { figureLabel, kindOfJudgmentText } from './judgmentTexts';
import { sectionTitle } from './names';

/** A table for each kind of judgment that the study has. */
export const judgmentsSection = ({ judgments: { kinds } }: QualityReport): Section => ({
  id: 'judgments',
  title: sectionTitle('judgments'),
  lead: kinds
    .toSorted((a, b) => b.judgments - a.judgments)
    .slice(0, 6)
    .map(({ kind, judgments }) => ({ label: kindOfJudgmentText(kind), cell: count(judgments) })),
  blocks:
    kinds.length === 0
      ? noteOf(l10n.t('No judgments yet.'))
      : kinds.flatMap(({ kind, judgments, items, figures }): readonly Block[] => {
          const title = `${kindOfJudgmentText(kind)}. ${l10n.t('Judgments: {0}, on items: {1}.', whole(judgments), whole(items))}`;
          const known = figures.filter(({ value }) => value !== null);
          const table = tableOf(`judgments.${kind}`, title, known, [
            { id: 'figure', head: l10n.t('Figure'), cell: (figure) => text(figureLabel(figure)) },
            {
              id: 'value',
              head: l10n.t('Value'),
              cell: ({ name, value, question }) => ({
                as: declarationOf(name).as,
                value,
                ...(question && { opens: question }),
              }),
            },
            {
              id: 'items',
              head: l10n.t('Items'),
              cell: ({ value }) => count(value === null || typeof value === 'number' ? null : value.items),
            },
          ]);
          return table.length > 0 ? table : noteOf(title);
        }),
});
