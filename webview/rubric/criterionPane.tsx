import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CriterionOrigin } from '../../src/core/model/rubric/criterion';
import { criterionKinds, kindOfCriterion } from '../../src/core/model/rubric/criterionKind';
import type { RubricDetail } from '../../src/core/model/rubric/rubricView';
import { Answers } from './answers';
import { ActionButton } from './actionButton';
import { Examples } from './examples';
import { Check, Choice, Group, numberIn, TextField, under } from './fields';
import { failingAnswersText } from './gateText';
import { Preview } from './preview';
import { requestedAction, library } from './store';
import { beginStep, changeField, discard, flush, issuesOf, withUnsavedChanges } from './unsavedChanges';
import { kindText } from './rubricTexts';
import { type CriterionEditing } from './criterionEditing';

type Detail = Extract<RubricDetail, { kind: 'criterion' }>;

/** The criterion that is selected, with everything that it can say, and how annotators see it. */
export function CriterionPane({ detail }: { readonly detail: Detail }): JSX.Element {
  const { id } = detail.criterion;
  const criterion = withUnsavedChanges(detail.criterion);
  const issues = issuesOf(id);
  const form = useRef<HTMLDivElement>(null);
  useFirst(form);
  useEffect(() => () => flush(id), [id]);
  const pen: CriterionEditing = {
    criterion,
    issues,
    write: (field, value, soon) => changeField(id, field, value, soon),
    leave: () => flush(id),
  };
  return (
    <div class="pane" ref={form} key={id}>
      <Head detail={detail} isUnsaved={issues.length > 0} />
      <div class="columns">
        <div class="form" onFocusIn={beginStep} data-over>
          <TextField
            class="wide"
            label={l10n.t('Title')}
            value={criterion.title ?? ''}
            placeholder={l10n.t('Short name, if the text is long')}
            issues={under(issues, 'title')}
            onInput={(text) => pen.write('title', text === '' ? null : text, true)}
            onLeave={pen.leave}
          />
          <TextField
            class="wide"
            first
            long
            label={l10n.t('Criterion text')}
            value={criterion.text}
            issues={under(issues, 'text')}
            onInput={(text) => pen.write('text', text, true)}
            onLeave={pen.leave}
          />
          <div class="line">
            <Choice
              label={l10n.t('Answer type')}
              value={kindOfCriterion(criterion)}
              options={criterionKinds.map((kind) => [kind, kindText(kind)])}
              issues={under(issues, 'kind')}
              onChoose={(kind) => pen.write('kind', kind)}
            />
            <TextField
              class="short"
              label={l10n.t('Weight')}
              value={String(criterion.weight)}
              issues={under(issues, 'weight')}
              onInput={(text) => pen.write('weight', numberIn(text) ?? '', true)}
              onLeave={pen.leave}
            />
          </div>
          <Answers pen={pen} />
          <Gate pen={pen} />
          <Examples pen={pen} />
          <TextField
            class="wide"
            label={l10n.t('Tags (comma-separated)')}
            value={(criterion.tags ?? []).join(', ')}
            issues={under(issues, 'tags')}
            onInput={(text) => pen.write('tags', tagsIn(text), true)}
            onLeave={pen.leave}
          />
          <Origin pen={pen} />
        </div>
        <Preview criterion={criterion} />
      </div>
    </div>
  );
}

