import type { JSX } from 'preact';
import { mending } from './todoActs';
import { notKnown } from './todos';

/** What cannot be known yet, once, with what would make it known. */
export function Unknown(): JSX.Element | null {
  const unknown = notKnown.value;
  if (!unknown) return null;
  const act = mending(unknown.act);
  return (
    <p class="unknown">
      {unknown.text}
      {act && (
        <button type="button" class="action" onClick={() => act.run()}>
          {act.text}
        </button>
      )}
    </p>
  );
}
