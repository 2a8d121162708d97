import type * as vscode from 'vscode';
import { messageOf } from '../../core/model/problems/problem';
import type { CountState } from '../../protocol/report';
import type { StudyDocument } from '../study/studyDocument';
import { changesSince, snapshotOf, type StudySnapshot } from './studySnapshot';

/** Figures with what they were counted from. */
export interface Counted<T> {
  /** Tells them apart from what was counted before. */
  readonly serial: number;
  readonly time: number;
  readonly blind: boolean;
  readonly figures: T;
  readonly from: StudySnapshot;
}

/** Work in a process that can be stopped. */
export interface Work {
  readonly abort: AbortController;
  fraction: number;
}

/** Counts a study in a process, as it stands on the disk, and keeps what was counted last. */
export class StudyCount<T> implements vscode.Disposable {
  private counting: Work | undefined;
  private error: string | undefined;
  private serial = 0;
  private last: Counted<T> | undefined;

  /** @param changed hears that a count began, how far it is, and that it is over */
  constructor(
    private readonly document: StudyDocument,
    private readonly work: (blind: boolean, signal: AbortSignal, onFraction: (done: number) => void) => Promise<T>,
    private readonly changed: (counted: Counted<T> | undefined) => void,
  ) {}

  get counted(): Counted<T> | undefined {
    return this.last;
  }

  /** Whether nobody asked for these figures so far. */
  get isNew(): boolean {
    return !this.last && !this.counting && this.error === undefined;
  }

  get state(): CountState {
    return {
      counting: this.counting?.fraction ?? null,
      error: this.error ?? null,
      since: changesSince(this.last?.from, snapshotOf(this.document)),
    };
  }

  /** Stops a count, and keeps what was counted before. */
  stop(): void {
    this.counting?.abort.abort();
  }

  dispose(): void {
    this.stop();
  }

  /** Counts anew. */
  async count(blind: boolean): Promise<void> {
    this.stop();
    const counting: Work = { abort: new AbortController(), fraction: 0 };
    const { signal } = counting.abort;
    this.counting = counting;
    this.error = undefined;
    this.changed(undefined);
    const from = snapshotOf(this.document);
    try {
      // Nothing is read of a project that the person did not let lead outside of its folder, or that cannot be opened.
      if (!this.document.session && this.document.error !== undefined) throw new Error(this.document.error);
      const figures = await this.work(blind, signal, (fraction) => {
        counting.fraction = fraction;
        this.changed(undefined);
      });
      if (signal.aborted) return;
      this.last = { serial: ++this.serial, time: Date.now(), blind, figures, from };
    } catch (error) {
      if (!signal.aborted) this.error = messageOf(error);
    } finally {
      if (this.counting === counting) this.counting = undefined;
      this.changed(signal.aborted ? undefined : this.last);
    }
  }
}
