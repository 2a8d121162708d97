import type { Mode } from '../../model/mode';
import { best } from './best';
import { pair } from './pair';
import { rank } from './rank';
import { rate } from './rate';
import { steps } from './steps';
import { thumbs } from './thumbs';
import type { Way } from './way';

/** Every way to judge, by the mode that chooses it. */
export const ways: Readonly<Record<Mode, Way>> = { rank, pair, best, rate, thumbs, steps };
