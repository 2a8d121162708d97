import { formatCount } from '../../model/text/formatCount';
import type { Estimate, NoiseFigure } from '../../model/report/quality';
import { totalFileSize } from '../../dataset/sources/fileVersion';
import { agreementByKind } from '../../quality/agreement/agreementFigures';
import { fewestItems } from '../../quality/bootstrap';
import { winsOfLongerAndFirst } from '../../quality/bias/biasFigures';
import { knownPreferences } from '../../quality/judgements/knownPreferences';
import { areCategories } from '../../quality/judgements/valuesOf';
import { readJudgements } from '../../quality/judgements/readJudgements';
import { noiseBySource } from '../../quality/noise/noiseReport';
import { kindText } from '../../quality/report/kindText';
import type { Study } from '../../study/study';
import { rounded } from '../derive/margins';
import type { ExportOptions } from '../format';
import { votersOf } from '../rows/annotationSelection';
import type { Tally } from '../rows/tally';
import type { Reliability, ReliabilityFigure } from './datasetCard';

/**
 * What the quality report knows of the judgements behind an export, for its card: agreement by each kind of value,
 * label noise from each source, and how often the longer and the first shown response win. Of all judgements in the study
 * by the annotators whom the export is of; other filters choose rows and not how reliable people are. Without those that
 * rest on fewer than `fewestItems` items, which have no interval. Reads the dataset once more, of a large one a sample, so
 * that a card takes some second at most. Throws as `readJudgements` does.
 */
export async function reliabilityOf(
  study: Study,
  options: Pick<ExportOptions, 'annotators' | 'origins'>,
  { annotations }: Pick<Tally, 'annotations'>,
  signal?: AbortSignal,
): Promise<Reliability> {
  if (annotations === 0) return { figures: [], sampled: null };
  const bytes = await totalFileSize(study.data.paths);
  const judgements = await readJudgements(study, {
    annotators: options.annotators,
    by: [],
    withTexts: 'lengths',
    maxBytes,
    ...(signal && { signal }),
  });
  const voters = votersOf(study.replay, options);
  const noise = noiseBySource(judgements, voters, knownPreferences(judgements, study.project.plan?.controls?.answers));
  const { length, position } = winsOfLongerAndFirst(judgements, voters);
  const figures = [
    ...agreementByKind(judgements, voters).flatMap(({ kind, metric, alpha, same, units }) => [
      ...figureOf(`Krippendorff's alpha of ${kindText(kind)} (${metric})`, alpha, units, 'unit'),
      ...(areCategories(kind) ? figureOf(`Two annotators agree: ${kindText(kind)}`, same, units, 'unit') : []),
    ]),
    ...noiseOf('Label noise, by items that several judged', noise.overlap),
    ...noiseOf('Label noise, by repeated items', noise.repeats),
    ...noiseOf('Label noise, by control items', noise.controls),
    ...figureOf('The longer of two responses wins', length.wins, length.pairs, 'preference'),
    ...figureOf('The response shown first wins', position.wins, position.pairs, 'preference'),
  ];
  return { figures, sampled: bytes > maxBytes ? maxBytes / bytes : null };
}

/** Of a larger dataset so many bytes are looked at. */
const maxBytes = 1 << 23;

const noiseOf = (measure: string, figure: NoiseFigure | null): ReliabilityFigure[] =>
  figure ? figureOf(measure, figure.epsilon, figure.pairs, 'pair') : [];

function figureOf(measure: string, estimate: Estimate | null, count: number, unit: string): ReliabilityFigure[] {
  if (!estimate || estimate.items < fewestItems) return [];
  const { value, low, high, items } = estimate;
  return [
    {
      measure,
      value: rounded(value),
      ...(low !== null && high !== null && { interval: [rounded(low), rounded(high)] as const }),
      over: `${formatCount(count, unit)} of ${formatCount(items, 'item')}`,
    },
  ];
}