/** Brings the keyboard to the field that editing begins in. */
function useFirst(form: { readonly current: HTMLElement | null }): void {
  const request = requestedAction.value;
  useEffect(() => {
    if (request?.action !== 'edit') return;
    requestedAction.value = undefined;
    form.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [request, form]);
}

function Head({ detail, isUnsaved }: { readonly detail: Detail; readonly isUnsaved: boolean }): JSX.Element {
  const rubric = library.value?.rubrics.find(({ id }) => id === detail.rubric);
  const at = rubric?.criteria.findIndex(({ id }) => id === detail.criterion.id) ?? -1;
  const count = rubric?.criteria.length ?? 0;
  const { faulty, id } = detail.criterion;
  return (
    <>
      <header class="pane-head">
        <p class="where">
          {l10n.t('{0}, version {1}', rubric?.title ?? detail.rubric, detail.version)} ·{' '}
          {l10n.t('number {0} of {1} in importance', at + 1, count)}
        </p>
        <div class="actions">
          <ActionButton action="raiseSelected" label={l10n.t('Up')} disabled={at <= 0} />
          <ActionButton action="lowerSelected" label={l10n.t('Down')} disabled={at === count - 1} />
          <ActionButton action="cloneSelected" label={l10n.t('Duplicate')} />
          <ActionButton action="mergeSelected" label={l10n.t('Merge…')} />
          <ActionButton
            action="flagSelected"
            label={faulty ? l10n.t('Mark as not faulty') : l10n.t('Mark as faulty…')}
          />
          <ActionButton action="removeSelected" label={l10n.t('Remove')} />
        </div>
      </header>
      {detail.inUse && (
        <p class="note">
          {l10n.t(
            'Annotators have already judged with version {0}, so it is kept unchanged. Your first change here creates a new version.',
            detail.version,
          )}
        </p>
      )}
      {faulty && <p class="note faulty">{l10n.t('Marked as faulty and no longer used: {0}', faulty.reason)}</p>}
      {isUnsaved && (
        <p class="note unsaved">
          {l10n.t('Not saved. Fix the marked fields below.')}{' '}
          <button class="quiet" onClick={() => discard(id)}>
            {l10n.t('Discard changes')}
          </button>
        </p>
      )}
    </>
  );
}

function Gate({ pen: { criterion, issues, write, leave } }: { readonly pen: CriterionEditing }): JSX.Element {
  const { gate, weight } = criterion;
  const failing = failingAnswersText(criterion);
  return (
    <div class="line">
      <Check
        label={l10n.t('Gate: a response that fails it fails overall')}
        value={gate !== undefined}
        onChange={(isGate) => write('gate', isGate ? { threshold: 0.5 } : null)}
      />
      {gate && (
        <TextField
          class="short"
          label={l10n.t('Fails if the score is below')}
          placeholder="0 – 1"
          value={String(gate.threshold)}
          issues={under(issues, 'gate')}
          onInput={(text) => write('gate', { threshold: numberIn(text) ?? '' }, true)}
          onLeave={leave}
        />
      )}
      {gate && (
        <p class="hint">
          {failing === undefined ? l10n.t('No answer fails this gate.') : l10n.t('Failing answers: {0}.', failing)}
          {failing !== undefined &&
            weight < 0 &&
            ` ${l10n.t('The weight is negative, so responses without the fault would fail. Write a gate as something that a response must have.')}`}
        </p>
      )}
    </div>
  );
}

function Origin({ pen: { criterion, issues, write, leave } }: { readonly pen: CriterionEditing }): JSX.Element {
  const { origin } = criterion;
  const kinds: readonly (readonly [string, string])[] = [
    ['', l10n.t('Not specified')],
    ['human', l10n.t('A person')],
    ['model', l10n.t('A model')],
    ['hybrid', l10n.t('A model, edited by a person')],
  ];
  const name = origin && origin.kind !== 'human' ? origin.name : '';
  const begun = (kind: string): unknown => (kind === '' ? null : kind === 'human' ? { kind } : { kind, name });
  return (
    <div class="line">
      <Choice
        label={l10n.t('Written by')}
        value={origin?.kind ?? ''}
        options={kinds}
        onChoose={(kind) => write('origin', begun(kind))}
      />
      {origin && origin.kind !== 'human' && (
        <TextField
          label={l10n.t('Model name')}
          value={name}
          issues={under(issues, 'origin')}
          onInput={(text) => write('origin', { kind: origin.kind, name: text } satisfies CriterionOrigin, true)}
          onLeave={leave}
        />
      )}
      {criterion.merged && criterion.merged.length > 0 && (
        <Group title={l10n.t('Merged criteria')}>
          <p class="plain">{criterion.merged.join(', ')}</p>
        </Group>
      )}
    </div>
  );
}

/** Tags as they are typed; null where there is none. */
function tagsIn(text: string): string[] | null {
  const tags = [
    ...new Set(
      text
        .split(/[,，、]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ];
  return tags.length === 0 ? null : tags;
}
