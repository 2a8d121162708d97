import type { Study } from '../../study/study';
import type { Drafts } from '../drafts/drafts';
import type { OthersCritiques } from '../othersCritiques/othersCritiques';
import type { LoadedItem, OpenItem } from './openItem';
import type { ShownItem } from './shownItem';
import { suggestionFor } from './suggestion';
import { isPlainKey, plainKey } from '../../model/annotation/judgementKey';
import { taskOf } from '../../model/study/taskSchema';
import { inBlindOrder, draftOf, draftForOrder } from '../drafts/draftConversion';
import { withRefinements } from './refinements';
import { withCodePointOffsets } from '../../journal/codePointOffsets';
import { marksOf } from '../critiqueConversion';
import { judgedContexts } from './contextsOfItem';
import { opinionsOn } from './opinions';
import type { FileProblem } from '../../model/problems/problem';

/**
 * The judgement of an item as it stands now, and the item with what it refines among the responses; `before` spares
 * reading what has not changed.
 */
export async function loadOpenItem(
  study: Study,
  drafts: Drafts,
  others: OthersCritiques,
  { item, labels, annotator, judgementKey }: ShownItem,
  before?: OpenItem,
): Promise<OpenItem> {
  const currentAnnotation = study.replay.on(annotator, item, judgementKey);
  const line =
    before && currentAnnotation?.id === before.annotation?.id
      ? before.annotation
      : currentAnnotation && (await study.journal.fetch(currentAnnotation.ref));
  const stands = line?.hash === item.hash;
  const first = inBlindOrder(item, study.project.seed, annotator, judgementKey, labels);
  const refined = withRefinements(first, stands ? line.judgement : undefined);
  const annotation = line && withCodePointOffsets(line, refined.responses);
  const critiques = await others.shownBeside({ annotation, shown: refined });
  const shown = critiques ? { ...refined, critiques } : refined;
  const made = draftOf(stands ? annotation : undefined, shown, study.project.task.mode);
  // Of a judgement of other texts only what names its text by itself is taken over: what is marked.
  const saved = annotation && !stands ? { ...made, ...marksOf(annotation.judgement, shown.responses, item) } : made;
  const kept = await drafts.of(first);
  const madeOn = { ...withRefinements(first, { refinements: [...(kept?.refined ?? [])] }), critiques };
  const suggestion =
    taskOf(study.project).suggestions && !annotation && isPlainKey(judgementKey ?? plainKey)
      ? suggestionFor(shown, saved.mode)
      : undefined;
  const draft =
    kept?.draft.places.length === madeOn.responses.length
      ? draftForOrder(kept.draft, madeOn, shown)
      : (suggestion?.draft ?? saved);
  return {
    shown,
    annotation,
    saved,
    draft,
    suggestion,
    // Of a draft that was left, why the item came when it was begun.
    served: kept?.served ?? before?.served,
    checks: kept?.checks ?? (stands ? annotation?.checks : undefined),
    views: before?.views,
    opinions: await opinionsOn(study, first, before?.opinions),
    elapsed: kept?.elapsed ?? 0,
    judgedUnder: judgedContexts(study.replay, shown),
  };
}

/** Makes what a desk shows in the place of an item that cannot be read. */
export const unreadable = ({ file, line, message, code }: FileProblem): LoadedItem => ({
  kind: 'problem',
  message: `${file}:${line ?? 1}: ${message}`,
  ...(code && { code }),
});
