import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { FormField } from '../../src/protocol/settings';
import { Check, Listed, Simple, type Row, type Shared } from './inputs';
import { Rows } from './rows';
import { set } from './store';

/** A setting with its label, what it does, and what is wrong with what was typed last. */
export function FieldControl({
  field,
  value,
  standard,
  issue,
}: {
  readonly field: FormField;
  readonly value: unknown;
  /** What holds where nothing is said. */
  readonly standard: unknown;
  readonly issue: string | undefined;
}): JSX.Element {
  const { path, label, help, control } = field;
  const name = path.join('.');
  const described =
    [...(help === null ? [] : [`about-${name}`]), ...(issue === undefined ? [] : [`issue-${name}`])].join(' ') ||
    undefined;
  const shared: Shared = {
    id: name,
    'aria-describedby': described,
    'aria-invalid': issue === undefined ? undefined : 'true',
  };
  const change = (next: unknown): void => set(path, next);
  const more = (
    <>
      {help !== null && (
        <p class="about" id={`about-${name}`}>
          {help}
        </p>
      )}
      {issue !== undefined && (
        <p class="issue" id={`issue-${name}`} role="alert">
          {issue}
        </p>
      )}
    </>
  );
  if (control.kind === 'check')
    return (
      <div class="field">
        <Check shared={shared} label={label} value={value} onChange={change} />
        {more}
      </div>
    );
  if (control.kind === 'rows')
    return (
      <fieldset class="field rows" aria-describedby={described}>
        <legend class="heard">{label}</legend>
        {more}
        <Rows
          name={name}
          control={control}
          rows={(Array.isArray(value) ? value : Array.isArray(standard) ? standard : []) as readonly Row[]}
          onChange={change}
        />
        {value !== undefined && (
          <button type="button" class="link" onClick={() => change(undefined)}>
            {l10n.t('Back to the default')}
          </button>
        )}
      </fieldset>
    );
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {control.kind === 'lines' ? (
        <Listed shared={shared} control={control} value={value} standard={standard} onChange={change} />
      ) : (
        <Simple shared={shared} control={control} value={value} onChange={change} />
      )}
      {more}
    </div>
  );
}
