import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DraftDiffComment } from '../../../src/core/model/annotation/diffComments';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { diffCommentsText, diffPlaceText, diffTypeText } from '../words/diffCommentTexts';
import { severityText } from '../words/spanTexts';

/** Counts and lists the comments on lines of what a response changes, in the order of its files. */
export function DiffComments({
  item: { draft },
  index,
}: {
  readonly item: DeskItem;
  readonly index: number;
}): JSX.Element | null {
  const comments = draft.diffComments[index] ?? [];
  if (comments.length === 0) return null;
  return (
    <section class="diff-comments" aria-label={l10n.t('Comments on the code of {0}', letterOf(index))}>
      <p class="count">{diffCommentsText(comments.length)}</p>
      <ol>
        {comments.map((comment, at) => (
          <li key={at}>
            <Words comment={comment} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Words({ comment }: { readonly comment: DraftDiffComment }): JSX.Element {
  const { type, severity, note } = comment;
  const said = [
    ...(type === undefined ? [] : [diffTypeText(type)]),
    ...(severity === undefined ? [] : [severityText(severity)]),
  ].join(', ');
  return (
    <>
      <code class="where" dir="ltr">
        {diffPlaceText(comment)}
      </code>
      {said !== '' && <span class="quality">{said}</span>}
      {note.trim() !== '' && (
        <span class="note" dir="auto">
          {note}
        </span>
      )}
    </>
  );
}
