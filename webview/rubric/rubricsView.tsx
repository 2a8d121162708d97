import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ActionButton } from './actionButton';
import { CriterionPane } from './criterionPane';
import { NewCriterion } from './newCriterion';
import { Outline, toTree } from './outline';
import { RubricPane } from './rubricPane';
import { adding, detail, requestedAction, library, notice, selected, send, starters } from './store';
import { criteriaCount } from './rubricTexts';

/** The whole surface: the outline on the left, what is selected on the right. */
export function RubricsView(): JSX.Element {
  const now = library.value;
  useLeave();
  if (!now) {
    return (
      <main class="message">
        <vscode-progress-ring aria-label={l10n.t('Loading')} />
      </main>
    );
  }
  const isEmpty = now.rubrics.length === 0;
  return (
    <div class="rubrics">
      {now.problem !== null && (
        <p class="error" role="alert">
          {now.problem}
        </p>
      )}
      {!isEmpty && <Outline />}
      <main class={isEmpty ? 'whole' : ''}>
        <h1 class="heard">{l10n.t('Rubrics of {0}', now.study)}</h1>
        {isEmpty ? now.problem === null && <Empty /> : <Selected />}
      </main>
      <Foot />
    </div>
  );
}

function Selected(): JSX.Element {
  if (adding.value) return <NewCriterion />;
  const shown = detail.value;
  if (shown?.kind === 'criterion') return <CriterionPane key={shown.criterion.id} detail={shown} />;
  if (shown?.kind === 'rubric') return <RubricPane key={shown.rubric} detail={shown} />;
  return <p class="empty">{selected.value ? '' : l10n.t('Select a rubric or a criterion in the outline.')}</p>;
}

/** A library without rubrics: how to begin. */
function Empty(): JSX.Element {
  return (
    <div class="begin">
      <h2>{l10n.t('No rubric yet')}</h2>
      <p>
        {l10n.t(
          'A rubric is a list of criteria for judging responses. Write your own, or start from a template and change it.',
        )}
      </p>
      <div class="actions">
        <ActionButton action="addRubric" label={l10n.t('Write a Rubric')} primary />
        <ActionButton action="importRubrics" label={l10n.t('Import…')} />
      </div>
      <ul class="starters" aria-label={l10n.t('Rubric templates')}>
        {starters.value.map(({ name, title, description, criteria }) => (
          <li key={name}>
            <h3>{title}</h3>
            <p>{description}</p>
            <p class="hint">{criteriaCount(criteria)}</p>
            <vscode-button appearance="secondary" onClick={() => send({ method: 'addStarter', name })}>
              {l10n.t('Start from “{0}”', title)}
            </vscode-button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Foot(): JSX.Element {
  const now = library.value;
  const last = notice.value;
  return (
    <footer class="foot">
      <ActionButton action="addCriterion" label={l10n.t('Add Criterion')} primary={(now?.rubrics.length ?? 0) > 0} />
      <ActionButton action="addRubric" label={l10n.t('Add Rubric')} />
      <ActionButton action="undoRubrics" label={l10n.t('Undo')} disabled={now?.canUndo !== true} />
      <ActionButton action="redoRubrics" label={l10n.t('Redo')} disabled={now?.canRedo !== true} />
      <ActionButton action="importRubrics" label={l10n.t('Import…')} />
      <p class={`notice${last?.error === true ? ' error' : ''}`} role={last?.error === true ? 'alert' : 'status'}>
        {last?.text}
      </p>
    </footer>
  );
}

/** A key leaves the field that is typed in, for the outline. (Where a criterion is being added, that takes it.) */
function useLeave(): void {
  const request = requestedAction.value;
  useEffect(() => {
    if (request?.action !== 'leave' || adding.value) return;
    requestedAction.value = undefined;
    toTree();
  }, [request]);
}
