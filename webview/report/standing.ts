import { computed } from '@preact/signals';
import type { CountedPart, CountState } from '../../src/protocol/report';
import { figures, part, quality, state } from './store';

/** How the figures of the tab in front stand; where it shows those of both, how far the slower count is. */
interface Standing {
  /** Null where nothing is counted. */
  readonly counting: number | null;
  readonly error: string | null;
  /** When the older of them were counted; undefined where some are missing. */
  readonly time: number | undefined;
  readonly blind: boolean | undefined;
  readonly since: CountState['since'];
}

export const standing = computed<Standing>(() => {
  const parts: readonly CountedPart[] =
    part.value === 'coverage' || part.value === 'quality' ? [part.value] : ['coverage', 'quality'];
  const known = parts.map((each) => (each === 'coverage' ? figures.value : quality.value));
  const states = parts.map((each) => state.value?.[each]);
  const running = states.flatMap((each) => (each?.counting == null ? [] : [each.counting]));
  const since = states.map((each) => each?.since);
  return {
    // Before the host has said anything, a count is on its way.
    counting: running.length > 0 ? Math.min(...running) : state.value ? null : 0,
    error: states.find((each) => each?.error != null)?.error ?? null,
    time: known.every((each) => each !== undefined) ? Math.min(...known.map(({ time }) => time)) : undefined,
    blind: known[0]?.blind,
    since: {
      judgements: Math.max(0, ...since.map((each) => each?.judgements ?? 0)),
      rubrics: since.some((each) => each?.rubrics === true),
      dataset: since.some((each) => each?.dataset === true),
    },
  };
});
