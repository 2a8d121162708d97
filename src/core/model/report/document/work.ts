import * as l10n from '@vscode/l10n';
import { percent, whole } from '../../text/numbers';
import type { CrossedSlices, QualityReport } from '../quality';
import { doneColumns } from './annotators';
import { barsOf, count, noteOf, share, tableOf, text, time } from './blocks';
import type { Cell, Choice, Matrix, MatrixCell, Section } from './document';
import { fieldsText, sectionTitle, sliceText, sliceValueText } from './names';
import { shareText } from './values';

/** What is done, by whom and where, and what the labels are like. */
export function workSection({ work }: QualityReport): Section {
  const { coverage, preferences, balance, lengthGap, diversity } = work;
  return {
    id: 'work',
    title: sectionTitle('work'),
    lead: [
      { label: l10n.t('Judged'), cell: share(work.items === 0 ? null : work.judged / work.items) },
      ...(work.median === null ? [] : [{ label: l10n.t('Per item (median)'), cell: time(work.median) }]),
      ...(work.time === 0 ? [] : [{ label: l10n.t('In all'), cell: time(work.time) }]),
    ],
    blocks: [
      ...barsOf(
        'work.coverage',
        l10n.t('Annotators per item'),
        l10n.t('Items'),
        coverage.map((each, judges) => ({
          label: whole(judges),
          count: each,
          opens:
            judges === 0
              ? ({ of: 'unjudged' } as const)
              : ({ of: 'judged-by', annotators: judges, orMore: judges === coverage.length - 1 } as const),
        })),
      ),
      ...tableOf('work.annotators', l10n.t('Progress'), work.annotators, [
        ...doneColumns(),
        { id: 'assigned', head: l10n.t('Assigned, about'), cell: ({ assigned }) => count(assigned) },
        { id: 'last', head: l10n.t('Last'), cell: ({ last }) => text(last?.slice(0, 10) ?? l10n.t('not begun')) },
      ]),
      ...tableOf('work.time', l10n.t('Active time'), work.time === 0 ? [] : times(work), [
        { id: 'of', head: l10n.t('Figure'), cell: ({ label }) => text(label) },
        { id: 'time', head: l10n.t('Time'), cell: ({ cell }) => cell },
      ]),
      ...noteOf(l10n.t('Preferences: {0}; ties: {1}.', whole(preferences.strict), whole(preferences.tied))),
      ...noteOf(
        [
          ...(balance.acceptable ? [l10n.t('Acceptable: {0}.', shareText(balance.acceptable))] : []),
          ...(diversity === null
            ? []
            : [l10n.t('New pairs of words in the first responses: {0}.', percent(diversity))]),
          ...(lengthGap
            ? [
                l10n.t(
                  'Chosen less rejected, in characters: median {0}, half between {1} and {2}.',
                  whole(lengthGap[2] ?? 0),
                  whole(lengthGap[1] ?? 0),
                  whole(lengthGap[3] ?? 0),
                ),
              ]
            : []),
        ].join(' '),
      ),
      ...tableOf('work.dataset', l10n.t('Of the dataset'), ofDataset(work), [
        { id: 'of', head: l10n.t('Figure'), cell: ({ label }) => text(label) },
        { id: 'count', head: l10n.t('Count'), cell: ({ cell }) => cell },
      ]),
      ...barsOf(
        'work.lengths',
        l10n.t('Winner longer by, in characters'),
        l10n.t('Preferences'),
        work.lengthHistogram.map(({ from, to, count: each }) => ({
          label: l10n.t('{0} to {1}', whole(from), whole(to - 1)),
          count: each,
          opens: { of: 'longer-by', from, to } as const,
        })),
      ),
      ...barsOf(
        'work.strengths',
        l10n.t('Strength'),
        l10n.t('Preferences'),
        work.strengths.map(({ of, count: each }) => ({
          label: of,
          count: each,
          opens: { of: 'strength', strength: Number(of) } as const,
        })),
      ),
      ...barsOf(
        'work.skips',
        l10n.t('Skipped because'),
        l10n.t('Items'),
        work.skips.map(({ of, count: each }) => ({
          label: of,
          count: each,
          opens: { of: 'skipped', reason: of } as const,
        })),
      ),
      ...tableOf('work.slices', l10n.t('Judged, by slice'), work.slices, [
        { id: 'slice', head: l10n.t('Slice'), cell: (slice) => text(sliceText(slice)) },
        {
          id: 'judged',
          head: l10n.t('Judged'),
          cell: ({ by, value, judged }) => count(judged, { of: 'judged', within: { by, value } }),
        },
        {
          id: 'unjudged',
          head: l10n.t('Not judged'),
          cell: ({ by, value, items, judged }) => count(items - judged, { of: 'cell', fields: [{ by, value }] }),
        },
        { id: 'items', head: l10n.t('Items'), cell: ({ items }) => count(items) },
      ]),
      ...crossings(work.crossed),
    ],
  };
}

