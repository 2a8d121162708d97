import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { whole } from '../../../src/core/model/text/numbers';
import type { CountedPart } from '../../../src/protocol/report';
import { turn } from '../store';
import { choose, todosOf } from './todos';

/** The most severe thing to do of a tab, above its figures, and the way to all of them. */
export function FirstTodo({ of }: { readonly of: CountedPart }): JSX.Element | null {
  const [first, ...others] = todosOf(of);
  if (!first) return null;
  return (
    <p class={`first ${first.severity}`}>
      <button
        type="button"
        class="link"
        title={first.text}
        onClick={() => {
          choose(first.id);
          turn('todo');
        }}
      >
        {first.text}
      </button>
      {others.length > 0 && (
        <button type="button" class="quiet" onClick={() => turn('todo')}>
          {l10n.t('{0} more', whole(others.length))}
        </button>
      )}
    </p>
  );
}
