import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { NoiseFigure, QualityReport } from '../../../src/core/model/report/quality';
import { decimal, percent, whole } from '../../ui/numbers';
import { DotChart } from '../dotChart';
import { figureText, sourceText } from '../texts';
import { About, dot, noiseScale, sliceText, Table } from './parts';

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
        heads={[l10n.t('Annotators per item'), l10n.t('Majority is right')]}
        rows={noise.majority.map(({ annotators, right }) => [whole(annotators), percent(right)])}
      />
      {noise.now && (
        <About
          text={l10n.t(
            'Preferences per pair now: {0}, right {1}; with one annotator more {2}.',
            decimal(noise.now.annotators),
            percent(noise.now.right),
            percent(noise.now.withOneMore),
          )}
        />
      )}
      <DotChart
        title={l10n.t('Label noise by slice')}
        dots={noise.slices.flatMap((slice) => dot(sliceText(slice), slice.overlap.epsilon, figureText))}
        scale={noiseScale}
      />
    </>
  );
}
