import * as l10n from '@vscode/l10n';
import { decimal, percent, whole } from '../../text/numbers';
import type { ItemsQuestion } from '../itemsQuestion';
import type { QualityReport } from '../quality';
import { count, dotsOf, noteOf, number, share, tableOf, text } from './blocks';
import type { Scale, Section } from './document';
import { sectionTitle, sliceText, sourceText } from './names';

const sources = ['overlap', 'repeats', 'controls'] as const;

/** The items behind the noise of a source. */
const behind: Readonly<Record<(typeof sources)[number], ItemsQuestion>> = {
  overlap: { of: 'disputed', kind: 'preferences' },
  repeats: { of: 'repeats' },
  controls: { of: 'controls' },
};

const noiseScale: Scale = { min: 0, max: 0.5, lines: [] };

/** How many preferences are the wrong way round, and what a majority is worth. */
export function noiseSection({ noise }: QualityReport): Section {
  const known = sources.flatMap((from) => {
    const figure = noise[from];
    return figure ? [{ from, ...figure }] : [];
  });
  const bySource = tableOf('noise.sources', sectionTitle('noise'), known, [
    { id: 'from', head: l10n.t('From'), cell: ({ from }) => text(sourceText(from)) },
    { id: 'noise', head: l10n.t('Label noise'), cell: ({ epsilon }) => number(epsilon) },
    { id: 'differ', head: l10n.t('Not the same'), cell: ({ from, differ }) => share(differ, behind[from]) },
    { id: 'pairs', head: l10n.t('Pairs'), cell: ({ pairs }) => count(pairs) },
  ]);
  const bySlice = tableOf('noise.slices', l10n.t('Label noise by slice'), noise.slices, [
    { id: 'slice', head: l10n.t('Slice'), cell: (slice) => text(sliceText(slice)) },
    { id: 'noise', head: l10n.t('Label noise'), cell: ({ overlap }) => number(overlap.epsilon) },
    {
      id: 'differ',
      head: l10n.t('Not the same'),
      cell: ({ by, value, overlap }) =>
        share(overlap.differ, { of: 'disputed', kind: 'preferences', within: { by, value } }),
    },
    { id: 'pairs', head: l10n.t('Pairs'), cell: ({ overlap }) => count(overlap.pairs) },
  ]);
  return {
    id: 'noise',
    title: sectionTitle('noise'),
    lead: known.map(({ from, epsilon }) => ({ label: sourceText(from), cell: number(epsilon) })),
    blocks: [
      ...dotsOf(bySource, 'noise', sectionTitle('noise'), noiseScale),
      ...noteOf(
        known.length > 0
          ? l10n.t('The share of preferences that are the wrong way round: 0 is none, 0.5 is chance.')
          : l10n.t(
              'Not known yet. Let a second person judge some items, or add repeated or control items to the plan.',
            ),
      ),
      ...bySource,
      ...tableOf('noise.majority', l10n.t('Majority is right'), noise.majority, [
        { id: 'annotators', head: l10n.t('Annotators per item'), cell: ({ annotators }) => text(whole(annotators)) },
        {
          id: 'right',
          head: l10n.t('Majority is right'),
          cell: ({ right, low, high }) => share({ value: right, low, high, items: 0 }),
        },
      ]),
      ...(noise.now
        ? noteOf(
            l10n.t(
              'Preferences per pair now: {0}, right {1} ({2} to {3}); with one annotator more {4}.',
              decimal(noise.now.annotators),
              percent(noise.now.right),
              percent(noise.now.low),
              percent(noise.now.high),
              percent(noise.now.withOneMore),
            ),
          )
        : []),
      ...noteOf(majorityByText(noise)),
      ...dotsOf(bySlice, 'noise', l10n.t('Label noise by slice'), noiseScale),
      ...bySlice,
    ],
  };
}

/** What the votes say of how hard pairs are, on which it rests how often a majority is right. */
function majorityByText({ majorityBy, heldOut }: QualityReport['noise']): string {
  if (majorityBy === null) return '';
  if (majorityBy === 'guess')
    return l10n.t(
      'Too few pairs have four votes to tell how they differ in difficulty: a guess, between pairs as unlike as can be and pairs all alike.',
    );
  return [
    majorityBy === 'difficulty'
      ? l10n.t('Some pairs are harder than others: an error rate for each is fitted.')
      : l10n.t('Pairs are alike in difficulty, as far as the votes tell: one error rate for all.'),
    ...(heldOut
      ? [
          l10n.t(
            'Bits per held-out vote: {0} with a rate for each, {1} with one for all.',
            decimal(heldOut.difficulty),
            decimal(heldOut.equal),
          ),
        ]
      : []),
  ].join(' ');
}
