import type { Messages } from './messages';
import type { Question } from './questions';

/** What came back of a question. */
export interface Answer {
  /** As it came. */
  readonly text: string;
  readonly tokens?: { readonly input: number; readonly output: number };
  /** The probability of the answer, where the model tells it. */
  readonly probability?: number;
  /** Why it is no whole answer: it was cut off, or refused. */
  readonly problem?: string;
}

/** Whoever answers: an endpoint, a command, a model of the editor. */
export interface Answerer {
  /**
   * Asks one question. Rejects with `UserError` where this one is refused or cannot be answered, with `StopError` where
   * no other would be answered either, and with `signal.reason` once aborted.
   */
  ask(question: Question, messages: Messages, signal: AbortSignal): Promise<Answer>;
  /** Ends what was started. */
  close(): Promise<void>;
}
