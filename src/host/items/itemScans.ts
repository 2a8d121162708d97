import * as vscode from 'vscode';
import type { InformativeItems } from '../../core/model/desk/informativeItems';
import { mustMaterialize } from '../../core/dataset/sources/scan';
import { totalFileSize } from '../../core/dataset/sources/fileVersion';
import { PlanItems } from '../../core/desk/queue/planItems';
import { sliceJudgements } from '../../core/desk/queue/leastAnnotated';
import type { Session } from '../../core/desk/session';
import { UserError } from '../../core/model/problems/problem';
import { filterOf, type Filtered } from '../../core/study/planFilter';
import type { ItemScan, ItemScanResult } from '../worker/itemScanTask';
import { queryText } from '../search/searchFilters';
import { emptyQuery } from '../search/studyQuery';
import { informativeInWorker, scanItemsInWorker } from '../worker/hostWorkers';

/** Longer than this and a person is told that items are being looked through, in milliseconds. */
const patience = 700;

/** Looks at the items of studies where an order, or what the plan lets through, does not follow without. */
export class ItemScans {
  /** What the plan of each session lets through. */
  private readonly filtered = new WeakMap<Session, Promise<Filtered>>();

  /** @param cacheFolder where what was found is kept from one session to the next */
  constructor(private readonly cacheFolder: string) {}

  /** The places of all items, the most uncertain first. Undefined once it was stopped (here and below). */
  uncertain(session: Session, ended: AbortSignal): Promise<ItemScanResult<'uncertain'> | undefined> {
    return this.pass(session, { for: 'uncertain' }, vscode.l10n.t('Looking for the most uncertain items'), ended);
  }

  /** The places of all items, those first whose outcomes disagree most. */
  outcomes(session: Session, ended: AbortSignal): Promise<ItemScanResult<'outcomes'> | undefined> {
    return this.pass(session, { for: 'outcomes' }, vscode.l10n.t('Looking for the most disputed outcomes'), ended);
  }

  /** The places of all items, those first of which one more judgement teaches most. @param isQuiet nobody is told of it */
  informative(session: Session, ended: AbortSignal, isQuiet: boolean): Promise<InformativeItems | undefined> {
    const { file, data, reading } = session.study;
    const find = (onFraction: (fraction: number) => void, signal: AbortSignal): Promise<InformativeItems> =>
      informativeInWorker(
        {
          kind: 'informative',
          project: file,
          copy: mustMaterialize(reading) ? data.paths[0] : undefined,
          cacheFolder: this.cacheFolder,
          blind: true,
          without: [],
        },
        signal,
        onFraction,
      );
    return isQuiet
      ? find(() => undefined, ended)
      : scanWithProgress(vscode.l10n.t('Looking for the most informative items'), ended, find);
  }

  /** All items, thin slices first: by the values at these paths, and by the judgements that there are now. */
  async thin(
    session: Session,
    slices: readonly string[],
    ended: AbortSignal,
  ): Promise<ItemScanResult<'thin'> | undefined> {
    const { study, annotator } = session;
    const sent = await this.filtered.get(session);
    const judgements = sliceJudgements(study.replay.everyCounted(), annotator);
    return this.pass(
      session,
      { for: 'thin', slices, judgements, sent: sent?.ordinals },
      vscode.l10n.t('Looking for the least annotated slices'),
      ended,
    );
  }

  /** Lets only the items come that the plan's filter lets through, where it has one. */
  filter(session: Session, ended: AbortSignal): void {
    const query = filterOf(session.study.project);
    if (!query) return;
    const what = queryText({ ...emptyQuery, ...query });
    const filtered = this.pass(
      session,
      { for: 'filter', query },
      vscode.l10n.t('Looking for items that match the study plan: {0}', what),
      ended,
    ).then((found) => {
      if (!found)
        throw new UserError(
          vscode.l10n.t(
            'The search for items that match the study plan was canceled. Open the study again to restart it',
          ),
        );
      if (found.ordinals.length === 0)
        void vscode.window.showWarningMessage(
          vscode.l10n.t('No items match the study plan: {0}. Correct "plan.filter" in the project file.', what),
        );
      return found;
    });
    this.filtered.set(session, filtered);
    session.send(sentItems(session, filtered, query, what));
  }

  private pass<P extends ItemScan['for']>(
    session: Session,
    pass: Extract<ItemScan, { readonly for: P }>,
    title: string,
    ended: AbortSignal,
  ): Promise<ItemScanResult<P> | undefined> {
    const { paths, reading } = session.study.data;
    return scanWithProgress(title, ended, async (onFraction, signal) => {
      const size = await totalFileSize(paths);
      const found = await scanItemsInWorker(
        {
          kind: 'pass',
          paths,
          layout: reading.layout.name,
          mapping: reading.mapping,
          cacheFolder: this.cacheFolder,
          pass,
        },
        signal,
        (bytes) => onFraction(Math.min(1, bytes / size)),
      );
      return found as ItemScanResult<P>;
    });
  }
}

async function sentItems(
  session: Session,
  filtered: Promise<Filtered>,
  query: NonNullable<ReturnType<typeof filterOf>>,
  what: string,
): Promise<PlanItems> {
  const found = await filtered;
  // Where the dataset ends tells what lies outside of it from what the plan does not ask for.
  await session.dataset.whenComplete();
  return new PlanItems(found, query, session.dataset.count, what);
}

/**
 * Looks through the items; where that takes its time, with progress and a way to stop. Undefined once it was stopped.
 */
export async function scanWithProgress<T>(
  title: string,
  ended: AbortSignal,
  find: (onFraction: (fraction: number) => void, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const cancel = new AbortController();
  const signal = AbortSignal.any([ended, cancel.signal]);
  let report: (fraction: number) => void = () => undefined;
  const found = find((fraction) => report(fraction), signal);
  const slow = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, cancellable: true, title },
      (progress, token) => {
        token.onCancellationRequested(() => cancel.abort());
        let shown = 0;
        report = (fraction) => {
          progress.report({ increment: (fraction - shown) * 100 });
          shown = fraction;
        };
        return found.catch(() => undefined);
      },
    );
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
