import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ExportState } from '../../src/protocol/export';
import { ActionButton } from './actionButton';
import { Form } from './form';
import { Preview } from './preview';
import { notice, progress, setting, state } from './store';

/** The whole surface: options, what they give, and what is done with it. */
export function Export(): JSX.Element {
  const now = state.value;
  const fixed = setting.value;
  useEffect(() => {
    if (now) document.title = l10n.t('Export of {0}', now.name);
  }, [now?.name]);
  if (!now || !fixed) return <main class="waiting" aria-busy="true" aria-label={l10n.t('Export')} />;
  return (
    <div class="export">
      <header class="top">
        <h1>{l10n.t('Export')}</h1>
        {now.recipe && (
          <p class="recipe" dir="auto">
            {now.recipe.changed
              ? l10n.t('Recipe {0} (modified)', now.recipe.name)
              : l10n.t('Recipe {0}', now.recipe.name)}
          </p>
        )}
        <span class="space" />
        <ActionButton action="openRecipe" label={l10n.t('Open recipe')} disabled={now.recipes === 0} />
        <ActionButton action="saveRecipe" label={l10n.t('Save as recipe')} />
      </header>
      <Form now={now} fixed={fixed} />
      <Preview now={now} />
      <Foot now={now} />
    </div>
  );
}

/** Where it goes, and how that ended. */
function Foot({ now }: { readonly now: ExportState }): JSX.Element {
  const { exporting } = progress.value;
  const isRunning = now.exporting !== null;
  const told = notice.value ?? now.ended ?? undefined;
  const isEmpty =
    now.preview.counts !== null &&
    now.preview.looking === null &&
    now.preview.counts.rows.every(({ count }) => count === 0);
  return (
    <footer class="foot">
      {isRunning ? (
        <ActionButton action="stopExport" label={l10n.t('Stop')} />
      ) : (
        <ActionButton action="runExport" label={l10n.t('Export')} primary disabled={isEmpty || now.issues.length > 0} />
      )}
      <ActionButton action="exportFolder" label={l10n.t('Change folder')} />
      <p class="folder" title={now.folder} dir="ltr">
        {now.folder}
      </p>
      <span class="space" />
      <p class={told?.isError ? 'told failed' : 'told'} role={told?.isError ? 'alert' : 'status'}>
        {isRunning ? l10n.t('Exporting: {0}', `${Math.floor((exporting ?? 0) * 100)}%`) : told?.text}
      </p>
      {now.ended !== null && !now.ended.isError && !isRunning && now.ended.text !== '' && (
        <ActionButton action="openExported" label={l10n.t('Open')} />
      )}
      {isRunning && <progress class="progress" value={exporting ?? 0} max={1} aria-label={l10n.t('Export progress')} />}
    </footer>
  );
}
