import type { JSX } from 'preact';
import type { DeskTurn } from '../../../src/core/model/desk/deskState';
import type { DeskRun } from '../../../src/core/model/desk/deskRun';
import { withoutMarkdown } from '../../../src/core/model/text/withoutMarkdown';
import { beginningOf } from '../cards/excerpt';
import { actorOf, runSummary } from '../words/runTexts';

/** A run that is folded: how many steps it has, and how it ends. */
export function RunExcerpt({
  run,
  turns,
}: {
  readonly run: DeskRun;
  readonly turns: readonly DeskTurn[];
}): JSX.Element {
  const last = run.steps.at(-1);
  const turn = last && turns[last.turn];
  const end =
    last && (last.kind === 'say' && turn ? withoutMarkdown(beginningOf([turn])) : `${actorOf(last)} ${last.line}`);
  return (
    <p class="excerpt" dir="auto">
      {runSummary(run, [])}
      {end !== undefined && ` · ${end}`}
    </p>
  );
}
