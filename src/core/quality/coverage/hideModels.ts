import { isAboutResponses } from '../../desk/queue/revealingMetadata';
import type { CoverageFigures } from '../../model/report/coverage';

/** Those of what a study is sliced by that tell nothing of models: for somebody who judges blind. */
export function slicesWithoutModels(by: readonly string[]): readonly string[] {
  return by.filter((each) => each !== 'model' && each !== 'response' && !isAboutResponses(each));
}

/** Figures that name no response: an id may be a model's name. Those are empty then. */
export function withoutResponseIds<F extends Pick<CoverageFigures, 'study'>>(figures: F): F {
  const unnamed = <P extends { readonly winner: string; readonly loser: string }>(pairs: readonly P[]): P[] =>
    pairs.map((pair) => ({ ...pair, winner: '', loser: '' }));
  const { study } = figures;
  return {
    ...figures,
    study: {
      ...study,
      unexplained: { ...study.unexplained, first: unnamed(study.unexplained.first) },
      against: { ...study.against, first: unnamed(study.against.first) },
    },
  };
}
