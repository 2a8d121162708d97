import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ExportState, PreviewCounts, Reason, RowLearned } from '../../src/protocol/export';
import { moveFocus } from '../ui/moveFocus';
import { chosenFormat } from './fields';
import { ActionButton } from './actionButton';
import { Json } from './json';
import { act, requestedAction, progress, set, setting } from './store';

/** What an export with the options as they are would write: counts, first rows, and how to train with them. */
export function Preview({ now }: { readonly now: ExportState }): JSX.Element {
  const {
    preview: { counts, error, outdated },
    commands,
  } = now;
  const { looking } = progress.value;
  const rows = useRef<HTMLElement>(null);
  const asked = requestedAction.value;
  useEffect(() => {
    if (asked?.action === 'goToRows') moveFocus(() => rows.current);
  }, [asked?.serial]);
  const isLooking = now.preview.looking !== null;
  // The button goes with what it says, and the keyboard stays with the rows.
  const makeOne = (): void => {
    set('aggregate', 'majority');
    rows.current?.focus();
  };
  const format = setting.value && chosenFormat(setting.value, now);
  return (
    <main class="preview" ref={rows} tabIndex={0} aria-label={l10n.t('Preview')} aria-busy={isLooking}>
      <section class="counts">
        <div class="line">
          <p class="total" role="status">
            {isLooking ? l10n.t('Calculating…') : counts ? totalText(counts) : ''}
          </p>
          {isLooking && <progress value={looking ?? 0} max={1} aria-label={l10n.t('Calculation progress')} />}
          {outdated && (
            <button class="link" onClick={() => act('refreshExport')}>
              {l10n.t('The study has changed. Refresh')} <kbd>{setting.value?.keys.refreshExport}</kbd>
            </button>
          )}
        </div>
        {counts?.opposite && (
          <div class="line opposite" title={counts.opposite.reason}>
            <p>
              {l10n.t(
                '{0} of these rows have an exact opposite (chosen and rejected swapped). Opposite rows cancel each other out in training.',
                counts.opposite.count.toLocaleString(),
              )}
            </p>
            {format?.takes.includes('aggregate') && now.texts.aggregate === undefined && (
              <button class="link" type="button" onClick={makeOne}>
                {l10n.t('Aggregate by majority vote')}
              </button>
            )}
          </div>
        )}
        {error !== null && (
          <p class="failed" role="alert">
            {error}
          </p>
        )}
        {now.issues.length > 0 && (
          <p class="failed">{l10n.t('An option is not valid. Fix it to update the preview.')}</p>
        )}
        {counts && error === null && (
          <div class={isLooking || now.issues.length > 0 ? 'old' : ''}>
            <Counts counts={counts} />
          </div>
        )}
      </section>
      {commands.length > 0 && (
        <section class="commands">
          <div class="line">
            <h2>{l10n.t('Train on this export')}</h2>
            <ActionButton action="copyTrainCommand" label={l10n.t('Copy')} />
          </div>
          {commands.map(({ trainer, text }) => (
            <div key={trainer} class="command">
              <p class="about">{trainer}</p>
              <pre>
                <code>{text}</code>
              </pre>
            </div>
          ))}
        </section>
      )}
      {counts && counts.first.length > 0 && (
        <section class={isLooking || now.issues.length > 0 ? 'rows old' : 'rows'}>
          <div class="line">
            <h2>
              {counts.first.length === 1 ? l10n.t('First row') : l10n.t('First {0} rows', counts.first.length)}{' '}
              <kbd>{setting.value?.keys.goToRows}</kbd>
            </h2>
            {format?.namesModels && (
              <ActionButton
                action="exportModels"
                label={now.preview.blind ? l10n.t('Models hidden') : l10n.t('Models shown')}
              />
            )}
          </div>
          <ol>
            {counts.first.map(({ json, learned }, place) => (
              <li key={place}>
                <pre>
                  <Json text={json} />
                </pre>
                {learned.map((each) => (
                  <Learned key={each.trainers} learned={each} />
                ))}
              </li>
            ))}
          </ol>
        </section>
      )}
    </main>
  );
}

/** What trainers learn of a row; its texts are shown when it is opened. */
function Learned({ learned: { trainers, told, isDoubtful, sides } }: { readonly learned: RowLearned }): JSX.Element {
  const line = (
    <>
      {told} <span class="trainers">{trainers}</span>
    </>
  );
  const kind = isDoubtful ? 'learned doubtful' : 'learned';
  if (sides.length === 0) return <p class={kind}>{line}</p>;
  return (
    <details class={kind}>
      <summary>{line}</summary>
      {sides.map(({ side, texts, more }) => (
        <table key={side}>
          {sides.length > 1 && <caption>{side}</caption>}
          <tbody>
            {texts.map(({ part, state, isLearned, text }, place) => (
              <tr key={place} class={isLearned ? 'trained' : ''}>
                <td>{state}</td>
                <td>{part}</td>
                <td class="text" dir="auto">
                  {text}
                </td>
              </tr>
            ))}
          </tbody>
          {more > 0 && (
            <tfoot>
              <tr>
                <td colSpan={3}>{more === 1 ? l10n.t('1 more text') : l10n.t('{0} more texts', more)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      ))}
    </details>
  );
}

function totalText({ rows, annotations, unjudged }: PreviewCounts): string {
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const shown = rows.filter(({ count }) => count > 0);
  const splits = shown.map(({ split, count }) => `${count.toLocaleString()} ${split}`).join(', ');
  const all =
    shown.length > 1
      ? l10n.t('{0} rows ({1})', total.toLocaleString(), splits)
      : l10n.t('{0} rows', total.toLocaleString());
  if (unjudged > 0 && unjudged === total) {
    if (annotations > 0)
      return total === 1
        ? l10n.t('1 row from an item without an exported judgment')
        : l10n.t('{0} from items without an exported judgment', all);
    return total === 1
      ? l10n.t('1 row from an item that nobody judged')
      : l10n.t('{0} from items that nobody judged', all);
  }
  const of = annotations === 1 ? l10n.t('one annotation') : l10n.t('{0} annotations', annotations.toLocaleString());
  if (unjudged > 0)
    return l10n.t('{0}: {1} from items without a judgment, the others from {2}', all, unjudged.toLocaleString(), of);
  return total === 1 ? l10n.t('1 row from {0}', of) : l10n.t('{0} from {1}', all, of);
}

function Counts({ counts: { dropped, notes, unreadable, repeated } }: { readonly counts: PreviewCounts }): JSX.Element {
  const data: Reason[] = [
    ...(unreadable > 0
      ? [{ count: unreadable, reason: l10n.t('dataset records that cannot be read (see the Problems view)') }]
      : []),
    ...(repeated > 0
      ? [{ count: repeated, reason: l10n.t('judged items with the same ID as another item (see the Problems view)') }]
      : []),
  ];
  return (
    <>
      <Reasons title={l10n.t('Dropped')} reasons={dropped} />
      <Reasons title={l10n.t('Notes')} reasons={notes} />
      <Reasons title={l10n.t('Dataset')} reasons={data} />
    </>
  );
}

function Reasons({
  title,
  reasons,
}: {
  readonly title: string;
  readonly reasons: readonly Reason[];
}): JSX.Element | null {
  if (reasons.length === 0) return null;
  return (
    <table class="reasons">
      <caption>{title}</caption>
      <tbody>
        {reasons.map(({ count, reason }) => (
          <tr key={reason}>
            <td class="count">{count.toLocaleString()}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
