import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { settingAt } from '../../src/core/model/study/settingPath';
import type { FormField, FormGroup, SettingPath, SettingsAction, SettingsState } from '../../src/protocol/settings';
import { FieldControl } from './fieldControl';
import { lineForms } from './lineForms';
import { Lines } from './inputs';
import { act, askQuestion, notice, setting, state } from './store';

/** The whole surface. */
export function Settings(): JSX.Element {
  const now = state.value;
  useEffect(() => {
    if (now) document.title = l10n.t('Settings of {0}', now.name);
  }, [now?.name]);
  if (!now || !setting.value) return <main class="waiting" aria-busy="true" aria-label={l10n.t('Study settings')} />;
  return (
    <div class="settings">
      <header class="top">
        <h1>{l10n.t('Study settings')}</h1>
        <span class="space" />
        <ActionButton action="undoSetting" label={l10n.t('Undo')} disabled={!now.canUndo} />
        <ActionButton action="redoSetting" label={l10n.t('Redo')} disabled={!now.canRedo} />
        <ActionButton action="openProjectFile" label={l10n.t('Open as JSON')} />
      </header>
      {now.project ? (
        <Form now={now} />
      ) : (
        <main class="form">
          <p class="failed" role="alert">
            {now.error}
          </p>
        </main>
      )}
      <footer class="foot">
        <p class={notice.value?.isError ? 'told failed' : 'told'} role={notice.value?.isError ? 'alert' : 'status'}>
          {notice.value?.text ?? l10n.t('Changes are saved at once. The annotation editor follows.')}
        </p>
      </footer>
    </div>
  );
}

function ActionButton({
  action,
  label,
  disabled = false,
}: {
  readonly action: SettingsAction;
  readonly label: string;
  readonly disabled?: boolean;
}): JSX.Element {
  return (
    <button type="button" class="action" disabled={disabled} onClick={() => act(action)}>
      {label} <kbd>{setting.value?.keys[action]}</kbd>
    </button>
  );
}

function Form({ now }: { readonly now: SettingsState }): JSX.Element {
  // Whoever opens the view begins with the question.
  useEffect(() => document.getElementById('question')?.focus(), []);
  const issue = issueText(now, ['task', 'questions']);
  return (
    <main class="form" aria-label={l10n.t('Study settings')}>
      <section class="group first">
        <div class="field">
          <label for="question">{l10n.t('Question for annotators')}</label>
          <Lines
            shared={{
              id: 'question',
              'aria-describedby': 'about-question',
              'aria-invalid': issue ? 'true' : undefined,
            }}
            text={now.question}
            rows={2}
            onChange={(text) => askQuestion(text.trim())}
          />
          <p class="about" id="about-question">
            {l10n.t(
              'Once somebody has judged, another question is a new version. Each annotation records its version.',
            )}
          </p>
          {issue && (
            <p class="issue" role="alert">
              {issue}
            </p>
          )}
        </div>
      </section>
      {setting.value?.form.map((group) => (
        <Group key={group.id} group={group} now={now} />
      ))}
      <p class="about more">{l10n.t('The dataset and how it is read are changed in the JSON.')}</p>
    </main>
  );
}

/** What is wrong with a field, where it was changed last and the change could not be written. */
function issueText({ issues, issuesOf }: SettingsState, path: SettingPath): string | undefined {
  if (issuesOf === null || !path.every((key, at) => issuesOf[at] === key)) return undefined;
  return issues.map(({ path: at, message }) => placed(at.slice(path.length), message)).join('. ');
}

const placed = (path: SettingPath, message: string): string =>
  path.length === 0 ? message : `${path.map((key) => (typeof key === 'number' ? key + 1 : key)).join(' ')}: ${message}`;

/** Fields that belong together: folded they tell what they say. */
function Group({
  group: { id, title, fields },
  now,
}: {
  readonly group: FormGroup;
  readonly now: SettingsState;
}): JSX.Element {
  const said = fields.filter(({ path }) => settingAt(now.project, path) !== undefined);
  const [isOpen, open] = useState(id === 'judging');
  const isWrong = fields.some(({ path }) => issueText(now, path) !== undefined);
  useEffect(() => {
    if (isWrong) open(true);
  }, [isWrong]);
  return (
    <details class="group" open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
        {!isOpen && said.length > 0 && (
          <span class="said" dir="auto">
            {said.map((field) => saidText(field, settingAt(now.project, field.path))).join(' · ')}
          </span>
        )}
      </summary>
      {isOpen && (
        <div class="fields">
          {fields.map((field) => (
            <FieldControl
              key={field.path.join('.')}
              field={field}
              value={settingAt(now.project, field.path)}
              standard={settingAt({ task: now.task }, field.path)}
              issue={issueText(now, field.path)}
            />
          ))}
        </div>
      )}
    </details>
  );
}

function saidText({ label, control }: FormField, value: unknown): string {
  if (control.kind === 'check') return label;
  if (control.kind === 'choice') return control.values.find(([each]) => each === value)?.[1] ?? label;
  const list = control.kind === 'lines' && control.as !== null ? lineForms[control.as].write(value) : value;
  return Array.isArray(list) ? `${label}: ${list.length}` : `${label}: ${String(list)}`;
}
