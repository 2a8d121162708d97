import * as vscode from 'vscode';
import {
  foundOrder,
  informativeOrder,
  needsLook,
  orderNamed,
  outcomeOrder,
  uncertainOrder,
} from '../../core/desk/queue/order';
import { leastAnnotatedOrder } from '../../core/desk/queue/leastAnnotated';
import type { QueueOptions } from '../../core/desk/queue/queue';
import type { Session } from '../../core/desk/session';
import { messageOf } from '../../core/model/problems/problem';
import type { OrderName } from '../../core/model/study/planSchema';
import { ItemScans, scanWithProgress } from './itemScans';
import { queryText } from '../search/searchFilters';
import { findMatchingItems } from '../search/backgroundSearch';
import { type StudyQuery } from '../search/studyQuery';

/**
 * In which order a person wants the items, or which of them: as the study's plan says, by name, thin slices by other
 * paths than the plan's first, or what a query finds.
 */
export type OrderChoice = 'plan' | OrderName | Slicing | StudyQuery;

interface Slicing {
  readonly slices: readonly string[];
}

/** As what items are judged, where not as an annotator. */
export type JudgedAs = Pick<QueueOptions, 'role' | 'isNamed'>;

/** After so many judgements the most informative items are looked for anew. */
const judgedBeforeAnew = 25;

/** The order in which the items of one study come, as the person chose it in this workspace. */
export class ItemOrder {
  private looking = new AbortController();
  private readonly scans: ItemScans;

  /** @param cacheFolder where what was found is kept from one session to the next */
  constructor(
    private readonly uri: vscode.Uri,
    private readonly memory: vscode.Memento,
    cacheFolder: string,
  ) {
    this.scans = new ItemScans(cacheFolder);
  }

  /** What was chosen last. */
  get choice(): OrderChoice {
    return this.memory.get<OrderChoice>(this.key) ?? 'plan';
  }

  /** Puts the items of a study that was just opened in the order chosen last. `signal` ends with the session. */
  async restore(session: Session, signal: AbortSignal): Promise<void> {
    this.scans.filter(session, signal);
    // What the plan says without a look at the items holds from the start.
    const { order } = session.study.project.plan ?? {};
    if (this.choice !== 'plan' || needsLook(order)) await this.tell(this.apply(session, this.choice, signal));
  }

  /**
   * Puts the items in another order from now on; resolves to false where the person thought better of it, or it failed.
   */
  async choose(session: Session, choice: OrderChoice, signal?: AbortSignal): Promise<boolean> {
    if (!(await this.tell(this.apply(session, choice, signal)))) return false;
    await this.memory.update(this.key, choice === 'plan' ? undefined : choice);
    return true;
  }

  /**
   * Only these items come from now on (in this order), judged or not, until another order is chosen or the
   * study is opened anew.
   * @param what they have in common, for people
   */
  give(session: Session, ordinals: Uint32Array, what: string, as: JudgedAs = {}): void {
    this.looking.abort();
    const since = session.study.replay.lastId(session.annotator);
    session.reorder(() => ({ order: foundOrder(ordinals, what), since, ...as }));
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
    if (wanted === 'thin' || isSliced(wanted)) {
      const slices = wanted === 'thin' ? (study.project.plan?.slices ?? []) : wanted.slices;
      const items = await this.scans.thin(session, slices, ended);
      if (items) session.reorder(() => ({ order: leastAnnotatedOrder(items, slices) }));
      return items !== undefined;
    }
    if (wanted === 'uncertain') {
      const items = await this.scans.uncertain(session, ended);
      if (items) session.reorder(() => ({ order: uncertainOrder(items) }));
      return items !== undefined;
    }
    if (wanted === 'outcomes') {
      const items = await this.scans.outcomes(session, ended);
      if (items) session.reorder(() => ({ order: outcomeOrder(items) }));
      return items !== undefined;
    }
    if (wanted === 'informative') return this.putInformative(session, ended, false);
    if (typeof wanted === 'string') {
      session.reorder((annotator) => ({ order: orderNamed(wanted, dataset, study.project.seed, annotator) }));
      return true;
    }
    const what = queryText(wanted);
    const since = isOfJudged(wanted) ? study.replay.lastId(session.annotator) : undefined;
    const ordinals = await scanWithProgress(vscode.l10n.t('Looking for items: {0}', what), ended, (onFraction, stop) =>
      findMatchingItems(session, wanted, onFraction, stop),
    );
    if (ordinals?.length === 0)
      void vscode.window.showWarningMessage(
        vscode.l10n.t('No items match: {0}. The order of the items is not changed.', what),
      );
    if (!ordinals?.length) return false;
    session.reorder(() => ({ order: foundOrder(ordinals, what), since }));
    return true;
  }

  /** The most informative items first; anew once so much was judged that others are by now. */
  private async putInformative(session: Session, ended: AbortSignal, isQuiet: boolean): Promise<boolean> {
    const items = await this.scans.informative(session, ended, isQuiet);
    if (!items || ended.aborted) return false;
    let judged = 0;
    const onJudged = (): void => {
      if (++judged !== judgedBeforeAnew) return;
      // What the order was stays where it cannot be found anew; who chooses it again hears why.
      this.putInformative(session, ended, true).catch(() => undefined);
    };
    session.reorder(() => ({ order: informativeOrder(items, onJudged) }));
    return true;
  }

  private async tell(done: Promise<boolean>): Promise<boolean> {
    try {
      return await done;
    } catch (error) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The order of the items could not be changed: {0}', messageOf(error)),
      );
      return false;
    }
  }
}

/** Whether a choice is thin slices first by paths of its own. */
export const isSliced = (choice: OrderChoice): choice is Slicing => typeof choice === 'object' && 'slices' in choice;

/** Whoever asks for items that are judged wants to judge them again. */
const isOfJudged = ({ statuses, flag, rule }: StudyQuery): boolean =>
  flag !== undefined || rule !== undefined || statuses.some((status) => status !== 'empty' && status !== 'draft');
