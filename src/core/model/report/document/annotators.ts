import * as l10n from '@vscode/l10n';
import { percent, whole } from '../../text/numbers';
import type { ControlTest } from '../../desk/controlTest';
import type { AnnotatorFigures, QualityReport } from '../quality';
import {
  alone,
  chartOf,
  count,
  dotsOf,
  evenScale,
  number,
  share,
  shareScale,
  tableOf,
  text,
  time,
  type Column,
} from './blocks';
import type { Fold, Matrix, Section } from './document';
import { categoryText, kindText, sectionTitle } from './names';

/** How each annotator judges, next to the others. */
export function annotatorsSection({ annotators: figures }: QualityReport): Section {
  const { annotators, main } = figures;
  const table = tableOf(
    'annotators.all',
    main === null ? sectionTitle('annotators') : l10n.t('Annotators, compared by: {0}', kindText(main)),
    annotators,
    columns(),
  );
  return {
    id: 'annotators',
    title: sectionTitle('annotators'),
    lead: annotators.slice(0, 4).map(({ name, judged }) => ({ label: name, cell: count(judged) })),
    blocks: [
      ...dotsOf(table, 'same', l10n.t('The same as others: {0}', kindText(main ?? '')), shareScale),
      ...table,
      ...annotators.flatMap(({ name, calibration }) =>
        calibration.length < 2
          ? []
          : chartOf(
              `annotators.calibration.${name}`,
              l10n.t('{0}: right, by stated confidence', name),
              'share',
              evenScale,
              calibration.map(({ confidence, right }) => ({ label: percent(confidence), value: right })),
            ),
      ),
      ...confusions(figures),
    ],
  };
}

/** The columns, made anew as the language may have come meanwhile. */
const columns = (): readonly Column<AnnotatorFigures>[] => [
  ...doneColumns(),
  {
    id: 'pace',
    head: l10n.t('Per item'),
    cell: ({ name, pace }) => time(pace?.median ?? null, { of: 'judged', annotator: name, first: 'quickest' }),
  },
  {
    id: 'same',
    head: l10n.t('The same as others'),
    cell: ({ name, withOthers }) => share(withOthers, { of: 'differs', annotator: name }),
  },
  { id: 'others', head: l10n.t('Others among themselves'), cell: ({ others }) => share(others) },
  {
    id: 'noise',
    head: l10n.t('Label noise'),
    cell: ({ name, epsilon }) => number(epsilon, { of: 'differs', annotator: name }),
  },
  {
    id: 'controls',
    head: l10n.t('Controls right'),
    cell: ({ name, controls }) => share(controls, { of: 'controls', annotator: name }),
  },
  {
    id: 'test',
    head: l10n.t('Test'),
    cell: ({ name, test }) => text(testText(test), { of: 'controls', annotator: name }),
  },
  {
    id: 'repeats',
    head: l10n.t('Repeats the same'),
    cell: ({ name, repeats }) => share(repeats, { of: 'repeats', annotator: name }),
  },
  {
    id: 'adjudicated',
    head: l10n.t('As adjudicated'),
    cell: ({ name, adjudicated }) => share(adjudicated, { of: 'settled', annotator: name }),
  },
  {
    id: 'first',
    head: l10n.t('First shown wins'),
    cell: ({ name, firstWins }) => share(firstWins, { of: 'bias', trait: 'position', annotator: name }),
  },
  {
    id: 'longer',
    head: l10n.t('Longer wins'),
    cell: ({ name, longerWins }) => share(longerWins, { of: 'bias', trait: 'length', annotator: name }),
  },
  { id: 'uniform', head: l10n.t('The same for all responses'), cell: ({ uniform }) => share(alone(uniform)) },
  { id: 'run', head: l10n.t('Longest run of one position'), cell: ({ run }) => count(run?.length ?? null) },
  {
    id: 'accuracy',
    head: l10n.t('Accuracy (Dawid-Skene)'),
    cell: ({ name, accuracy }) => share(accuracy, { of: 'differs', annotator: name }),
  },
  { id: 'without', head: l10n.t('Alpha without'), cell: ({ alphaWithout }) => number(alphaWithout) },
  {
    id: 'brier',
    head: l10n.t('Brier score'),
    cell: ({ name, brier }) => number(alone(brier), { of: 'differs', annotator: name, stated: true }),
  },
];

/** The columns of what somebody has done. */
export const doneColumns = (): readonly Column<Pick<AnnotatorFigures, 'name' | 'judged' | 'skipped'>>[] => [
  { id: 'name', head: l10n.t('Annotator'), cell: ({ name }) => text(name) },
  {
    id: 'judged',
    head: l10n.t('Judged'),
    cell: ({ name, judged }) => count(judged, { of: 'judged', annotator: name }),
  },
  {
    id: 'skipped',
    head: l10n.t('Skipped'),
    cell: ({ name, skipped }) => count(skipped, { of: 'skipped', annotator: name }),
  },
];

/** As known, of the items of the qualification test that are judged, and whether that passes. */
function testText(test: ControlTest | null): string {
  if (test === null) return '';
  const { right, done, passed } = test;
  const text = l10n.t('{0} of {1}', whole(right), whole(done));
  return passed === null ? text : passed ? l10n.t('{0}, passed', text) : l10n.t('{0}, not passed', text);
}

/** What each says of what is likely true, by Dawid and Skene. */
function confusions({ confusion, categories, main }: QualityReport['annotators']): readonly Fold[] {
  const labels = categories.map((value) => categoryText(main, value));
  const matrices = confusion.map(({ name, rows }): Matrix => ({
    is: 'matrix',
    id: `annotators.confusion.${name}`,
    title: name,
    middle: 0,
    rows: labels,
    columns: labels,
    cells: rows.map((row) => row.map((value) => ({ share: value, text: percent(value), about: '' }))),
  }));
  return matrices.length === 0
    ? []
    : [
        {
          is: 'fold',
          title: l10n.t('Confusion (Dawid-Skene): rows what is likely true, columns what they said'),
          blocks: matrices,
        },
      ];
}
