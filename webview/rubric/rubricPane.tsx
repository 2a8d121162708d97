import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Scope } from '../../src/core/model/rubric/rubric';
import type { FieldIssue, RubricDetail, VersionLine } from '../../src/core/model/rubric/rubricView';
import { ActionButton } from './actionButton';
import { Choice, Group, TextField, under } from './fields';
import { ask } from './host';
import { requestedAction, failed, library, oldCounts, send } from './store';
import { changeText, criteriaCount, rubricScopeText, writtenBy } from './rubricTexts';

type Detail = Extract<RubricDetail, { kind: 'rubric' }>;

/** What is typed is written after a pause of so many milliseconds, and once its field is left. */
const pause = 400;
let step = 0;
const beginStep = (): void => {
  step++;
};

/** The rubric that is selected: its own words, which items it is for, and its versions. */
export function RubricPane({ detail }: { readonly detail: Detail }): JSX.Element {
  const form = useRef<HTMLDivElement>(null);
  const { write, leave, issues } = usePen(detail.rubric);
  const request = requestedAction.value;
  useEffect(() => {
    if (request?.action !== 'edit') return;
    requestedAction.value = undefined;
    form.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [request]);
  const line = library.value?.rubrics.find(({ id }) => id === detail.rubric);
  const count = line?.criteria.length ?? 0;
  return (
    <div class="pane" ref={form} key={detail.rubric}>
      <header class="pane-head">
        <p class="where">{l10n.t('Rubric with {0}, for {1}', criteriaCount(count), rubricScopeText(detail.scope))}</p>
        <div class="actions">
          <ActionButton action="cloneSelected" label={l10n.t('Duplicate')} />
          <ActionButton action="exportRubric" label={l10n.t('Export rubric…')} />
          <ActionButton action="removeSelected" label={l10n.t('Remove')} />
        </div>
      </header>
      {line?.gone === true && (
        <p class="note">
          {l10n.t(
            'This rubric was removed, and annotators no longer see it. Its versions are kept, because annotations may refer to them. Add a criterion to restore it.',
          )}
        </p>
      )}
      <div class="form" onFocusIn={beginStep} data-over>
        <TextField
          class="wide"
          first
          label={l10n.t('Title')}
          value={detail.title}
          issues={under(issues, 'title')}
          onInput={(title) => write({ title }, true)}
          onLeave={leave}
        />
        <TextField
          class="wide"
          long
          label={l10n.t('Description')}
          value={detail.description}
          placeholder={l10n.t('What the rubric is for, and how to use it')}
          onInput={(description) => write({ description }, true)}
          onLeave={leave}
        />
        <ScopeFields scope={detail.scope} write={(scope) => write({ scope })} />
        <Versions detail={detail} />
      </div>
    </div>
  );
}

interface RubricChanges {
  readonly title?: string;
  readonly description?: string;
  readonly scope?: Scope;
}

/** Writes what is changed of a rubric, at once or after a pause. */
function usePen(rubric: string): {
  readonly write: (changes: RubricChanges, soon?: boolean) => void;
  readonly leave: () => void;
  readonly issues: readonly FieldIssue[];
} {
  const [issues, setIssues] = useState<readonly FieldIssue[]>([]);
  const waiting = useRef<{ changes: RubricChanges; timer: number }>(undefined);
  const leave = (): void => {
    const { current } = waiting;
    if (!current) return;
    window.clearTimeout(current.timer);
    waiting.current = undefined;
    ask({ method: 'changeRubric', rubric, ...current.changes, step }).then(
      (answer) => setIssues(answer.issues),
      failed,
    );
  };
  const kept = useRef(leave);
  kept.current = leave;
  useEffect(() => () => kept.current(), [rubric]);
  const write = (changes: RubricChanges, soon = false): void => {
    window.clearTimeout(waiting.current?.timer);
    waiting.current = {
      changes: { ...waiting.current?.changes, ...changes },
      timer: window.setTimeout(() => kept.current(), pause),
    };
    if (!soon) leave();
  };
  return { write, leave, issues };
}

/** Which items a rubric is for. */
function ScopeFields({ scope, write }: { readonly scope: Scope; readonly write: (scope: Scope) => void }): JSX.Element {
  const [kind, setKind] = useState<Scope['kind']>(scope.kind);
  const [text, setText] = useState(textOf(scope));
  const [issues, setIssues] = useState<readonly FieldIssue[]>([]);
  useEffect(() => {
    setKind(scope.kind);
    setText(textOf(scope));
  }, [JSON.stringify(scope)]);
  const put = (nextKind: Scope['kind'], nextText: string): void => {
    const next = scopeIn(nextKind, nextText);
    setIssues(typeof next === 'string' ? [{ path: 'scope', message: next }] : []);
    if (typeof next !== 'string') write(next);
  };
  const choose = (value: string): void => {
    const next = value as Scope['kind'];
    setKind(next);
    setText('');
    setIssues([]);
    if (next === 'study') write({ kind: 'study' });
  };
  return (
    <div class="line">
      <Choice
        label={l10n.t('Applies to')}
        value={kind}
        options={[
          ['study', l10n.t('The whole study')],
          ['slice', l10n.t('Items with a metadata value')],
          ['item', l10n.t('One item')],
        ]}
        onChoose={choose}
      />
      {kind === 'slice' && (
        <TextField
          class="grow"
          label={l10n.t('Metadata values (comma-separated)')}
          value={text}
          placeholder={l10n.t('domain = law, language = de')}
          issues={issues}
          onInput={setText}
          onLeave={() => put(kind, text)}
          onEnter={() => put(kind, text)}
        />
      )}
      {kind === 'item' && (
        <TextField
          class="grow"
          label={l10n.t('Item ID')}
          value={text}
          issues={issues}
          onInput={setText}
          onLeave={() => put(kind, text)}
          onEnter={() => put(kind, text)}
        />
      )}
    </div>
  );
}

const textOf = (scope: Scope): string =>
  scope.kind === 'study'
    ? ''
    : scope.kind === 'item'
      ? scope.item
      : Object.entries(scope.fields)
          .map(([path, value]) => `${path} = ${value}`)
          .join(', ');

/** The scope that a person wrote, or what it lacks, in words. */
function scopeIn(kind: Scope['kind'], text: string): Scope | string {
  if (kind === 'study') return { kind };
  if (kind === 'item') return text.trim() === '' ? l10n.t('must be the ID of an item') : { kind, item: text.trim() };
  const pairs = text
    .split(/[,，]/)
    .filter((part) => part.trim() !== '')
    .map(
      (part) =>
        [part.slice(0, Math.max(part.indexOf('='), 0)).trim(), part.slice(part.indexOf('=') + 1).trim()] as const,
    );
  if (pairs.length === 0 || pairs.some(([path, value]) => path === '' || value === ''))
    return l10n.t('must have a field, an equals sign and a value, for example domain = law');
  return { kind, fields: Object.fromEntries(pairs) };
}

/** The versions of a rubric, the latest first. */
function Versions({ detail: { rubric, versions } }: { readonly detail: Detail }): JSX.Element {
  return (
    <Group title={l10n.t('Versions')}>
      <table class="versions">
        <thead>
          <tr>
            <th scope="col">{l10n.t('Version')}</th>
            <th scope="col">{l10n.t('Changes')}</th>
            <th scope="col">{l10n.t('Author, date')}</th>
            <th scope="col">{l10n.t('Usage')}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, at) => (
            <Version key={version.version} rubric={rubric} version={version} before={versions[at + 1]?.version} />
          ))}
        </tbody>
      </table>
      <div class="actions">
        {versions.length > 1 && <ActionButton action="compareVersions" label={l10n.t('Compare Versions…')} />}
        <ActionButton action="oldAnnotations" label={l10n.t('Judged with Old Versions…')} />
      </div>
    </Group>
  );
}

function Version({
  rubric,
  version,
  before,
}: {
  readonly rubric: string;
  readonly version: VersionLine;
  readonly before: number | undefined;
}): JSX.Element {
  const old = oldCounts.value?.find((each) => each.rubric === rubric && each.version === version.version)?.count ?? 0;
  const use = version.inUse ? l10n.t('used') : l10n.t('not used yet');
  return (
    <tr class={version.inForce ? 'in-force' : ''}>
      <td>{version.inForce ? l10n.t('{0}, active', version.version) : version.version}</td>
      <td>
        {before === undefined ? (
          changeText(version)
        ) : (
          <button class="link" onClick={() => send({ method: 'compare', rubric, from: before, to: version.version })}>
            {changeText(version)}
          </button>
        )}
      </td>
      <td>{writtenBy(version)}</td>
      <td>
        {version.inForce || old === 0 ? (
          use
        ) : (
          <button class="link" onClick={() => send({ method: 'old', rubric, version: version.version })}>
            {old === 1 ? l10n.t('one annotation: judge it again') : l10n.t('{0} annotations: judge them again', old)}
          </button>
        )}
      </td>
    </tr>
  );
}
