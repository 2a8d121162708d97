import type { Annotation } from '../../model/annotation/annotation';
import type { QueuePosition } from '../../model/desk/deskState';
import type { ProblemCode } from '../../model/problems';
import type { Checks } from '../../model/annotation/checkEvidence';
import type { Served } from '../../model/annotation/served';
import type { TextView } from '../../model/desk/textView';
import type { Draft } from '../../model/annotation/draft';
import type { ShownItem } from './shownItem';
import type { Suggestion } from './suggestion';

/** An item with everything that is known of its judgement by the session's annotator. */
export interface OpenItem {
  readonly shown: ShownItem;
  /** The judgement in force. */
  readonly annotation: Annotation | undefined;
  /** That judgement as a draft, or an empty one. */
  readonly saved: Draft;
  readonly draft: Draft;
  /** Why it is on the desk; kept with what is saved. */
  readonly served?: Served | undefined;
  /** Results of the tests that the annotator ran; kept with what is saved, and not taken back by undo. */
  readonly checks?: Checks | undefined;
  /** What the study suggests: what the dataset says of it. Kept with what is saved, as the annotator saw it. */
  readonly suggestion?: Suggestion | undefined;
  /** The judgements of the annotators, where the item is adjudicated. */
  readonly opinions?: readonly Annotation[] | undefined;
  /** How the responses are shown, in the order shown; undefined where all are formatted. */
  readonly views?: readonly TextView[] | undefined;
  /** Milliseconds spent in earlier sittings. */
  readonly elapsed: number;
  /** The contexts under which the annotator judged it; undefined for the item as it stands. */
  readonly judgedUnder: readonly (string | undefined)[];
}

export type LoadedItem =
  | { readonly kind: 'item'; readonly open: OpenItem; readonly queuePosition: QueuePosition }
  | { readonly kind: 'problem'; readonly message: string; readonly code?: ProblemCode }
  | undefined;
