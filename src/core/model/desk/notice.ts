import type { ControlTest } from './controlTest';
import type { Arrangement, ReadingMode } from './arrangement';
import type { DeskContext, Replaced } from './deskJudgement';
import type { RubricNotice } from './deskRubric';
import type { RuleNotice } from './deskRules';
import type { RunNotice } from './deskRun';
import type { Difference } from './difference';
import type { Outcome } from '../annotation/draft';
import type { ScaleName } from '../annotation/fields/scales';
import type { MarkingNotice } from './marking';
import type { CritiquesNotice } from '../annotation/metaCritique';
import type { ModeName } from '../annotation/mode';
import type { Rating } from '../annotation/aspect';
import type { StepLabel } from '../annotation/steps';
import type { TextView } from './textView';
import type { TextNotice } from './textNotice';

/** Something that happened, to be said once: by the status line and to a screen reader. */
export type Notice =
  /** `of`: so many are placed, or left to be. */
  | {
      readonly kind: 'placed';
      readonly index: number;
      readonly place: number | null;
      readonly of: number;
      readonly tiedWith: readonly number[];
    }
  /** `left`: how many are in none yet. */
  | { readonly kind: 'in-bucket'; readonly index: number; readonly bucket: number; readonly left: number }
  /** Every response is in a bucket. */
  | { readonly kind: 'all-in-buckets' }
  /** Whether numbers are buckets from now on. */
  | { readonly kind: 'buckets'; readonly on: boolean }
  /** A tier is being ordered; none any more where there are no members. */
  | { readonly kind: 'ordering'; readonly members: readonly number[] }
  | { readonly kind: 'nothing-tied' }
  /** The acceptability line is below a response; gone where it is null. */
  | { readonly kind: 'line'; readonly below: number | null }
  | { readonly kind: 'line-needs-place'; readonly index: number }
  | { readonly kind: 'acceptable'; readonly index: number; readonly acceptable: boolean | null }
  | { readonly kind: 'steps-outcome'; readonly index: number; readonly right: boolean | null }
  | { readonly kind: 'thumb'; readonly index: number; readonly good: boolean | null }
  | { readonly kind: 'none-acceptable'; readonly on: boolean }
  /** `left`: comparisons that are left at most; `done`: whether this was the last of several. */
  | {
      readonly kind: 'compared';
      readonly a: number;
      readonly b: number;
      readonly outcome: Outcome | null;
      readonly strength?: number;
      readonly left: number;
      readonly done: boolean;
    }
  | { readonly kind: 'nothing-to-compare' }
  | { readonly kind: 'chosen'; readonly index: number | null }
  | { readonly kind: 'best-worst'; readonly best: number | null; readonly worst: number | null }
  /** `meaning`: of that value, where the aspect describes it. */
  | {
      readonly kind: 'rated';
      readonly index: number;
      readonly aspect: string;
      readonly value: Rating | null;
      readonly meaning?: string;
    }
  | { readonly kind: 'not-on-scale'; readonly min: number; readonly max: number }
  | { readonly kind: 'step'; readonly index: number; readonly step: number; readonly label: StepLabel | null }
  | { readonly kind: 'first-error'; readonly index: number; readonly step: number }
  | { readonly kind: 'steps-cut'; readonly index: number; readonly count: number }
  | { readonly kind: 'flagged'; readonly flag: string; readonly index: number | null; readonly on: boolean }
  | { readonly kind: 'no-such-flag'; readonly count: number }
  | { readonly kind: 'supports'; readonly passage: number; readonly index: number; readonly on: boolean }
  | { readonly kind: 'no-such-passage'; readonly count: number }
  | { readonly kind: 'marking'; readonly said: MarkingNotice }
  | { readonly kind: 'critiques'; readonly said: CritiquesNotice }
  | { readonly kind: 'level'; readonly scale: ScaleName; readonly value: number | null }
  /** `aside`: what was judged in another way and is not saved in this one. */
  | { readonly kind: 'mode'; readonly mode: ModeName; readonly aside?: 'ranking' | 'comparisons' }
  | { readonly kind: 'mode-unfit'; readonly mode: ModeName }
  /** A digit was not taken, as it may have been meant for the mode of the item before. */
  | { readonly kind: 'digit-ahead'; readonly mode: ModeName }
  /** One turn of each response is judged (from 0), or (null) the whole; there are `of`. */
  | { readonly kind: 'turn-judged'; readonly turn: number | null; readonly of: number }
  | { readonly kind: 'one-turn' }
  /** From now on saving replaces something that the judgement in force holds; `after` is what was done. */
  | { readonly kind: 'replaces'; readonly what: Replaced; readonly after: Notice | null }
  /** The item is judged under a context from here on, or as it stands. */
  | { readonly kind: 'judged-under'; readonly context: DeskContext | null }
  | { readonly kind: 'saved' }
  /** It was a control item, whose known answer is shown. */
  | { readonly kind: 'saved-control'; readonly agrees: boolean; readonly test?: ControlTest }
  /** The known answer was shown: what was judged before it stays. */
  | { readonly kind: 'control-final' }
  | { readonly kind: 'skipped' }
  /** A save, or with `skip` a skip, is undone. */
  | { readonly kind: 'retracted'; readonly skip?: true }
  /** The last change of a draft is taken back, or made once more. */
  | { readonly kind: 'undone' }
  | { readonly kind: 'redone' }
  /** An earlier version of the judgement is saved once more. */
  | { readonly kind: 'brought-back' }
  | { readonly kind: 'nothing-judged' }
  | { readonly kind: 'confirm-unranked'; readonly unplaced: readonly number[] }
  | { readonly kind: 'confirm-no-ranking' }
  | { readonly kind: 'confirm-one-end'; readonly missing: 'best' | 'worst' }
  | { readonly kind: 'confirm-unordered' }
  | { readonly kind: 'confirm-comparisons-left'; readonly left: number }
  | { readonly kind: 'confirm-unrated'; readonly unrated: number; readonly of: number }
  | { readonly kind: 'confirm-undecided'; readonly undecided: readonly number[] }
  | { readonly kind: 'confirm-steps-left'; readonly responses: readonly number[] }
  | RubricNotice
  | RuleNotice
  | RunNotice
  | { readonly kind: 'no-such-place'; readonly count: number }
  | { readonly kind: 'copied'; readonly lines: number }
  | { readonly kind: 'no-code' }
  | { readonly kind: 'no-reasoning' }
  | { readonly kind: 'no-turns' }
  /** The prompt was brought into view, or the desk back to where it was. */
  | { readonly kind: 'prompt'; readonly isShown: boolean }
  | { readonly kind: 'text-size'; readonly size: number }
  | { readonly kind: 'no-guidelines' }
  | { readonly kind: 'no-checks' }
  | { readonly kind: 'no-references' }
  | { readonly kind: 'guidelines-changed' }
  | {
      readonly kind: 'difference';
      readonly first: number;
      readonly second: number;
      readonly by: Difference['by'];
      readonly cut: boolean;
    }
  | { readonly kind: 'view'; readonly response: number; readonly view: TextView }
  | { readonly kind: 'view-fixed'; readonly view: TextView }
  | { readonly kind: 'arranged'; readonly arrangement: Arrangement }
  /** Texts are shown in another way from now on, or no more. */
  | { readonly kind: 'read'; readonly reading: ReadingMode; readonly on: boolean }
  /** There is no other response to compare with, or none was named. */
  | { readonly kind: 'no-other' }
  /** The response at `index` leaves no patch. */
  | { readonly kind: 'no-patch'; readonly index: number }
  /** Two responses leave the same code. */
  /** Tests of the task run on one state of the code (null: the base) of several. */
  | { readonly kind: 'tests-running'; readonly index: number | null; readonly nth: number; readonly of: number }
  /** Tests ran, do not, or were stopped (`left`: another item came). */
  | { readonly kind: 'tests'; readonly said: 'done' | 'stopped' | 'left' | 'none' | 'no-patch' }
  | { readonly kind: 'same-code'; readonly first: number; readonly second: number }
  | { readonly kind: 'first-item' }
  | { readonly kind: 'last-item' }
  /**
   * More of a long text is shown, and so many UTF-16 units of it are left; null where there was nothing more to show.
   */
  | { readonly kind: 'more-shown'; readonly left: number | null }
  | TextNotice
  | { readonly kind: 'error'; readonly message: string };
