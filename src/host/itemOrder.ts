import * as vscode from 'vscode';
import { foundOrder, orderNamed, uncertainOrder } from '../core/desk/queue/order';
import type { Session } from '../core/desk/session';
import { messageOf } from '../core/model/problem';
import type { OrderName } from '../core/model/project';
import { describe } from './searchFilters';
import { findAll, findUncertain, type StudyQuery } from './studySearch';

/** In which order a person wants the items, or which of them: as the study's plan says, by name, or what a query finds. */
export type OrderChoice = 'plan' | OrderName | StudyQuery;

/** Longer than this and a person is told that items are being looked through, in milliseconds. */
const patience = 700;

/** The order in which the items of one study come, as the person chose it in this workspace. */
export class ItemOrder {
  private looking = new AbortController();

  constructor(
    private readonly uri: vscode.Uri,
    private readonly memory: vscode.Memento,
  ) {}

  /** What was chosen last. */
  get choice(): OrderChoice {
    return this.memory.get<OrderChoice>(this.key) ?? 'plan';
  }

  /** Puts the items of a study that was just opened in the order chosen last. `signal` ends with the session. */
  async restore(session: Session, signal: AbortSignal): Promise<void> {
    // What the plan says without a look at the items holds from the start.
    if (this.choice !== 'plan' || session.study.project.plan?.order === 'uncertain') await this.tell(this.apply(session, this.choice, signal));
  }

  /** Puts the items in another order from now on; resolves to false where the person thought better of it, or it failed. */
  async choose(session: Session, choice: OrderChoice, signal?: AbortSignal): Promise<boolean> {
    if (!(await this.tell(this.apply(session, choice, signal)))) return false;
    await this.memory.update(this.key, choice === 'plan' ? undefined : choice);
    return true;
  }

  private get key(): string {
    return `order:${this.uri.toString()}`;
  }

  private async apply(session: Session, choice: OrderChoice, signal?: AbortSignal): Promise<boolean> {
    this.looking.abort();
    this.looking = new AbortController();
    const ended = AbortSignal.any([this.looking.signal, ...(signal ? [signal] : [])]);
    const { study, dataset } = session;
    const wanted = choice === 'plan' ? (study.project.plan?.order ?? 'file') : choice;
    if (wanted === 'uncertain') {
      const ordinals = await look(vscode.l10n.t('Looking for the most uncertain items'), ended, (onFraction, stop) => findUncertain(session, onFraction, stop));
      if (ordinals) session.reorder(() => ({ order: uncertainOrder(ordinals) }));
      return ordinals !== undefined;
    }
    if (typeof wanted === 'string') {
      session.reorder((annotator) => ({ order: orderNamed(wanted, dataset, study.project.seed, annotator) }));
      return true;
    }
    const what = textOf(wanted);
    const since = isOfJudged(wanted) ? study.replay.lastId(session.annotator) : undefined;
    const ordinals = await look(vscode.l10n.t('Looking for the items: {0}', what), ended, (onFraction, stop) => findAll(session, wanted, onFraction, stop));
    if (ordinals?.length === 0) void vscode.window.showWarningMessage(vscode.l10n.t('No item is like this: {0}. The order of the items stays as it is.', what));
    if (!ordinals?.length) return false;
    session.reorder(() => ({ order: foundOrder(ordinals, what), since }));
    return true;
  }

  private async tell(done: Promise<boolean>): Promise<boolean> {
    try {
      return await done;
    } catch (error) {
      void vscode.window.showErrorMessage(vscode.l10n.t('The order of the items could not be changed: {0}', messageOf(error)));
      return false;
    }
  }
}

/** A query in a few words. */
export const textOf = (query: StudyQuery): string => [...(query.text === '' ? [] : [`“${query.text}”`]), ...describe(query)].join(' · ');

/** Whoever asks for items that are judged wants to judge them again. */
const isOfJudged = ({ statuses, flag }: StudyQuery): boolean => flag !== undefined || statuses.some((status) => status !== 'empty' && status !== 'draft');

/** Looks through the items; where that takes its time, with progress and a way to stop. Undefined once it was stopped. */
async function look<T>(title: string, ended: AbortSignal, find: (onFraction: (fraction: number) => void, signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const cancel = new AbortController();
  const signal = AbortSignal.any([ended, cancel.signal]);
  let report: (fraction: number) => void = () => undefined;
  const found = find((fraction) => report(fraction), signal);
  const slow = setTimeout(() => {
    void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, cancellable: true, title }, (progress, token) => {
      token.onCancellationRequested(() => cancel.abort());
      let shown = 0;
      report = (fraction) => {
        progress.report({ increment: (fraction - shown) * 100 });
        shown = fraction;
      };
      return found.catch(() => undefined);
    });
  }, patience);
  try {
    return await found;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(slow);
  }
}
