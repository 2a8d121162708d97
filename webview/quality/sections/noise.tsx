import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ItemsQuestion } from '../../../src/core/model/report/itemsQuestion';
import type { NoiseFigure, QualityReport } from '../../../src/core/model/report/quality';
import { decimal, percent, whole } from '../../ui/numbers';
import { DotChart } from '../dotChart';
import { figureText, majorityByText, sourceText } from '../texts';
import { About, dot, noiseScale, opens, sliceText, Table } from './parts';

/** Items behind the noise of a source. */
const behind: Readonly<Record<'overlap' | 'repeats' | 'controls', ItemsQuestion>> = {
  overlap: { of: 'disputed', kind: 'preferences' },
  repeats: { of: 'repeats' },
  controls: { of: 'controls' },
};

export function Noise({ noise }: QualityReport): JSX.Element {
  const sources: readonly (readonly ['overlap' | 'repeats' | 'controls', NoiseFigure | null])[] = [
    ['overlap', noise.overlap],
    ['repeats', noise.repeats],
    ['controls', noise.controls],
  ];
  const isKnown = sources.some(([, figure]) => figure !== null);
  return (
    <>
      <DotChart
        title={l10n.t('Label noise')}
        dots={sources.flatMap(([from, figure]) => dot(sourceText(from), figure?.epsilon ?? null, figureText))}
        scale={noiseScale}
      />
      <About
        text={
          isKnown
            ? l10n.t('The share of preferences that are the wrong way round: 0 is none, 0.5 is chance.')
            : l10n.t('Nothing was judged twice, repeated or known: noise is unknown.')
        }
      />
      <Table
        heads={[l10n.t('From'), l10n.t('Label noise'), l10n.t('Not the same'), l10n.t('Pairs')]}
        rows={sources.flatMap(([from, figure]) =>
          figure
            ? [
                [
                  sourceText(from),
                  figureText(figure.epsilon),
                  opens(figure.differ, behind[from], percent(figure.differ)),
                  whole(figure.pairs),
                ],
              ]
            : [],
        )}
      />
      <Table
        heads={[l10n.t('Annotators per item'), l10n.t('Majority is right'), l10n.t('Between')]}
        rows={noise.majority.map(({ annotators, right, low, high }) => [
          whole(annotators),
          percent(right),
          l10n.t('{0} and {1}', percent(low), percent(high)),
        ])}
      />
      {noise.now && (
        <About
          text={l10n.t(
            'Preferences per pair now: {0}, right {1} ({2} to {3}); with one annotator more {4}.',
            decimal(noise.now.annotators),
            percent(noise.now.right),
            percent(noise.now.low),
            percent(noise.now.high),
            percent(noise.now.withOneMore),
          )}
        />
      )}
      {noise.majorityBy && <About text={majorityByText(noise)} />}
      <DotChart
        title={l10n.t('Label noise by slice')}
        dots={noise.slices.flatMap((slice) => dot(sliceText(slice), slice.overlap.epsilon, figureText))}
        scale={noiseScale}
      />
      <Table
        heads={[l10n.t('Slice'), l10n.t('Label noise'), l10n.t('Not the same'), l10n.t('Pairs')]}
        rows={noise.slices.map(({ by, value, overlap }) => [
          sliceText({ by, value }),
          figureText(overlap.epsilon),
          opens(
            overlap.differ,
            { of: 'disputed', kind: 'preferences', within: { by, value } },
            percent(overlap.differ),
          ),
          whole(overlap.pairs),
        ])}
      />
    </>
  );
}
