import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { filesOfPatch } from '../../../src/core/model/annotation/filesOfPatch';

/** Says that the annotator took a run over, after which step, and what they leave. */
export function TakenOver({
  item: { draft },
  index,
}: {
  readonly item: DeskItem;
  readonly index: number;
}): JSX.Element | null {
  const takeover = draft.takeovers[index];
  if (!takeover) return null;
  const { at, patch, text = '' } = takeover;
  return (
    <section class="taken-over">
      <p>{takenOverText(at, filesOfPatch(patch))}</p>
      {text.trim() !== '' && (
        <p class="answer" dir="auto">
          {text}
        </p>
      )}
    </section>
  );
}

/** "Taken over from step 12: 3 files". @param at number of the step, from 0; undefined for one that was over */
function takenOverText(at: number | undefined, files: number): string {
  if (at === undefined)
    return files === 1 ? l10n.t('Taken over at its end: one file') : l10n.t('Taken over at its end: {0} files', files);
  return files === 1
    ? l10n.t('Taken over from step {0}: one file', at + 1)
    : l10n.t('Taken over from step {0}: {1} files', at + 1, files);
}
