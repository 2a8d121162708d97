import type { stepTargets } from './runActions';
import type { CallVerdict, RunStepLabel } from '../annotation/judgementValues';
import type { InnerPlace } from '../item/placedRunSteps';

/**
 * Runs of agents as the desk shows them beside their texts: a line for each step, by number only. Nothing here tells
 * who wrote a run.
 */

/** What a step does: it says something, looks, changes a file, runs a command, or calls a tool of another kind. */
export const stepKinds = ['say', 'read', 'edit', 'run', 'call'] as const;
export type StepKind = (typeof stepKinds)[number];

export interface DeskRunStep {
  readonly kind: StepKind;
  /** Of the turn that it is of. */
  readonly role: string;
  /** Number (from 0) of that turn among the response's; calls of one turn are steps of their own. */
  readonly turn: number;
  /** Number of the turn that tells what it gave. */
  readonly observation?: number;
  readonly tool?: string;
  /** Its number among the calls of its turn, from 0; absent for the first. */
  readonly call?: number;
  /** Its line is a command, which says more than the name of the tool that runs it. */
  readonly isCommand?: true;
  /** What it says or is done to, in one line: how a text begins, a command, a path, a query. */
  readonly line: string;
  /** The code that a command ended with. */
  readonly exit?: number;
  /** It did not work, as far as what it gave tells. */
  readonly failed?: true;
  /** UTF-16 units of what it gave. */
  readonly size?: number;
  /** Images, sounds and films that it gave: screenshots in most runs. */
  readonly media?: number;
  /** It only repeats what stood before a continuation. */
  readonly copied?: true;
  /** What people call it: "3", or "3.1" for the first of what hangs behind the third. */
  readonly nth: string;
  /** It is not of the run itself, but of what hangs beside it. */
  readonly inner?: InnerPlace;
  /** Where it stands among the rows that all runs of the item share. */
  readonly row: number;
}

export interface DeskRun {
  readonly steps: readonly DeskRunStep[];
  /** Number of the patch among the response's texts, behind its turns; absent where the run leaves none. */
  readonly patch?: number;
  /** How it ended, in its writer's word. */
  readonly exit?: string;
  /** How long it took. */
  readonly seconds?: number;
}

/** The step of the selected run that keys fall on. */
export interface DeskStepInHand {
  /** Its number in the run, from 0. */
  readonly step: number;
  /** What people call it. */
  readonly nth: string;
  /** Its row: what other runs do there is seen beside it. */
  readonly row: number;
}

/** The runs of an item. */
export interface DeskRuns {
  /** By shown index; null for a response that is none, or of which nothing but its patch is known. */
  readonly runs: readonly (DeskRun | null)[];
  /** The first row in which they do not do the same; absent where there are not two, or they differ nowhere. */
  readonly divergence?: number;
}

/** What is shown of a file as it was after a step. */
export interface RunFileNotice {
  readonly kind: 'run-file';
  /** What people call the step in hand. */
  readonly nth: string;
  /** Name of the file, without its folders. */
  readonly name: string;
  /**
   * `changed`: before and after the step. `doubted`: a program ran since that may have changed it. `passages`: only what
   * the run wrote into it. Nothing is opened of what is `unseen`, `deleted` or unknown because a `command` may have
   * written it, a change did not fit (`mismatch`) or nothing tells whether it was made (`unanswered`).
   */
  readonly shows:
    'changed' | 'whole' | 'doubted' | 'passages' | 'unseen' | 'deleted' | 'command' | 'mismatch' | 'unanswered';
  /** What people call the step that it is due to. */
  readonly cause?: string;
}

export type RunNotice =
  /** The steps of the selected run are in hand, or no longer. */
  | { readonly kind: 'run'; readonly on: boolean }
  | { readonly kind: 'no-run-steps' }
  | { readonly kind: 'no-such-step'; readonly to: (typeof stepTargets)[number] }
  | { readonly kind: 'no-such-step-label' }
  /** `label` is null where nothing is said of the step. */
  | {
      readonly kind: 'run-step';
      /** What people call the step. */
      readonly nth: string;
      readonly label: RunStepLabel | null;
      readonly firstError: boolean;
    }
  /** The step in hand calls no tool. */
  | { readonly kind: 'no-call' }
  /** No file is named up to the step in hand. */
  | { readonly kind: 'no-file'; readonly nth: string }
  | RunFileNotice
  /** `verdict` is null where nothing is said to be wrong there any more. */
  | { readonly kind: 'run-call'; readonly nth: string; readonly path: string; readonly verdict: CallVerdict | null };
