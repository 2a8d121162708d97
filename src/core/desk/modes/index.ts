import type { ModeName } from '../../model/annotation/mode';
import { best } from './best';
import { bestWorst } from './bestWorst';
import { pair } from './pair';
import { rank } from './rank';
import { rate } from './rate';
import { steps } from './steps';
import { thumbs } from './thumbs';
import type { Mode } from './mode';

/** Every way to judge, by the mode that chooses it. */
export const modesByName: Readonly<Record<ModeName, Mode>> = {
  rank,
  pair,
  best,
  'best-worst': bestWorst,
  rate,
  thumbs,
  steps,
};