interface Labelled {
  readonly label: string;
  readonly cell: Cell;
}

const times = ({ time: all, median, repeatedTime, disputedTime }: QualityReport['work']): readonly Labelled[] => [
  { label: l10n.t('In all'), cell: time(all) },
  { label: l10n.t('Per item (median)'), cell: time(median, { of: 'judged', first: 'longest' }) },
  {
    label: l10n.t('On items that were judged before'),
    cell: time(repeatedTime, { of: 'judged-by', annotators: 2, orMore: true }),
  },
  { label: l10n.t('On disputed items'), cell: time(disputedTime, { of: 'disputed' }) },
];

const ofDataset = ({ balance, ...work }: QualityReport['work']): readonly Labelled[] => [
  ...(balance.first
    ? [
        {
          label: l10n.t('First of two in the dataset preferred'),
          cell: share(balance.first, { of: 'bias', trait: 'first' }),
        },
      ]
    : []),
  { label: l10n.t('Repeated prompts'), cell: count(work.repeatedPrompts, { of: 'repeated', what: 'prompt' }) },
  {
    label: l10n.t('Repeated responses'),
    cell: text(
      l10n.t('{0} of {1}', whole(work.repeatedResponses), whole(work.responses)),
      work.repeatedResponses > 0 ? { of: 'repeated', what: 'response' } : undefined,
    ),
  },
];

/** How much is judged where the values of two fields cross. */
const crossings = (crossed: readonly CrossedSlices[]): readonly Choice[] =>
  crossed.length === 0
    ? []
    : [
        {
          is: 'choice',
          id: 'work.crossed',
          title: l10n.t('Fields to cross'),
          of: crossed.map(crossing),
        },
      ];

function crossing({ rows, columns, items, judged }: CrossedSlices): Matrix {
  const name = `${rows.by} × ${columns.by}`;
  return {
    is: 'matrix',
    id: `work.crossed.${name}`,
    title: l10n.t('Judged, of items: {0}', name),
    middle: 0,
    rows: rows.values.map(sliceValueText),
    columns: columns.values.map(sliceValueText),
    cells: rows.values.map((value, row) =>
      columns.values.map((other, column) =>
        crossedCell(items[row]?.[column] ?? 0, judged[row]?.[column] ?? 0, [
          { by: rows.by, value },
          { by: columns.by, value: other },
        ]),
      ),
    ),
  };
}

/** A cell with items that nobody judged is marked: annotators can be sent there, where its values have names. */
function crossedCell(
  items: number,
  judged: number,
  fields: { readonly by: string; readonly value: string | null }[],
): MatrixCell {
  if (items === 0) return { share: null, text: '', about: l10n.t('no items') };
  const named = fields.flatMap(({ by, value }) => (value === null ? [] : [{ by, value }]));
  return {
    share: judged / items,
    text: l10n.t('{0} of {1}', whole(judged), whole(items)),
    about: `${fieldsText(fields)}: ${percent(judged / items)}`,
    isEmpty: judged === 0,
    ...(judged < items && { opens: { of: 'cell', fields } }),
    ...(judged === 0 && named.length === fields.length && { sendTo: named }),
  };
}
